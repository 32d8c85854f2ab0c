// What hosts offer one job, condition after condition.
#include "mcsim/cluster/host_answers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcsim/model/idle_offer.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/policy/slot_spread.hpp"

namespace mcsim::cluster {
namespace {

bool names_host(const HostPreferences& hosts, HostId host) {
  return hosts.all ||
         std::ranges::binary_search(hosts.list, host, {}, &HostPreferences::Entry::host);
}

/// Cuts the offer to what a limit leaves, and notes the limit as the reason.
void cut(HostAnswer& answer, const ReasonNumbers& numbers, PendReason reason) {
  const std::int64_t left = numbers.limit - numbers.used - numbers.reserved - numbers.kept;
  if (numbers.limit >= no_limit || left >= answer.offers) return;
  answer.offers = static_cast<std::int32_t>(left);
  answer.reason = reason;
  answer.numbers = numbers;
  answer.limit = none<LimitId>;
  answer.resource = none<ResourceId>;
}

std::int64_t sum_of(const std::vector<HostSlots>& parts) {
  std::int64_t slots = 0;
  for (const HostSlots& part : parts) slots += part.slots.count();
  return slots;
}

HostAnswer answer_of(PendReason reason) {
  HostAnswer answer;
  answer.reason = reason;
  return answer;
}

}  // namespace

HostAnswer HostAnswers::of(JobSlotId id, HostId host) const {
  const JobState& job = state_.jobs[id];
  if (const PendReason why = why_out(job, host); why != PendReason::none) return answer_of(why);
  if (state_.hosts[host].is_serial && job.slots > Slots(1))
    return answer_of(PendReason::host_serial);
  if (const PendReason why = why_closed(host); why != PendReason::none) {
    const bool begins_with_one = why == PendReason::host_not_borrowed && job.slots > Slots(1) &&
                                 !state_.settings.hosts[index_of(host)].home->by_exclusive;
    return answer_of(begins_with_one ? PendReason::host_first_slot : why);
  }
  if (const HostAnswer answer = why_busy(job, host); answer.reason != PendReason::none)
    return answer;
  if (HostAnswer answer = why_not_selected(job, host); answer.reason != PendReason::none)
    return answer;
  if (HostAnswer answer = why_no_resource(job, host); answer.reason != PendReason::none)
    return answer;
  if (const PendReason why = why_not_shared(id, host); why != PendReason::none)
    return answer_of(why);
  HostAnswer answer = slots_on(id, host);
  if (answer.offers <= 0) {
    answer.offers = 0;
    if (answer.numbers.wanted < 0) answer.numbers.wanted = job.slots.count();
    return answer;
  }
  const bool enough = answer.offers >= job.slots.count();
  const PendReason reason = enough ? PendReason::none : PendReason::not_enough_slots;
  return {.reason = reason, .offers = answer.offers, .numbers = {.wanted = job.slots.count()}};
}

std::int32_t HostAnswers::level(const JobState& job, HostId host) const {
  return state_.places.finder[requirement_of(job).hosts].levels[index_of(host)];
}

/// Why the configuration never lets the job use a host.
PendReason HostAnswers::why_out(const JobState& job, HostId host) const {
  if (level(job, host) != HostFinder::not_in_set) return PendReason::none;
  const QueueConfig& queue = queue_of(job);
  if (!names_host(queue.hosts, host)) return PendReason::host_not_in_queue;
  const auto& asked = config_.profiles[index_of(job.profile)].hosts;
  if (asked && !names_host(*asked, host)) return PendReason::host_not_asked;
  const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host,
                          requirement_of(job).from_host);
  // What load makes of the queue's does not keep the job from the host for ever.
  const SelectParts parts = split_select(queue.rules.res_req.select, state_.settings.resources);
  return select_host(parts.fixed, values) ? PendReason::host_select
                                          : PendReason::host_select_of_queue;
}

