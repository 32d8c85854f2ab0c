// Turns facts into changes of standings.
#include "mcsim/results/job_standings.hpp"

#include <utility>

namespace mcsim::results {

JobStandings::JobStandings(const GridConfig& grid) : grid_(grid), names_(grid) {
  for (const ClusterConfig& cluster : grid.clusters) jobs_.emplace_back(cluster.trace.size());
}

void JobStandings::turn(const HomeJob& job, const JobStanding& after, Time at) {
  const JobStanding before = std::exchange(state_of(job).now, after);
  if (before != after) turned(job, before, after, at);
}

/// It stays in its cluster and queue.
void JobStandings::turn(const HomeJob& job, JobDoes does, Slots slots, Time at) {
  JobStanding after = standing_of(job);
  after.does = does;
  after.slots = slots;
  turn(job, after, at);
}

void JobStandings::go_home(const HomeJob& job, JobDoes does, Time at) {
  const QueueId queue = names_.named(job.home, job.job).queue;
  turn(job, {job.home, queue, does, state_of(job).asked}, at);
}

void JobStandings::on(ClusterId cluster, const JobSubmitted& fact) {
  const HomeJob job = named(cluster, fact.job);
  state_of(job).asked = fact.slots;
  go_home(job, JobDoes::waits, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobStarted& fact) {
  turn(named(cluster, fact.job), JobDoes::runs, fact.slots, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobSuspended& fact) {
  const HomeJob job = named(cluster, fact.job);
  if (fact.status != JobStatus::psusp)
    turn(job, JobDoes::is_suspended, standing_of(job).slots, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobResumed& fact) {
  if (fact.status == JobStatus::run)
    turn(named(cluster, fact.job), JobDoes::runs, fact.slots, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobRequeued& fact) {
  const HomeJob job = named(cluster, fact.job);
  turn(job, JobDoes::waits, state_of(job).asked, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobEnded& fact) {
  turn(named(cluster, fact.job), JobDoes::nothing, Slots{}, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobSwitched& fact) {
  names_.move(cluster, fact);
  const HomeJob job = named(cluster, fact.job);
  JobStanding after = standing_of(job);
  after.queue = fact.queue;
  turn(job, after, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobForwarded& fact) {
  go_home(named(cluster, fact.job), JobDoes::is_on_way, fact.at);
}

void JobStandings::on(ClusterId cluster, const GuestAccepted& fact) {
  names_.accept(cluster, fact);
  turn(named(cluster, fact.guest), {cluster, fact.queue, JobDoes::waits, fact.slots}, fact.at);
}

void JobStandings::on(ClusterId cluster, const GuestReturned& fact) {
  go_home(named(cluster, fact.guest), JobDoes::is_on_way, fact.at);
}

void JobStandings::on(ClusterId cluster, const JobReturned& fact) {
  go_home(named(cluster, fact.job), JobDoes::waits, fact.at);
}

}  // namespace mcsim::results
