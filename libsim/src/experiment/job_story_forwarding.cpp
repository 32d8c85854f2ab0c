// One job on its way between clusters: where it was sent and by which numbers, and what came of it.
#include <utility>

#include "experiment/job_story.hpp"
#include "io/text_table.hpp"
#include "mcsim/io/reason_text.hpp"

namespace mcsim {
namespace {

/// The numbers that policies look at.
std::string numbers_of(const ForwardCandidate& queue) {
  if (queue.cold) return "no report yet, room " + std::to_string(queue.room);
  std::string text = "F " + std::to_string(queue.net_available()) + ", P " +
                     std::to_string(queue.net_preemptable()) + ", room " +
                     std::to_string(queue.room);
  if (!queue.accepts) text += ", does not accept it";
  if (!queue.satisfies) text += ", does not satisfy it";
  return text;
}

/// `high@C2 (F 4, P 8, room 50; 12 s old; really F 0, P 4, room 49)`.
std::string candidate_text(const SeenCandidate& candidate, const std::string& name, Time now) {
  std::string text = name + " (";
  if (candidate.made == never && !candidate.held.cold)
    text += "room " + std::to_string(candidate.held.room) +
            (candidate.held.accepts ? "" : ", does not accept it");
  else
    text += numbers_of(candidate.held);
  if (candidate.made != never) text += "; " + seconds_text(now - candidate.made) + " s old";
  const std::string really = numbers_of(candidate.really);
  return text + (candidate.made != never && really == numbers_of(candidate.held)
                     ? "; so it is)"
                     : "; really " + really + ")");
}

}  // namespace

void JobStory::be_in(ClusterId place, JobIndex index) {
  place_ = place;
  index_ = index;
  victims_.clear();
}

void JobStory::be_on_the_way(Time now, const std::string& text) {
  close_stretch(now);
  slot_ = none<JobSlotId>;
  open_stretch(now, text);
}

void JobStory::on(ClusterId cluster, const ForwardDecided& fact) {
  if (cluster != cluster_ || !is_at_home() || slot_ == none<JobSlotId>) return;
  if (world().lsf->jobs[slot_].forward_line != fact.line) return;
  if (!fact.answer) {
    not_forwarded_ = to_text(fact.answer.rule);
    return;
  }
  if (fact.job != job_) return;
  decision_.clear();
  for (const SeenCandidate& candidate : fact.candidates)
    decision_ +=
        (decision_.empty() ? "" : ", ") +
        candidate_text(candidate, names_.name(candidate.target.cluster, candidate.target.queue),
                       fact.at);
}

void JobStory::on(ClusterId cluster, const JobForwarded& fact) {
  if (!is_mine(cluster, fact.job)) return;
  be_on_the_way(fact.at, "on its way to " + names_.name(fact.to));
  not_forwarded_.clear();
  story_.add(fact.at, "forwarded",
             "forwarded to " + names_.name(fact.to, fact.queue) + ", " +
                 std::string(to_text(fact.rule)) + ": " + decision_);
}

void JobStory::on(ClusterId cluster, const ForwardRefused& fact) {
  if (fact.home != cluster_ || fact.job != job_) return;
  be_on_the_way(fact.at, "on its way back to " + config_.name);
  story_.add(fact.at, "refused",
             names_.name(cluster) + " refuses it (" + return_text(fact.reason) + ")");
}

void JobStory::on(ClusterId cluster, const GuestAccepted& fact) {
  names_.note(cluster, fact);
  if (fact.home != cluster_ || fact.job != job_) return;
  close_stretch(fact.at);
  be_in(cluster, fact.guest);
  find_slot();
  story_.add(fact.at, "accepted",
             "accepted by " + names_.name(cluster, fact.queue) + " as job " +
                 names_.name(cluster, fact.guest));
  open_stretch(fact.at, "no scheduling session of " + here().name + " has looked at it yet");
}

void JobStory::on(ClusterId cluster, const GuestStartFailed& fact) {
  if (!is_mine(cluster, fact.guest)) return;
  gives_up_ = !fact.again && !fact.in_preexec;
  story_.add(fact.at, "start_failed",
             std::string("its start fails, ") +
                 (fact.in_preexec ? "in the pre-execution command" : "in the initialization") +
                 " (failure " + std::to_string(fact.failures) + ")" +
                 (fact.again ? ": it is tried again" : ": it is not tried again"));
}

void JobStory::on(ClusterId cluster, const GuestReturned& fact) {
  if (!is_mine(cluster, fact.guest)) return;
  be_on_the_way(fact.at, "on its way back to " + config_.name);
  story_.add(fact.at, "sent_back",
             names_.name(cluster) + " sends it back (" + return_text(fact.reason) + ")");
  be_in(cluster_, job_);
}

void JobStory::on(ClusterId cluster, const JobReturned& fact) {
  if (cluster != cluster_ || fact.job != job_) return;
  close_stretch(fact.at);
  find_slot();
  story_.add(fact.at, "came_back",
             "back in queue " + config_.queues[index_of(queue_)].name + " of " + config_.name +
                 " (" + return_text(fact.reason) + ")");
  open_stretch(fact.at, "no scheduling session has looked at it yet");
}

void JobStory::on(ClusterId cluster, const ForwardHeard& fact) {
  if (cluster != cluster_ || fact.job != job_) return;
  story_.add(fact.at, "heard", config_.name + " hears: " + std::string(name_of(fact.status)));
}

}  // namespace mcsim
