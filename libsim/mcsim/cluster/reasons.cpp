// Why jobs wait, by the conditions of docs/rules/scheduling.md, section 4 and later.
#include "mcsim/cluster/reasons.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/cluster/import_rules.hpp"
#include "mcsim/scheduler/latest_start.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::cluster {
namespace {

/// A job of several slots may be kept out by a limit that has not been reached.
PendReason by_size(PendReason reached, PendReason parallel, const ReasonNumbers& numbers) {
  return numbers.used + numbers.reserved >= numbers.limit ? reached : parallel;
}

bool is_over(const ReasonNumbers& numbers) {
  return numbers.limit < no_limit &&
         numbers.used + numbers.reserved + numbers.wanted > numbers.limit;
}

GivenReason plain(PendReason reason, Time over = never) {
  GivenReason answer;
  answer.reason = reason;
  answer.over = over;
  return answer;
}

GivenReason limited(PendReason reason, const ReasonNumbers& numbers) {
  GivenReason answer;
  answer.reason = reason;
  answer.numbers = numbers;
  return answer;
}

/// How much the answer of a host counts for the main reason. 0: the host is not among those that
/// the queue has and the job names; 1: it is, but never has what the job asks for; 2: it may run
/// the job some time.
int weight_of(PendReason reason) {
  switch (reason) {
    case PendReason::host_not_in_queue:
    case PendReason::host_not_asked:
      return 0;
    case PendReason::host_select:
    case PendReason::host_select_of_queue:
    case PendReason::host_undefined:
      return 1;
    default:
      return 2;
  }
}

/// The use of a limit. The job's own reservations (`own`) do not count against it.
ReasonNumbers numbers_of(const SlotCount& count, std::int32_t limit, bool counts_suspended,
                         const JobState& job, std::int32_t own) {
  return {.limit = limit,
          .used = count.running + (counts_suspended ? count.suspended : 0),
          .reserved = count.reserved - own,
          .wanted = job.slots.count()};
}

std::int64_t slots_of(const std::vector<HostSlots>& offers) {
  std::int64_t slots = 0;
  for (const HostSlots& offer : offers) slots += offer.slots.count();
  return slots;
}

/// Whether all offers together come to the slots of a job.
bool are_enough(const JobState& job, const std::vector<HostSlots>& offers) {
  return slots_of(offers) >= job.slots.count();
}

}  // namespace

bool is_trivial(PendReason reason) {
  return reason == PendReason::none || reason == PendReason::new_job ||
         reason == PendReason::requeued || reason == PendReason::not_looked_at;
}

SchedulerReasons::SchedulerReasons(const ClusterWorld& world, Time now, Windows windows)
    : world_(world),
      state_(*world.lsf),
      now_(now),
      windows_(windows),
      answers_(world.config, state_, now_, windows),
      pool_shares_(state_.settings.pools.size()) {
  if (state_.dispatch) of_policy_.emplace(world);
  const PoolShares shares(world.config, state_, now_);
  for (std::size_t at = 0; at < pool_shares_.size(); ++at)
    pool_shares_[at] = shares.of(static_cast<PoolId>(at));
}

// Reasons of the whole job.

GivenReason SchedulerReasons::of_job(JobSlotId held_or_not) const {
  const JobSlotId id = stand_in(held_or_not);
  const JobState& job = state_.jobs[id];
  if (job.stage == Stage::psusp) return plain(why_psusp(job));
  if (job.stage == Stage::away) return of_forwarding(job);
  if (GivenReason answer = of_mbatchd(); answer.reason != PendReason::none) return answer;
  if (job.stage == Stage::delayed) return plain(PendReason::delayed, job.record.eligible);
  if (job.stage == Stage::held) return why_held(job);
  if (has_failed(job) && !waits_for_hosts(state_, id)) return of_failure(job);
  if (GivenReason answer = of_queue(job); answer.reason != PendReason::none) return answer;
  if (goes_elsewhere(id)) return of_forwarding(job);
  if (GivenReason answer = of_guest(job); answer.reason != PendReason::none) return answer;
  return of_policy_ ? plain(of_policy_->of(as_waiting(state_, id))) : of_limits(id);
}

