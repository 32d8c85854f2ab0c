// Sums who had the slots, and what jobs waited for.
#include "mcsim/results/usage_log.hpp"

#include <algorithm>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/reasons.hpp"

namespace mcsim::results {
namespace {

/// In jobs looked at, about a second of a processor; a job costs more where there are many hosts.
constexpr std::uint64_t most_work = std::uint64_t{1} << 27;
constexpr std::uint64_t hosts_per_job = 64;

}  // namespace

UsageLog::UsageLog(const GridConfig& grid) : JobStandings(grid) {
  for (const ClusterConfig& cluster : grid.clusters) {
    jobs_.emplace_back(cluster.trace.size());
    if (!cluster.trace.empty())
      first_submit_ = std::min(first_submit_, cluster.trace[JobIndex{}].submit);
  }
}

// Sums.

void UsageLog::add_wait(const HomeJob& job, const JobStanding& standing, Duration waited) {
  Job& known = state_of(job);
  const NameId user = grid().clusters[index_of(job.home)].trace[job.job].user;
  const QueuePlace place{standing.cluster, standing.queue};
  WaitSum& of_queue = sums_.waits_of_queues[{place, known.reason}];
  WaitSum& of_user = sums_.waits_of_users[{user, known.reason}];
  of_queue.waited += waited.count();
  of_user.waited += waited.count();
  using Waited = std::pair<QueuePlace, PendReason>;
  if (std::ranges::find(known.waited_for, Waited(place, known.reason)) != known.waited_for.end())
    return;
  const auto has_reason = [&](const Waited& one) { return one.second == known.reason; };
  if (std::ranges::none_of(known.waited_for, has_reason)) ++of_user.jobs;
  ++of_queue.jobs;
  known.waited_for.emplace_back(place, known.reason);
}

void UsageLog::add_run(const HomeJob& job, const JobStanding& standing, Duration ran) {
  Job& known = state_of(job);
  const NameId user = grid().clusters[index_of(job.home)].trace[job.job].user;
  const QueuePlace place{standing.cluster, standing.queue};
  SlotTime& of_queue = sums_.by_queue[place];
  SlotTime& of_user = sums_.by_user[user];
  SlotTime& flow = sums_.flows[{job.home, standing.cluster}];
  for (SlotTime* const sum : {&of_queue, &of_user, &flow})
    sum->used += Int128{standing.slots.count()} * ran.count();
  if (std::ranges::find(known.ran_in, place) != known.ran_in.end()) return;
  const auto is_there = [&](const QueuePlace& one) { return one.first == place.first; };
  if (known.ran_in.empty()) ++of_user.jobs;
  if (std::ranges::none_of(known.ran_in, is_there)) ++flow.jobs;
  ++of_queue.jobs;
  known.ran_in.push_back(place);
}

void UsageLog::settle(const HomeJob& job, const JobStanding& standing, Time at) {
  Job& known = state_of(job);
  const Duration time = at - known.since;
  known.since = at;
  if (time == 0ms) return;
  if (standing.is_waiting()) add_wait(job, standing, time);
  if (standing.does == JobDoes::runs) add_run(job, standing, time);
}

void UsageLog::turned(const HomeJob& job, const JobStanding& before, const JobStanding& after,
                      Time at) {
  settle(job, before, at);
  if (after.does == JobDoes::is_on_way) state_of(job).reason = PendReason::forwarded;
  if (after.does == JobDoes::waits) state_of(job).reason = PendReason::none;
}

// Reasons.

/// What only says that no session has looked since something happened is no other reason than the
/// one that the last session has left.
void UsageLog::give_reason(const HomeJob& job, PendReason reason, Time at) {
  const PendReason before = state_of(job).reason;
  if (before == reason || (before != PendReason::none && is_trivial(reason))) return;
  settle(job, standing_of(job), at);
  state_of(job).reason = reason;
}

void UsageLog::look_at(const ClusterWorld& world, Time at) {
  std::uint64_t jobs = 1;
  if (world.baseline) {
    const PendReasons reasons(world);
    for (const WaitingLine& line : world.baseline->lines)
      line.visit([&](const WaitingJob& job) {
        ++jobs;
        give_reason(named(world.id, world.baseline->jobs[job.job].index), reasons.of(job), at);
      });
  }
  if (world.lsf) {
    SchedulerReasons reasons(world, at);
    world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
      ++jobs;
      if (job.stage >= Stage::delayed && job.stage <= Stage::psusp)
        give_reason(named(world.id, job.index), reasons.main_of(id), at);
    });
  }
  work_ += jobs * (1 + grid().clusters[index_of(world.id)].hosts.size() / hosts_per_job);
}

/// The first time: so seldom that it would have looked half as often as it has.
void UsageLog::look_less(Time at) {
  work_ = 0;
  const Duration average{(at - first_submit_).count() / static_cast<std::int64_t>(looks_)};
  sums_.look_step = std::max(2 * sums_.look_step, 2 * std::max(average, Duration{1}));
}

void UsageLog::look(const std::vector<ClusterWorld>& worlds, Time at) {
  if (at < next_look_) return;
  ++looks_;
  for (const ClusterWorld& world : worlds) look_at(world, at);
  if (work_ > most_work && at > first_submit_) look_less(at);
  next_look_ = at + sums_.look_step;
}

UsageResults UsageLog::results(const std::vector<ClusterWorld>& worlds, Time last, Time end) {
  next_look_ = Time{};
  look(worlds, last);
  for (std::size_t cluster = 0; cluster < jobs_.size(); ++cluster)
    for (std::size_t job = 0; job < jobs_[cluster].size(); ++job) {
      const HomeJob one{.home = static_cast<ClusterId>(cluster), .job = static_cast<JobIndex>(job)};
      settle(one, standing_of(one), end);
    }
  return std::move(sums_);
}

}  // namespace mcsim::results
