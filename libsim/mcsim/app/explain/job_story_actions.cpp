// The actions of users on one job, with or without effect.
#include "mcsim/app/explain/job_story.hpp"

namespace mcsim::app {

/// Finds the effects of bswitch, btop, bbot and bmod in the job, since no fact reports them.
void JobStory::look_at_actions(Time now) {
  if (slot_ == none<JobSlotId> || !world().lsf) return;
  const JobState& job = world().lsf->jobs[slot_];
  if (job.index != index_) return;
  look_at_wishes(job, now);
  if (job.position != position_ && status_ == JobStatus::pend) {
    close_stretch(now);
    story_.add(now, job.position < position_ ? "top" : "bottom", moved_text(job));
  }
  position_ = job.position;
}

/// Those of bswitch and bmod.
void JobStory::look_at_wishes(const JobState& job, Time now) {
  if (job.queue != queue_) {
    close_stretch(now);
    story_.add(now, "switched", "switched to queue " + here().queues[index_of(job.queue)].name);
    queue_ = job.queue;
  }
  if (!is_at_home()) return;  // other clusters have their own profiles
  if (const Time begin = world().begin_of(index_); begin != begin_) {
    close_stretch(now);
    begin_ = begin;
    const std::string text = begin_text(begin);
    story_.add(now, "modified",
               "bmod: " + (text.empty() ? "it has no begin time any more" : text.substr(2)));
  }
  if (job.profile == profile_) return;
  close_stretch(now);
  profile_ = job.profile;
  story_.add(now, "modified", "bmod: it asks for " + request_text() + " from now on");
}

/// bsub -b; empty: it may start at once.
std::string JobStory::begin_text(Time begin) const {
  if (begin == Time{} || begin <= described().submit) return "";
  return begin == never ? "; never to begin"
                        : "; not to begin before " + story_.calendar.instant(begin);
}

/// Where btop, bbot or a requeue, of this job or of others, have put it.
std::string JobStory::moved_text(const JobState& job) const {
  bool is_first = true;
  bool is_last = true;
  world().lsf->jobs.visit([&](JobSlotId, const JobState& other) {
    if (other.is_started() || other.stage == Stage::away) return;
    is_first = is_first && job.position <= other.position;
    is_last = is_last && job.position >= other.position;
  });
  if (job.position < position_)
    return is_first ? "put before all other pending jobs" : "moved up among the pending jobs";
  return is_last ? "put behind all other pending jobs" : "moved down among the pending jobs";
}

void JobStory::on(ClusterId cluster, const ActionIgnored& fact) {
  const bool is_guests = fact.why == NoEffect::of_policy;
  const GuestAccepted* const guest =
      is_guests && cluster == place_ ? names_.guest(place_, index_) : nullptr;
  const bool is_mine =
      is_guests ? guest != nullptr && guest->id == fact.job
                : cluster == cluster_ && fact.job == described().id && is_of_element(fact);
  if (is_on_host(fact.action) || !is_mine) return;
  story_.add(fact.at, "ignored",
             std::string(name_of(fact.action)) + " had no effect: " + why_ignored(fact));
}

/// An action on elements that are named one by one is about these alone.
bool JobStory::is_of_element(const ActionIgnored& fact) const {
  return fact.element == 0 || fact.element == config_.arrays.element(job_);
}

std::string JobStory::why_ignored(const ActionIgnored& fact) const {
  switch (fact.why) {
    case NoEffect::not_there:
      return status_ == JobStatus::unsubmitted ? "the job has not come yet" : "the job is over";
    case NoEffect::unknown_host:
      return "it names a borrowed host that is unknown: no lease has it";
    case NoEffect::unknown_parent:
      return "its condition names a job that mbatchd does not know";
    case NoEffect::queue_limit:
      return "a limit of that queue has no room for the job, which has started";
    case NoEffect::queue_hosts:
      return "that queue does not have all hosts of the job, which has started";
    case NoEffect::of_policy:
      return "dispatch " + here().model.dispatch + " of " + here().name + " takes bkill only";
    case NoEffect::wrong_state:
      break;
  }
  if (!is_at_home()) return "the job is in " + here().name;
  if (fact.action == TimelineEntry::Kind::bswitch)
    return "the job is in that queue, or would be rejected there";
  return "the job is " + std::string(model::name_of(status_));
}

}  // namespace mcsim::app
