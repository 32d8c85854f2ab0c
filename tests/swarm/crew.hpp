// Processes that play random grids side by side, and the memory that they share.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "support/mixture_features.hpp"
#include "support/rooms.hpp"
#include "support/swarm_worlds.hpp"

namespace mcsim::testing {

struct SwarmOrder {
  std::chrono::seconds time{60};
  std::uint64_t first_seed = 1;
  std::uint64_t most_worlds = UINT64_MAX;
  unsigned workers = 1;
  std::chrono::seconds limit{20};  ///< of processor time, for one grid
};

/// What one worker has done; stands in shared memory.
struct WorkerLog {
  std::atomic<std::uint64_t> seed{0};     ///< of the present grid
  std::atomic<std::int64_t> since_ms{0};  ///< processor time at its start; negative: between grids
  std::atomic<std::uint64_t> found{0};
  std::array<std::atomic<std::uint64_t>, world_kinds> worlds{};
  FeatureMeetings meetings;
};

struct SwarmReport {
  std::array<std::uint64_t, world_kinds> worlds{};
  FeatureMeetings meetings;
  std::uint64_t found = 0;
  double seconds = 0;
};

/// Plays grids until the time is over. Prints each finding on standard output at once.
void run_swarm(const SwarmOrder& order, SwarmReport& report);

/// Plays one seed, and prints what is wrong and the smallest grid that still shows it. Returns
/// whether anything was wrong.
bool tell_seed(std::uint64_t seed, std::chrono::seconds limit);

}  // namespace mcsim::testing
