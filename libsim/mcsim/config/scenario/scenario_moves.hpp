// Jobs that actions of people move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// What bswitch and bmod do to the jobs of one number, in whatever cluster.
struct JobMoves {
  std::size_t count = 0;
  std::vector<std::string> queues{};  ///< that bswitch names
};
using MovedJobs = std::map<std::int64_t, JobMoves>;

/// `root`: of the scenario.
MovedJobs moved_jobs(const JsonNode& root);

}  // namespace mcsim::config
