// The jobs in flight, from submission to end. Their rows are recycled, so that memory is touched
// only for as many jobs as ever wait and run at one time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/baseline/foresight.hpp"
#include "mcsim/baseline/size_class.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::baseline {

/// A job that waits or runs.
struct JobInFlight {
  JobIndex index = none<JobIndex>;  ///< none: the row is free
  Slots slots;
  Duration requested{};      ///< its run limit
  Duration occupies{};       ///< how long it holds its slots unless it is killed
  Time start = never;        ///< never: it waits
  Ticket end{};              ///< of its JobEnds event while it runs
  Slots gives_back;          ///< those of its slots that its end frees for others: see EndProfile
  std::uint32_t line = 0;    ///< the waiting line that it is in
  HostSlots host = nowhere;  ///< where it runs; no slots: the number of its first part
  bool over_limit = false;   ///< it would run longer than its limit
  bool has_left = false;     ///< its slots are free already: it ends in this instant
  JobIndex rank{};           ///< place in the order in which jobs were really submitted

  static constexpr HostSlots nowhere{none<HostId>, Slots{}};
};
static_assert(sizeof(JobInFlight) == 64);  // one cache line

/// Where the jobs are that actions name. Only these are kept, so that other jobs cost nothing.
class NamedJobs {
 public:
  /// To be called before any job arrives; a job may be named twice.
  void name(std::vector<JobId> ids) {
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const JobId id : ids) jobs_.push_back({id, none<JobSlotId>});
  }
  void arrived(JobId id, JobSlotId slot) {
    if (jobs_.empty()) return;
    const auto named = std::ranges::lower_bound(jobs_, id, {}, &Named::id);
    if (named != jobs_.end() && named->id == id) named->slot = slot;
  }
  /// The row that the job was given, which another job may have by now; none: it has not arrived.
  JobSlotId slot_of(JobId id) const {
    const auto named = std::ranges::lower_bound(jobs_, id, {}, &Named::id);
    return named != jobs_.end() && named->id == id ? named->slot : none<JobSlotId>;
  }

 private:
  struct Named {
    JobId id;
    JobSlotId slot;
  };
  std::vector<Named> jobs_;  ///< by id
};

/// The jobs, and the hosts of running jobs as lists in one store.
class JobTable {
 public:
  explicit JobTable(Foresight foresight = {}) : foresight_(foresight) {}

  /// Reserves rows for `jobs` jobs at a time, since growing copies all rows. That takes only
  /// addresses where the system provides memory at first touch.
  void reserve(std::size_t jobs) { jobs_.reserve(jobs); }
  JobSlotId add(const JobInFlight& job) { return jobs_.add(job); }
  void remove(JobSlotId id) {
    jobs_[id].index = none<JobIndex>;
    jobs_.remove(id);
  }

  JobInFlight& operator[](JobSlotId id) { return jobs_[id]; }
  const JobInFlight& operator[](JobSlotId id) const { return jobs_[id]; }
  /// A job as a policy sees it.
  WaitingJob as_waiting(JobSlotId id) const {
    const JobInFlight& job = jobs_[id];
    const Duration estimate = foresight_.of_waiting ? job.occupies : job.requested;
    return {.job = id, .rank = job.rank, .slots = job.slots, .estimate = estimate};
  }
  /// When a running job is expected to end.
  Time expected_end(JobSlotId id) const { return expected_end(jobs_[id]); }
  Time expected_end(const JobInFlight& job) const { return end_of(job.start, expected_run(job)); }
  Duration expected_run(JobSlotId id) const { return expected_run(jobs_[id]); }
  Duration expected_run(const JobInFlight& job) const {
    return foresight_.of_running ? job.occupies : job.requested;
  }
  /// Whether the same is expected of a job when it runs as when it waits.
  bool expects_alike() const { return foresight_.of_running == foresight_.of_waiting; }

  /// A job was submitted later than its trace says.
  void note_submitted(JobSlotId id, Time when) {
    if (index_of(id) >= submitted_.size()) submitted_.resize(jobs_.capacity(), never);
    submitted_[id] = when;
  }
  Time submitted(JobSlotId id, Time of_trace) const {
    return index_of(id) < submitted_.size() ? submitted_[id] : of_trace;
  }
  /// Rows in use and free ones; ids below this are valid.
  std::size_t capacity() const { return jobs_.capacity(); }
  std::size_t size() const { return jobs_.size(); }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t at = 0; at < jobs_.capacity(); ++at)
      if (const auto id = static_cast<JobSlotId>(at); jobs_[id].index != none<JobIndex>)
        visitor(id, jobs_[id]);
  }

  /// Stores the hosts of a job that starts.
  void place(JobSlotId id, const std::vector<HostSlots>& hosts) {
    if (hosts.size() == 1) {
      jobs_[id].host = hosts.front();
      return;
    }
    PartId next = none<PartId>;
    for (std::size_t at = hosts.size(); at-- > 0;) next = parts_.add(Part{hosts[at], next});
    jobs_[id].host = {static_cast<HostId>(next), Slots{}};
  }
  /// Calls visitor(HostSlots) for each host of a running job, in the order of placement.
  template <class Visitor>
  void visit_hosts(JobSlotId id, Visitor&& visitor) const {
    const HostSlots host = jobs_[id].host;
    if (host.slots != Slots{}) return visitor(host);
    for (PartId at = first_part(host); at != none<PartId>; at = parts_[at].next)
      visitor(parts_[at].hosts);
  }
  void unplace(JobSlotId id) {
    const HostSlots host = jobs_[id].host;
    jobs_[id].host = JobInFlight::nowhere;
    if (host.slots != Slots{}) return;
    for (PartId at = first_part(host); at != none<PartId>; at = parts_[at].next) parts_.remove(at);
  }

 private:
  enum class PartId : std::uint32_t {};
  struct Part {
    HostSlots hosts;
    PartId next;
  };
  static PartId first_part(HostSlots host) { return static_cast<PartId>(index_of(host.host)); }

  Foresight foresight_;
  RecycledTable<JobSlotId, JobInFlight> jobs_;
  Table<JobSlotId, Time> submitted_;  ///< empty where all jobs come when their trace says
  RecycledTable<PartId, Part> parts_;
};

}  // namespace mcsim::baseline
