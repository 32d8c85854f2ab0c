// How guests come, wait and leave.
#include "support/naive_grid_guests.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/model/select.hpp"

#include "support/naive_lsf_hosts.hpp"
#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

/// The same cluster with idle hosts, without anything that keeps jobs from them temporarily.
ClusterConfig idle_version(const State& state) {
  ClusterConfig idle = state.config;
  static_cast<ClusterSettings&>(idle) = *state.settings;
  idle.reservations.clear();
  idle.user_limits.clear();
  idle.limits.clear();
  idle.trace = {};
  for (HostConfig& host : idle.hosts) {
    host.dispatch_window = {};
    host.user_limit = no_limit;
  }
  return idle;
}

/// Whether the idle hosts of the queue have enough slots for the job, however they would have to be
/// divided. Conditions on load count as met unless less load can only help them.
bool could_ever_run(const State& state, const Job& job) {
  const ClusterConfig config = idle_version(state);
  State idle(config, 0);
  idle.now = state.now;
  Job alone = job;
  alone.profile = &config.profiles[index_of(job.asked.profile)];
  const std::vector<ResourceConfig> resources = resources_in_use(state);
  const SelectParts parts = split_select(job.wants.select, resources);
  if (!only_frees_help(parts.dynamic, resources)) alone.wants.select = parts.fixed;
  std::int64_t sum = 0;
  std::int64_t most = 0;
  for (std::size_t at = 0; at < idle.hosts.size(); ++at) {
    std::int64_t slots = offer(idle, alone, idle.host_id(at), Relief::none);
    if (alone.wants.ptile > 0) slots = std::min<std::int64_t>(slots, alone.wants.ptile);
    sum += slots;
    most = std::max(most, slots);
  }
  return (alone.wants.one_host ? most : sum) >= job.slots();
}

ReturnReason reason_for(EndReason refusal) {
  if (refusal == EndReason::none) return ReturnReason::none;
  if (refusal == EndReason::user_without_share) return ReturnReason::no_share_account;
  return refusal == EndReason::processors_out_of_range ? ReturnReason::processors
                                                       : ReturnReason::queue_refuses;
}

ReturnReason refusal_of(const State& state, const Visitor& visitor, const QueueConfig& queue) {
  const Queue& now = state.queues[index_of(visitor.queue)];
  if (!std::ranges::count(queue.forwarding.sources, visitor.home))
    return ReturnReason::cluster_not_accepted;
  if (!now.open) return ReturnReason::queue_closed;
  if (!now.active) return ReturnReason::queue_inactive;
  if (!queue.users.has(visitor.asked.user)) return ReturnReason::permission;
  return ReturnReason::none;
}

/// Whether one more guest may pend in the queue.
bool has_room(const State& state, const Job& job, const QueueForwarding& forwarding) {
  std::int64_t jobs = 1;
  std::int64_t slots = job.slots();
  for (const Job& other : state.jobs) {
    if (!other.guest || other.queue != job.queue || !waits(other)) continue;
    ++jobs;
    slots += other.slots();
  }
  return jobs <= forwarding.job_backlog && slots <= forwarding.slot_backlog;
}

bool has_reservation(const State& state, NameId user) {
  return std::ranges::any_of(state.config.reservations, [&](const ReservationConfig& reservation) {
    return reservation.users.has(user) && state.now < reservation.end;
  });
}

/// Priorities are scaled where both clusters have a largest one, and lost where only the home has.
/// A home without one leaves it to this cluster what jobs without a priority have.
void translate_priority(const State& state, const Visitor& visitor, Job& job) {
  const std::int32_t here = state.settings->params.max_user_priority;
  const std::int32_t there = visitor.most_priority;
  if (here > 0 && there > 0)
    job.priority = std::max(1, visitor.priority * here / there);
  else if (there > 0)
    job.priority = 0;
  else if (here > 0 && visitor.priority > 0)
    job.priority = std::min(visitor.priority, here);
  else if (here > 0)
    job.priority = here / 2;
  else
    job.priority = visitor.priority;
}

}  // namespace

bool has_not_started(const Job& guest) {
  return guest.guest && guest.executions == 0 &&
         (guest.status == JobStatus::pend || guest.status == JobStatus::psusp);
}

void send_back(State& state, Job& guest, ReturnReason reason) {
  state.tell(guest, News::returned, reason);
  guest.status = JobStatus::unsubmitted;
  guest.reserved.clear();
  guest.reserves_since = never;
  state.news = true;
}

std::int32_t most_preexec_failures(const State& state, const Job& job) {
  const RetryLimits& of_application = state.application_of(job).retries;
  const RetryLimits& of_queue = state.queue_of(job).rules.retries;
  const ClusterParameters& params = state.settings->params;
  if (!job.guest) {
    if (of_application.local_preexec_retry) return *of_application.local_preexec_retry;
    if (of_queue.local_preexec_retry) return *of_queue.local_preexec_retry;
    return params.retries.local_preexec_retry.value_or(5);
  }
  if (of_application.remote_preexec_retry) return *of_application.remote_preexec_retry;
  return of_queue.remote_preexec_retry.value_or(params.forwarding.remote_preexec_retry);
}

ReturnReason import_job(State& state, const Visitor& visitor) {
  const QueueConfig& queue = state.settings->queues[index_of(visitor.queue)];
  const ReturnReason refused = refusal_of(state, visitor, queue);
  if (refused != ReturnReason::none) return refused;
  const ProfileId profile =
      state.config.foreign_profiles[index_of(visitor.home)][index_of(visitor.asked.profile)];
  if (profile == none<ProfileId>) return ReturnReason::processors;

  Job job;
  job.asked = visitor.asked;
  job.asked.profile = profile;
  job.profile = &state.config.profiles[index_of(profile)];
  job.queue = visitor.queue;
  job.failed = visitor.failed;
  job.guest = Guest{.home = visitor.home,
                    .home_job = visitor.home_job,
                    .forward = visitor.forward,
                    .came = state.now,
                    .came_round = state.round,
                    .resched_time = visitor.resched_time};
  translate_priority(state, visitor, job);
  set_requirement(state, job);
  const EndReason limits = refusal(state, job, job.queue);
  if (limits != EndReason::none) return reason_for(limits);
  if (!could_ever_run(state, job)) return ReturnReason::processors;

  job.guest->on_trial = !has_room(state, job, queue.forwarding);
  state.jobs.push_back(job);
  enqueue(state, state.jobs.back());
  state.tell(state.jobs.back(), News::accepted);
  return ReturnReason::none;
}

bool is_late(const State& state, const Job& guest) {
  if (!has_not_started(guest) || guest.guest->resched_time >= unlimited) return false;
  const bool just_came = guest.guest->came == state.now && guest.guest->came_round == state.round;
  return !just_came && guest.guest->came + guest.guest->resched_time <= state.now;
}

void return_late_guests(State& state) {
  for (Job& job : state.jobs)
    if (is_late(state, job) && has_reservation(state, job.asked.user))
      job.guest->resched_time = unlimited;
    else if (is_late(state, job))
      send_back(state, job, ReturnReason::resched_time);
}

void return_guests_on_trial(State& state) {
  for (Job& job : state.jobs) {
    if (!job.guest || !job.guest->on_trial) continue;
    if (has_not_started(job)) send_back(state, job, ReturnReason::import_limit);
    job.guest->on_trial = false;
  }
}

}  // namespace mcsim::testing::naive