GivenReason SchedulerReasons::of_mbatchd() const {
  if (!state_.lacks_mbatchd()) return {};
  GivenReason answer = plain(PendReason::no_mbatchd);
  answer.hosts = {state_.lims.mbatchd_on};
  return answer;
}

std::int32_t SchedulerReasons::init_failures(const JobState& job) const {
  return job.is_guest() ? world_.forwarding.guests[job.guest].init_failures : 0;
}

/// Whether it has failed to start here, and has not started since.
bool SchedulerReasons::has_failed(const JobState& job) const {
  return job.record.executions == 0 && (job.record.preexec_failures > 0 || init_failures(job) > 0);
}

/// bsub -w, -b.
bool SchedulerReasons::may_be_in_line(const JobState& job) const {
  return world_.holds_condition(job.index) && world_.has_begun(job.index);
}

/// An element of a job array that is held back, though the limit of the array has room, waits for
/// what those wait for that are alike and before it: the first of these. Else the job itself.
JobSlotId SchedulerReasons::stand_in(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  if (job.stage != Stage::held || !may_be_in_line(job)) return id;
  const ArrayId array = world_.config.arrays.of(job.index);
  if (world_.arrays.is_full(array)) return id;
  const JobIndex first = world_.config.arrays[array].first;
  return world_.arrays.first_alike(
      array, static_cast<std::uint32_t>(index_of(job.index) - index_of(first)));
}

GivenReason SchedulerReasons::why_held(const JobState& job) const {
  if (world_.holds_condition(job.index)) {
    if (!world_.has_begun(job.index)) return plain(PendReason::begin_time);
    const ArrayId array = world_.config.arrays.of(job.index);
    return limited(
        PendReason::array_limit,
        {.limit = world_.arrays.limit(array), .used = world_.arrays.started(array), .wanted = 1});
  }
  const ConditionId condition = world_.conditions.of(world_.config.conditions, job.index);
  return plain(world_.conditions.value(condition) == Truth::never ? PendReason::dependency_never
                                                                  : PendReason::dependency);
}

/// LSB_MC_INITFAIL_RETRY, LOCAL_MAX_PREEXEC_RETRY, bstop.
PendReason SchedulerReasons::why_psusp(const JobState& job) const {
  if (!has_failed(job)) return PendReason::stopped;
  if (init_failures(job) > state_.settings.params.forwarding.init_fail_retry)
    return PendReason::gave_up;
  return !job.is_guest() && job.record.preexec_failures >= preexec_retry(world_, job)
             ? PendReason::preexec_gave_up
             : PendReason::stopped;
}

/// The reason of a start that is tried again: initialization comes before the pre-execution
/// command.
GivenReason SchedulerReasons::of_failure(const JobState& job) const {
  return plain(job.record.preexec_failures > 0 ? PendReason::preexec_failed
                                               : PendReason::init_failed);
}

GivenReason SchedulerReasons::of_forwarding(const JobState& job) const {
  if (job.stage != Stage::away) return why_not_forwarded(job);
  GivenReason answer = plain(PendReason::forwarded);
  answer.came_back = job.record.came_back;
  answer.away = world_.forwarding.neighbours[job.record.neighbour].id;
  return answer;
}

GivenReason SchedulerReasons::why_not_forwarded(const JobState& job) const {
  if (GivenReason answer = of_mbatchd(); answer.reason != PendReason::none) return answer;
  const PendReason forbids = what_forbids_forwarding(job);
  if (forbids == PendReason::forward_delay) return plain(forbids, job.record.forward_from);
  if (forbids == PendReason::forward_limit)
    return limited(
        forbids,
        {.limit = *world_.config.model.max_forwards, .used = job.record.forwards, .wanted = 1});
  if (forbids != PendReason::none) return plain(forbids);
  const bool is_known = job.forward_line == JobState::no_forward_line ||
                        state_.forward_lines[job.forward_line].found_nothing();
  if (!is_known && job.record.came_back == ReturnReason::none) return without_reason(job);
  GivenReason answer =
      plain(job.record.came_back == ReturnReason::none ? PendReason::no_receive_queue
                                                       : PendReason::came_back);
  answer.came_back = job.record.came_back;
  return answer;
}

