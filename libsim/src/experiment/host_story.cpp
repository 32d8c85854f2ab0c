// One host: the jobs that it ran, its states, and why it refuses those that wait at the end.
#include <algorithm>
#include <map>

#include "experiment/place_stories.hpp"
#include "mcsim/io/place_status.hpp"
#include "mcsim/system/lsf_host_answers.hpp"

namespace mcsim {

HostStory::HostStory(const GridConfig& grid, ClusterId cluster, HostId host)
    : config_(grid.clusters[index_of(cluster)]), cluster_(cluster), host_(host) {
  const HostConfig& config = config_.hosts[index_of(host)];
  story_.subject = "host " + config.name + "@" + config_.name;
  std::string text =
      "MXJ " + std::to_string(config.mxj.count()) + ", ncpus " + std::to_string(config.ncpus);
  if (config.user_limit < no_limit) text += ", JL/U " + std::to_string(config.user_limit);
  story_.add(Time{}, "limits", std::move(text));
}

std::string HostStory::name_of(JobIndex job) const {
  return "job " + std::to_string(static_cast<std::int64_t>(config_.trace[job].id)) + "@" +
         config_.name;
}

void HostStory::on(ClusterId cluster, const JobStarted& fact) {
  if (cluster != cluster_) return;
  for (const HostSlots& part : fact.hosts) {
    if (part.host != host_) continue;
    here_[fact.job] = part.slots.count();
    story_.add(fact.at, "started",
               name_of(fact.job) + " started on " + std::to_string(part.slots.count()) +
                   (part.slots == Slots{1} ? " slot" : " slots"));
  }
}

void HostStory::leaves(JobIndex job, Time now, const std::string& how) {
  if (here_.erase(job) > 0) story_.add(now, "left", name_of(job) + " " + how);
}

void HostStory::on(ClusterId cluster, const JobEnded& fact) {
  if (cluster != cluster_) return;
  std::string how = "ended: " + std::string(mcsim::name_of(fact.status));
  if (fact.reason != EndReason::none) how += ", " + std::string(mcsim::name_of(fact.reason));
  leaves(fact.job, fact.at, how);
}

void HostStory::on(ClusterId cluster, const JobRequeued& fact) {
  if (cluster == cluster_) leaves(fact.job, fact.at, "was requeued");
}

void HostStory::on(ClusterId cluster, const JobSuspended& fact) {
  if (cluster != cluster_ || !here_.contains(fact.job)) return;
  story_.add(fact.at, "suspended",
             name_of(fact.job) + " was suspended (" + std::string(mcsim::name_of(fact.status)) +
                 (fact.preempted ? ", preempted)" : ")"));
}

void HostStory::on(ClusterId cluster, const JobResumed& fact) {
  if (cluster != cluster_ || !here_.contains(fact.job)) return;
  story_.add(fact.at, "resumed",
             name_of(fact.job) + (fact.status == JobStatus::run ? " goes on" : " waits to go on"));
}

void HostStory::before(const Simulation& simulation, Time now) {
  if (played_) look(simulation, looked_);
  looked_ = now;
  played_ = true;
}

/// Whether it is open; that it is full the jobs say.
void HostStory::look(const Simulation& simulation, Time now) {
  std::string status = host_status(simulation.clusters()[index_of(cluster_)], host_);
  if (status == "closed_Full") status = "ok";
  if (status == status_) return;
  // It stands before what it has brought about.
  const auto place = std::ranges::lower_bound(story_.lines, now, {}, &StoryLine::from);
  story_.lines.insert(place, {.from = now, .event = "status", .text = "status " + status});
  status_ = std::move(status);
}

std::string HostStory::refusals(const ClusterWorld& world, Time end) const {
  if (!world.lsf) return {};
  std::map<PendReason, std::uint64_t> jobs;
  const LsfHostAnswers answers(config_, *world.lsf, end);
  world.lsf->jobs.visit([&](JobSlotId id, const LsfJob& job) {
    if (job.stage == Stage::pending) ++jobs[answers.of(id, host_).reason];
  });
  jobs.erase(PendReason::none);
  std::string text;
  for (const auto& [reason, count] : jobs)
    text += (text.empty() ? "" : "; ") + std::string(text_of(reason)) + ": " +
            std::to_string(count) + (count == 1 ? " job" : " jobs");
  return text;
}

Story HostStory::finish(const Simulation& simulation, Time end) {
  look(simulation, looked_);
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  const std::string refused = refusals(world, end);
  if (!refused.empty()) story_.add(end, "refused", "what it says to pending jobs: " + refused);
  const HostCounts counts = host_counts(world, host_);
  story_.summary = "at " + time_text(end) + ": " + host_status(world, host_) + ", " +
                   std::to_string(counts.all()) + " of " + std::to_string(counts.max) +
                   " slots in use";
  return std::move(story_);
}

}  // namespace mcsim
