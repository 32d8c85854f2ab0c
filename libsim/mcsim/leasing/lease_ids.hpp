// Ids of leases, and of what belongs to them.
#pragma once

#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::leasing {

/// A lease as its provider numbers it, also in messages: its place in LeasingState::lent.
enum class LeaseId : std::uint32_t {};
/// A lease as its consumer numbers it: its place in LeasingState::borrowed.
enum class BorrowedId : std::uint32_t {};
/// A host of a lease: its place among them, in the order in which they came into the lease.
enum class LeasePartId : std::uint32_t {};
/// A row of Holdings.
enum class HoldingId : std::uint32_t {};

}  // namespace mcsim::leasing
