// Random preceding jobs and think times, of a stream of their own: other draws stay as they are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/model/trace.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// In a third of the worlds: for some jobs one of those before them, mostly one that is near, and a
/// think time, often none.
inline std::vector<JobDependency> random_dependencies(RngStream stream, const Trace& trace) {
  std::vector<JobDependency> all;
  if (stream.below(3) != 0) return all;
  const std::uint64_t chances = 2 + stream.below(6);
  for (std::size_t job = 1; job < trace.size(); ++job) {
    if (stream.below(chances) != 0) continue;
    const std::uint64_t reach = stream.below(3) == 0 ? job : std::min<std::uint64_t>(job, 6);
    const auto preceding = static_cast<JobIndex>(job - 1 - stream.below(reach));
    const auto think = stream.below(2) == 0 ? 0 : 500 * static_cast<std::int64_t>(stream.below(60));
    all.push_back({static_cast<JobIndex>(job), preceding, Duration(think)});
  }
  return all;
}

}  // namespace mcsim::testing
