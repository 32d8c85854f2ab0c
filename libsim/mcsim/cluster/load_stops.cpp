// Which jobs load suspends, and which resume.
#include "mcsim/cluster/load_stops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "mcsim/scheduler/hosts.hpp"
#include "mcsim/scheduler/rusage.hpp"

namespace mcsim::cluster {
namespace {

/// The order in which sbatchd looks at load indices; external ones follow. Source:
/// docs/rules/lsf.md, 4.6.
constexpr std::uint16_t looked_at[] = {builtin::it,   builtin::ls,  builtin::ut,  builtin::pg,
                                       builtin::io,   builtin::mem, builtin::swp, builtin::tmp,
                                       builtin::r15s, builtin::r1m, builtin::r15m};

/// A user is at the host: all jobs are suspended at once, not one at a time.
bool stops_all(ResourceId index) {
  return index == resource(builtin::it) || index == resource(builtin::ls);
}

std::uint32_t place_of(ResourceId index) {
  const auto* const found = std::ranges::find(looked_at, index_of(index));
  return static_cast<std::uint32_t>(found - std::begin(looked_at));
}

/// Whether a load is at loadStop, or beyond.
bool is_at_stop(const LoadThreshold& threshold, double load, bool increasing) {
  return threshold.stop && (increasing ? load >= *threshold.stop : load <= *threshold.stop);
}

/// In minutes of `it`: from then on nobody is at a host.
constexpr double idle_from = 1;

}  // namespace

/// What the LIM of the sbatchd's host has itself; mem, swp and tmp are counted by mbatchd, and so
/// is what hosts share.
std::optional<double> LoadStops::own_load(ResourceId index) const {
  const std::size_t at = index_of(index);
  const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host_,
                          host_);
  if (at < builtin::tmp) {
    const auto value = static_cast<double>(own_.vector[at]);
    const std::int32_t processors = state_.settings.hosts[index_of(host_)].ncpus;
    return at > builtin::r15m ? value : effective_run_queue(value, processors);
  }
  const auto told = std::ranges::find(own_.reported, index, &ClusterElims::Told::resource);
  if (told == own_.reported.end()) return values.number(index);
  if (at > builtin::mem) return told->value;
  const auto taken = static_cast<double>(state_.hosts.taken(host_, index)) / amount_unit;
  return told->value ? *told->value - taken : values.number(index);
}

std::optional<double> LoadStops::load(HostId host, ResourceId index) const {
  const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host,
                          host);
  const auto load = host == host_ ? own_load(index) : values.number(index);
  return load && std::abs(*load) < infinite_load ? load : std::nullopt;
}

/// A threshold that is beyond loadSched; null: there is none.
const LoadThreshold* LoadStops::exceeded(HostId host,
                                         const std::vector<LoadThreshold>& thresholds) const {
  const auto is_exceeded = [&](const LoadThreshold& threshold) {
    const auto at = threshold.sched ? load(host, threshold.index) : std::nullopt;
    if (!at) return false;
    return state_.settings.resources[index_of(threshold.index)].increasing ? *at > *threshold.sched
                                                                           : *at < *threshold.sched;
  };
  const auto found = std::ranges::find_if(thresholds, is_exceeded);
  return found == thresholds.end() ? nullptr : &*found;
}

double LoadStops::idle_minutes(HostId host) const {
  return load(host, resource(builtin::it)).value_or(0);
}

/// The jobs whose first host is the sbatchd's: those that have run for long enough, or those that
/// load has suspended.
std::vector<JobSlotId> LoadStops::jobs_of(bool are_stopped) const {
  std::vector<JobSlotId> jobs;
  state_.jobs.visit_on(host_, [&](JobSlotId id, Slots) {
    const JobState& job = state_.jobs[id];
    const bool is_one = are_stopped ? job.stopped_for != none<ResourceId>
                                    : job.stage == Stage::running && is_old_enough(job);
    if (is_one && state_.jobs.first_host(id) == host_) jobs.push_back(id);
  });
  return jobs;
}

std::int32_t LoadStops::running_jobs() const {
  std::int32_t running = 0;
  state_.jobs.visit_on(host_, [&](JobSlotId id, Slots) {
    running += state_.jobs[id].stage == Stage::running ? 1 : 0;
  });
  return running;
}

std::optional<LoadStopped> LoadStops::what_stops(JobSlotId id, HostId host,
                                                 ResourceId index) const {
  const JobState& job = state_.jobs[id];
  const auto at = load(host, index);
  if (!at || (index == resource(builtin::pg) && idle_minutes(host) >= idle_from))
    return std::nullopt;
  const bool increasing = state_.settings.resources[index_of(index)].increasing;
  const auto beyond = [&](const std::vector<LoadThreshold>& thresholds, bool of_queue) {
    std::optional<LoadStopped> why;
    for (const LoadThreshold& threshold : thresholds)
      if (threshold.index == index && is_at_stop(threshold, *at, increasing))
        why = LoadStopped{now_, job.index, host, index, *at, *threshold.stop, of_queue};
    return why;
  };
  if (auto why = beyond(state_.settings.hosts[index_of(host)].thresholds, false)) return why;
  return beyond(state_.settings.queues[index_of(job.queue)].thresholds, true);
}

