// Which running jobs make room for one that waits: section 6 of docs/scheduling.md.
#include <algorithm>
#include <tuple>

#include "mcsim/base/ordered_bits.hpp"
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
  return std::ranges::any_of(state_.charges, [&](const ReservationCharge& charged) {
    if (charged.job != id) return false;
    const auto reservation = state_.reserved_parts[charged.part].reservation;
    return !config_.reservations[reservation].users.has(request.user);
  });
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

/// The jobs of a queue on a host that may be preempted, in their order.
std::vector<JobSlotId> LsfSession::victims_on(const HostRequest& request, HostId host,
                                              QueueId queue) const {
  const ClusterParameters& params = state_.settings.params;
  const bool by_start = config_.model.victim_order == VictimOrder::started;
  std::vector<std::pair<JobSlotId, std::int32_t>> found;
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
    const LsfJob& job = state_.jobs[id];
    if (job.stage == Stage::running && job.queue == queue && !is_shielded(request, job, id))
      found.emplace_back(id, slots.count());
  });
  std::ranges::sort(found, {}, [&](const auto& one) {
    const LsfJob& job = state_.jobs[one.first];
    const Duration ran = job.ran + (now_ - job.since);
    return std::tuple(params.preempt_few_jobs ? -one.second : 0,
                      params.preempt_least_run_time ? ran : Duration{},
                      by_start ? -job.since.time_since_epoch() : Duration{},
                      -static_cast<std::int64_t>(job.index));
  });
  std::vector<JobSlotId> ids;
  for (const auto& one : found) ids.push_back(one.first);
  return ids;
}

/// Every host of the request's set, full ones too, in the order of section 5.
std::vector<HostId> LsfSession::hosts_in_order(const HostRequest& request,
                                               const Harvest* harvest) const {
  const Requirement& requirement = request.requirement;
  std::vector<std::pair<std::vector<std::int64_t>, HostId>> keyed;
  for (const HostFinder::Tier& tier : state_.finder[requirement.hosts].tiers)
    for (const std::uint32_t host_class : tier.classes)
      for (const HostId host : state_.finder.members(host_class)) {
        std::vector<std::int64_t> key{-std::int64_t{tier.level}};
        rules_.append_key(host, requirement.order, key, relief_of(harvest, host));
        keyed.emplace_back(std::move(key), host);
      }
  std::ranges::sort(keyed);
  std::vector<HostId> hosts;
  for (const auto& one : keyed) hosts.push_back(one.second);
  return hosts;
}

void LsfSession::add_victim(Harvest& harvest, JobSlotId id) const {
  harvest.jobs.push_back(id);
  state_.jobs.visit_hosts(
      id, [&](HostSlots part) { harvest.parts.push_back({id, part.host, part.slots.count()}); });
}

bool LsfSession::preempt(const HostRequest& request) {
  if (!request.requirement.preempts) return false;
  const std::vector<QueueId> queues = victim_queues(request.queue);
  if (queues.empty()) return false;
  const bool done = must_have_one_host(request) ? preempt_on_one_host(request, queues)
                                                : preempt_on_many(request, queues);
  // Who is shielded now need not be later, or the other way round, and with that the load changes
  // that hosts would have without their victims.
  const ClusterParameters& params = state_.settings.params;
  const bool shields = params.no_preempt_run_time != PreemptShield{} ||
                       params.no_preempt_finish_time != PreemptShield{};
  if (!done && shields && !request.requirement.dynamic_select.empty()) held_back_ = true;
  // Another user might be allowed what this one is not.
  if (!done && (state_.has_user_hosts || state_.has_reservations)) cut_for_user_ = true;
  return done;
}

