// The story of a job while it is suspended, and who suspends it.
#include <cstdint>
#include <utility>

#include "experiment/job_story.hpp"
#include "io/text_table.hpp"

namespace mcsim {

/// Those who were preempted for the start that is told now; empty: nobody was.
std::string JobStory::taken_victims() {
  std::string text;
  for (const JobIndex victim : std::exchange(victims_, {}))
    text += (text.empty() ? "; preempting " : " ") + names_.name(place_, victim);
  return text;
}

void JobStory::on(ClusterId cluster, const LoadStopped& fact) {
  if (!is_mine(cluster, fact.job)) return;
  const ClusterSettings& settings = world().lsf->settings;
  const auto text = [](double number) {
    return rounded_text(static_cast<std::int64_t>(number * 100 + 0.5), 100, 2);
  };
  load_ = settings.resources[index_of(fact.index)].name + " of " +
          settings.hosts[index_of(fact.host)].name + " is " + text(fact.load) +
          ", loadStop of the " + (fact.of_queue ? "queue " : "host ") + text(fact.stop);
}

void JobStory::on(ClusterId cluster, const JobSuspended& fact) {
  const bool is_preempted = fact.reason == SuspendReason::preempted;
  if (cluster == place_ && is_preempted) victims_.push_back(fact.job);
  if (!is_mine(cluster, fact.job)) return;
  const bool waited = status_ == JobStatus::pend;
  become(fact.status, fact.at);
  if (fact.reason != SuspendReason::load) load_.clear();
  if (is_preempted) preempted_ = story_.lines.size();
  story_.add(fact.at, "suspended", suspension_text(fact, waited));
}

std::string JobStory::suspension_text(const JobSuspended& fact, bool waited) {
  switch (fact.reason) {
    case SuspendReason::preempted:
      return "suspended (SSUSP): preempted";
    case SuspendReason::window:
      return "suspended (SSUSP): the run window of its queue closed";
    case SuspendReason::load:
      return "suspended (SSUSP): " + load_;
    case SuspendReason::asked:
      break;
  }
  if (!waited) return "suspended (USUSP): bstop";
  const std::string limit = std::exchange(gives_up_, "");
  return "suspended while pending (PSUSP): " +
         (limit.empty() ? "bstop" : "its start failed too often (" + limit + ")");
}

void JobStory::on(ClusterId cluster, const JobResumed& fact) {
  if (!is_mine(cluster, fact.job)) return;
  become(fact.status, fact.at);
  story_.add(fact.at, "resumed",
             fact.status == JobStatus::run    ? std::exchange(load_, {}).empty()
                                                    ? "resumed: its slots are free again"
                                                    : "resumed: load allows it"
             : fact.status == JobStatus::pend ? "bresume: it is pending again"
                                              : "bresume: it waits to go on (SSUSP)");
}

}  // namespace mcsim