/// By the first index that is beyond loadStop, and the first host of it.
std::optional<LoadStopped> LoadStops::what_stops(JobSlotId id) const {
  const std::vector<LoadThreshold>& of_queue =
      state_.settings.queues[index_of(state_.jobs[id].queue)].thresholds;
  // Mostly no index is beyond a threshold: the order does not matter then.
  const auto is_beyond = [&](const LoadThreshold& threshold, HostId host) {
    if (!threshold.stop) return false;
    const auto at = load(host, threshold.index);
    return at && is_at_stop(threshold, *at,
                            state_.settings.resources[index_of(threshold.index)].increasing);
  };
  bool is_stopped = false;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    const auto look = [&](const std::vector<LoadThreshold>& thresholds) {
      for (const LoadThreshold& threshold : thresholds)
        is_stopped = is_stopped || is_beyond(threshold, part.host);
    };
    look(of_queue);
    look(state_.settings.hosts[index_of(part.host)].thresholds);
  });
  if (!is_stopped) return std::nullopt;
  std::vector<ResourceId> indices;
  const auto add = [&](const std::vector<LoadThreshold>& thresholds) {
    for (const LoadThreshold& threshold : thresholds)
      if (threshold.stop) indices.push_back(threshold.index);
  };
  add(of_queue);
  state_.jobs.visit_hosts(
      id, [&](HostSlots part) { add(state_.settings.hosts[index_of(part.host)].thresholds); });
  std::ranges::sort(indices, {},
                    [](ResourceId index) { return std::pair(place_of(index), index); });
  const auto [again, end] = std::ranges::unique(indices);
  indices.erase(again, end);
  std::optional<LoadStopped> why;
  for (const ResourceId index : indices) {
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      if (!why) why = what_stops(id, part.host, index);
    });
    if (why) break;
  }
  return why;
}

std::vector<LoadStops::Stop> LoadStops::stops() const {
  std::vector<Stop> found;
  for (const JobSlotId id : jobs_of(false))
    if (const auto why = what_stops(id)) found.push_back({id, *why});
  std::ranges::sort(found, {}, [&](const Stop& stop) {
    const JobState& job = state_.jobs[stop.job];
    return std::tuple(!stops_all(stop.why.index),
                      state_.settings.queues[index_of(job.queue)].priority, Time{} - job.dispatched,
                      -static_cast<std::int64_t>(index_of(job.index)));
  });
  const bool is_idle = idle_minutes(host_) >= idle_from;
  std::int32_t running = running_jobs();
  std::vector<Stop> stops;
  for (const Stop& stop : found) {
    if (!stops.empty() && !stops_all(stop.why.index)) break;
    if (is_idle && running == 1 && !state_.settings.params.stop_ignores_it) break;
    stops.push_back(stop);
    --running;
  }
  return stops;
}

std::optional<LoadHold> LoadStops::held_by_load(const JobState& job, HostId host) const {
  const LoadThreshold* const own = exceeded(host, state_.settings.hosts[index_of(host)].thresholds);
  const LoadThreshold* const beyond =
      own != nullptr ? own : exceeded(host, state_.settings.queues[index_of(job.queue)].thresholds);
  if (beyond == nullptr) return std::nullopt;
  return LoadHold{.rule = LoadHold::Rule::load,
                  .host = host,
                  .index = beyond->index,
                  .load = load(host, beyond->index).value_or(0),
                  .sched = beyond->sched.value_or(0),
                  .of_queue = own == nullptr};
}

LoadHold LoadStops::hold(JobSlotId id) const {
  using Rule = LoadHold::Rule;
  const JobState& job = state_.jobs[id];
  const HostId first = state_.jobs.first_host(id);
  if (state_.hosts[first].unreached) return {.rule = Rule::sbatchd, .host = first};
  if (!state_.load->answers(first)) return {.rule = Rule::lim, .host = first};
  const double paged_for =
      std::chrono::duration<double, std::ratio<60>>(state_.settings.params.pg_susp_it).count();
  const bool paged = job.stopped_for == resource(builtin::pg);
  std::optional<LoadHold> of_load;
  HostId paging = none<HostId>;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    if (!of_load) of_load = held_by_load(job, part.host);
    if (paged && paging == none<HostId> && idle_minutes(part.host) < paged_for) paging = part.host;
  });
  if (of_load) return *of_load;
  if (paging != none<HostId>) return {.rule = Rule::paging, .host = paging};
  if (!state_.queues[job.queue].runs) return {.rule = Rule::window};
  if (const HostId keeps = rules_.keeps_suspended(id); keeps != none<HostId>)
    return {.rule = Rule::slots, .host = keeps};
  if (!RusageRules(config_, state_, now_).can_take_back(id)) return {.rule = Rule::resource};
  return {};
}

JobSlotId LoadStops::goes_on() const {
  std::vector<JobSlotId> stopped = jobs_of(true);
  std::ranges::sort(stopped, {}, [&](JobSlotId id) {
    const JobState& job = state_.jobs[id];
    return std::tuple(-std::int64_t{state_.settings.queues[index_of(job.queue)].priority},
                      job.dispatched, job.index);
  });
  const auto found = std::ranges::find_if(
      stopped, [&](JobSlotId id) { return hold(id).rule == LoadHold::Rule::none; });
  return found == stopped.end() ? none<JobSlotId> : *found;
}

bool LoadStops::looks_again() const {
  bool again = false;
  state_.jobs.visit_on(host_, [&](JobSlotId id, Slots) {
    const JobState& job = state_.jobs[id];
    again = again || job.stopped_for != none<ResourceId> ||
            (job.stage == Stage::running && !is_old_enough(job));
  });
  return again;
}

}  // namespace mcsim::cluster
