// What the facts say of jobs must agree with the state.
#include "support/lsf_watcher.hpp"

#include <algorithm>
#include <exception>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/check.hpp"
#include "support/lsf_start_check.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {

void LsfWatcher::on(ClusterId, const JobSubmitted& fact) {
  MCSIM_CHECK(over_.emplace(fact.job, false).second, "a job is submitted twice");
  look();
}

void LsfWatcher::on(ClusterId, const JobRejected& fact) {
  MCSIM_CHECK(!over_.contains(fact.job), "a job is rejected that was submitted");
  look();
}

void LsfWatcher::on(ClusterId, const JobStarted& fact) {
  ++watched_.starts;
  watched_.backfills += fact.reason == StartReason::backfilled ? 1 : 0;
  const std::vector<HostSlots> hosts(fact.hosts.begin(), fact.hosts.end());
  MCSIM_CHECK(places_.emplace(fact.job, hosts).second, "a job starts that has started");
  look();
  check_start(world_, slot_of(fact.job));
}

void LsfWatcher::on(ClusterId, const JobEnded& fact) {
  MCSIM_CHECK(over_.contains(fact.job) && !over_[fact.job], "a job ends that is not there");
  MCSIM_CHECK(places_.erase(fact.job) == (fact.started == never ? 0U : 1U),
              "a job ends on hosts on which it did not start");
  over_[fact.job] = true;
  look();
}

void LsfWatcher::on(ClusterId, const JobSuspended& fact) {
  ++watched_.suspensions;
  MCSIM_CHECK(places_.contains(fact.job) == (fact.status != JobStatus::psusp),
              "a job is suspended that is not on its hosts");
  look();
}

void LsfWatcher::on(ClusterId, const JobResumed& fact) {
  look();
  if (fact.status != JobStatus::run) return;
  ++watched_.resumes;
  check_resume(world_, slot_of(fact.job));
}

void LsfWatcher::on(ClusterId, const JobRequeued& fact) {
  ++watched_.requeues;
  MCSIM_CHECK(places_.erase(fact.job) == 1, "a job is requeued that has not started");
  look();
}

void LsfWatcher::rest() const {
  check_invariants(world_);
  check_jobs();
  check_places();
}

void LsfWatcher::look() {
  ++watched_.facts;
  check_lsf(world_);
  check_jobs();
  check_places();
}

void LsfWatcher::check_jobs() const {
  std::uint64_t in_flight = 0;
  world_.lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    ++in_flight;
    const auto found = over_.find(job.index);
    MCSIM_CHECK(found != over_.end() && !found->second, "a job is in flight that should not be");
  });
  const auto there = static_cast<std::uint64_t>(
      std::ranges::count_if(over_, [](const auto& job) { return !job.second; }));
  MCSIM_CHECK(in_flight == there, "a job that has not ended is gone");
}

/// Started jobs, also suspended ones, are on the hosts on which they started.
void LsfWatcher::check_places() const {
  std::size_t started = 0;
  world_.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
    if (!job.is_started()) return;
    ++started;
    const auto found = places_.find(job.index);
    MCSIM_CHECK(found != places_.end(), "a job is on hosts without having started");
    MCSIM_CHECK(hosts_of(id) == found->second, "a job has left the hosts on which it started");
  });
  MCSIM_CHECK(started == places_.size(), "a job that has started is on no host");
}

JobSlotId LsfWatcher::slot_of(JobIndex index) const {
  JobSlotId found = none<JobSlotId>;
  world_.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.index == index) found = id;
  });
  MCSIM_CHECK(found != none<JobSlotId>, "a fact tells of a job that is not there");
  return found;
}

std::vector<HostSlots> LsfWatcher::hosts_of(JobSlotId id) const {
  std::vector<HostSlots> hosts;
  world_.lsf->jobs.visit_hosts(id, [&](HostSlots part) { hosts.push_back(part); });
  return hosts;
}

std::string broken_promise(const GridConfig& grid, LsfWatched& watched) {
  Simulation simulation(grid);
  LsfWatcher watcher(simulation);
  std::string broken;
  try {
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      const RunState state = simulation.run_until(next, watcher);
      watcher.rest();
      if (state != RunState::until) break;
    }
  } catch (const std::exception& error) {
    broken = error.what();
  }
  watched.facts += watcher.watched().facts;
  watched.starts += watcher.watched().starts;
  watched.backfills += watcher.watched().backfills;
  watched.suspensions += watcher.watched().suspensions;
  watched.resumes += watcher.watched().resumes;
  watched.requeues += watcher.watched().requeues;
  return broken;
}

}  // namespace mcsim::testing
