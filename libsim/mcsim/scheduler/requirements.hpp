// What jobs ask of hosts, and which of them look for the same hosts.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/host_finder.hpp"
#include "mcsim/scheduler/jobs.hpp"
#include "mcsim/scheduler/requirement_keys.hpp"

namespace mcsim::scheduler {

enum class SearchId : std::uint32_t {};
enum class SearchSizeId : std::uint32_t {};

/// What some jobs ask of hosts: what queue, application and job ask, merged.
struct Requirement {
  QueueId queue{};
  ResourceRequirement asked;
  std::vector<HostFinder::Need> needs;  ///< what hosts must have of their own resources
  SelectExpression dynamic_select;  ///< the part of select that is evaluated when a job is placed
  HostId from_host{};
  bool exclusive = false;
  bool preempts = false;      ///< its jobs may preempt others
  bool is_volatile = false;   ///< starts of other jobs may help it, not only what is freed
  bool stands_alone = false;  ///< what helps one of its jobs may not help another
  bool is_split = false;      ///< its hosts are of several HostConfig::span_group
  HostSetId hosts{};
  std::uint32_t order = 0;
  std::uint32_t accept = 0;
  SearchId search{};
  NameId project = none<NameId>;                    ///< where limits look at it
  ApplicationId application = none<ApplicationId>;  ///< likewise

  /// Whether a job of so many slots may not span all groups that its hosts are of.
  bool keeps_apart(std::int32_t slots) const {
    return is_split && !SlotSpread::needs_one_host(slots, asked);
  }
  /// Whether not all hosts may hold it together.
  bool is_grouped(std::int32_t slots) const { return !asked.same.empty() || keeps_apart(slots); }
};

/// A number of slots of a host search. Buckets of all queues that want it wait together.
struct SearchSize {
  SearchId search{};
  std::int32_t slots = 1;  ///< that one host must have
  bool is_barren = false;  ///< no host has had it since something that could help was freed
  /// Buckets, and lines of buckets, that wait for it. Those that have been reopened since, or
  /// recycled, may still be in there.
  std::vector<BucketId> parked;
  std::vector<std::pair<BucketId, std::uint32_t>> parked_lines;
};

/// Which hosts a requirement looks at, and what it must find there.
struct HostSearch {
  HostSetId hosts{};
  std::uint32_t accept = 0;
  std::vector<HostFinder::Need> needs;
  std::vector<SearchSizeId> sizes{};  ///< by slots, ascending
  bool is_waiting = false;            ///< in HostSearches::waiting
};

/// All requirements under the present settings.
struct Requirements {
  Table<RequirementId, Requirement> rows;
  std::vector<std::vector<RequirementId>> of_queue;  ///< by queue and profile, once seen
  std::map<RequirementKey, RequirementId> known;
  std::map<HostSetKey, HostSetId> known_host_sets;
  /// Whether the hosts of a requirement could ever hold a job of so many slots; by user, too, where
  /// hosts have limits of users. Of those for whom that was asked.
  std::map<std::tuple<RequirementId, NameId, std::int32_t>, bool> could_hold;

  const Requirement& operator[](RequirementId id) const { return rows[id]; }
};

/// All host searches, and their sizes.
struct HostSearches {
  Table<SearchId, HostSearch> rows;
  Table<SearchSizeId, SearchSize> sizes;
  std::map<SearchKey, SearchId> known;
  std::vector<SearchId> waiting;  ///< that have parked buckets, or are barren

  HostSearch& operator[](SearchId id) { return rows[id]; }
  const HostSearch& operator[](SearchId id) const { return rows[id]; }
};

}  // namespace mcsim::scheduler
