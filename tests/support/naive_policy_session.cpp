// Who starts under fcfs and easy, looked up anew for each start.
#include "support/naive_policy_session.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "support/naive_lsf_life.hpp"

namespace mcsim::testing::naive {
namespace {

bool runs(const Job& job) { return job.status == JobStatus::run; }

Duration estimate_of(const State& state, const Job& job) {
  const EasyOptions& easy = state.config.model.easy;
  const bool is_actual = (runs(job) ? easy.running : easy.candidates) == PredictedBy::actual;
  const Duration enforced = !state.config.model.enforce_runlimit ? unlimited
                            : job.profile->overuse ? state.queue_of(job).rules.run_limit
                                                   : job.limit;
  return is_actual ? std::min(job.asked.run, enforced) : job.limit;
}

Time expected_end(const State& state, const Job& job) {
  const Duration estimate = estimate_of(state, job);
  return estimate >= unlimited ? never : std::max(job.start + estimate, state.now + 1ms);
}

/// Slots of a host that are free when the jobs that are expected to end by `time` have ended.
std::int64_t free_on(const State& state, HostId host, Time time) {
  const Host& now = state.hosts[index_of(host)];
  if (now.down || now.closed) return 0;
  std::int64_t free = state.host(host).mxj.count();
  for (const Job& job : state.jobs)
    if (runs(job) && expected_end(state, job) > time) free -= job.slots_on(host);
  return std::max<std::int64_t>(free, 0);
}

std::int64_t free_at(const State& state, Time time) {
  std::int64_t free = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    free += free_on(state, state.host_id(at), time);
  return free;
}

/// The waiting jobs, in the order in which they were submitted or came from other clusters.
std::vector<std::size_t> line(const State& state, bool with_others) {
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < state.jobs.size(); ++at) {
    const Job& job = state.jobs[at];
    const bool is_here =
        !state.is_kept_for_others(job) && !state.queue_of(job).forwarding.remote_only;
    if (state.is_in_line(job) && (with_others || is_here)) found.push_back(at);
  }
  std::ranges::sort(found, {}, [&](std::size_t at) { return state.jobs[at].position; });
  return found;
}

/// The least loaded host first, each with all its free slots.
std::vector<HostSlots> hosts_for(const State& state, std::int64_t slots) {
  std::vector<HostId> order;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) order.push_back(state.host_id(at));
  std::ranges::sort(order, [&](HostId a, HostId b) {
    const std::int64_t left = state.used({.host = a}) * state.host(b).ncpus;
    const std::int64_t right = state.used({.host = b}) * state.host(a).ncpus;
    return std::pair(left, a) < std::pair(right, b);
  });
  std::vector<HostSlots> hosts;
  for (const HostId host : order) {
    const std::int64_t part = std::min(slots, free_on(state, host, state.now));
    if (part > 0) hosts.push_back({host, Slots(static_cast<std::int32_t>(part))});
    slots -= part;
  }
  return hosts;
}

/// The next job that easy starts behind a first one that does not fit; none: the number of jobs.
std::size_t backfilled(const State& state, const std::vector<std::size_t>& jobs) {
  const std::int64_t need = state.jobs[jobs.front()].slots();
  std::vector<Time> ends;
  for (const Job& job : state.jobs)
    if (runs(job)) ends.push_back(expected_end(state, job));
  std::ranges::sort(ends);
  const auto enough = std::ranges::find_if(
      ends, [&](Time end) { return end != never && free_at(state, end) >= need; });
  const Time reserved = enough == ends.end() ? never : *enough;
  const bool has_extra = state.config.model.easy.extra && reserved != never;
  const std::int64_t extra = has_extra ? free_at(state, reserved) - need : 0;
  for (std::size_t at = 1; at < jobs.size(); ++at) {
    const Job& job = state.jobs[jobs[at]];
    const Duration estimate = estimate_of(state, job);
    const bool is_short =
        reserved == never || (estimate < unlimited && state.now + estimate <= reserved);
    if (job.slots() <= free_at(state, state.now) && (is_short || job.slots() <= extra))
      return jobs[at];
  }
  return state.jobs.size();
}

std::size_t next_to_start(const State& state) {
  const std::vector<std::size_t> jobs = line(state, false);
  if (jobs.empty()) return state.jobs.size();
  if (state.jobs[jobs.front()].slots() <= free_at(state, state.now)) return jobs.front();
  return state.config.model.dispatch == "easy" ? backfilled(state, jobs) : state.jobs.size();
}

}  // namespace

SessionResult play_policy_session(State& state) {
  SessionResult result;
  for (std::size_t at = next_to_start(state); at < state.jobs.size(); at = next_to_start(state)) {
    Job& job = state.jobs[at];
    start(state, job, hosts_for(state, job.slots()), false);
    ++result.starts;
  }
  result.left = {{none<FairshareId>, line(state, true)}};
  return result;
}

}  // namespace mcsim::testing::naive
