// Plays the simulated ELIMs of a cluster on demand.
#include "mcsim/lim/cluster_elims.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "mcsim/model/load_index.hpp"

namespace mcsim::lim {
namespace {

ElimRules rules_of(const ClusterConfig& config) {
  ElimRules rules;
  rules.poll_interval = config.lim.elim_poll_interval;
  rules.exchange_interval = config.lim.exchange_interval;
  rules.block_time = config.lim.elim_block_time;
  rules.restarts = config.lim.elim_restarts;
  rules.abort_value = config.lim.elim_abort_value;
  rules.keep_values_on_exit = config.model.elim_keep_values_on_exit;
  rules.lava = config.model.lava_elim;
  return rules;
}

constexpr std::int64_t millis(Time time) { return time.time_since_epoch().count(); }

}  // namespace

ClusterElims::ClusterElims(const ClusterConfig& config, std::uint64_t seed) {
  if (config.elims.empty()) return;
  contract_.rules = rules_of(config);
  name_resources(config);
  ElimPlan plan{.elims = config.elims,
                .texts = config.elim_texts,
                .draws = RngStream(seed, config.name + "/elim"),
                .resources = {}};
  plan.resources.assign(contract_.resources.size(), none<ResourceId>);
  for (std::size_t at = 0; at < config.resources.size(); ++at)
    if (at <= builtin::mem || config.resources[at].is_external())
      plan.resources[static_cast<std::size_t>(
          *contract_.resources.find(config.resources[at].name))] = static_cast<ResourceId>(at);
  plan_ = std::make_shared<const ElimPlan>(std::move(plan));
  hosts_ = Table<HostId, Host>(config.hosts.size());
  next_ = MinTree(config.hosts.size());
  notes_sent_ = config.model.lim_send_on_change;
  keeps_events_ = config.model.keep_elim_events;
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    hosts_[static_cast<HostId>(at)].processors = config.hosts[at].ncpus;
  place_instances(config);
  place_runners(config);
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    start_lim(static_cast<HostId>(at), Time{});
  constexpr Time before{-1ms};
  assign(before);
  crown(HostId{}, before);
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    if (!hosts_[static_cast<HostId>(at)].runners.empty()) assign(static_cast<HostId>(at), before);
}

void ClusterElims::name_resources(const ClusterConfig& config) {
  for (std::size_t at = builtin::count; at < config.resources.size(); ++at) {
    const ResourceConfig& resource = config.resources[at];
    const bool has_instances = std::ranges::any_of(
        config.shared_resources, [&](const SharedResource& shared) {  // borrowed ones apart
          return index_of(shared.resource) == at && !shared.home;
        });
    const ElimTarget target = !resource.is_external() ? ElimTarget::fixed
                              : has_instances         ? ElimTarget::shared
                                                      : ElimTarget::host_index;
    contract_.resources.add({.name = resource.name,
                             .target = target,
                             .expected = false,
                             .is_text = resource.kind == ResourceKind::text});
  }
  contract_.resources.set_texts(config.elim_texts);
}

void ClusterElims::place_instances(const ClusterConfig& config) {
  std::vector<std::uint32_t> numbers(config.resources.size(), 0);
  for (const SharedResource& shared : config.shared_resources) {
    const ResourceConfig& resource = config.resources[index_of(shared.resource)];
    const std::uint32_t number = numbers[index_of(shared.resource)]++;
    if (!resource.is_external()) continue;
    Instance instance{.resource = shared.resource,
                      .index = *contract_.resources.find(resource.name),
                      .number = number,
                      .reporters = {},
                      .told = {}};
    for (const std::uint32_t host : shared.reporters) {
      instance.reporters.push_back(static_cast<HostId>(host));
      hosts_[static_cast<HostId>(host)].instances.push_back(
          static_cast<std::uint32_t>(instances_.size()));
    }
    instances_.push_back(std::move(instance));
  }
}

void ClusterElims::place_runners(const ClusterConfig& config) {
  for (std::uint32_t elim = 0; elim < config.elims.size(); ++elim)
    for (const HostId id : config.elims[elim].hosts) {
      Host& host = hosts_[id];
      host.told.resize(contract_.resources.size());
      Runner& runner = host.runners.emplace_back();
      runner.elim = elim;
      program(id, runner).open();
    }
}

bool ClusterElims::is_own_index(ElimIndex index) const {
  const ElimTarget target = contract_.resources[index].target;
  return target == ElimTarget::host_index || target == ElimTarget::built_in;
}

bool ClusterElims::overrides(ResourceId index) const {
  return plan_ != nullptr && std::ranges::any_of(plan_->elims, [&](const ElimConfig& elim) {
           return std::ranges::find(elim.values, index, &ElimOutput::resource) != elim.values.end();
         });
}

SimulatedElim ClusterElims::program(HostId id, Runner& runner) const {
  return {plan_->elims[runner.elim], runner.state, plan_->draws, id, plan_->texts};
}

// Time.

/// Of several ELIMs the value that was reported last counts, so their reports are sorted by time.
void ClusterElims::play(HostId id, Host& host, ElimContract& contract, Time until) const {
  struct Heard {
    Time at;
    std::size_t number;  ///< in the order of ELIMs
    std::size_t runner;
    ElimValue value;
  };
  if (!host.is_up) return;
  std::vector<Heard> heard;
  for (std::size_t at = 0; at < host.runners.size(); ++at) {
    SimulatedElim its_program = program(id, host.runners[at]);
    host.runners[at].play.advance(until, its_program, contract,
                                  [&](Time now, const ElimAnswer& answer) {
                                    if (keeps_events_)
                                      note(id, host, host.runners[at], now, answer);
                                    for (const ElimValue& value : answer.values)
                                      heard.push_back({now, heard.size(), at, value});
                                  });
  }
  if (host.runners.size() > 1)
    std::ranges::sort(heard, {}, [](const Heard& one) { return std::pair(one.at, one.number); });
  for (const Heard& one : heard) host.merged.set(one.runner, one.value);
}

/// Notes how a program has ended, and that it was started again. Its first start is its LIM's.
void ClusterElims::note(HostId id, Host& host, const Runner& runner, Time now,
                        const ElimAnswer& answer) const {
  for (const ElimProblem& problem : answer.problems)
    if (is_about_end(problem.fault)) host.events.push_back({now, id, runner.elim, problem.text});
  if (answer.start && runner.play.counts().starts > 1)
    host.events.push_back({now, id, runner.elim, "its LIM has started it again"});
}

/// Whether two ELIMs of a host report the same index: then the last report counts, even if it
/// repeats a value.
bool ClusterElims::is_contested(const Host& host) const {
  std::vector<ResourceId> seen;
  for (const Runner& runner : host.runners)
    for (const std::uint32_t row : runner.state.duty)
      seen.push_back(plan_->elims[runner.elim].values[row].resource);
  std::ranges::sort(seen);
  return std::ranges::adjacent_find(seen) != seen.end();
}

void ClusterElims::expect_change(HostId id) {
  Time next = never;
  Host& host = hosts_[id];
  const bool each_counts = host.runners.size() > 1 && is_contested(host);
  for (Runner& runner : host.runners) {
    if (!host.is_up) break;
    const SimulatedElim its_program = program(id, runner);
    const ElimRules& rules = contract_.rules;
    next = std::min(next, each_counts ? runner.play.next_event(its_program, rules)
                                      : runner.play.next_change(its_program, rules));
  }
  next_.set(index_of(id), millis(next));
}

void ClusterElims::settle(Time exchange) {
  if (is_empty() || (settled_ && exchange <= *settled_)) return;
  settled_ = exchange;
  std::vector<std::uint32_t> touched;
  for (;;) {
    const std::size_t at = next_.first_at_most(millis(exchange));
    if (at == MinTree::nowhere) break;
    const auto id = static_cast<HostId>(at);
    const Time until = next_exchange_of(id, exchange);
    advance(id, until);
    const bool is_told = hosts_[id].is_up && !hosts_[id].is_blocked;
    if (is_told && tell(id) && notes_sent_) sent_.push_back({until, id});
    touched.insert(touched.end(), hosts_[id].instances.begin(), hosts_[id].instances.end());
    expect_change(id);
  }
  std::ranges::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const std::uint32_t row : touched) tell(instances_[row]);
}

