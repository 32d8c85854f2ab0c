// The counters of a receive queue that an execution cluster reports.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::scheduler {
struct SchedulerState;
}  // namespace mcsim::scheduler

namespace mcsim::forwarding {

/// The kinds of hosts of a queue: types and Boolean resources apart, whichever host has which.
/// Source: docs/rules/lsf.md, 2.4, 2.6.
struct HostKinds {
  std::vector<std::string> types{};    ///< ascending
  std::vector<ResourceId> booleans{};  ///< ascending

  bool operator==(const HostKinds&) const = default;
};

/// Counters of one receive queue at one instant. Source: docs/rules/lsf.md, 2.3;
/// docs/rules/forwarding.md, "Counters".
struct QueueCounters {
  bool is_reported = false;  ///< the queue receives jobs
  std::int32_t priority = 0;
  Slots total{};        ///< of its hosts; closed and unavailable ones do not count
  Slots available{};    ///< of these, those on which a session could start jobs at once
  Slots running{};      ///< of its running jobs
  Slots pending{};      ///< that its pending jobs ask for
  Slots preemptable{};  ///< available ones, and those of jobs that it may preempt
  std::int32_t lowest_preemptable = ForwardCandidate::nothing;  ///< PRIORITY
  /// How many more jobs of other clusters may pend; below 0: more pend than may; no_limit: any.
  std::int32_t room = 0;
  std::int32_t slot_room = no_limit;  ///< likewise, their slots
  std::uint32_t kinds = 0;            ///< of its hosts: a row of Publisher::kinds()
  bool is_open = true;                ///< and active

  bool operator==(const QueueCounters&) const = default;
};

/// What counting a queue needs of the configuration: prepared, since queues are counted often.
struct CountPlan {
  struct Low {
    QueueId queue{};
    std::int32_t priority = 0;
  };
  QueueId queue{};
  std::int32_t priority = 0;
  bool all_hosts = false;
  bool shields = false;  ///< has_shields()
  std::vector<Low> low;  ///< queues whose jobs it may preempt
};
CountPlan count_plan(const SchedulerState& state, QueueId queue);

/// Counts a queue as it is now, all but `room`, `slot_room` and `kinds`. `shields_at`: the time by
/// which jobs are shielded from preemption; never: see is_shielded().
QueueCounters count_queue(const ClusterConfig& config, const SchedulerState& state,
                          const CountPlan& plan, Time now, Time shields_at);
HostKinds kinds_of(const SchedulerState& state, QueueId queue);

/// Whether a host could be there that satisfies `select`, as far as types and Boolean resources
/// tell: each may be that of a different host, and all other terms count as satisfied. `from_type`:
/// of the host that the job is submitted from.
bool could_satisfy(const SelectExpression& select, const HostKinds& kinds,
                   std::span<const ResourceConfig> resources, std::string_view from_type);

}  // namespace mcsim::forwarding
