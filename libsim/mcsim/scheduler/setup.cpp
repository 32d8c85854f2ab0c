// How the scheduler's state begins, and what reconfiguration makes of it.
#include <algorithm>
#include <tuple>

#include "mcsim/model/select.hpp"
#include "mcsim/scheduler/book.hpp"
#include "mcsim/scheduler/preemption_pairs.hpp"

namespace mcsim::scheduler {
namespace {

bool has_preemption(const ClusterSettings& settings) {
  return std::ranges::any_of(settings.queues, [](const QueueConfig& queue) {
    return queue.preemption.preemptive || queue.preemption.preemptable;
  });
}

bool has_user_hosts(const ClusterSettings& settings) {
  return std::ranges::any_of(settings.hosts,
                             [](const HostConfig& host) { return host.user_limit < no_limit; }) ||
         std::ranges::any_of(settings.user_limits, [](const UserLimit& limit) {
           return limit.per_processor.thousandths >= 0;
         });
}

/// Whether `is` holds for what any queue, application or job asks for.
template <class Is>
bool any_requirement(const ClusterConfig& config, const ClusterSettings& settings, Is&& is) {
  return std::ranges::any_of(settings.queues,
                             [&](const auto& queue) { return is(queue.rules.res_req); }) ||
         std::ranges::any_of(settings.applications,
                             [&](const auto& app) { return is(app.rules.res_req); }) ||
         std::ranges::any_of(config.profiles,
                             [&](const auto& profile) { return is(profile.res_req); });
}

bool selects_on_load(const ClusterConfig& config, const ClusterSettings& settings) {
  return any_requirement(config, settings, [&](const ResourceRequirement& asked) {
    return is_dynamic(asked.select, settings.resources);
  });
}

bool has_thresholds(const ClusterSettings& settings,
                    std::optional<double> LoadThreshold::* member) {
  const auto says_so = [&](const auto& one) {
    return std::ranges::any_of(one.thresholds, [&](const LoadThreshold& threshold) {
      return (threshold.*member).has_value();
    });
  };
  return std::ranges::any_of(settings.queues, says_so) ||
         std::ranges::any_of(settings.hosts, says_so);
}

/// Whether jobs may reserve external indices, or indices that an ELIM may report in place of LIM.
bool reserves_told(const ClusterConfig& config, const ClusterSettings& settings) {
  const auto is_told = [&](const ResourceUse& use) {
    return settings.resources[index_of(use.resource)].is_external() ||
           std::ranges::any_of(config.elims, [&](const ElimConfig& elim) {
             return std::ranges::find(elim.values, use.resource, &ElimOutput::resource) !=
                    elim.values.end();
           });
  };
  return any_requirement(config, settings, [&](const ResourceRequirement& asked) {
    return std::ranges::any_of(asked.rusage, is_told);
  });
}

/// Whether external indices decide the order or groups of hosts, or have thresholds.
bool ranks_by_told(const ClusterConfig& config, const ClusterSettings& settings) {
  const auto is_told = [&](ResourceId id) {
    return settings.resources[index_of(id)].is_external();
  };
  const auto has_threshold = [&](const auto& one) {
    return std::ranges::any_of(one.thresholds, is_told, &LoadThreshold::index);
  };
  return std::ranges::any_of(settings.queues, has_threshold) ||
         std::ranges::any_of(settings.hosts, has_threshold) ||
         any_requirement(config, settings, [&](const ResourceRequirement& asked) {
           return std::ranges::any_of(asked.order, is_told, &OrderKey::resource) ||
                  std::ranges::any_of(asked.same, is_told);
         });
}

/// HIST_HOURS of pools.
double hist_hours(const ModelConfig& model, const ClusterParameters& params) {
  return model.pool_hist_hours.value_or(params.hist_hours);
}

std::vector<Duration> accept_intervals(const ClusterSettings& settings) {
  std::vector<Duration> intervals;
  for (const QueueConfig& queue : settings.queues) intervals.push_back(queue.job_accept_interval);
  return intervals;
}

}  // namespace

SchedulerState LsfBook::opened(const ClusterConfig& config, const MakeDecay& make_decay,
                               const ShareOut& share_out) {
  SchedulerState state;
  state.settings = config;  // the part that is settings
  state.make_decay = make_decay;
  state.decay = make_decay(hist_hours(config.model, config.params));
  state.share_out = share_out;
  state.hosts = ClusterHosts(config);
  state.jobs = JobsInFlight(config.hosts.size());
  state.queues = Table<QueueId, QueueState>(config.queues.size());
  for (std::size_t at = 0; at < config.queues.size(); ++at) {
    QueueState& queue = state.queues[static_cast<QueueId>(at)];
    queue.dispatches = config.queues[at].dispatch_window.open_at(Time{}, config.clock);
    queue.runs = config.queues[at].run_window.open_at(Time{}, config.clock);
  }
  for (std::size_t at = 0; at < config.hosts.size(); ++at)
    state.hosts[static_cast<HostId>(at)].in_window =
        config.hosts[at].dispatch_window.open_at(Time{}, config.clock);
  LsfBook(config, state, Time{}).rearrange();
  return state;
}

void LsfBook::reconfigure(const ClusterSettings& settings) {
  drop_reservations();  // the next session makes them anew
  // What has been used so far was used under the pools as they were.
  for (std::size_t at = 0; at < state_.queues.size(); ++at) {
    QueueState& queue = state_.queues[static_cast<QueueId>(at)];
    if (state_.settings.queues[at].pool != none<PoolId>)
      state_.decay.add(queue.accumulated, Slots(queue.count.running), now_);
    else
      queue.accumulated = {.until = now_};
  }
  if (const double hours = hist_hours(config_.model, settings.params);
      hours != hist_hours(config_.model, state_.settings.params)) {
    for (QueueState& queue : state_.queues) hand_over(queue.accumulated);
    state_.decay = state_.make_decay(hours);
  }
  state_.hosts.reconfigure(settings);
  if (state_.load)
    for (std::size_t at = 0; at < settings.hosts.size(); ++at)
      state_.load->resize(static_cast<HostId>(at), settings.hosts[at].ncpus);
  state_.settings = settings;
  take_again();
  rearrange();
}

/// Makes everything anew that follows from the settings, and puts pending jobs into their waiting
/// lines.
void LsfBook::rearrange() {
  std::vector<JobSlotId> pending;
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.stage == Stage::pending) pending.push_back(id);
  });
  std::ranges::sort(pending, {}, [&](JobSlotId id) { return order_key(state_.jobs[id]); });
  note_features();
  state_.finder = HostFinder(state_.settings.hosts.size(), accept_intervals(state_.settings));
  state_.orders.clear();
  state_.stale_hosts.clear();
  state_.measured.clear();
  order_of({});
  state_.requirement_of.assign(state_.queues.size(), {});
  state_.known_requirements.clear();
  state_.known_host_sets.clear();
  state_.buckets = {};
  state_.free_buckets.clear();
  state_.bucket_of.clear();
  state_.parked_of_user.clear();
  state_.asks = {};
  state_.known_asks.clear();
  state_.demands = {};
  state_.waiting_asks.clear();
  state_.parked_volatile.clear();
  state_.queues_parked.clear();
  for (QueueState& queue : state_.queues) {
    queue.parked.clear();
    queue.on_one_host = {};
    queue.on_many_hosts = {};
  }
  state_.users_freed.clear();
  ++state_.host_turns;
  arrange_groups();
  state_.forward_lines.clear(state_.groups.size());
  arrange_pools();
  arrange_reservations();
  recount();
  for (const JobSlotId id : pending) {
    const Time since = state_.jobs[id].since;
    wait(id);
    state_.jobs[id].since = since;
  }
  for (std::uint32_t group = 0; group < state_.groups.size(); ++group) mark_stale(group);
  state_.accept_gates.clear();
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) add_gates(static_cast<HostId>(at));
  show_all();
  freed_everywhere();
}