PendReason HostAnswers::why_closed(HostId host) const {
  const HostState& at = state_.hosts[host];
  if (at.known_by == 0)
    return at.was_known ? PendReason::host_lease_over : PendReason::host_not_borrowed;
  if (at.down) return PendReason::host_down;
  if (at.closed) return PendReason::host_closed;
  if (!at.in_window && windows_ == Windows::as_they_are) return PendReason::host_window;
  if (at.unreached) return PendReason::host_unreached;
  if (at.unheard) return PendReason::host_unheard;
  return at.is_out_of_reach() ? PendReason::host_out_of_reach : PendReason::none;
}

HostAnswer HostAnswers::why_busy(const JobState& job, HostId host) const {
  for (std::size_t at = 0; state_.hosts[host].nans > 0 && at < state_.settings.resources.size();
       ++at)
    if (const auto id = static_cast<ResourceId>(at);
        std::isnan(state_.hosts.told(host, id).value_or(0)))
      return {.reason = PendReason::host_busy, .resource = id};
  if (const LoadThreshold* const own = rules_.exceeded(host))
    return {.reason = PendReason::host_busy, .resource = own->index};
  if (const LoadThreshold* const of_queue = rules_.exceeded(host, job.queue))
    return {.reason = PendReason::host_busy_for_queue, .resource = of_queue->index};
  return {};
}

/// By the part of the select expression whose value changes while jobs run.
HostAnswer HostAnswers::why_not_selected(const JobState& job, HostId host) const {
  const Requirement& requirement = requirement_of(job);
  const SelectExpression& select = requirement.dynamic_select;
  const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host,
                          requirement.from_host);
  if (select_host(select, values)) return {};
  const ResourceId undefined = undefined_in(select, values);
  if (undefined == none<ResourceId>)
    return answer_of(select_host(queue_of(job).rules.res_req.select, values)
                         ? PendReason::host_load
                         : PendReason::host_load_of_queue);
  const bool is_to_come = state_.hosts.is_unreported(host, undefined);
  return {.reason = is_to_come ? PendReason::host_unreported : PendReason::host_undefined,
          .resource = undefined};
}

HostAnswer HostAnswers::why_no_resource(const JobState& job, HostId host) const {
  const auto asks = [&](const ResourceRequirement& asked, ResourceId id) {
    return std::ranges::find(asked.rusage, id, &ResourceUse::resource) != asked.rusage.end();
  };
  const JobProfile& profile = config_.profiles[index_of(job.profile)];
  for (const ResourceUse& use : requirement_of(job).asked.rusage) {
    const Amount available = state_.hosts.available(host, use.resource);
    const std::int32_t wanted = job.slots.count();
    const bool shares = state_.hosts.instance(host, use.resource) != ClusterHosts::nowhere;
    if (available != ClusterHosts::undefined && slots_for(use, available, shares, wanted) > 0)
      continue;
    if (state_.hosts.is_unreported(host, use.resource))
      return {.reason = PendReason::host_unreported, .resource = use.resource};
    const bool own =
        asks(profile.res_req, use.resource) || !asks(queue_of(job).rules.res_req, use.resource);
    const std::int64_t left =
        available == ClusterHosts::undefined ? -1 : std::max<Amount>(available, 0);
    return {.reason = own ? PendReason::host_rusage : PendReason::host_rusage_of_queue,
            .numbers = {.limit = left,
                        .wanted = use.per_slot && shares ? use.amount * wanted : use.amount},
            .resource = use.resource};
  }
  return {};
}

/// Why the job cannot share the host with the jobs there.
PendReason HostAnswers::why_not_shared(JobSlotId id, HostId host) const {
  const JobState& job = state_.jobs[id];
  const HostState& at = state_.hosts[host];
  if (at.exclusive_jobs > 0) return PendReason::host_exclusive;
  if (requirement_of(job).exclusive && at.started_jobs > at.ssusp_jobs)
    return PendReason::host_not_empty;
  if (left_by_suspended(id, host) == 0) return PendReason::host_suspended;
  if (at.accepted && now_ - *at.accepted < queue_of(job).job_accept_interval)
    return PendReason::host_accepted;
  const bool excluded = job.excluded != ExclusionId{} &&
                        std::ranges::binary_search(state_.exclusions[job.excluded], host);
  return excluded ? PendReason::host_excluded : PendReason::none;
}