/// The next exchange of a host to play: exchanges before which nothing can have changed are
/// skipped, and so are all but `last` if `notes_sent_` is false.
Time ClusterElims::next_exchange_of(HostId id, Time last) const {
  if (!notes_sent_) return last;
  const std::int64_t interval = contract_.rules.exchange_interval.count();
  const std::int64_t from = std::max<std::int64_t>(next_.at(index_of(id)), 0);
  return std::min(last, Time{Duration{(from + interval - 1) / interval * interval}});
}

/// Notes the host's present values as reported. Answers whether one has changed by more than its
/// send threshold.
bool ClusterElims::tell(HostId id) {
  bool has_moved = false;
  Host& host = hosts_[id];
  for (std::size_t at = 0; at < host.told.size(); ++at) {
    const auto index = static_cast<ElimIndex>(at);
    if (plan_->resources[at] == none<ResourceId>) continue;
    const auto value = host.merged.value(index);
    const auto before = std::exchange(host.told[at], value);
    if (value == before) continue;
    const double least = send_threshold(plan_->resources[at], host.processors);
    has_moved = has_moved || !value || !before || std::abs(*value - *before) > least;
    if (is_own_index(index))
      news_.push_back({.resource = plan_->resources[at], .host = id, .value = value});
  }
  return has_moved;
}