void LsfBook::note_features() {
  const ClusterSettings& settings = state_.settings;
  const bool preempts = has_preemption(settings);
  state_.counts_suspended = !preempts;
  state_.selects_on_load = selects_on_load(config_, settings);
  const bool asks_lims = config_.model.load == LoadMode::lim;
  state_.has_thresholds = asks_lims && has_thresholds(settings, &LoadThreshold::sched);
  state_.has_load_stops = asks_lims && has_thresholds(settings, &LoadThreshold::stop);
  state_.reserves_told = asks_lims && reserves_told(config_, settings);
  state_.ranks_by_told = asks_lims && ranks_by_told(config_, settings);
  if (state_.load) state_.load->watch(watched_loads(config_, settings));
  state_.jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.stopped_for != none<ResourceId>) state_.has_load_stops = true;  // to be resumed
  });
  state_.reacts_to_starts = preempts || state_.selects_on_load;
  state_.preempting.clear();
  for (std::size_t at = 0; at < settings.queues.size(); ++at)
    if (const auto id = static_cast<QueueId>(at); may_preempt_any(settings, id, false))
      state_.preempting.push_back(id);
  state_.has_reservations = !config_.reservations.empty();
  state_.has_user_hosts = has_user_hosts(settings);
  const bool reserves = std::ranges::any_of(settings.queues, &QueueConfig::reserves_slots);
  for (std::size_t at = 0; at < settings.queues.size(); ++at) {
    const QueueConfig& config = settings.queues[at];
    QueueState& queue = state_.queues[static_cast<QueueId>(at)];
    queue.by_user = config.ujob_limit < no_limit || !settings.user_limits.empty() ||
                    state_.has_user_hosts || state_.has_reservations;
    queue.by_estimate = state_.has_reservations || (config.backfill && reserves) ||
                        (config.run_window.is_set() && !config.ignore_deadline);
  }
}

