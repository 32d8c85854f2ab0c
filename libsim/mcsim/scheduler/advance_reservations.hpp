// Slots of hosts that advance reservations keep for their users.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::scheduler {

/// Slots that a job has of an advance reservation on one host.
struct ReservationCharge {
  JobSlotId job{};
  std::int32_t slots = 0;
};

/// The slots of an advance reservation on one host.
struct ReservedPart {
  std::uint32_t reservation = 0;
  HostId host{};
  std::int32_t slots = 0;
  std::vector<ReservationCharge> charges{};  ///< to jobs that are on the host
};

/// What reservations keep of one host from each of their begins on, if nobody uses it. A tree over
/// the begins answers for any span of them.
class ReservedLevels {
 public:
  struct Span {
    Time start{};
    Time end{};
    std::int32_t slots = 0;
    std::uint32_t row = 0;  ///< of AdvanceReservations::parts
  };

  ReservedLevels() = default;
  explicit ReservedLevels(std::vector<Span> spans);

  /// By begin.
  const std::vector<Span>& spans() const { return spans_; }
  /// The place of the first one that begins at `time` or later.
  std::size_t from(Time time) const;
  /// The most slots that are kept at one of the begins from place `first` to before `last`, which
  /// is a later one.
  std::int32_t most(std::size_t first, std::size_t last) const;

 private:
  std::vector<Span> spans_;
  std::vector<std::int32_t> tree_;  ///< leaves from spans_.size() on
};

/// All parts, and those on each host.
struct AdvanceReservations {
  std::vector<ReservedPart> parts;                  ///< by reservation
  std::vector<std::vector<std::uint32_t>> current;  ///< by HostId: rows that hold now, ascending
  std::vector<ReservedLevels> levels;               ///< by HostId
};

}  // namespace mcsim::scheduler