void ClusterElims::tell(Instance& instance) {
  std::vector<std::optional<double>> by_host;
  for (const HostId id : instance.reporters)
    if (const Host& host = hosts_[id]; host.is_available && !host.runners.empty())
      by_host.push_back(host.told[static_cast<std::size_t>(instance.index)]);
  const auto value = shared_value(by_host);
  if (value == std::exchange(instance.told, value)) return;
  news_.push_back({.resource = instance.resource,
                   .host = none<HostId>,
                   .instance = instance.number,
                   .value = value});
}

std::vector<ClusterElims::Told> ClusterElims::take_news() { return std::exchange(news_, {}); }

std::vector<ClusterElims::Told> ClusterElims::own(HostId id, Time over) const {
  std::vector<Told> values;
  if (is_empty() || hosts_[id].runners.empty()) return values;
  const auto list = [&](const Host& host) {
    for (std::size_t at = 0; at < plan_->resources.size(); ++at)
      if (const auto index = static_cast<ElimIndex>(at);
          plan_->resources[at] != none<ResourceId> && is_own_index(index))
        values.push_back(
            {.resource = plan_->resources[at], .host = id, .value = host.merged.value(index)});
  };
  if (next_.at(index_of(id)) > millis(over)) {
    list(hosts_[id]);
    return values;
  }
  // The reports since the last exchange are played on a copy: the master has not heard them.
  Host host = hosts_[id];
  ElimContract contract = contract_;
  play(id, host, contract, over);
  list(host);
  return values;
}

Time ClusterElims::next_change() const {
  return is_empty() ? never : Time{Duration{next_.least()}};
}

ElimCounts ClusterElims::counts_by(Time over) const {
  ClusterElims then = *this;
  ElimCounts all = past_;
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    then.advance(id, over);
    if (then.hosts_[id].is_up)
      for (const Runner& runner : then.hosts_[id].runners) all += runner.play.counts();
  }
  return all;
}

std::vector<ClusterElims::Event> ClusterElims::events_by(Time over) const {
  std::vector<Event> all;
  if (!keeps_events_) return all;
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    Host host = hosts_[id];
    ElimContract contract = contract_;
    play(id, host, contract, over);
    std::ranges::move(host.events, std::back_inserter(all));
  }
  std::vector<std::pair<Time, std::size_t>> order;
  for (std::size_t at = 0; at < all.size(); ++at) order.emplace_back(all[at].at, at);
  std::ranges::sort(order);
  std::vector<Event> sorted;
  for (const auto& [time, at] : order) sorted.push_back(std::move(all[at]));
  return sorted;
}

bool ClusterElims::reports_shared(std::uint32_t elim) const {
  return std::ranges::any_of(plan_->elims[elim].values, [&](const ElimOutput& value) {
    return std::ranges::any_of(
        instances_, [&](const Instance& instance) { return instance.resource == value.resource; });
  });
}

std::vector<std::string> ClusterElims::running_on(HostId id) const {
  std::vector<std::string> names;
  for (const Runner& runner : hosts_[id].runners)
    if (runner.state.is_running) names.push_back(plan_->elims[runner.elim].name);
  return names;
}

}  // namespace mcsim::lim
