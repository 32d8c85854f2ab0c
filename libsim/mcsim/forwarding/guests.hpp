// Jobs of other clusters in an execution cluster.
#pragma once

#include <cstdint>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/forwarding/mail.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::forwarding {

/// An accepted job. To LSF it is a new submission in the execution cluster.
struct Guest {
  NeighbourId neighbour{};  ///< that it comes from
  ForwardId forward{};
  JobIndex home_job{};              ///< of its submission cluster
  JobSlotId job = none<JobSlotId>;  ///< none: the row is free
  TraceJob asked;                   ///< in the words of this cluster, with an id of its own
  Ticket timeout{};                 ///< MAX_RSCHED_TIME
  bool has_timeout = false;
  bool is_started = false;  ///< as it was last counted
  Slots slots;              ///< that were counted then
  bool on_trial = false;    ///< beyond IMPT_JOBBKLG: it starts in the next session, or goes back
  std::int32_t init_failures = 0;  ///< starts that have failed here; JobHistory has all
};

/// All guests.
class Guests {
 public:
  GuestId add(const Guest& guest) { return rows_.add(guest); }
  void remove(GuestId id) {
    rows_[id].job = none<JobSlotId>;
    rows_.remove(id);
  }
  Guest& operator[](GuestId id) { return rows_[id]; }
  const Guest& operator[](GuestId id) const { return rows_[id]; }
  /// Calls visit(guest) for each of them.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const Guest& guest : rows_)
      if (guest.job != none<JobSlotId>) visit(guest);
  }
  std::size_t size() const { return rows_.size(); }

 private:
  RecycledTable<GuestId, Guest> rows_;
};

}  // namespace mcsim::forwarding
