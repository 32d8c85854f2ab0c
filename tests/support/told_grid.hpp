// Random grids in the words of a scenario, each a pure function of its seed, so that the same grid
// can be told in other words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// One of the scenario's jobs.
struct ToldJob {
  std::int64_t id = 1;
  std::int64_t submit = 0;  ///< s
  std::int64_t run = 0;     ///< s
  std::int64_t limit = 0;   ///< s; 0: none
  std::int32_t slots = 1;
  std::string cluster{};
  std::string queue{};
  std::string user{};
  std::string rest{};  ///< further members: `, "exclusive": true`
};

struct ToldGrid {
  std::vector<std::string> clusters;  ///< each an object in JSON
  std::vector<std::string> members;   ///< the other members of the scenario, without jobs
  std::vector<ToldJob> jobs;
  std::vector<std::string> names;  ///< of clusters, hosts, queues, users, groups, applications
  bool draws = false;              ///< something is drawn: by streams that clusters and queues name
};

/// `plain`: nothing but what a trace in the Standard Workload Format says, too, is said of jobs.
ToldGrid told_grid(std::uint64_t seed, bool plain);

/// The scenario; `jobs` is its member of jobs or workloads.
std::string text_of(const ToldGrid& grid, const std::string& jobs);
std::string text_of(const ToldGrid& grid);
/// `"jobs": [...]`
std::string jobs_member(const std::vector<ToldJob>& jobs);

}  // namespace mcsim::testing