/// What forbids forwarding a job, whatever other clusters report. The conditions of
/// WaitingJobs::wait_to_be_forwarded.
PendReason SchedulerReasons::what_forbids_forwarding(const JobState& job) const {
  const QueueForwarding& queue = state_.settings.queues[index_of(job.queue)].forwarding;
  if (!queue.sends() || job.is_guest()) return PendReason::none;
  if (!queue.forward_users.has(job.user)) return PendReason::forward_user;
  if (world_.config.profiles[index_of(job.profile)].hosts) return PendReason::forward_hosts;
  if (job.record.forwards >= world_.config.model.max_forwards.value_or(job.record.forwards + 1))
    return PendReason::forward_limit;
  return now_ < job.record.forward_from ? PendReason::forward_delay : PendReason::none;
}

GivenReason SchedulerReasons::of_guest(const JobState& job) const {
  const QueueForwarding& limits = state_.settings.queues[index_of(job.queue)].forwarding;
  if (!job.is_guest() || !limits.limits_guests() ||
      has_room_for_guest(state_, job.queue, job.slots))
    return {};
  const ReceivedJobs& received = state_.queues[job.queue].received;
  GivenReason answer = plain(PendReason::guest_limit);
  answer.of_slots = received.started_jobs < limits.job_limit;
  answer.numbers.limit = answer.of_slots ? limits.task_limit : limits.job_limit;
  answer.numbers.used = answer.of_slots ? received.started_slots : received.started_jobs;
  answer.numbers.wanted = answer.of_slots ? job.slots.count() : 1;
  return answer;
}

/// Whether a pending job cannot, or may not yet, run in its own cluster.
bool SchedulerReasons::goes_elsewhere(JobSlotId id) const {
  return !waits_for_hosts(state_, id) ||
         state_.settings.queues[index_of(state_.jobs[id].queue)].forwarding.remote_only;
}

GivenReason SchedulerReasons::of_queue(const JobState& job) const {
  const QueueState& queue = state_.queues[job.queue];
  const QueueConfig& config = state_.settings.queues[index_of(job.queue)];
  if (!queue.active) return plain(PendReason::queue_inactive);
  if (windows_ == Windows::open)
    return outlasts_windows(job) ? plain(PendReason::deadline) : GivenReason{};
  if (!queue.dispatches)
    return plain(PendReason::queue_window,
                 config.dispatch_window.next_change(now_, world_.config.clock));
  if (!queue.runs)
    return plain(PendReason::queue_window,
                 config.run_window.next_change(now_, world_.config.clock));
  const Time latest = scheduler::latest_start(config, job.estimate, now_, world_.config.clock);
  return now_ <= latest ? GivenReason{} : plain(PendReason::deadline);
}

/// Whether no run window of the queue is as long as a job. They repeat each week.
bool SchedulerReasons::outlasts_windows(const JobState& job) const {
  const QueueConfig& queue = state_.settings.queues[index_of(job.queue)];
  const WeekClock& clock = world_.config.clock;
  if (scheduler::latest_start(queue, job.estimate, now_, clock) == never) return false;
  const TimeWindows& window = queue.run_window;
  constexpr Duration week_and_day = std::chrono::hours{24 * 8};
  for (Time from = now_; from < now_ + week_and_day;) {
    const Time to = window.next_change(from, clock);
    if (window.open_at(from, clock) && to - from >= job.estimate) return false;
    from = to;
  }
  return true;
}

std::int32_t SchedulerReasons::reserved_by(JobSlotId id) const {
  std::int32_t slots = 0;
  state_.slot_reservations.visit_of(
      id, [&](const SlotReservation& reservation) { slots += reservation.slots; });
  return slots;
}

GivenReason SchedulerReasons::of_limits(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  const QueueConfig& config = state_.settings.queues[index_of(job.queue)];
  const std::int32_t own = reserved_by(id);
  const SlotCount& count = state_.queues[job.queue].count;
  ReasonNumbers numbers = numbers_of(count, config.qjob_limit, true, job, own);
  if (is_over(numbers))
    return limited(by_size(PendReason::queue_limit, PendReason::queue_limit_parallel, numbers),
                   numbers);
  if (const GivenReason answer = of_pool(job, numbers, own); answer.reason != PendReason::none)
    return answer;
  if (const GivenReason answer = of_user(job, own); answer.reason != PendReason::none)
    return answer;
  return of_sections(id);
}

