// The story of a parallel job while PAM launches it, and of what PAM does at its end.
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/pam/launch_play.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {

/// "on a017 and 2 other hosts".
std::string JobStory::on_troubled_hosts(const LaunchCounts& counts) const {
  if (counts.trouble == none<HostId>) return "";
  std::string text = " on " + here().hosts[index_of(counts.trouble)].name;
  if (counts.trouble_hosts > 1) text += " and " + counted(counts.trouble_hosts - 1, "other host");
  return text;
}

/// What PAM sees and does when a launched job leaves its hosts; empty: nothing went wrong.
std::string JobStory::launch_end_text(const LaunchReport& report) const {
  const LaunchCounts& counts = report.counts;
  const Unheard::Kind gone = this->gone();
  const std::string of_tasks = " of " + counted(counts.tasks, "task");
  const std::string hosts = on_troubled_hosts(counts);
  const std::string killed = counted(counts.reached, "task") + " killed";
  const std::uint32_t missing = counts.tasks - counts.statuses;
  if (!report.exits && gone == Unheard::Kind::ended)
    return "PAM had exited before: there is nobody left to kill";
  if (report.pam_is_lost || (!report.exits && gone == Unheard::Kind::lost))
    return "PAM is lost with its host: nobody forwards a kill to the " +
           std::to_string(counts.registered) + of_tasks + " that had started";
  switch (report.outcome) {
    case LaunchOutcome::pjl_not_started:
      return "the PJL could not be started, and no task was";
    case LaunchOutcome::timed_out:
      return std::to_string(counts.tasks - counts.registered - counts.failed) + of_tasks + hosts +
             " never registered within " + length_text(report.timeout) + "; PJL killed, " + killed;
    case LaunchOutcome::tasks_not_started:
      return std::to_string(counts.failed) + of_tasks + hosts +
             " could not be started; PJL killed, " + killed;
    case LaunchOutcome::pjl_exited:
      return "the PJL exited with " + std::to_string(report.exit_code) + " when " +
             std::to_string(counts.registered) + of_tasks + " had registered; " + killed;
    case LaunchOutcome::interrupted:
      return "PAM forwards the kill to the PJL and to the " + std::to_string(counts.reached) +
             of_tasks + " that had started";
    default:
      break;
  }
  const std::string lost =
      counts.lost == 0 ? "" : ", " + counted(counts.lost, "task") + " lost" + hosts;
  if (!report.exits)
    return "PAM forwards the kill to the PJL and to " + std::to_string(counts.reached) + of_tasks +
           lost;
  if (report.pjl_hung)
    return "the PJL did not exit within " + length_text(report.timeout) +
           " of the last exit status; PAM kills it";
  if (report.pjl_was_early)
    return "the PJL exited with " + std::to_string(report.exit_code) + " before its tasks" + lost +
           "; RES signals " + counted(counts.reached, "task");
  if (missing == 0) return "";
  return "the PJL exited; the exit statuses of " + std::to_string(missing) + of_tasks + hosts +
         " never came";
}

/// How far the launch has got; empty: there is no launch, or the job runs.
std::string JobStory::launch_text(Time now) const {
  if (slot_ == none<JobSlotId> || !world().lsf) return "";
  const SchedulerState& state = *world().lsf;
  const JobState& job = state.jobs[slot_];
  if (job.record.launch == none<LaunchId>) return "";
  const Launch& launch = (*state.launches)[job.record.launch].launch;
  if (launch.launch) return "";
  std::vector<HostSlots> hosts;
  state.jobs.visit_hosts(slot_, [&](HostSlots part) { hosts.push_back(part); });
  const LaunchProfile& profile = here().launch.profiles[launch.profile];
  const Duration clock = job.ran + (job.stage == Stage::running ? now - job.since : Duration{});
  const LaunchCounts counts =
      LaunchPlay(profile, state.launches->draws(), launch, hosts).at(clock + 1ms);
  return std::to_string(counts.registered) + " of " + counted(counts.tasks, "task") +
         " have registered so far";
}

void JobStory::on(ClusterId cluster, const LaunchBegins& fact) {
  if (!is_mine(cluster, fact.job)) return;
  story_.add(fact.at, "launching",
             "PAM starts the PJL (" + here().launch.profiles[fact.profile].name + ") for " +
                 counted(fact.slots.count(), "task"));
}

void JobStory::on(ClusterId cluster, const LaunchRuns& fact) {
  if (!is_mine(cluster, fact.job)) return;
  become(JobStatus::run, fact.at);
  story_.add(fact.at, "launched",
             "all tasks have started, " + length_text(fact.launch) + " after the dispatch");
}

void JobStory::on(ClusterId cluster, const LaunchSignalled& fact) {
  if (!is_mine(cluster, fact.job)) return;
  const bool stops = fact.signal == LaunchSignal::stop;
  const std::string verb = stops ? "stops" : "resumes";
  if (const Unheard::Kind gone = this->gone(); gone != Unheard::Kind::no) {
    story_.add(
        fact.at, "signalled",
        std::string(gone == Unheard::Kind::ended ? "PAM has exited" : "PAM is lost with its host") +
            ": nobody " + verb + " the tasks");
    return;
  }
  story_.add(fact.at, "signalled",
             "PAM " + verb + " the PJL and " + std::to_string(fact.counts.reached) + " of " +
                 counted(fact.counts.tasks, "task") +
                 (fact.counts.reached < fact.counts.tasks ? ": those that it knows" : ""));
}

void JobStory::on(ClusterId cluster, const LaunchLosesHost& fact) {
  if (!is_mine(cluster, fact.job)) return;
  const Unheard::Kind gone = this->gone();
  story_.add(fact.at, "lost",
             here().hosts[index_of(fact.host)].name + " went down: " +
                 (gone == Unheard::Kind::ended  ? "PAM had exited before"
                  : gone == Unheard::Kind::lost ? "PAM was lost before, with its own host"
                                                : "PAM hears no more of the tasks there, and goes "
                                                  "on"));
}

void JobStory::on(ClusterId cluster, const LaunchEnds& fact) {
  if (!is_mine(cluster, fact.job)) return;
  become(status_, fact.at);
  const std::string text = launch_end_text(fact.report);
  if (!text.empty()) story_.add(fact.at, "launch", text);
}

}  // namespace mcsim::app
