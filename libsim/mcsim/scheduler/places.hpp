// Hosts in the orders that jobs look at, and what has changed since somebody looked.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/base/bits.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/policy/host_order.hpp"
#include "mcsim/scheduler/host_finder.hpp"
#include "mcsim/scheduler/hosts.hpp"

namespace mcsim::scheduler {

/// Hosts, each once.
struct HostList {
  std::vector<HostId> hosts;
  Bits is_listed;

  void add(HostId id) {
    if (is_listed.has(index_of(id))) return;
    is_listed.set(index_of(id));
    hosts.push_back(id);
  }
  void clear() {
    for (const HostId id : hosts) is_listed.reset(index_of(id));
    hosts.clear();
  }
};

/// Hosts in all the orders that jobs look at, and their sums. It follows from hosts, jobs and
/// settings; HostPlaces keeps it so.
struct Places {
  HostFinder finder;
  std::vector<std::vector<OrderKey>> orders;  ///< by order of the finder
  std::optional<AnyHostOrder> ranks;          ///< `model.host_order`: comes before all of them
  std::vector<HostList> stale;       ///< likewise: changed since the order was last asked for
  std::vector<ResourceId> measured;  ///< by measure of the finder, from 1; none: precedence
  std::vector<std::pair<Time, HostId>> accept_gates;  ///< a heap, earliest first
  std::int64_t free_slots = 0;  ///< on hosts that take jobs, whatever the accept interval
  std::int64_t unreserved = 0;  ///< of these, those that no job has reserved; if any may
  std::vector<std::int64_t> free_in_span;  ///< by HostConfig::span_group, if there are several
  MinTree most_free;                       ///< by host: minus those free slots
  OpenSlots open_slots;                    ///< of all hosts
  Bits queues_behind;            ///< by QueueId: whose free_behind or idle_behind is not 0
  std::int64_t capacity = 0;     ///< slots that hosts offer: MXJ, or what runs if that is more
  std::uint64_t host_turns = 0;  ///< how often a host was opened, closed, came up or went down

  /// How many keys rank a host in an order.
  std::size_t width_of(std::uint32_t order) const { return orders[order].size() + (ranks ? 1 : 0); }
};

/// What was freed, and which hosts have changed, since somebody last looked.
struct News {
  HostList freed;
  using Instance = std::pair<ResourceId, std::uint32_t>;
  std::vector<Instance> freed_instances;  ///< of shared resources
  std::vector<NameId> users_freed;        ///< who use less
  bool any_freed = false;                 ///< any host, or instance
  HostList to_check;                      ///< hosts where the answer of loadStop may have changed
  HostList lease_changed;                 ///< watched hosts, since leases were settled
};

}  // namespace mcsim::scheduler