/// Counts anew what queues and users have: other limits may apply now.
void LsfBook::recount() {
  state_.user_limits.assign(state_.settings.user_limits.size(), {});
  state_.limits_of_user.clear();
  for (QueueState& queue : state_.queues) {
    queue.count = {};
    queue.pending_slots = 0;
    queue.of_user.clear();
    queue.pending_of_user.clear();
  }
  state_.jobs.visit([&](JobSlotId, const JobState& job) {
    if (!job.is_started()) return;
    SlotCount slots;
    (job.stage == Stage::running ? slots.running : slots.suspended) = job.slots.count();
    SlotCount& count = state_.queues[job.queue].count;
    count.running += slots.running;
    count.suspended += slots.suspended;
    count_user(job.user, job.queue, slots);
  });
}

/// The queue in whose place a queue is served: itself, unless `model.pool_turn` is highest.
QueueId LsfBook::place_of_turn(QueueId id) const {
  const std::vector<QueueConfig>& queues = state_.settings.queues;
  const PoolId pool = queues[index_of(id)].pool;
  if (pool == none<PoolId> || config_.model.pool_turn != PoolTurn::highest) return id;
  return *std::ranges::min_element(
      state_.settings.pools[index_of(pool)].queues, {}, [&](QueueId queue) {
        return std::pair(-std::int64_t{queues[index_of(queue)].priority}, queue);
      });
}