bool LsfSession::preempt_on_one_host(const HostRequest& request,
                                     const std::vector<QueueId>& queues) {
  std::size_t best_queue = queues.size();
  Harvest best;
  HostId best_host{};
  for (const HostId host : hosts_in_order(request)) {
    if (!has_same_values(request, host)) continue;
    Harvest harvest;
    for (std::size_t at = 0; at < best_queue; ++at) {
      for (const JobSlotId id : victims_on(request, host, queues[at])) {
        add_victim(harvest, id);
        if (offer(request, host, &harvest).slots < request.slots) continue;
        best_queue = at;
        best = harvest;
        best_host = host;
        break;
      }
    }
    const bool first_will_do = config_.model.victim_hosts == VictimHosts::in_order;
    if (best_queue == 0 || (first_will_do && best_queue < queues.size())) break;
  }
  if (best_queue == queues.size()) return false;
  let_go(best, [&](const Harvest& fewer) {
    return offer(request, best_host, &fewer).slots >= request.slots;
  });
  hosts_ = {{best_host, Slots(request.slots)}};
  carry_out(request, best);
  return true;
}

bool LsfSession::preempt_on_many(const HostRequest& request, const std::vector<QueueId>& queues) {
  const std::vector<HostId> hosts = hosts_in_order(request);
  Harvest harvest;
  // Takes victims of a queue on a host; whether the job can be placed now.
  const auto take = [&](QueueId queue, HostId host) {
    if (!could_offer(request, host, queues)) return false;
    for (const JobSlotId id : victims_on(request, host, queue)) {
      if (harvest.has(id)) continue;
      add_victim(harvest, id);
      if (fits(request, harvest)) return true;
    }
    return false;
  };
  const auto take_enough = [&] {
    if (config_.model.victim_hosts == VictimHosts::in_order)
      return std::ranges::any_of(hosts, [&](HostId host) {
        return std::ranges::any_of(queues, [&](QueueId queue) { return take(queue, host); });
      });
    return std::ranges::any_of(queues, [&](QueueId queue) {
      return std::ranges::any_of(hosts, [&](HostId host) { return take(queue, host); });
    });
  };
  if (!take_enough()) {
    hosts_.clear();
    return false;
  }
  let_go(harvest, [&](const Harvest& fewer) { return fits(request, fewer); });
  fits(request, harvest);  // into hosts_
  carry_out(request, harvest);
  return true;
}

/// Whether a host would offer anything with all victims on it away.
bool LsfSession::could_offer(const HostRequest& request, HostId host,
                             const std::vector<QueueId>& queues) const {
  Harvest all;
  for (const QueueId queue : queues)
    for (const JobSlotId id : victims_on(request, host, queue)) add_victim(all, id);
  return offer(request, host, &all).slots > 0;
}

/// OPTIMAL_MINI_JOB: victims that are not needed, the first taken first.
template <class Suffices>
void LsfSession::let_go(Harvest& harvest, Suffices&& suffices) const {
  if (!state_.settings.params.preempt_fewest_jobs) return;
  const std::vector<JobSlotId> taken = harvest.jobs;
  for (const JobSlotId id : taken) {
    Harvest fewer = harvest;
    std::erase(fewer.jobs, id);
    std::erase_if(fewer.parts, [&](const Harvest::Victim& part) { return part.job == id; });
    if (suffices(fewer)) harvest = std::move(fewer);
  }
}

void LsfSession::carry_out(const HostRequest& request, const Harvest& harvest) {
  for (auto victim = harvest.jobs.rbegin(); victim != harvest.jobs.rend(); ++victim) {
    const JobSlotId id = *victim;
    const QueueConfig& queue = state_.settings.queues[index_of(state_.jobs[id].queue)];
    const auto kind =
        queue.terminate_when_preempted ? LsfAction::Kind::requeue : LsfAction::Kind::suspend;
    planned_.push_back({kind, id, false});
  }
  to_place_ = request.job;
  HostRequest strict = request;
  strict.backfills = false;
  backfilled_ = request.backfills && std::ranges::any_of(hosts_, [&](const HostSlots& part) {
                  return offer(strict, part.host, &harvest).slots < part.slots.count();
                });
}

}  // namespace mcsim
