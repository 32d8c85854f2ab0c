// Tries victims by marking them as taken and searching hosts again.
#include "support/naive_lsf_preemption.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "support/naive_lsf_hosts.hpp"
#include "support/naive_lsf_reservations.hpp"

namespace mcsim::testing::naive {
namespace {

bool names(const std::vector<QueueId>& list, QueueId queue) {
  return std::ranges::find(list, queue) != list.end();
}

/// The preference that `high` gives victims of `low`; 0: none.
std::int32_t preference(const QueueConfig& high, QueueId low) {
  for (const PreemptionConfig::Low& entry : high.preemption.low)
    if (entry.queue == low) return entry.preference;
  return 0;
}

bool may_preempt(const State& state, QueueId high, QueueId low) {
  const QueueConfig& h = state.settings->queues[index_of(high)];
  const QueueConfig& l = state.settings->queues[index_of(low)];
  if (l.priority >= h.priority) return false;
  const auto is_low = [&](const PreemptionConfig::Low& entry) { return entry.queue == low; };
  const bool by_high = h.preemption.preemptive &&
                       (h.preemption.low.empty() || std::ranges::any_of(h.preemption.low, is_low));
  const bool by_low =
      l.preemption.preemptable && (l.preemption.high.empty() || names(l.preemption.high, high));
  return by_high || by_low;
}

/// The queues whose jobs may be preempted, in the order in which they are tried.
std::vector<QueueId> victim_queues(const State& state, QueueId high) {
  const QueueConfig& h = state.settings->queues[index_of(high)];
  std::vector<QueueId> found;
  for (std::size_t at = 0; at < state.queues.size(); ++at)
    if (may_preempt(state, high, static_cast<QueueId>(at)))
      found.push_back(static_cast<QueueId>(at));
  std::ranges::sort(found, {}, [&](QueueId low) {
    const std::int32_t preferred = h.preemption.preemptive ? preference(h, low) : 0;
    return std::tuple(-preferred, state.settings->queues[index_of(low)].priority, low);
  });
  return found;
}

/// Whether a share of the job's estimate, in per cent, is no more than `time`.
bool reaches_percent(Duration time, std::int32_t percent, Duration estimate) {
  return estimate < unlimited && time.count() * 100 >= estimate.count() * percent;
}
bool within_percent(Duration time, std::int32_t percent, Duration estimate) {
  return estimate < unlimited && time.count() * 100 <= estimate.count() * percent;
}

bool is_shielded_by_time(const State& state, const Job& job) {
  const ClusterParameters& params = state.settings->params;
  const PreemptShield& early = params.no_preempt_run_time;
  const PreemptShield& late = params.no_preempt_finish_time;
  const Duration ran = state.ran(job);
  if (early.time && ran >= *early.time) return true;
  if (early.percent && reaches_percent(ran, *early.percent, job.limit_here)) return true;
  const Time end = state.predicted_end(job);
  if (end == never) return false;
  const Duration left = end - state.now;
  return (late.time && left <= *late.time) ||
         (late.percent && within_percent(left, *late.percent, job.limit_here));
}

bool was_preempted_enough(const State& state, const Job& job) {
  const auto first = [](const auto& a, const auto& b) { return a ? a : b; };
  const auto most = first(state.application_of(job).retries.max_job_preempt,
                          first(state.queue_of(job).rules.retries.max_job_preempt,
                                state.settings->params.retries.max_job_preempt));
  return most && job.history.preemptions >= *most;
}

bool is_victim(const State& state, const Job& victim, const Job& job) {
  return !victim.taken && could_be_preempted_by(state, victim, job.queue) &&
         !is_shielded_from(state, victim, job);
}

/// The victims of one queue on one host, in the order in which they are taken.
std::vector<std::size_t> victims_on(const State& state, const Job& job, QueueId queue,
                                    HostId host) {
  const ClusterParameters& params = state.settings->params;
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < state.jobs.size(); ++at) {
    const Job& victim = state.jobs[at];
    if (victim.queue == queue && victim.slots_on(host) > 0 && is_victim(state, victim, job))
      found.push_back(at);
  }
  std::ranges::sort(found, {}, [&](std::size_t at) {
    const Job& victim = state.jobs[at];
    const bool ask_submission = state.config.model.victim_order == VictimOrder::submitted;
    return std::tuple(params.preempt_few_jobs ? -victim.slots_on(host) : 0,
                      params.preempt_least_run_time ? state.ran(victim) : 0ms,
                      ask_submission ? 0ms : -victim.since.time_since_epoch(),
                      -static_cast<std::int64_t>(at));
  });
  return found;
}

/// One try: its victims stay marked as taken until it is over.
class Try {
 public:
  Try(State& state, const Job& job)
      : state_(state), job_(job), queues_(victim_queues(state, job.queue)) {}
  ~Try() { release(); }
  Try(const Try&) = delete;
  Try& operator=(const Try&) = delete;

  std::optional<Preemption> on_one_host();
  std::optional<Preemption> on_many_hosts();

