// The jobs that a submission cluster has forwarded to one execution cluster, and which of them the
// last report from there does not count yet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/forwarding/mail.hpp"

namespace mcsim::forwarding {

/// Forwards are numbered from 1, and so are accepted jobs that come back. Whatever message is late
/// or lost, each open forward counts once: in the report that covers it, or here; and a job that
/// has come back does not count any more, though a report may. Source: docs/rules/forwarding.md,
/// section 2; docs/rules/lsf.md, 2.3.
class ForwardLedger {
 public:
  struct Entry {
    JobSlotId job = none<JobSlotId>;  ///< none: it is closed
    QueueId queue{};                  ///< of the execution cluster
    Slots slots;
    JobStatus heard = JobStatus::pend;  ///< as far as messages have told
    bool pends = true;                  ///< it has not started, as far as messages have told
    bool is_covered = false;            ///< by a report
    bool is_killed = false;             ///< by bkill, as far as the submission cluster is concerned
    bool is_stopped = false;            ///< by bstop, likewise
    bool is_heard = false;              ///< some message about it has come
    Time sent{};
    Time started = never;  ///< when its last start was heard of
  };
  /// What was heard of the forwards to a queue, open or not.
  struct Past {
    std::int64_t starts = 0;
    std::int64_t ends = 0;  ///< of jobs that had started
    Int128 waits_ms = 0;    ///< from sending to hearing of the start
    Int128 runs_ms = 0;     ///< from hearing of the start to hearing of the end
  };
  /// Forwards to a queue.
  struct Sum {
    std::int64_t slots = 0;  ///< of all
    std::int64_t pending_slots = 0;
    std::int32_t pending_jobs = 0;
  };

  ForwardId add(JobSlotId job, QueueId queue, Slots slots, Time now = {}) {
    entries_.push_back({.job = job, .queue = queue, .slots = slots, .sent = now});
    count(entries_.back(), 1);
    return id_at(entries_.size() - 1);
  }
  /// An open forward.
  const Entry& operator[](ForwardId id) const { return entries_[place_of(id)]; }
  /// Some open forward of a job; it must have one. In time that grows with the open forwards.
  ForwardId of(JobSlotId job) const {
    const auto found = std::ranges::find(entries_, job, &Entry::job);
    MCSIM_CHECK(found != entries_.end(), "a job is not forwarded to where it should be");
    return id_at(static_cast<std::size_t>(found - entries_.begin()));
  }
  bool is_open(ForwardId id) const {
    const std::size_t number = index_of(id);
    return number > closed_ && number <= closed_ + entries_.size() &&
           entries_[number - closed_ - 1].job != none<JobSlotId>;
  }
  void hear(ForwardId id, JobStatus status) {
    Entry& entry = entries_[place_of(id)];
    entry.heard = status;
    if (entry.is_heard) return;
    count(entry, -1);
    entry.is_heard = true;
    count(entry, 1);
  }
  /// Of a job that pended, as far as was known.
  void note_start(ForwardId id, Time now) {
    Entry& entry = entries_[place_of(id)];
    entry.started = now;
    Past& past = of_queue_[index_of(entry.queue)].past;
    ++past.starts;
    past.waits_ms += (now - entry.sent).count();
  }
  void note_end(ForwardId id, Time now) {
    const Entry& entry = entries_[place_of(id)];
    if (entry.started == never) return;
    Past& past = of_queue_[index_of(entry.queue)].past;
    ++past.ends;
    past.runs_ms += (now - entry.started).count();
  }
  /// It started, or pends again.
  void set_pending(ForwardId id, bool pends) {
    Entry& entry = entries_[place_of(id)];
    count(entry, -1);
    entry.pends = pends;
    count(entry, 1);
  }
  void note_action(ForwardId id, RemoteAction action) {
    Entry& entry = entries_[place_of(id)];
    if (action == RemoteAction::kill) entry.is_killed = true;
    if (action == RemoteAction::stop) entry.is_stopped = true;
    if (action == RemoteAction::resume) entry.is_stopped = false;
  }
  /// It had been accepted, and came back.
  void come_back(ForwardId id, ReturnId number) {
    const Entry& entry = entries_[place_of(id)];
    if (index_of(number) > gone_) {  // else a report that was faster has said so
      returned_.push_back({number, id, entry.queue, entry.slots, entry.is_covered});
      count(returned_.back(), 1);
    }
    close(id);
  }
  /// It was refused, or has ended.
  void close(ForwardId id) {
    Entry& entry = entries_[place_of(id)];
    count(entry, -1);
    entry.job = none<JobSlotId>;
    while (!entries_.empty() && entries_.front().job == none<JobSlotId>) {
      entries_.pop_front();
      ++closed_;
    }
    covered_ = std::max(covered_, closed_);
  }
  /// A report has arrived that counts all forwards up to this one, and none of those that had come
  /// back up to `gone`; none: of no job that is not there. Returns whether it says so of any for
  /// the first time.
  bool cover(ForwardId last, ReturnId gone) {
    bool any = covered_ < index_of(last);
    for (; covered_ < index_of(last); ++covered_) {
      Entry& entry = entries_[covered_ - closed_];
      count(entry, -1);
      entry.is_covered = true;
      count(entry, 1);
    }
    for (Returned& one : returned_) {
      if (one.is_covered || index_of(one.forward) > index_of(last)) continue;
      one.is_covered = true;
      count(one, 1);
    }
    if (gone != none<ReturnId>) gone_ = std::max(gone_, index_of(gone));
    while (!returned_.empty() && index_of(returned_.front().number) <= index_of(gone)) {
      any = any || returned_.front().is_covered;
      count(returned_.front(), -1);
      returned_.pop_front();
    }
    return any;
  }

