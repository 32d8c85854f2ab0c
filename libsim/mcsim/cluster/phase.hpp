// The parts of a round, in order.
#pragma once

#include "mcsim/kernel/order.hpp"

/// Those up to `arrive` apply what has happened; the others decide, each over a list in total
/// order. `apply` goes through phases 0 to 7, the last three of which decide about their own
/// cluster alone; `decide` is phase 8. What a round creates for its own instant waits for the next.
namespace mcsim::cluster::phase {

inline constexpr Phase change{0};    ///< configuration, actions of people, faults, timers
inline constexpr Phase end{1};       ///< what ends
inline constexpr Phase state{2};     ///< hosts, load, uses of jobs
inline constexpr Phase message{3};   ///< what other clusters sent
inline constexpr Phase arrive{4};    ///< the workload
inline constexpr Phase accept{5};    ///< decides: forwarded jobs are accepted or refused
inline constexpr Phase periodic{6};  ///< decides: suspend, resume, reclaim
inline constexpr Phase publish{7};   ///< decides: reports to others
inline constexpr Phase session{8};   ///< decides: one scheduling session a cluster

}  // namespace mcsim::cluster::phase