 private:
  void take(std::size_t victim) {
    state_.jobs[victim].taken = true;
    taken_.push_back(victim);
  }
  bool hosts_come_first() const {
    return state_.config.model.victim_hosts == VictimHosts::in_order;
  }
  void release() {
    for (const std::size_t victim : taken_) state_.jobs[victim].taken = false;
    taken_.clear();
  }
  /// Takes victims on a host until the job fits there. Returns the rank of the last victim's queue;
  /// none: it does not fit.
  std::optional<std::size_t> take_on(HostId host);
  std::vector<HostId> useful_hosts();
  bool take_until_placed();
  std::optional<Preemption> answer(const std::vector<HostId>& hosts);
  bool let_go(const std::vector<HostId>& hosts, std::vector<std::size_t> victims);
  std::vector<std::size_t> elsewhere(const std::vector<HostSlots>& parts) const;

  State& state_;
  const Job& job_;
  std::vector<QueueId> queues_;
  std::vector<std::size_t> taken_;
};

std::optional<std::size_t> Try::take_on(HostId host) {
  for (std::size_t rank = 0; rank < queues_.size(); ++rank)
    for (const std::size_t victim : victims_on(state_, job_, queues_[rank], host)) {
      take(victim);
      if (place(state_, job_, {host})) return rank;
    }
  return std::nullopt;
}

std::optional<Preemption> Try::on_one_host() {
  std::optional<HostId> best;
  std::size_t best_rank = 0;
  for (const HostId host : host_order(state_, job_)) {
    const std::optional<std::size_t> rank = take_on(host);
    release();
    if (!rank || (best && *rank >= best_rank)) continue;
    best = host;
    best_rank = *rank;
    if (hosts_come_first()) break;
  }
  if (!best) return std::nullopt;
  take_on(*best);
  return answer({*best});
}

/// The hosts that offer something once all victims on them are taken.
std::vector<HostId> Try::useful_hosts() {
  std::vector<HostId> useful;
  for (const HostId host : host_order(state_, job_)) {
    for (const QueueId queue : queues_)
      for (const std::size_t victim : victims_on(state_, job_, queue, host)) take(victim);
    if (offer(state_, job_, host, Relief::backfill) > 0) useful.push_back(host);
    release();
  }
  return useful;
}

bool Try::take_until_placed() {
  const std::vector<HostId> hosts = useful_hosts();
  std::vector<std::pair<HostId, QueueId>> places;
  if (hosts_come_first()) {
    for (const HostId host : hosts)
      for (const QueueId queue : queues_) places.emplace_back(host, queue);
  } else {
    for (const QueueId queue : queues_)
      for (const HostId host : hosts) places.emplace_back(host, queue);
  }
  for (const auto& [host, queue] : places)
    for (const std::size_t victim : victims_on(state_, job_, queue, host)) {
      take(victim);
      if (place(state_, job_, host_order(state_, job_))) return true;
    }
  return false;
}

std::optional<Preemption> Try::on_many_hosts() {
  if (!take_until_placed()) return std::nullopt;
  return answer({});
}

/// `hosts`: where the job must be placed; empty: all hosts, in the order that they have by then.
std::optional<Preemption> Try::answer(const std::vector<HostId>& hosts) {
  if (state_.settings->params.preempt_fewest_jobs) let_go(hosts, taken_);
  while (true) {
    const auto parts = place(state_, job_, hosts.empty() ? host_order(state_, job_) : hosts);
    if (!parts) return std::nullopt;
    if (!let_go(hosts, elsewhere(*parts))) return Preemption{*parts, taken_};
  }
}

/// The victims that have no slots where the job would have its own.
std::vector<std::size_t> Try::elsewhere(const std::vector<HostSlots>& parts) const {
  std::vector<std::size_t> found;
  for (const std::size_t victim : taken_)
    if (std::ranges::none_of(parts, [&](const HostSlots& part) {
          return state_.jobs[victim].slots_on(part.host) > 0;
        }))
      found.push_back(victim);
  return found;
}

/// Releases each of these victims that the job does not need in order to be placed. Returns whether
/// there were any.
bool Try::let_go(const std::vector<HostId>& hosts, std::vector<std::size_t> victims) {
  bool any = false;
  for (const std::size_t victim : victims) {
    state_.jobs[victim].taken = false;
    if (place(state_, job_, hosts.empty() ? host_order(state_, job_) : hosts)) {
      std::erase(taken_, victim);
      any = true;
    } else {
      state_.jobs[victim].taken = true;
    }
  }
  return any;
}

}  // namespace

bool could_be_preempted_by(const State& state, const Job& job, QueueId queue) {
  return could_ever_be_preempted_by(state, job, queue) && !is_shielded_by_time(state, job);
}
bool could_ever_be_preempted_by(const State& state, const Job& job, QueueId queue) {
  const ClusterParameters& params = state.settings->params;
  return job.status == JobStatus::run && may_preempt(state, queue, job.queue) &&
         !was_preempted_enough(state, job) &&
         (!job.profile->exclusive || params.preempt_exclusive) &&
         (!job.backfilled || params.preempt_backfill);
}

std::optional<Preemption> make_room(State& state, const Job& job) {
  if (job.profile->exclusive && !state.settings->params.preempt_exclusive) return std::nullopt;
  Try one(state, job);
  return needs_one_host(job) ? one.on_one_host() : one.on_many_hosts();
}

}  // namespace mcsim::testing::naive
