// The actions of users on one job, with or without effect.
#include "mcsim/app/explain/job_story.hpp"

namespace mcsim::app {

/// Finds the effects of bswitch, btop and bmod in the job, since no fact reports them.
void JobStory::look_at_actions(Time now) {
  if (slot_ == none<JobSlotId> || !world().lsf) return;
  const JobState& job = world().lsf->jobs[slot_];
  if (job.index != index_) return;
  if (job.queue != queue_) {
    close_stretch(now);
    story_.add(now, "switched", "switched to queue " + here().queues[index_of(job.queue)].name);
    queue_ = job.queue;
  }
  if (job.position < position_ && status_ == JobStatus::pend) {
    close_stretch(now);
    story_.add(now, "top", "put before all other pending jobs");
  }
  position_ = job.position;
  if (!is_at_home() || job.profile == profile_) return;  // other clusters have their own profiles
  close_stretch(now);
  profile_ = job.profile;
  story_.add(now, "modified", "bmod: it asks for " + request_text() + " from now on");
}

void JobStory::on(ClusterId cluster, const ActionIgnored& fact) {
  if (cluster != cluster_ || is_on_host(fact.action) || fact.job != described().id) return;
  story_.add(fact.at, "ignored",
             std::string(name_of(fact.action)) + " had no effect: " + why_ignored(fact));
}

std::string JobStory::why_ignored(const ActionIgnored& fact) const {
  switch (fact.why) {
    case NoEffect::not_there:
      return status_ == JobStatus::unsubmitted ? "the job has not come yet" : "the job is over";
    case NoEffect::unknown_host:
      return "it names a borrowed host that is unknown: no lease has it";
    case NoEffect::wrong_state:
      break;
  }
  if (!is_at_home()) return "the job is in " + here().name;
  if (fact.action == TimelineEntry::Kind::bswitch)
    return "the job is in that queue, or would be rejected there";
  return "the job is " + std::string(model::name_of(status_));
}

}  // namespace mcsim::app