std::int32_t HostAnswers::left_by_suspended(JobSlotId id, HostId host) const {
  if (state_.hosts[host].ssusp_jobs == 0) return no_limit;  // as nearly always: nobody asks
  return rules_.left_by_suspended(asker(id), host, [](JobSlotId) { return true; });
}

SlotAsker HostAnswers::asker(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  return {.queue = job.queue,
          .user = job.user,
          .end = end_of(now_, job.estimate),
          .backfills = queue_of(job).backfill && job.estimate < unlimited,
          .exclusive = requirement_of(job).exclusive,
          .own = id};
}

/// What is left of the slots of a host, and which limit has left the least.
HostAnswer HostAnswers::slots_on(JobSlotId id, HostId host) const {
  const JobState& job = state_.jobs[id];
  const HostState& at = state_.hosts[host];
  const std::int32_t held = at.running + (state_.features.counts_suspended ? at.suspended : 0);
  HostRules::Reserved reserved;
  if (at.reserved > 0) reserved = rules_.reserved_from(asker(id), host);
  HostAnswer answer;
  answer.offers = left_by_suspended(id, host);
  for (const ResourceUse& use : requirement_of(job).asked.rusage) {
    const Amount available = state_.hosts.available(host, use.resource);
    const bool shares = state_.hosts.instance(host, use.resource) != ClusterHosts::nowhere;
    answer.offers = std::min(answer.offers, slots_for(use, available, shares, job.slots.count()));
  }
  cut(answer, {.limit = at.mxj, .used = held}, PendReason::host_full);
  if (answer.offers > 0)
    cut(answer, {.limit = at.mxj, .used = held, .reserved = reserved.all},
        PendReason::host_reserved);
  if (answer.offers <= 0) {
    name_limit_in_mxj(host, answer);
    return answer;
  }
  cut_by_queue(job, host, reserved.of_queue, answer);
  if (answer.offers > 0) cut_by_user(id, host, reserved.of_user, answer);
  if (answer.offers > 0) cut_by_limits(id, host, answer);
  if (answer.offers > 0) cut_by_reservations(id, host, held, reserved.all, answer);
  return answer;
}

void HostAnswers::cut_by_queue(const JobState& job, HostId host, std::int32_t reserved,
                               HostAnswer& answer) const {
  const QueueConfig& queue = queue_of(job);
  if (queue.hjob_limit >= no_limit && queue.pjob_limit.thousandths < 0) return;
  const std::int32_t mine = rules_.held_by_queue(host, job.queue);
  cut(answer, {.limit = queue.hjob_limit, .used = mine, .reserved = reserved},
      PendReason::host_queue_limit);
  cut(answer,
      {.limit = queue.pjob_limit.on(state_.hosts[host].ncpus), .used = mine, .reserved = reserved},
      PendReason::host_queue_cpu_limit);
}

