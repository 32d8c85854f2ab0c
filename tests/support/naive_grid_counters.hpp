// What a receive queue would report, in the naive reference. docs/rules/forwarding.md, section 3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

struct QueueCounters {
  std::int32_t priority = 0;
  std::int64_t total = 0;
  std::int64_t available = 0;
  std::int64_t running = 0;
  std::int64_t pending = 0;
  std::int64_t preemptable = 0;
  std::int32_t lowest = 0;      ///< PRIORITY of a victim; ForwardCandidate::nothing: no victim
  std::int64_t room = 0;        ///< further jobs of other clusters that may pend
  std::int64_t room_slots = 0;  ///< their slots
  std::vector<std::string> types;
  std::vector<ResourceId> booleans;
  bool open = true;
  bool active = true;

  bool operator==(const QueueCounters&) const = default;
};

QueueCounters count(const State& state, QueueId queue);
/// The same without the changes that time alone makes; empty if the queue receives no jobs.
QueueCounters count_lasting(const State& state, QueueId queue);

/// Whether, by its kinds of hosts, a queue has what a job of the cluster of `state` asks for.
bool satisfies(const QueueCounters& counters, const State& state, const JobProfile& profile);

}  // namespace mcsim::testing::naive
