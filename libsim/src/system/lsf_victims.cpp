// Which running jobs may be preempted, and in which order: section 6 of docs/scheduling.md.
#include <algorithm>
#include <tuple>

#include "mcsim/system/lsf_session.hpp"
#include "mcsim/system/preemption_pairs.hpp"

namespace mcsim {

/// The queues whose jobs a queue may preempt, and that have any running: in their order.
std::vector<QueueId> LsfSession::victim_queues(QueueId high) const {
  const auto& named = state_.settings.queues[index_of(high)].preemption.low;
  const auto key = [&](QueueId low) {
    const auto found = std::ranges::find(named, low, &PreemptionConfig::Low::queue);
    const std::int32_t preference = found == named.end() ? 0 : found->preference;
    return std::tuple(-preference, state_.settings.queues[index_of(low)].priority, low);
  };
  std::vector<QueueId> queues;
  for (std::size_t at = 0; at < state_.queues.size(); ++at) {
    const auto low = static_cast<QueueId>(at);
    if (state_.queues[low].count.running > 0 && may_preempt(state_.settings, high, low))
      queues.push_back(low);
  }
  std::ranges::sort(queues, {}, key);
  return queues;
}

bool LsfSession::is_shielded(const HostRequest& request, const LsfJob& victim, JobSlotId id) const {
  const ClusterParameters& params = state_.settings.params;
  if (victim.exclusive && !params.preempt_exclusive) return true;
  if (victim.backfilled && !params.preempt_backfill) return true;
  if (const auto most = most_preemptions(victim); most && preemptions_of(victim) >= *most)
    return true;

  const Duration ran = victim.ran + (now_ - victim.since);
  const PreemptShield& long_enough = params.no_preempt_run_time;
  const PreemptShield& soon_over = params.no_preempt_finish_time;
  if (long_enough.time && ran >= *long_enough.time) return true;
  if (victim.limit < unlimited) {
    const Duration left = rules_.predicted_end(victim) - now_;
    if (long_enough.percent && ran * 100 >= victim.limit * *long_enough.percent) return true;
    if (soon_over.time && left <= *soon_over.time) return true;
    if (soon_over.percent && left * 100 <= victim.limit * *soon_over.percent) return true;
  }
  return rules_.has_slots_kept_from(request.user, id);
}

std::int32_t LsfSession::preemptions_of(const LsfJob& job) const {
  const auto found = state_.histories.find(job.index);
  return found == state_.histories.end() ? 0 : found->second.preemptions;
}

std::optional<std::int32_t> LsfSession::most_preemptions(const LsfJob& job) const {
  const ApplicationId application = config_.profiles[index_of(job.profile)].application;
  if (application != none<ApplicationId>)
    if (const auto& own =
            state_.settings.applications[index_of(application)].rules.retries.max_job_preempt)
      return own;
  const auto& of_queue = state_.settings.queues[index_of(job.queue)].rules.retries.max_job_preempt;
  return of_queue ? of_queue : state_.settings.params.retries.max_job_preempt;
}

/// The jobs of some queues on a host that may be preempted, in their order.
std::vector<LsfSession::Victim> LsfSession::victims_on(const HostRequest& request, HostId host,
                                                       const std::vector<QueueId>& queues) const {
  const ClusterParameters& params = state_.settings.params;
  const bool by_start = config_.model.victim_order == VictimOrder::started;
  std::vector<Victim> found;
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
    const LsfJob& job = state_.jobs[id];
    if (job.stage != Stage::running) return;
    const auto queue =
        static_cast<std::size_t>(std::ranges::find(queues, job.queue) - queues.begin());
    if (queue == queues.size() || is_shielded(request, job, id)) return;
    found.push_back({queue, id, slots.count()});
  });
  std::ranges::sort(found, {}, [&](const Victim& one) {
    const LsfJob& job = state_.jobs[one.job];
    const Duration ran = job.ran + (now_ - job.since);
    return std::tuple(one.queue, params.preempt_few_jobs ? -one.slots : 0,
                      params.preempt_least_run_time ? ran : Duration{},
                      by_start ? -job.since.time_since_epoch() : Duration{},
                      -static_cast<std::int64_t>(job.index));
  });
  return found;
}

}  // namespace mcsim