void HostAnswers::cut_by_user(JobSlotId id, HostId host, std::int32_t reserved,
                              HostAnswer& answer) const {
  if (!state_.features.has_user_hosts) return;
  const JobState& job = state_.jobs[id];
  const auto held_by = [&](auto&& counts) {
    return rules_.held_by_users(host, [](JobSlotId) { return true; }, counts);
  };
  const std::int32_t of_user = held_by([&](NameId user) { return user == job.user; });
  cut(answer,
      {.limit = state_.settings.hosts[index_of(host)].user_limit,
       .used = of_user,
       .reserved = reserved},
      PendReason::host_user_limit);
  for (const std::uint32_t row : state_.users.limits_of(job.user)) {
    const UserLimit& limit = state_.settings.user_limits[row];
    const std::int32_t on_host = limit.per_processor.on(state_.hosts[host].ncpus);
    if (!limit.together) {
      cut(answer, {.limit = on_host, .used = of_user, .reserved = reserved},
          PendReason::host_user_cpu_limit);
      continue;
    }
    const std::int32_t of_group = held_by([&](NameId user) { return limit.names(user); });
    const std::int32_t reserved_by_group = rules_.reserved_by_group(asker(id), host, limit);
    cut(answer, {.limit = on_host, .used = of_group, .reserved = reserved_by_group},
        PendReason::host_group_cpu_limit);
  }
}

/// Advance reservations, those that are active and those to come.
void HostAnswers::cut_by_reservations(JobSlotId id, HostId host, std::int32_t held,
                                      std::int32_t reserved, HostAnswer& answer) const {
  if (!state_.features.has_reservations) return;
  const std::int32_t mxj = state_.hosts[host].mxj;
  const SlotAsker job = asker(id);
  const bool all = rules_.would_close(job, host);
  const std::int32_t kept = all ? mxj : rules_.kept_from(state_.jobs[id].user, host);
  cut(answer, {.limit = mxj, .used = held, .reserved = reserved, .kept = kept},
      PendReason::host_kept);
  const auto all_stay = [](JobSlotId) { return true; };
  rules_.visit_starts(job, host, all_stay, [&](Time start, const HostRules::Taken& then) {
    const std::int32_t room = rules_.room_at(start, then, job, host, all_stay);
    cut(answer, {.limit = mxj, .used = then.held, .kept = mxj - then.held - room},
        PendReason::host_kept);
  });
}

// Placement.

std::vector<std::int64_t> HostAnswers::key_of(const JobState& job, HostId host) const {
  std::vector<std::int64_t> key{-std::int64_t{level(job, host)}};
  rules_.append_key(host, requirement_of(job).order, key);
  key.push_back(static_cast<std::int64_t>(index_of(host)));
  return key;
}

std::vector<HostId> HostAnswers::in_order(const JobState& job, std::vector<HostId> hosts) const {
  std::vector<std::pair<std::vector<std::int64_t>, HostId>> keyed;
  for (const HostId host : hosts) keyed.emplace_back(key_of(job, host), host);
  std::ranges::sort(keyed);
  for (std::size_t at = 0; at < hosts.size(); ++at) hosts[at] = keyed[at].second;
  return hosts;
}

std::vector<HostSlots> HostAnswers::best_of(const JobState& job,
                                            const std::vector<HostSlots>& offers) const {
  const Requirement& requirement = requirement_of(job);
  const std::int32_t wanted = job.slots.count();
  if (!requirement.is_grouped(wanted)) return most_of(wanted, requirement.asked, offers);
  std::vector<HostSlots> best;
  for (const std::vector<HostSlots>& group : rules_.groups_of(requirement, wanted, offers))
    if (std::vector<HostSlots> parts = most_of(wanted, requirement.asked, group);
        sum_of(parts) > sum_of(best))
      best = std::move(parts);
  return best;
}

bool HostAnswers::is_kept_apart(const JobState& job, const std::vector<HostSlots>& offers) const {
  const std::int32_t wanted = job.slots.count();
  Requirement requirement = requirement_of(job);
  if (!requirement.keeps_apart(wanted)) return false;
  requirement.is_split = false;
  const auto groups = rules_.groups_of(requirement, wanted, offers);
  return std::ranges::any_of(groups, [&](const std::vector<HostSlots>& group) {
    return sum_of(most_of(wanted, requirement.asked, group)) >= wanted;
  });
}

bool HostAnswers::fits(const JobState& job, const std::vector<HostSlots>& offers) const {
  return sum_of(best_of(job, offers)) >= job.slots.count();
}

}  // namespace mcsim::cluster