void LsfBook::arrange_groups() {
  const std::vector<QueueConfig>& queues = state_.settings.queues;
  std::vector<QueueId> order;
  for (std::size_t at = 0; at < queues.size(); ++at) order.push_back(static_cast<QueueId>(at));
  std::ranges::sort(order, {}, [&](QueueId id) {
    const QueueId place = place_of_turn(id);
    return std::tuple(-std::int64_t{queues[index_of(place)].priority}, place, id);
  });
  state_.groups.clear();
  for (const QueueId id : order) {
    const QueueConfig& queue = queues[index_of(id)];
    const auto joins = [&](const QueueGroup& group) {
      return group.pool == none<PoolId> && queue.pool == none<PoolId> &&
             queues[index_of(group.queues.front())].priority == queue.priority;
    };
    auto found = std::ranges::find_if(state_.groups, joins);
    if (found == state_.groups.end()) {
      state_.groups.emplace_back();
      found = std::prev(state_.groups.end());
      found->pool = queue.pool;
    }
    found->queues.push_back(id);
    state_.queues[id].group = static_cast<std::uint32_t>(found - state_.groups.begin());
  }
  state_.group_needs.clear(state_.groups.size());
  state_.stale_groups.clear();
  state_.steps.clear();
  for (std::uint32_t group = 0; group < state_.groups.size(); ++group)
    state_.steps.push_back({group});
}

/// Sums up MXJ over the hosts of pools. It does not change while they run jobs, or leases take and
/// add slots.
void LsfBook::arrange_pools() {
  const auto sum_over_hosts = [&](const QueueConfig& queue, auto&& slots_of) {
    std::int64_t sum = 0;
    if (queue.hosts.all)
      for (std::size_t at = 0; at < state_.hosts.size(); ++at)
        sum += slots_of(static_cast<HostId>(at));
    else
      for (const auto& entry : queue.hosts.list) sum += slots_of(entry.host);
    return sum;
  };
  const auto mxj = [&](HostId host) { return state_.settings.hosts[index_of(host)].mxj.count(); };
  state_.pool_totals.clear();
  for (const PoolConfig& pool : state_.settings.pools) {
    const QueueConfig& first = state_.settings.queues[index_of(pool.queues.front())];
    const std::int64_t total = sum_over_hosts(first, mxj);
    state_.pool_totals.push_back(std::min<std::int64_t>(total, pool.max_slots));
    for (const QueueId id : pool.queues) {
      const QueueConfig& queue = state_.settings.queues[index_of(id)];
      QueueState& now = state_.queues[id];
      const auto of_queue = [&](HostId host) {
        const std::int32_t ncpus = state_.hosts[host].ncpus;
        return std::min({mxj(host), queue.hjob_limit, queue.pjob_limit.on(ncpus)});
      };
      now.most_on_hosts = sum_over_hosts(queue, of_queue);
      now.most_of_user = sum_over_hosts(queue, [&](HostId host) {
        return std::min(of_queue(host), state_.settings.hosts[index_of(host)].user_limit);
      });
      now.most_by_limit.clear();
      for (const UserLimit& limit : state_.settings.user_limits) {
        now.most_by_limit.push_back(now.most_on_hosts);
        if (limit.per_processor.thousandths < 0) continue;
        now.most_by_limit.back() = sum_over_hosts(queue, [&](HostId host) {
          return std::min(of_queue(host), limit.per_processor.on(state_.hosts[host].ncpus));
        });
      }
    }
  }
}

void LsfBook::arrange_reservations() {
  if (!state_.parts_on.empty()) return;  // they do not change with the settings
  state_.parts_on.resize(state_.hosts.size());
  for (std::uint32_t at = 0; at < config_.reservations.size(); ++at)
    for (const ReservationConfig::Part& part : config_.reservations[at].parts) {
      state_.parts_on[index_of(part.host)].push_back(
          static_cast<std::uint32_t>(state_.reserved_parts.size()));
      state_.reserved_parts.push_back({at, part.host, part.slots.count()});
    }
}

void LsfBook::show_all() {
  state_.capacity = 0;
  if (state_.most_free.capacity() < state_.hosts.size())
    state_.most_free.clear(state_.hosts.size());
  for (const HostState& host : state_.hosts) state_.capacity += host.capacity();
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) show(static_cast<HostId>(at));
}

}  // namespace mcsim::scheduler
