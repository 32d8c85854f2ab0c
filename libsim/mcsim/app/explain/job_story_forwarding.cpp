// One job between clusters: where it was sent, by which numbers, and what became of it there.
#include <utility>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/cluster/forward_setting.hpp"
#include "mcsim/policy/dyn_cluster_weighting.hpp"
#include "mcsim/policy/forward_settings.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/reason_text.hpp"

namespace mcsim::app {
namespace {

/// The numbers of receive queues that one setting uses, in words.
class SeenNumbers {
 public:
  explicit SeenNumbers(std::string_view setting) : setting_(setting) {}

  /// The numbers that the submission cluster holds: `F 4, P 8, room 50`.
  std::string held(const SeenCandidate& candidate) const {
    return of(candidate.held, candidate.known, candidate.bar);
  }
  /// Also their age, and the true numbers: `F 4, P 8, room 50; 12 s old; really F 0, P 4, room 49`.
  std::string held_and_true(const SeenCandidate& candidate, Time now) const {
    std::string text = held(candidate);
    if (candidate.made != never) text += "; " + seconds_text(now - candidate.made) + " s old";
    const ForwardKnowledge all =
        reads_hosts(setting_) ? ForwardKnowledge::hosts : ForwardKnowledge::counters;
    const std::string really = of(candidate.really, all, candidate.real_bar);
    const bool is_true =
        candidate.made != never && really == of(candidate.held, all, candidate.bar);
    return text + (is_true ? "; so it is" : "; really " + really);
  }

 private:
  std::string of(const ForwardCandidate& queue, ForwardKnowledge known, ForwardBar bar) const {
    std::string text;
    const auto add = [&](const char* name, std::int64_t value) {
      text += std::string(name) + " " + std::to_string(value) + ", ";
    };
    if (queue.cold)
      text = "no report in this connection, ";
    else if (known != ForwardKnowledge::room)
      add_counters(queue, add);
    if (setting_ == DynClusterWeighting::name) add("preference", queue.preference);
    if (queue.room < no_limit)
      add("room", queue.room);
    else
      text += "room infinit, ";
    text.resize(text.size() - 2);
    if (!queue.accepts) text += std::string(", ") + why_not(bar);
    if (!queue.satisfies) text += ", does not satisfy it";
    return text;
  }
  static const char* why_not(ForwardBar bar) {
    switch (bar) {
      case ForwardBar::none:
        break;
      case ForwardBar::link:
        return "the link is down";
      case ForwardBar::cluster:
        return "takes no jobs of this cluster";
      case ForwardBar::user:
        return "not for its user";
      case ForwardBar::queue:
        return "closed or inactive";
    }
    return "does not accept it";
  }
  template <class Add>
  void add_counters(const ForwardCandidate& queue, Add&& add) const {
    if (setting_ == RemoteResource::name) return add("available", queue.available.count());
    if (setting_ == DynClusterWeighting::name) {
      add("F", queue.net_available());
      add("pending", queue.pending.count());
      return add("total", queue.total.count());
    }
    if (names("HIGH_QUEUE_PRIORITY")) add("PRIORITY", queue.priority);
    if (names("PREEMPTABLE_QUEUE_PRIORITY") && queue.lowest_preemptable != queue.nothing)
      add("lowest", queue.lowest_preemptable);
    add("F", queue.net_available());
    add("P", queue.net_preemptable());
  }
  bool names(std::string_view keyword) const { return setting_.find(keyword) != setting_.npos; }

  std::string_view setting_;
};

}  // namespace

void JobStory::be_in(ClusterId place, JobIndex index) {
  place_ = place;
  index_ = index;
  victims_.clear();
}

void JobStory::be_on_the_way(Time now, const std::string& text) {
  become(JobStatus::pend, now);  // it may have been suspended before it started
  slot_ = none<JobSlotId>;
  open_stretch(now, text);
}

std::string JobStory::candidates_of(const ForwardDecided& fact, bool with_truth) const {
  const SeenNumbers numbers(fact.setting);
  std::string text;
  for (const SeenCandidate& candidate : fact.candidates)
    text += (text.empty() ? "" : ", ") +
            names_.name(candidate.target.cluster, candidate.target.queue) + " (" +
            (with_truth ? numbers.held_and_true(candidate, fact.at) : numbers.held(candidate)) +
            ")";
  return text;
}

void JobStory::on(ClusterId cluster, const ForwardDecided& fact) {
  if (cluster != cluster_ || !is_at_home() || slot_ == none<JobSlotId>) return;
  if (world().lsf->jobs[slot_].forward_line != fact.line) return;
  if (!fact.answer) {
    not_forwarded_ = std::string(to_text(fact.answer.rule)) + ": " + candidates_of(fact, false);
    not_forwarded_line_ = DecisionLog::line_of(grid_, cluster, fact);
  } else if (fact.job == job_) {
    decision_ = candidates_of(fact, true);
    decision_line_ = DecisionLog::line_of(grid_, cluster, fact);
  }
}

void JobStory::on(ClusterId cluster, const JobForwarded& fact) {
  if (!is_mine(cluster, fact.job)) return;
  look_at_wishes(world().lsf->jobs[slot_], fact.at);
  const JobSlotId slot = slot_;
  be_on_the_way(fact.at, "on its way to " + names_.name(fact.to));
  not_forwarded_.clear();
  tell_forward_shares(slot, fact.at);
  const std::string to = names_.name(fact.to, fact.queue);
  story_
      .add(fact.at, "forwarded",
           "forwarded to " + to + ", " + std::string(to_text(fact.rule)) + ": " + decision_)
      .data = {json_member("to", json_text(to)), as_data(decision_line_)};
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

void JobStory::on(ClusterId cluster, const StartFailed& fact) {
  note_touched(cluster);
  if (cluster != place_) return;
  if (preempted_) {
    story_.lines[*preempted_].text +=
        " by job " + names_.name(place_, fact.job) + ", whose start fails";
    preempted_.reset();
  }
  const std::string victims = taken_victims();
  if (!is_mine(cluster, fact.job)) return;
  const bool is_sent_back = fact.in_preexec && place_ != cluster_;
  if (!fact.again && !is_sent_back)
    gives_up_ = fact.in_preexec ? "LOCAL_MAX_PREEXEC_RETRY" : "LSB_MC_INITFAIL_RETRY";
  story_.add(fact.at, "start_failed",
             std::string("its start fails, ") +
                 (fact.in_preexec ? "in the pre-execution command" : "in the initialization") +
                 " (failure " + std::to_string(fact.failures) + ")" +
                 (fact.again ? ": it is tried again" : ": it is not tried again") + victims);
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

}  // namespace mcsim::app
