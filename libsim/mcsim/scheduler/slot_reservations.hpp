// Slots that jobs have reserved for a session, SLOT_RESERVE: by host, and by job.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/bits.hpp"
#include "mcsim/base/grown.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::scheduler {

struct SlotReservation {
  JobSlotId job{};
  HostId host{};
  std::int32_t slots = 0;
  Time predicted_start = never;
};

/// In the order in which they were made.
class SlotReservations {
 public:
  bool empty() const { return all_.empty(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

  /// How often any was added, or all went.
  std::uint64_t changes() const { return changes_; }

  void add(const SlotReservation& fresh) {
    ++changes_;
    grown(on_host_, fresh.host).push_back(static_cast<std::uint32_t>(all_.size()));
    has_any_.set(index_of(fresh.job));
    all_.push_back(fresh);
  }
  void clear() {
    ++changes_;
    for (const SlotReservation& one : all_) {
      on_host_[index_of(one.host)].clear();
      has_any_.reset(index_of(one.job));
    }
    all_.clear();
  }
  void remove_of(JobSlotId job) {
    if (!has_any_.has(index_of(job))) return;
    const std::vector<SlotReservation> before = all_;
    clear();
    for (const SlotReservation& one : before)
      if (one.job != job) add(one);
  }

  /// Calls visitor(const SlotReservation&) for those on a host, or of a job.
  template <class Visitor>
  void visit_on(HostId host, Visitor&& visitor) const {
    if (index_of(host) >= on_host_.size()) return;
    for (const std::uint32_t at : on_host_[index_of(host)]) visitor(all_[at]);
  }
  template <class Visitor>
  void visit_of(JobSlotId job, Visitor&& visitor) const {
    if (!has_any_.has(index_of(job))) return;
    for (const SlotReservation& one : all_)
      if (one.job == job) visitor(one);
  }

  std::vector<JobSlotId> reserving;    ///< jobs whose time to reserve has begun
  std::vector<JobSlotId> passed_over;  ///< by the last session; ascending

 private:
  std::uint64_t changes_ = 0;
  std::vector<SlotReservation> all_;
  std::vector<std::vector<std::uint32_t>> on_host_;  ///< places in `all_`
  Bits has_any_;                                     ///< by job
};

}  // namespace mcsim::scheduler
