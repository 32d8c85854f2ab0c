// Jobs of other clusters in an execution cluster.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/forwarding/mail.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::forwarding {

/// An accepted job. To LSF it is a new submission in the execution cluster.
struct Guest {
  std::uint32_t neighbour = 0;  ///< that it comes from
  ForwardId forward{};
  JobIndex home_job{};              ///< of its submission cluster
  JobSlotId job = none<JobSlotId>;  ///< none: the row is free
  TraceJob asked;                   ///< in the words of this cluster, with an id of its own
  Ticket timeout{};                 ///< MAX_RSCHED_TIME
  bool has_timeout = false;
  bool is_started = false;  ///< as it was last counted
  bool on_trial = false;    ///< beyond IMPT_JOBBKLG: it starts in the next session, or goes back
  std::int32_t init_failures = 0;  ///< starts that have failed here; JobHistory has all
};

/// Recycled rows of guests.
class Guests {
 public:
  using Row = std::uint32_t;
  static constexpr Row none_row = static_cast<Row>(-1);

  Row add(const Guest& guest) {
    if (free_.empty()) {
      rows_.push_back(guest);
      return static_cast<Row>(rows_.size() - 1);
    }
    const Row row = free_.back();
    free_.pop_back();
    rows_[row] = guest;
    return row;
  }
  void remove(Row row) {
    rows_[row].job = none<JobSlotId>;
    free_.push_back(row);
  }
  Guest& operator[](Row row) { return rows_[row]; }
  const Guest& operator[](Row row) const { return rows_[row]; }
  /// Calls visit(row, guest) for each of them.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (Row row = 0; row < rows_.size(); ++row)
      if (rows_[row].job != none<JobSlotId>) visit(row, rows_[row]);
  }
  std::size_t size() const { return rows_.size() - free_.size(); }

 private:
  std::vector<Guest> rows_;
  std::vector<Row> free_;
};

}  // namespace mcsim::forwarding