/// Uses the entitlements that a session would compute now: which sessions there were must not
/// matter. A soft limit keeps no job from what is free.
GivenReason SchedulerReasons::of_pool(const JobState& job, ReasonNumbers numbers,
                                      std::int32_t own) const {
  const PoolId id = state_.settings.queues[index_of(job.queue)].pool;
  if (id == none<PoolId>) return {};
  const PoolConfig& pool = state_.settings.pools[index_of(id)];
  const auto place = std::ranges::find(pool.queues, job.queue) - pool.queues.begin();
  const PoolPortions& portions = pool_shares_[index_of(id)];
  numbers.limit = portions.entitlements[static_cast<std::size_t>(place)];
  const bool is_hard = world_.config.model.pool_limit == PoolLimit::hard;
  if (is_hard && !pool.use_priority && is_over(numbers))
    return limited(PendReason::entitlement, numbers);
  const ReasonNumbers together{
      .limit = portions.most, .used = state_.used_of(id) - own, .wanted = job.slots.count()};
  return is_over(together) ? limited(PendReason::pool_limit, together) : GivenReason{};
}

GivenReason SchedulerReasons::of_user(const JobState& job, std::int32_t own) const {
  const QueueState& queue = state_.queues[job.queue];
  if (!queue.by_user) return {};
  const auto of = [&](const ByName<SlotCount>& of_user, std::int32_t limit) {
    return numbers_of(of_user.value(job.user), limit, state_.features.counts_suspended, job, own);
  };
  const ReasonNumbers in_queue =
      of(queue.of_user, state_.settings.queues[index_of(job.queue)].ujob_limit);
  if (is_over(in_queue))
    return limited(
        by_size(PendReason::user_queue_limit, PendReason::user_queue_limit_parallel, in_queue),
        in_queue);
  for (const std::uint32_t row : state_.users.limits_of(job.user)) {
    const UserLimit& config = state_.settings.user_limits[row];
    const UserLimitState& state = state_.users.limits[row];
    const ReasonNumbers numbers = config.together
                                      ? numbers_of(state.together, config.max_jobs,
                                                   state_.features.counts_suspended, job, own)
                                      : of(state.of_user, config.max_jobs);
    if (!is_over(numbers)) continue;
    const PendReason reached = config.together ? PendReason::group_limit : PendReason::user_limit;
    const PendReason parallel =
        config.together ? PendReason::group_limit_parallel : PendReason::user_limit_parallel;
    return limited(by_size(reached, parallel, numbers), numbers);
  }
  return {};
}

/// For a job that nothing keeps from starting: no session has looked at it since that is so.
GivenReason SchedulerReasons::without_reason(const JobState& job) const {
  if (has_failed(job)) return of_failure(job);
  if (!world_.sessions.has_news()) return plain(PendReason::not_looked_at);
  return plain(job.record.executions == 0 ? PendReason::new_job : PendReason::requeued);
}

// Reasons of hosts.

/// Whether the last session did not look at a job, whose time to reserve slots was over.
bool SchedulerReasons::was_passed_over(JobSlotId id) const {
  return !world_.sessions.has_news() &&
         std::ranges::binary_search(state_.slot_reservations.passed_over, id);
}

/// Whether a job may wait for something else than those that are like it.
bool SchedulerReasons::is_alone(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  return of_policy_ || job.reserves_since != never || has_failed(job) || was_passed_over(id);
}

/// Of a job for which the hosts together have enough slots.
PendReason SchedulerReasons::why_not_together(const JobState& job,
                                              const std::vector<HostSlots>& offers) const {
  return answers_.is_kept_apart(job, offers) ? PendReason::clusters_apart : PendReason::span;
}

