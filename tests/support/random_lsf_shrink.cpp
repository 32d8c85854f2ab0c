// One simplification after another: each is kept if a difference is left.
#include "support/random_lsf_shrink.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace mcsim {
namespace {

/// Walks over all settings and makes the n-th of them as usual.
class Simplifier {
 public:
  explicit Simplifier(std::size_t wanted) : wanted_(wanted) {}

  /// Whether there was an n-th setting.
  bool was_there() const { return seen_ > wanted_; }
  bool has_changed() const { return changed_; }
  void restart() { seen_ = 0; }

  template <class T>
  void visit(T& field, const std::type_identity_t<T>& usual) {
    if (seen_++ != wanted_ || field == usual) return;
    field = usual;
    changed_ = true;
  }

 private:
  std::size_t wanted_;
  std::size_t seen_ = 0;
  bool changed_ = false;
};

void simplify(Simplifier& one, ResourceRequirement& requirement) {
  one.visit(requirement.select, {});
  one.visit(requirement.order, {});
  one.visit(requirement.rusage, {});
  one.visit(requirement.one_host, false);
  one.visit(requirement.ptile, 0);
  one.visit(requirement.same, {});
}

void simplify(Simplifier& one, JobRules& rules) {
  one.visit(rules.default_run_limit, std::nullopt);
  one.visit(rules.run_limit, unlimited);
  one.visit(rules.proc_limit, {});
  one.visit(rules.default_mem_limit, -1);
  one.visit(rules.mem_limit, -1);
  one.visit(rules.requeue_exit_values, {});
  one.visit(rules.rerunnable, std::nullopt);
  one.visit(rules.retries, {});
  simplify(one, rules.res_req);
}

void simplify(Simplifier& one, QueueForwarding& forwarding) {
  for (SendTarget& target : forwarding.targets) one.visit(target.preference, 0);
  one.visit(forwarding.job_backlog, 50);
  one.visit(forwarding.slot_backlog, no_limit);
  one.visit(forwarding.job_limit, no_limit);
  one.visit(forwarding.task_limit, no_limit);
  one.visit(forwarding.max_resched_time, unlimited);
  one.visit(forwarding.forward_delay, 0ms);
  one.visit(forwarding.forward_users, {});
}

void simplify(Simplifier& one, ForwardingParameters& forwarding) {
  one.visit(forwarding.policy, "NOT_DEFINED");
  one.visit(forwarding.policy, "RESOURCE_ONLY");
  one.visit(forwarding.update_interval, 20'000ms);
  one.visit(forwarding.max_per_session, 50);
  one.visit(forwarding.init_fail_retry, 5);
  one.visit(forwarding.remote_preexec_retry, 5);
  one.visit(forwarding.pend_reason_interval, 300'000ms);
  one.visit(forwarding.cache_intervals, {});
}

void simplify(Simplifier& one, QueueConfig& queue) {
  simplify(one, queue.rules);
  one.visit(queue.qjob_limit, no_limit);
  one.visit(queue.ujob_limit, no_limit);
  one.visit(queue.hjob_limit, no_limit);
  one.visit(queue.pjob_limit, {});
  one.visit(queue.job_accept_interval, 0ms);
  one.visit(queue.new_job_sched_delay, 0ms);
  one.visit(queue.exclusive, false);
  one.visit(queue.dispatch_window, {});
  one.visit(queue.run_window, {});
  one.visit(queue.ignore_deadline, false);
  one.visit(queue.terminate_when_preempted, false);
  one.visit(queue.terminate_when_window_closes, false);
  one.visit(queue.preemption.preemptive, false);
  one.visit(queue.preemption.low, {});
  one.visit(queue.preemption.preemptable, false);
  one.visit(queue.preemption.high, {});
  one.visit(queue.backfill, false);
  one.visit(queue.max_reserve_time, 0ms);
  if (queue.pool == none<PoolId> && !queue.forwarding.remote_only) one.visit(queue.hosts, {});
  one.visit(queue.users, {});
  simplify(one, queue.forwarding);
}

void simplify(Simplifier& one, ClusterParameters& params) {
  one.visit(params.job_scheduling_interval, 10'000ms);
  one.visit(params.mbd_sleep_time, 10'000ms);
  one.visit(params.max_dispatch_per_session, 15'000);
  one.visit(params.requeue_to_bottom, false);
  one.visit(params.abs_runlimit, false);
  one.visit(params.retries, {});
  one.visit(params.preempt_least_run_time, false);
  one.visit(params.preempt_fewest_jobs, false);
  one.visit(params.preempt_few_jobs, params.preempt_fewest_jobs);
  one.visit(params.preempt_exclusive, false);
  one.visit(params.preempt_backfill, false);
  one.visit(params.no_preempt_run_time, {});
  one.visit(params.no_preempt_finish_time, {});
  one.visit(params.hist_hours, 5.0);
  simplify(one, params.forwarding);
}

void simplify(Simplifier& one, ClusterSettings& settings) {
  for (QueueConfig& queue : settings.queues) simplify(one, queue);
  for (ApplicationConfig& application : settings.applications) simplify(one, application.rules);
  for (HostConfig& host : settings.hosts) {
    one.visit(host.type, "LINUX");
    one.visit(host.model, "A");
    one.visit(host.cpuf, 1.0);
    one.visit(host.user_limit, no_limit);
    one.visit(host.dispatch_window, {});
  }
  one.visit(settings.user_limits, {});
  for (PoolConfig& pool : settings.pools) {
    one.visit(pool.use_priority, false);
    one.visit(pool.max_slots, no_limit);
  }
  simplify(one, settings.params);
}

void simplify(Simplifier& one, JobProfile& profile) {
  simplify(one, profile.res_req);
  one.visit(profile.application, none<ApplicationId>);
  one.visit(profile.hosts, std::nullopt);
  one.visit(profile.from_host, {});
  one.visit(profile.exclusive, false);
  one.visit(profile.rerunnable, false);
  one.visit(profile.priority, 0);
  one.visit(profile.memory, 0);
  one.visit(profile.mem_limit, -1);
  one.visit(profile.exit_codes, {});
  one.visit(profile.init_failures, 0);
  one.visit(profile.preexec_failures, 0);
}

void simplify(Simplifier& one, ModelConfig& model) {
  one.visit(model.enforce_runlimit, true);
  one.visit(model.seeded_daemon_phase, false);
  one.visit(model.run_time_scaling, false);
  one.visit(model.pool_decay, "continuous");
  one.visit(model.pool_shares, "lsf");
  one.visit(model.pool_hist_hours, std::nullopt);
  one.visit(model.pool_order, {});
  one.visit(model.pool_turn, {});
  one.visit(model.victim_order, {});
  one.visit(model.victim_hosts, {});
  one.visit(model.resume_order, {});
  one.visit(model.reservation_backfill, {});
  one.visit(model.rusage_decay_step, std::nullopt);
  one.visit(model.memlimit_at_once, false);
  one.visit(model.forward_free_test, {});
  one.visit(model.forward_key_order, {});
  one.visit(model.counters, {});
  one.visit(model.max_forwards, std::nullopt);
  one.visit(model.forward_policy, "");
}

void simplify(Simplifier& one, LinkConfig& link) {
  one.visit(link.outages, {});
  one.visit(link.loss, 0);
  one.visit(link.jitter, 0ms);
  one.visit(link.latency, 0ms);
  one.visit(link.publication_delay, link.latency);
}

/// The settings before and after reconfigurations have the n-th thing changed alike.
void simplify_all(Simplifier& one, ClusterConfig& cluster) {
  for (TimelineEntry& entry : cluster.timeline) {
    if (entry.settings == nullptr) continue;
    ClusterSettings settings = *entry.settings;
    simplify(one, settings);
    entry.settings = std::make_shared<const ClusterSettings>(std::move(settings));
    one.restart();
  }
  simplify(one, static_cast<ClusterSettings&>(cluster));
  simplify(one, cluster.model);
  for (JobProfile& profile : cluster.profiles) simplify(one, profile);
}

std::vector<TraceJob> jobs_of(const ClusterConfig& cluster) {
  std::vector<TraceJob> jobs;
  for (std::size_t at = 0; at < cluster.trace.size(); ++at)
    jobs.push_back(cluster.trace[static_cast<JobIndex>(at)]);
  return jobs;
}

void set_jobs(ClusterConfig& cluster, const std::vector<TraceJob>& jobs) {
  TraceBuilder builder;
  for (const TraceJob& job : jobs) builder.add(job);
  cluster.trace = std::move(builder).freeze();
}

/// Calls visit(settings) for what the cluster is at first and becomes.
template <class Visit>
void for_each_settings(const ClusterConfig& cluster, Visit&& visit) {
  visit(static_cast<const ClusterSettings&>(cluster));
  for (const TimelineEntry& entry : cluster.timeline)
    if (entry.settings != nullptr) visit(*entry.settings);
}

bool ever_receives(const GridConfig& grid, const SendTarget& target, ClusterId source) {
  bool receives = false;
  for_each_settings(grid.clusters[index_of(target.cluster)], [&](const ClusterSettings& settings) {
    const auto& sources = settings.queues[index_of(target.queue)].forwarding.sources;
    receives = receives || std::ranges::binary_search(sources, source);
  });
  return receives;
}

/// Whether each edge has, at some time, both of its ends.
bool has_whole_edges(const GridConfig& grid) {
  bool whole = true;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    for_each_settings(grid.clusters[at], [&](const ClusterSettings& settings) {
      for (const QueueConfig& queue : settings.queues)
        for (const SendTarget& target : queue.forwarding.targets)
          whole = whole && ever_receives(grid, target, static_cast<ClusterId>(at));
    });
  return whole;
}

/// A difference without its numbers: of a crash nothing else shall be left than that crash.
std::string kind_of(std::string difference) {
  std::erase_if(difference, [](char letter) { return letter >= '0' && letter <= '9'; });
  return difference;
}

class Shrinker {
 public:
  Shrinker(GridConfig grid, const FindDifference& find)
      : grid_(std::move(grid)), find_(find), kind_(kind_of(find(grid_))) {}

  GridConfig shrink() {
    bool smaller = true;
    for (int rounds = 0; smaller && rounds < 10; ++rounds) {
      smaller = simplify_links();
      for (at_ = 0; at_ < grid_.clusters.size(); ++at_) {
        smaller = drop_jobs() || smaller;
        smaller = drop_each(&ClusterConfig::timeline) || smaller;
        smaller = drop_each(&ClusterConfig::reservations) || smaller;
        smaller = drop_pools() || smaller;
        smaller = drop_targets() || smaller;
        smaller = simplify_settings() || smaller;
        smaller = simplify_jobs() || smaller;
      }
    }
    return grid_;
  }

 private:
  ClusterConfig& cluster(GridConfig& grid) const { return grid.clusters[at_]; }
  const ClusterConfig& cluster() const { return grid_.clusters[at_]; }

  /// Takes the smaller grid over if there is still such a difference.
  bool keep(GridConfig smaller) {
    if (!has_whole_edges(smaller) || kind_of(find_(smaller)) != kind_) return false;
    grid_ = std::move(smaller);
    return true;
  }

  /// All at once, else one after the other.
  bool drop_jobs() {
    GridConfig empty = grid_;
    set_jobs(cluster(empty), {});
    if (!cluster().trace.empty() && keep(std::move(empty))) return true;
    bool dropped = false;
    for (std::size_t at = cluster().trace.size(); at-- > 0;) {
      GridConfig smaller = grid_;
      std::vector<TraceJob> jobs = jobs_of(cluster(smaller));
      jobs.erase(jobs.begin() + static_cast<std::ptrdiff_t>(at));
      set_jobs(cluster(smaller), jobs);
      dropped = keep(std::move(smaller)) || dropped;
    }
    return dropped;
  }

  template <class T>
  bool drop_each(std::vector<T> ClusterConfig::* list) {
    bool dropped = false;
    for (std::size_t at = (cluster().*list).size(); at-- > 0;) {
      GridConfig smaller = grid_;
      auto& entries = cluster(smaller).*list;
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
      dropped = keep(std::move(smaller)) || dropped;
    }
    return dropped;
  }

  bool reconfigures() const {
    return std::ranges::any_of(
        cluster().timeline, [](const TimelineEntry& entry) { return entry.settings != nullptr; });
  }

  bool drop_pools() {
    GridConfig smaller = grid_;
    ClusterConfig& config = cluster(smaller);
    if (config.pools.empty() || reconfigures()) return false;
    config.pools.clear();
    for (QueueConfig& queue : config.queues) {
      queue.pool = none<PoolId>;
      queue.slot_share = 0;
    }
    return keep(std::move(smaller));
  }

  bool drop_targets() {
    bool dropped = false;
    if (reconfigures()) return dropped;
    for (std::size_t queue = 0; queue < cluster().queues.size(); ++queue)
      for (std::size_t at = cluster().queues[queue].forwarding.targets.size(); at-- > 0;) {
        GridConfig smaller = grid_;
        auto& targets = cluster(smaller).queues[queue].forwarding.targets;
        targets.erase(targets.begin() + static_cast<std::ptrdiff_t>(at));
        dropped = keep(std::move(smaller)) || dropped;
      }
    return dropped;
  }

  bool simplify_links() {
    bool changed = false;
    for (std::size_t at = 0; at < grid_.links.size(); ++at)
      for (std::size_t field = 0; field < 5; ++field) {
        GridConfig smaller = grid_;
        Simplifier one(field);
        simplify(one, smaller.links[at]);
        if (one.has_changed()) changed = keep(std::move(smaller)) || changed;
      }
    return changed;
  }

  bool simplify_settings() {
    bool changed = false;
    for (std::size_t wanted = 0;; ++wanted) {
      GridConfig smaller = grid_;
      Simplifier one(wanted);
      simplify_all(one, cluster(smaller));
      if (one.has_changed()) changed = keep(std::move(smaller)) || changed;
      if (!one.was_there()) return changed;
    }
  }

  bool simplify_jobs() {
    bool changed = false;
    for (std::size_t at = 0; at < cluster().trace.size(); ++at)
      for (std::size_t field = 0; field < 4; ++field) {
        GridConfig smaller = grid_;
        std::vector<TraceJob> jobs = jobs_of(cluster(smaller));
        Simplifier one(field);
        one.visit(jobs[at].profile, {});
        one.visit(jobs[at].slots, Slots(1));
        one.visit(jobs[at].limit, unlimited);
        one.visit(jobs[at].requested, Duration{-1});
        set_jobs(cluster(smaller), jobs);
        if (one.has_changed()) changed = keep(std::move(smaller)) || changed;
      }
    return changed;
  }

  GridConfig grid_;
  const FindDifference& find_;
  std::string kind_;
  std::size_t at_ = 0;  ///< the cluster in hand
};

}  // namespace

GridConfig shrunk(GridConfig grid, const FindDifference& find) {
  return Shrinker(std::move(grid), find).shrink();
}

}  // namespace mcsim
