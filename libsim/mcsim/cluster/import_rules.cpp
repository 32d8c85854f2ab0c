// What an execution cluster checks of a forwarded job.
#include "mcsim/cluster/import_rules.hpp"

#include <algorithm>

#include "mcsim/model/idle_offer.hpp"
#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/rules.hpp"

namespace mcsim::cluster {
namespace {

constexpr std::int32_t unseen = -1;

ReturnReason refusal_of(EndReason reason) {
  switch (reason) {
    case EndReason::none:
      return ReturnReason::none;
    case EndReason::user_not_in_queue:
      return ReturnReason::permission;
    case EndReason::processors_out_of_range:
      return ReturnReason::processors;
    case EndReason::user_without_share:
      return ReturnReason::no_share_account;
    default:
      return ReturnReason::queue_refuses;
  }
}

/// Slots of one host that a job could ever have.
std::int32_t offer_of(const ClusterSettings& settings, const QueueConfig& queue,
                      const ResourceRequirement& asked, const SelectExpression& select,
                      const IdleHost& host, Slots wanted) {
  if (!select_host(select, host)) return 0;
  const HostConfig& config = settings.hosts[index_of(host.id())];
  std::int32_t slots =
      std::min({host.slots(), queue.hjob_limit, queue.pjob_limit.on(config.ncpus)});
  for (const ResourceUse& use : asked.rusage)
    slots = std::min(slots, slots_for(settings, host, use, wanted.count()));
  if (asked.ptile > 0) slots = std::min(slots, asked.ptile);
  return slots;
}

/// Slots that the configured hosts of a queue could ever give a job that wants so many.
std::int32_t most_slots_for(const ClusterWorld& world, QueueId id, ProfileId profile_id,
                            Slots wanted) {
  const ClusterSettings& settings = world.lsf->settings;
  const QueueConfig& queue = settings.queues[index_of(id)];
  const JobProfile& profile = world.config.profiles[index_of(profile_id)];
  static const ResourceRequirement nothing;
  const ResourceRequirement& of_application =
      profile.application == none<ApplicationId>
          ? nothing
          : settings.applications[index_of(profile.application)].rules.res_req;
  const ResourceRequirement asked =
      merged(profile.res_req, of_application, queue.rules.res_req, settings.resources);
  const SelectExpression select = lasting_part(asked.select, settings);
  const HostOrigin from{settings.type_of(profile.from_host), settings.model_of(profile.from_host)};
  std::int64_t slots = 0;
  visit_hosts(settings, queue.hosts, from, false, [&](const IdleHost& host) {
    const std::int32_t offer = offer_of(settings, queue, asked, select, host, wanted);
    slots = asked.one_host ? std::max<std::int64_t>(slots, offer) : slots + offer;
  });
  return static_cast<std::int32_t>(std::min<std::int64_t>(slots, most_slots));
}

/// The same, computed once for each queue and profile, unless it depends on what the job wants.
std::int32_t known_most_slots(ClusterWorld& world, QueueId queue, ProfileId profile, Slots wanted) {
  const ClusterSettings& settings = world.lsf->settings;
  const bool depends = std::ranges::any_of(settings.shared_resources, [&](const auto& shared) {
    return settings.resources[index_of(shared.resource)].per_slot;
  });
  if (depends) return most_slots_for(world, queue, profile, wanted);
  auto& of_queue = world.forwarding.most_slots_of;
  if (index_of(queue) >= of_queue.size()) of_queue.resize(index_of(queue) + 1);
  auto& of_profile = of_queue[index_of(queue)];
  if (index_of(profile) >= of_profile.size()) of_profile.resize(index_of(profile) + 1, unseen);
  std::int32_t& most = of_profile[index_of(profile)];
  if (most == unseen) most = most_slots_for(world, queue, profile, wanted);
  return most;
}

}  // namespace

TranslatedJob translated(ClusterWorld& world, ClusterId from, const ForwardJob& forward) {
  const SchedulerState& state = *world.lsf;
  const QueueConfig& queue = state.settings.queues[index_of(forward.queue)];
  if (!std::ranges::binary_search(queue.forwarding.sources, from))
    return {ReturnReason::cluster_not_accepted};
  if (!state.queues[forward.queue].open) return {ReturnReason::queue_closed};
  if (!state.queues[forward.queue].active) return {ReturnReason::queue_inactive};
  TraceJob asked = forward.asked;
  asked.queue = forward.queue;
  asked.profile = world.config.foreign_profiles[index_of(from)][index_of(forward.asked.profile)];
  if (!queue.users.has(asked.user)) return {ReturnReason::permission};
  if (asked.profile == none<ProfileId>) return {ReturnReason::processors};
  const EndReason refusal = MergedRules(world.config, state.settings).refusal(asked, forward.queue);
  if (refusal != EndReason::none) return {refusal_of(refusal)};
  if (known_most_slots(world, forward.queue, asked.profile, asked.slots) < asked.slots.count())
    return {ReturnReason::processors};
  return {ReturnReason::none, asked};
}

bool has_room(const ClusterWorld& world, const TraceJob& asked) {
  const QueueForwarding& limits = world.lsf->settings.queues[index_of(asked.queue)].forwarding;
  const ReceivedJobs& received = world.lsf->queues[asked.queue].received;
  if (received.pending_jobs >= limits.job_backlog) return false;
  return limits.slot_backlog >= no_limit ||
         received.pending_slots + asked.slots.count() <= limits.slot_backlog;
}

bool may_use_reservation(const ClusterWorld& world, NameId user, Time now) {
  return std::ranges::any_of(world.config.reservations, [&](const ReservationConfig& one) {
    return one.end > now && one.users.has(user);
  });
}

std::int32_t preexec_retry(const ClusterWorld& world, const JobState& job) {
  const ClusterSettings& settings = world.lsf->settings;
  const auto limit =
      job.is_guest() ? &RetryLimits::remote_preexec_retry : &RetryLimits::local_preexec_retry;
  const ApplicationId application = world.config.profiles[index_of(job.profile)].application;
  if (application != none<ApplicationId>)
    if (const auto own = settings.applications[index_of(application)].rules.retries.*limit)
      return *own;
  if (const auto own = settings.queues[index_of(job.queue)].rules.retries.*limit) return *own;
  if (job.is_guest()) return settings.params.forwarding.remote_preexec_retry;
  return settings.params.retries.local_preexec_retry.value_or(default_preexec_retry);
}

}  // namespace mcsim::cluster
