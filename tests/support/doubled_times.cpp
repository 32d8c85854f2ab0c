// Doubles each duration and each time that a configuration has.
#include "support/doubled_times.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "support/each_settings.hpp"

namespace mcsim::testing {
namespace {

Duration twice(Duration time) { return time >= unlimited ? time : 2 * time; }
Time twice(Time time) { return time == never ? time : Time{} + 2 * (time - Time{}); }
/// Below 0 it stands for something else.
Duration twice_if_given(Duration time) { return time < Duration{} ? time : twice(time); }

template <class T>
void make_twice(T& time) {
  time = twice(time);
}
template <class T>
void make_twice(std::optional<T>& time) {
  if (time) *time = twice(*time);
}
void make_twice(DrawnTime& time) { make_twice(time.least); }

// Windows lie in the week, whose length stays: they are told anew, counted from virtual time 0,
// which becomes a Sunday 00:00. What lies beyond half a week never comes.

void add_doubled(std::vector<TimeWindows::Part>& parts, Duration from, Duration to) {
  const Duration week = WeekClock::week;
  if (2 * from < week) parts.push_back({2 * from, std::min(2 * to, week)});
}

TimeWindows doubled_windows(const TimeWindows& windows, const WeekClock& clock) {
  if (!windows.is_set()) return windows;
  std::vector<TimeWindows::Part> parts;
  for (const TimeWindows::Part& part : windows.parts()) {
    const Duration from = part.from - clock.since_sunday;
    const Duration to = part.to - clock.since_sunday;
    if (to > Duration{}) add_doubled(parts, std::max(from, Duration{}), to);
    if (from < Duration{})  // and again, in the next week
      add_doubled(parts, from + WeekClock::week, std::min(to, Duration{}) + WeekClock::week);
  }
  return TimeWindows(std::move(parts));
}

void double_requirement(ResourceRequirement& requirement) {
  for (ResourceUse& use : requirement.rusage) make_twice(use.duration);
}

void double_rules(JobRules& rules) {
  make_twice(rules.default_run_limit);
  make_twice(rules.run_limit);
  double_requirement(rules.res_req);
}

void double_queue(QueueConfig& queue, const WeekClock& clock) {
  double_rules(queue.rules);
  make_twice(queue.job_accept_interval);
  make_twice(queue.new_job_sched_delay);
  make_twice(queue.max_reserve_time);
  make_twice(queue.forwarding.max_resched_time);
  make_twice(queue.forwarding.forward_delay);
  queue.dispatch_window = doubled_windows(queue.dispatch_window, clock);
  queue.run_window = doubled_windows(queue.run_window, clock);
}

void double_params(ClusterParameters& params, std::size_t clusters) {
  for (Duration* const time :
       {&params.job_scheduling_interval, &params.mbd_sleep_time, &params.sbd_sleep_time,
        &params.pg_susp_it, &params.load_update_interval, &params.reclaim_delay,
        &params.pjl_timeout, &params.forwarding.update_interval,
        &params.forwarding.pend_reason_interval})
    make_twice(*time);
  params.forwarding.cache_intervals.resize(clusters, usual_cache_interval);
  for (Duration& interval : params.forwarding.cache_intervals) make_twice(interval);
  make_twice(params.no_preempt_run_time.time);
  make_twice(params.no_preempt_finish_time.time);
  make_twice(params.clean_period);
  make_twice(params.clean_period_done);
  make_twice(params.orphan_grace);
  params.hist_hours *= 2;
}

/// An hour weighs half as much, since there are two.
void double_shares(FairshareFactors& factors) {
  for (double* const factor : {&factors.cpu_time, &factors.run_time, &factors.committed_run_time})
    *factor /= 2;
  factors.hist_hours *= 2;
  make_twice(factors.forwarded_for);
}

void double_settings(ClusterSettings& settings, const WeekClock& clock, std::size_t clusters) {
  for (HostConfig& host : settings.hosts) {
    host.dispatch_window = doubled_windows(host.dispatch_window, clock);
    host.run_window = doubled_windows(host.run_window, clock);
  }
  for (QueueConfig& queue : settings.queues) double_queue(queue, clock);
  for (FairshareConfig& tree : settings.fairshares) double_shares(tree.factors);
  for (ApplicationConfig& application : settings.applications) double_rules(application.rules);
  for (HostExport& one : settings.exports) double_requirement(one.select);
  double_params(settings.params, clusters);
}

Trace doubled_trace(const Trace& trace) {
  TraceBuilder jobs;
  for (std::size_t at = 0; at < trace.size(); ++at) {
    TraceJob job = trace[static_cast<JobIndex>(at)];
    make_twice(job.submit);
    make_twice(job.run);
    job.limit = twice_if_given(job.limit);
    job.requested = twice_if_given(job.requested);
    job.trace_wait = twice_if_given(job.trace_wait);
    jobs.add(job);
  }
  return std::move(jobs).freeze();
}

void double_launch(LaunchRules& launch) {
  for (LaunchProfile& profile : launch.profiles) {
    for (DrawnTime* const time : {&profile.wrapper_start, &profile.pjl_start, &profile.ts_start,
                                  &profile.task_start, &profile.latency})
      make_twice(*time);
    make_twice(profile.ts_interval);
    for (LaunchFault& fault : profile.faults) make_twice(fault.at);
  }
}

void double_model(ModelConfig& model) {
  make_twice(model.stall_after);
  make_twice(model.rusage_decay_step);
  make_twice(model.lease_inactive);
  if (model.pool_hist_hours) *model.pool_hist_hours *= 2;
}

void double_cluster(ClusterConfig& cluster, std::size_t clusters) {
  change_each_settings(cluster, [&](ClusterSettings& settings) {
    double_settings(settings, cluster.clock, clusters);
  });
  cluster.clock.since_sunday = Duration{};
  for (TimelineEntry& entry : cluster.timeline) {
    make_twice(entry.at);
    make_twice(entry.down_for);
  }
  for (ReservationConfig& reservation : cluster.reservations) {
    make_twice(reservation.start);
    make_twice(reservation.end);
  }
  for (JobProfile& profile : cluster.profiles) double_requirement(profile.res_req);
  for (JobDependency& dependency : cluster.dependencies) make_twice(dependency.think);
  cluster.trace = doubled_trace(cluster.trace);
  double_launch(cluster.launch);
  double_model(cluster.model);
}

// What has a length of its own.

void make_constant(DrawnTime& time) {
  if (time.kind != DrawnTime::Kind::constant) time.least += time.spread;
  time.kind = DrawnTime::Kind::constant;
}

void take_draws(LaunchRules& launch) {
  for (LaunchProfile& profile : launch.profiles) {
    for (DrawnTime* const time : {&profile.wrapper_start, &profile.pjl_start, &profile.ts_start,
                                  &profile.task_start, &profile.latency})
      make_constant(*time);
    for (LaunchFault& fault : profile.faults)
      if (!fault.at) fault.at = 7s;
  }
}

void take_lims(ClusterConfig& cluster) {
  cluster.elims.clear();
  cluster.model.load = LoadMode::slots;
  cluster.model.host_down = HostDown::at_once;
  std::erase_if(cluster.timeline, [](const TimelineEntry& entry) {
    return entry.kind == TimelineEntry::Kind::lim_down ||
           entry.kind == TimelineEntry::Kind::sbatchd_down;
  });
}

/// Sessions that nothing but a gate brings about are held 1 ms before or after what they wait for:
/// before a predicted end by conservative, and by easy if a job may outrun it, whose end is then
/// expected 1 ms later; after the end of SLOT_RESERVE by lsf. A raster hides that.
void put_on_raster(ClusterConfig& cluster) {
  const bool outruns = !cluster.model.enforce_runlimit ||
                       std::ranges::any_of(cluster.profiles, &JobProfile::overuse);
  bool waits_for_gates =
      cluster.model.dispatch == "conservative" || (cluster.model.dispatch == "easy" && outruns);
  for_each_settings(cluster, [&](const ClusterSettings& settings) {
    waits_for_gates =
        waits_for_gates || std::ranges::any_of(settings.queues, &QueueConfig::reserves_slots);
  });
  if (!waits_for_gates) return;
  change_each_settings(cluster, [](ClusterSettings& settings) {
    Duration& interval = settings.params.job_scheduling_interval;
    if (interval == Duration{}) interval = 1s;
  });
}

}  // namespace

GridConfig without_own_lengths(GridConfig grid) {
  for (LinkConfig& link : grid.links) {
    link.jitter = Duration{};
    link.loss = 0;
  }
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.random_faults.clear();
    cluster.model.seeded_daemon_phase = false;
    cluster.model.run_time_scaling = false;
    for (std::string* const decay : {&cluster.model.pool_decay, &cluster.model.fairshare.decay})
      if (*decay == "steps") *decay = "continuous";
    take_draws(cluster.launch);
    take_lims(cluster);
    put_on_raster(cluster);
  }
  return grid;
}

GridConfig doubled(const GridConfig& grid) {
  GridConfig result = grid;
  if (result.until) make_twice(*result.until);
  for (LinkConfig& link : result.links) {
    make_twice(link.latency);
    make_twice(link.publication_delay);
    for (LinkConfig::Outage& outage : link.outages) {
      make_twice(outage.from);
      make_twice(outage.until);
    }
  }
  for (ClusterConfig& cluster : result.clusters) double_cluster(cluster, grid.clusters.size());
  return result;
}

}  // namespace mcsim::testing
