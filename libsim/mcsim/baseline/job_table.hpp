// The jobs in flight, from submission to end. Their rows are recycled, so that memory is touched
// only for as many jobs as ever wait and run at one time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/baseline/size_class.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::baseline {

/// A job that waits or runs.
struct JobInFlight {
  JobIndex index = none<JobIndex>;  ///< none: the row is free
  Slots slots;
  Duration estimate{};       ///< of its run time, as far as policies may know it
  Duration occupies{};       ///< how long it holds its slots unless it is killed
  Time start = never;        ///< never: it waits
  Ticket end{};              ///< of its JobEnds event while it runs
  Slots gives_back;          ///< those of its slots that its end frees for others: see EndProfile
  std::uint32_t line = 0;    ///< the waiting line that it is in
  HostSlots host = nowhere;  ///< where it runs; no slots: the number of its first part
  bool over_limit = false;   ///< it would run longer than its limit

  static constexpr std::uint32_t no_part = index_of(none<HostId>);
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

/// Recycled rows of JobInFlight, and the hosts of running jobs as lists in one store.
class JobTable {
 public:
  /// Reserves rows for `jobs` jobs at a time, since growing copies all rows. That takes only
  /// addresses where the system provides memory at first touch.
  void reserve(std::size_t jobs) { jobs_.reserve(jobs); }
  JobSlotId add(const JobInFlight& job) {
    if (free_jobs_.empty()) return jobs_.add(job);
    const JobSlotId id = free_jobs_.back();
    free_jobs_.pop_back();
    jobs_[id] = job;
    return id;
  }
  void remove(JobSlotId id) {
    jobs_[id].index = none<JobIndex>;
    free_jobs_.push_back(id);
  }

  JobInFlight& operator[](JobSlotId id) { return jobs_[id]; }
  const JobInFlight& operator[](JobSlotId id) const { return jobs_[id]; }
  /// A job as a policy sees it.
  WaitingJob as_waiting(JobSlotId id) const {
    const JobInFlight& job = jobs_[id];
    return {.job = id, .rank = job.index, .slots = job.slots, .estimate = job.estimate};
  }
  /// Rows in use and free ones; ids below this are valid.
  std::size_t capacity() const { return jobs_.size(); }
  std::size_t size() const { return jobs_.size() - free_jobs_.size(); }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t at = 0; at < jobs_.size(); ++at)
      if (const JobSlotId id = jobs_.id_at(at); jobs_[id].index != none<JobIndex>)
        visitor(id, jobs_[id]);
  }

  /// Stores the hosts of a job that starts.
  void place(JobSlotId id, const std::vector<HostSlots>& hosts) {
    if (hosts.size() == 1) {
      jobs_[id].host = hosts.front();
      return;
    }
    std::uint32_t next = JobInFlight::no_part;
    for (std::size_t at = hosts.size(); at-- > 0;) next = add_part({hosts[at], next});
    jobs_[id].host = {static_cast<HostId>(next), Slots{}};
  }
  /// Calls visitor(HostSlots) for each host of a running job, in the order of placement.
  template <class Visitor>
  void visit_hosts(JobSlotId id, Visitor&& visitor) const {
    const HostSlots host = jobs_[id].host;
    if (host.slots != Slots{}) return visitor(host);
    for (std::uint32_t at = first_part(host); at != JobInFlight::no_part; at = parts_[at].next)
      visitor(parts_[at].hosts);
  }
  void unplace(JobSlotId id) {
    const HostSlots host = jobs_[id].host;
    jobs_[id].host = JobInFlight::nowhere;
    if (host.slots != Slots{}) return;
    for (std::uint32_t at = first_part(host); at != JobInFlight::no_part; at = parts_[at].next)
      free_parts_.push_back(at);
  }

 private:
  struct Part {
    HostSlots hosts;
    std::uint32_t next;
  };
  static std::uint32_t first_part(HostSlots host) {
    return static_cast<std::uint32_t>(index_of(host.host));
  }
  std::uint32_t add_part(const Part& part) {
    if (free_parts_.empty()) {
      parts_.push_back(part);
      return static_cast<std::uint32_t>(parts_.size() - 1);
    }
    const std::uint32_t at = free_parts_.back();
    free_parts_.pop_back();
    parts_[at] = part;
    return at;
  }

  Table<JobSlotId, JobInFlight> jobs_;
  std::vector<JobSlotId> free_jobs_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> free_parts_;
};

}  // namespace mcsim::baseline
