// What became of every job of a run, as rows that another telling of the same grid must have, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

struct ScheduledJob {
  JobId id{};
  Time start = never;
  Time finish = never;
  JobStatus status{};
  EndReason end_reason{};
  std::int32_t exit_code = 0;
  ClusterId cluster = none<ClusterId>;  ///< where it went; none: it is at home
  QueueId queue{};                      ///< there
  std::uint32_t forwards = 0;
  std::uint32_t returns = 0;
  std::int32_t preemptions = 0;
  std::int32_t requeues = 0;
  std::vector<HostSlots> hosts{};  ///< of its last execution

  bool operator==(const ScheduledJob&) const = default;
};

/// By cluster, and in order of submission.
using Schedule = std::vector<std::vector<ScheduledJob>>;

Schedule schedule_of(const GridConfig& grid, const RunResults& results);
/// The same at twice the times.
Schedule doubled(Schedule schedule);

/// The first job of the first `clusters` clusters that differs, in words; empty: none.
std::string difference(const Schedule& a, const Schedule& b, std::size_t clusters);

}  // namespace mcsim::testing
