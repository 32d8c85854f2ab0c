// Which ELIMs the hosts of a cluster run, as hosts go down, come up, or one becomes the master.
#include <algorithm>
#include <utility>

#include "mcsim/lim/cluster_elims.hpp"

namespace mcsim::lim {

void ClusterElims::turn(HostId id, bool is_up, Time over) {
  if (is_empty() || hosts_[id].is_up == is_up) return;
  if (is_up) {
    hosts_[id].is_up = true;
    start_lim(id, over + 1ms);
  } else {
    advance(id, over);
    stop_lim(id);
  }
  assign(id, over);
}

Time ClusterElims::next_wait(HostId id, Host& host) const {
  Time next = never;
  for (Runner& runner : host.runners)
    next = std::min(next, runner.play.next_wait(program(id, runner), contract_.rules));
  return next;
}

ClusterElims::Wait ClusterElims::wait_of(HostId id, Time over) const {
  if (is_empty() || !contract_.rules.lava || !hosts_[id].is_up) return {.next_look = never};
  Host host = hosts_[id];
  ElimContract contract = contract_;
  play(id, host, contract, over);
  const bool waits = std::ranges::any_of(
      host.runners, [](const Runner& runner) { return runner.play.watch().is_waiting(); });
  return {.is_blocked = waits, .next_look = next_wait(id, host)};
}

void ClusterElims::block(HostId id, bool is_blocked, Time over) {
  hosts_[id].is_blocked = is_blocked;
  if (!is_blocked) assign(id, over);
}

void ClusterElims::set_available(HostId id, bool is_available, Time over) {
  if (is_empty() || std::exchange(hosts_[id].is_available, is_available) == is_available) return;
  assign(over);
  assign(id, over);
}

void ClusterElims::crown(HostId id, Time over) {
  if (is_empty() || id == master_) return;
  const HostId before = std::exchange(master_, id);
  for (Host& host : hosts_) host.is_available = host.is_up && !host.is_blocked;
  assign(over);
  for (const HostId one : {before, id})
    if (one != none<HostId>) assign(one, over);
  forget(over);
}

/// A new master has received no report yet.
void ClusterElims::forget(Time over) {
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    for (std::size_t index = 0; index < hosts_[id].told.size(); ++index)
      if (std::exchange(hosts_[id].told[index], std::nullopt) &&
          is_own_index(static_cast<ElimIndex>(index)))
        news_.push_back({.resource = plan_->resources[index], .host = id, .value = std::nullopt});
    if (!hosts_[id].runners.empty()) look_again(id, over);
  }
  for (Instance& instance : instances_) tell(instance);
}

void ClusterElims::start_lim(HostId id, Time now) {
  for (Runner& runner : hosts_[id].runners) {
    runner.play = ElimPlay(now);
    runner.has_duty = true;
    runner.has_given_up = false;
  }
}

/// Its ELIMs get SIGTERM.
void ClusterElims::stop_lim(HostId id) {
  Host& host = hosts_[id];
  for (Runner& runner : host.runners) {
    program(id, runner).ends();
    past_ += runner.play.counts();
  }
  host.is_up = false;
  host.is_master = false;
  host.is_blocked = false;
  host.merged = {};
}

/// Chooses again which hosts report shared instances, since other hosts are available now.
void ClusterElims::assign(Time over) {
  std::vector<HostId> affected;
  std::vector<bool> is_available;
  for (Instance& instance : instances_) {
    is_available.clear();
    for (const HostId id : instance.reporters) is_available.push_back(hosts_[id].is_available);
    const auto first = reporting_host(is_available);
    const HostId reporter = first ? instance.reporters[*first] : none<HostId>;
    const HostId before = std::exchange(instance.reporter, reporter);
    if (before == reporter) continue;
    for (const HostId id : {before, reporter})
      if (id != none<HostId>) affected.push_back(id);
  }
  std::ranges::sort(affected);
  affected.erase(std::unique(affected.begin(), affected.end()), affected.end());
  for (const HostId id : affected) assign(id, over);
}

void ClusterElims::assign(HostId id, Time over) {
  Host& host = hosts_[id];
  advance(id, over);
  if (host.is_blocked) return;  // it hears of nothing
  const bool is_other_role =
      std::exchange(host.is_master, host.is_up && id == master_) != (host.is_up && id == master_);
  for (std::size_t at = 0; host.is_up && at < host.runners.size(); ++at) {
    Runner& runner = host.runners[at];
    SimulatedElim its_program = program(id, runner);
    const auto hear = [&](Time now, const ElimAnswer& answer) {
      for (const ElimValue& value : answer.values) host.merged.set(at, value);
      if (keeps_events_ && answer.terminate)
        host.events.push_back(
            {now, id, runner.elim, "its LIM has ended it, for what it is asked for has changed"});
    };
    std::vector<std::uint32_t> duty = duty_of(id, runner.elim);
    const bool had_duty = std::exchange(runner.has_duty, !duty.empty());
    if (had_duty && duty.empty()) {
      runner.has_given_up = !runner.play.watch().is_wanted();
      runner.play.want(false, over, its_program, hear);
    } else if (!had_duty && !duty.empty()) {
      if (!runner.has_given_up) runner.play.want(true, over, its_program, hear);
    } else if (is_other_role || duty != runner.state.duty) {
      runner.play.change_role(over, its_program, hear);
    }
    runner.state.duty = std::move(duty);
  }
  look_again(id, over);
}

/// What the host reports is checked again at the next exchange.
void ClusterElims::look_again(HostId id, Time over) {
  next_.set(index_of(id), std::max<std::int64_t>(over.time_since_epoch().count(), 0));
}

/// The resources in a program's LSF_RESOURCES, and the built-in indices that it overrides.
std::vector<std::uint32_t> ClusterElims::duty_of(HostId id, std::uint32_t elim) const {
  std::vector<std::uint32_t> duty;
  const std::vector<ElimOutput>& values = plan_->elims[elim].values;
  for (std::uint32_t row = 0; row < values.size(); ++row) {
    const bool reports_instance =
        std::ranges::any_of(hosts_[id].instances, [&](std::uint32_t instance) {
          return instances_[instance].resource == values[row].resource &&
                 instances_[instance].reporter == id;
        });
    const auto place = std::ranges::find(plan_->resources, values[row].resource);
    const auto index = static_cast<ElimIndex>(place - plan_->resources.begin());
    if (reports_instance || (place != plan_->resources.end() && is_own_index(index)))
      duty.push_back(row);
  }
  return duty;
}

}  // namespace mcsim::lim