  /// Whether some forward, open or not, was never covered, or some return.
  bool any_uncovered() const { return covered_ < index_of(last()) || !returned_.empty(); }
  /// What the last report does not count, less what it counts and has come back since.
  Sum uncovered(QueueId queue) const {
    return index_of(queue) < of_queue_.size() ? of_queue_[index_of(queue)].uncovered : Sum{};
  }
  /// Jobs that have not started, as far as messages have told, whether a report counts them or not;
  /// and their slots.
  Sum unstarted(QueueId queue) const {
    return index_of(queue) < of_queue_.size() ? of_queue_[index_of(queue)].unstarted : Sum{};
  }
  /// Of these, the jobs of which nothing has been heard.
  Sum unheard(QueueId queue) const {
    return index_of(queue) < of_queue_.size() ? of_queue_[index_of(queue)].unheard : Sum{};
  }
  Past past(QueueId queue) const {
    return index_of(queue) < of_queue_.size() ? of_queue_[index_of(queue)].past : Past{};
  }
  /// Calls visitor(entry) for each open forward, in their order.
  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (const Entry& entry : entries_)
      if (entry.job != none<JobSlotId>) visitor(entry);
  }
  /// Open forwards to a queue after this one. In time that grows with their number.
  Sum after(ForwardId last, QueueId queue) const {
    Sum sum;
    for (std::size_t at = std::max(index_of(last), closed_) - closed_; at < entries_.size(); ++at)
      if (entries_[at].job != none<JobSlotId> && entries_[at].queue == queue)
        add(sum, entries_[at], 1);
    return sum;
  }
  /// The number of the last forward; none yet: 0.
  ForwardId last() const { return static_cast<ForwardId>(closed_ + entries_.size()); }

 private:
  /// A job that has come back; no report has said so yet.
  struct Returned {
    ReturnId number{};
    ForwardId forward{};
    QueueId queue{};
    Slots slots;
    bool is_covered = false;  ///< a report counts the job
  };
  std::size_t place_of(ForwardId id) const {
    MCSIM_CHECK(is_open(id), "a message about a job that is not forwarded");
    return index_of(id) - closed_ - 1;
  }
  ForwardId id_at(std::size_t place) const { return static_cast<ForwardId>(closed_ + place + 1); }
  void count(const Entry& entry, std::int32_t sign) {
    if (entry.job == none<JobSlotId>) return;
    if (index_of(entry.queue) >= of_queue_.size()) of_queue_.resize(index_of(entry.queue) + 1);
    Sums& sums = of_queue_[index_of(entry.queue)];
    if (!entry.is_covered) add(sums.uncovered, entry, sign);
    if (entry.pends) add(sums.unstarted, entry, sign);
    if (!entry.is_heard) add(sums.unheard, entry, sign);
  }
  /// A job that comes back has never started there: it counts as pending.
  void count(const Returned& one, std::int32_t sign) {
    if (one.is_covered) add(of_queue_[index_of(one.queue)].uncovered, {.slots = one.slots}, -sign);
  }
  static void add(Sum& sum, const Entry& entry, std::int32_t sign) {
    const std::int64_t slots = std::int64_t{sign} * entry.slots.count();
    sum.slots += slots;
    if (!entry.pends) return;
    sum.pending_slots += slots;
    sum.pending_jobs += sign;
  }

  struct Sums {
    Sum uncovered;  ///< not counted by any report
    Sum unstarted;
    Sum unheard;
    Past past;
  };
  std::deque<Entry> entries_;  ///< from the first open one on
  std::deque<Returned> returned_;
  std::size_t closed_ = 0;      ///< how many forwards came before these
  std::size_t covered_ = 0;     ///< reports count forwards up to this number
  std::size_t gone_ = 0;        ///< and no jobs that have come back up to this one
  std::vector<Sums> of_queue_;  ///< by queue
};

}  // namespace mcsim::forwarding
