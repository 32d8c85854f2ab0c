// Plays a real scheduler's history in mcsim, with jobs that end when they really did.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/lava_history.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The executions of each job, as mcsim has them.
using LavaReplay = std::map<std::int64_t, std::vector<LavaExecution>>;

/// A job of one execution ends when it really did, whenever it starts; one that was requeued runs
/// each time as long as it did the first time. So each start depends on what really went before.
LavaReplay replay(const LavaHistory& history);

/// Where two schedules differ.
struct LavaDifferences {
  std::vector<std::string> starts{};  ///< other numbers of executions, or more than a second
  std::vector<std::string> hosts{};
  std::vector<std::string> inversions{};  ///< pairs of jobs that start in the other order
};

/// `known` are jobs that are not looked at.
LavaDifferences differences(const LavaHistory& history, const LavaReplay& played,
                            const std::vector<std::int64_t>& known);

}  // namespace mcsim::testing
