// The waiting lines of send queues, as forwarding looks at them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/job_profile.hpp"
#include "mcsim/scheduler/job_line.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

/// Jobs that are alike to every forwarding policy: where one cannot go, the others cannot either.
struct ForwardLine {
  QueueId queue{};
  Slots slots;
  ProfileId profile{};
  NameId user = none<NameId>;  ///< none: it does not matter
  std::uint32_t group = 0;
  std::uint32_t place = 0;  ///< among the lines of that group
  JobLine jobs{};
  bool waits = false;  ///< closed: the policy has found nothing, and nothing has changed since
  /// Likewise, but each by itself, where the policy looks at each job.
  std::vector<JobLine::Entry> aside{};

  bool found_nothing() const { return waits || !aside.empty(); }
};

/// The waiting lines, by queue group. A job that leaves its line otherwise than by take() stays in
/// it as a dead entry, which is dropped when it comes to the front.
class ForwardLines {
 public:
  using LineId = std::uint32_t;
  static constexpr LineId no_line = static_cast<LineId>(-1);

  /// Forgets all jobs; there are `groups` queue groups now.
  void clear(std::size_t groups) { *this = ForwardLines(groups); }
  explicit ForwardLines(std::size_t groups = 0) : of_group_(groups) {}

  LineId line_for(QueueId queue, std::uint32_t group, Slots slots, ProfileId profile, NameId user) {
    const auto [known, is_new] = known_.try_emplace({queue, slots.count(), profile, user},
                                                    static_cast<LineId>(lines_.size()));
    if (is_new) {
      OfGroup& there = of_group_[group];
      ForwardLine line{.queue = queue, .slots = slots, .profile = profile, .user = user};
      line.group = group;
      line.place = static_cast<std::uint32_t>(there.lines.size());
      there.lines.push_back(known->second);
      lines_.push_back(std::move(line));
    }
    return known->second;
  }
  void add(LineId id, std::int64_t key, JobSlotId job) {
    ForwardLine& line = lines_[id];
    line.jobs.add(key, job);
    if (line.waits) return;
    MinTree& heads = of_group_[line.group].heads;
    if (line.place >= heads.capacity() || key < heads.at(line.place))
      heads.set_grown(line.place, key);
  }

  /// The first line of a group that is not closed; no_line: there is none.
  template <class IsLive>
  LineId first(std::uint32_t group, IsLive&& is_live) {
    OfGroup& there = of_group_[group];
    while (true) {
      const std::size_t place = there.heads.first_least();
      if (place == MinTree::nowhere) return no_line;
      const LineId id = there.lines[place];
      const auto* head =
          lines_[id].jobs.first([&](const JobLine::Entry& entry) { return is_live(id, entry); });
      const std::int64_t key = head == nullptr ? MinTree::nothing : head->key;
      if (key == there.heads.at(place)) return id;
      there.heads.set(place, key);
    }
  }
  /// Calls visit(line) for each line of a group that is not closed; its jobs may have left.
  template <class Visit>
  void visit_open(std::uint32_t group, Visit&& visit) const {
    for (const LineId id : of_group_[group].lines)
      if (key_of(id) != MinTree::nothing) visit(id);
  }
  /// Of its first job; nothing: it is closed, or no job is left. The job may have left.
  std::int64_t key_of(LineId id) const {
    const MinTree& heads = of_group_[lines_[id].group].heads;
    const std::uint32_t place = lines_[id].place;
    return place < heads.capacity() ? heads.at(place) : MinTree::nothing;
  }
  /// Drops first jobs of a line that have left. Returns whether its key is as it was.
  template <class IsLive>
  bool settle(LineId id, IsLive&& is_live) {
    ForwardLine& line = lines_[id];
    const std::int64_t before = key_of(id);
    const auto* head =
        line.jobs.first([&](const JobLine::Entry& entry) { return is_live(id, entry); });
    const std::int64_t key = head == nullptr ? MinTree::nothing : head->key;
    if (key != before) of_group_[line.group].heads.set(line.place, key);
    return key == before;
  }
  /// Whether some group has such a line.
  template <class IsLive>
  bool any_first(IsLive&& is_live) {
    for (std::uint32_t group = 0; group < of_group_.size(); ++group)
      if (first(group, is_live) != no_line) return true;
    return false;
  }
  /// Its first job, which first() has seen to be there.
  JobSlotId job_of(LineId id) {
    return lines_[id].jobs.first([](const JobLine::Entry&) { return true; })->job;
  }
  /// Its first job leaves it.
  template <class IsLive>
  void take(LineId id, IsLive&& is_live) {
    ForwardLine& line = lines_[id];
    line.jobs.drop_first();
    const auto* head =
        line.jobs.first([&](const JobLine::Entry& entry) { return is_live(id, entry); });
    of_group_[line.group].heads.set(line.place, head == nullptr ? MinTree::nothing : head->key);
  }
  /// No job of the line is looked at before reopen().
  void close(LineId id) {
    ForwardLine& line = lines_[id];
    line.waits = true;
    of_group_[line.group].heads.set(line.place, MinTree::nothing);
    waiting_.push_back(id);
  }
  /// Its first job is not looked at before reopen(); the others are.
  template <class IsLive>
  void set_aside(LineId id, IsLive&& is_live) {
    ForwardLine& line = lines_[id];
    if (line.aside.empty()) waiting_.push_back(id);
    line.aside.push_back(*line.jobs.first([](const JobLine::Entry&) { return true; }));
    take(id, is_live);
  }
  /// Something has changed that policies look at.
  template <class IsLive>
  void reopen(IsLive&& is_live) {
    for (const LineId id : std::exchange(waiting_, {})) {
      ForwardLine& line = lines_[id];
      line.waits = false;
      for (const JobLine::Entry& entry : std::exchange(line.aside, {}))
        line.jobs.add(entry.key, entry.job);
      const auto* head =
          line.jobs.first([&](const JobLine::Entry& entry) { return is_live(id, entry); });
      of_group_[line.group].heads.set(line.place, head == nullptr ? MinTree::nothing : head->key);
    }
  }

  const ForwardLine& operator[](LineId id) const { return lines_[id]; }
  std::size_t groups() const { return of_group_.size(); }
  /// Whether some lines are closed, even if no job is left in them.
  bool any_closed() const { return !waiting_.empty(); }
  /// Whether a job waits in a closed line, in a queue that `may_forward(queue)`.
  template <class MayForward, class IsLive>
  bool any_wait(MayForward&& may_forward, IsLive&& is_live) {
    return std::ranges::any_of(waiting_, [&](LineId id) {
      const auto live = [&](const JobLine::Entry& entry) { return is_live(id, entry); };
      return may_forward(lines_[id].queue) && (lines_[id].jobs.first(live) != nullptr ||
                                               std::ranges::any_of(lines_[id].aside, live));
    });
  }

 private:
  struct OfGroup {
    MinTree heads;  ///< by place: the key of the first job, unless the line waits
    std::vector<LineId> lines;
  };

  std::vector<ForwardLine> lines_;
  std::map<std::tuple<QueueId, std::int32_t, ProfileId, NameId>, LineId> known_;
  std::vector<OfGroup> of_group_;
  std::vector<LineId> waiting_;
};

}  // namespace mcsim::scheduler