std::vector<GivenReason> SchedulerReasons::of(JobSlotId held_or_not) const {
  const JobSlotId id = stand_in(held_or_not);
  const JobState& job = state_.jobs[id];
  if (const GivenReason answer = of_job(id); answer.reason != PendReason::none) return {answer};
  std::map<std::tuple<PendReason, ResourceId, LimitId>, GivenReason> by_kind;
  std::vector<HostSlots> offers;
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    HostAnswer answer = answers_.of(id, host);
    const HostSlots offer{host, Slots(answer.offers)};
    if (answer.offers > 0) offers.push_back(offer);
    if (answer.reason == PendReason::none) answer.reason = PendReason::not_enough_slots;
    GivenReason& kind = by_kind[{answer.reason, answer.resource, answer.limit}];
    kind.reason = answer.reason;
    kind.resource = answer.resource;
    kind.limit = answer.limit;
    kind.hosts.push_back(host);
    kind.of_host.push_back(answer.numbers);
    if (answer.offers > 0) kind.offers.push_back(offer);
  }
  if (answers_.fits(job, offers)) {
    const GivenReason together = why_limited(id, offers);
    return {together.reason == PendReason::none ? without_reason(job) : together};
  }
  std::vector<GivenReason> reasons;
  if (was_passed_over(id)) reasons.push_back(plain(PendReason::reservation_over));
  if (are_enough(job, offers)) {
    GivenReason span = limited(why_not_together(job, offers), {.wanted = job.slots.count()});
    span.best = answers_.best_of(job, offers);
    span.offers = std::move(offers);
    reasons.push_back(std::move(span));
  }
  for (auto& [kind, reason] : by_kind) {
    if (reason.reason == PendReason::host_first_slot)
      for (ReasonNumbers& numbers : reason.of_host)
        numbers = {.limit = slots_of(offers), .wanted = job.slots.count()};
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

const std::vector<GivenReason>& SchedulerReasons::shared_of(JobSlotId held_or_not) {
  const JobSlotId id = stand_in(held_or_not);
  const JobState& job = state_.jobs[id];
  if (job.stage != Stage::pending || is_alone(id) || goes_elsewhere(id)) return list_ = of(id);
  const auto [known, is_new] = lists_.try_emplace(MainKey{job.bucket, job.line, job.profile});
  if (is_new) known->second = of(id);
  return known->second;
}

// The main reason.

SchedulerReasons::Survey SchedulerReasons::survey(JobSlotId id) const {
  Survey survey;
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    const HostAnswer answer = answers_.of(id, host);
    if (answer.offers > 0)
      survey.offers.push_back({host, Slots(answer.offers)});
    else
      ++survey.refusals[answer.reason];
  }
  return survey;
}

PendReason SchedulerReasons::main_of_hosts(JobSlotId id, const Survey& survey) const {
  const JobState& job = state_.jobs[id];
  if (answers_.fits(job, survey.offers)) {
    const PendReason together = why_limited(id, survey.offers).reason;
    return together == PendReason::none ? without_reason(job).reason : together;
  }
  if (was_passed_over(id)) return PendReason::reservation_over;
  if (are_enough(job, survey.offers)) return why_not_together(job, survey.offers);
  std::map<PendReason, std::uint32_t> hosts = survey.refusals;
  if (!survey.offers.empty())
    hosts[PendReason::not_enough_slots] += static_cast<std::uint32_t>(survey.offers.size());
  const auto weight = [](const auto& entry) {
    return std::pair(weight_of(entry.first), entry.second);
  };
  const auto most = std::ranges::max_element(hosts, {}, weight);
  return most == hosts.end() ? PendReason::not_enough_slots : most->first;
}

PendReason SchedulerReasons::main_of(JobSlotId held_or_not) {
  const JobSlotId id = stand_in(held_or_not);
  const JobState& job = state_.jobs[id];
  if (job.stage != Stage::pending || goes_elsewhere(id)) return of_job(id).reason;
  if (is_alone(id)) {
    const PendReason whole = of_job(id).reason;
    return whole != PendReason::none ? whole : main_of_hosts(id, survey(id));
  }
  const auto [known, is_new] = mains_.try_emplace(MainKey{job.bucket, job.line, job.profile});
  if (!is_new) return known->second;
  PendReason& main = known->second;
  main = of_job(id).reason;
  if (main != PendReason::none) return main;
  const Bucket& bucket = state_.buckets[job.bucket];
  const SurveyKey key{job.requirement, job.profile, job.excluded, bucket.estimate,
                      state_.queues[job.queue].users_differ ? job.user : none<NameId>};
  auto found = surveys_.find(key);
  if (found == surveys_.end()) found = surveys_.emplace(key, survey(id)).first;
  return main = main_of_hosts(id, found->second);
}

}  // namespace mcsim::cluster
