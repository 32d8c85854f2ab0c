// Resources of hosts and clusters: what select[], order[], rusage[] and same[] can name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::model {

/// A resource: its place in ClusterConfig::resources, the built-in ones first.
enum class ResourceId : std::uint16_t {};

/// An amount of a numeric resource, present or taken. Unit: thousandths of the resource's own (of a
/// MB for mem, swp and tmp), so that sums are exact.
using Amount = std::int64_t;
inline constexpr Amount amount_unit = 1'000;

enum class ResourceKind : std::uint8_t { boolean, numeric, text };

/// What a resource is. Source: lsf.shared, section Resource.
struct ResourceConfig {
  std::string name{};
  ResourceKind kind = ResourceKind::boolean;
  bool dynamic = false;  ///< changes with what runs or is reserved: it is read when a job is placed
  bool increasing = false;    ///< INCREASING: a larger value means more load
  bool release = true;        ///< RELEASE: a suspended job gives it back
  bool consumable = true;     ///< CONSUMABLE: jobs can reserve it
  bool per_slot = false;      ///< jobs reserve it for each slot, not for each host or job
  bool overridden = false;    ///< a built-in index that an ELIM of the cluster reports
  std::int32_t interval = 0;  ///< INTERVAL, in seconds, if an ELIM reports it; 0: static

  bool is_external() const { return interval > 0; }

  bool operator==(const ResourceConfig&) const = default;
};

/// The resources that every cluster has, in the order of LSF's load vector and then by name.
/// Source: docs/rules/lsf.md, 4.1; `slots` (free job slots) came with LSF 9.1.
namespace builtin {
enum : std::uint16_t {
  r15s,
  r1m,
  r15m,
  ut,
  pg,
  io,
  ls,
  it,
  tmp,
  swp,
  mem,  // NOLINT: load indices
  slots,
  ncpus,
  ndisks,
  maxmem,
  maxswp,
  maxtmp,
  cpuf,
  type,
  model,
  hname,
  count
};
}  // namespace builtin

/// `it` of a host where nobody works, in minutes. Jobs are nobody. Source: docs/rules/load.md, 1.
inline constexpr double it_of_nobody = 1440;

constexpr ResourceId resource(std::uint16_t at) { return static_cast<ResourceId>(at); }

/// The resource that has the capacity of a resource: maxmem for mem, and so on; any other resource
/// is its own capacity.
constexpr ResourceId capacity_of(ResourceId id) {
  if (id == resource(builtin::mem)) return resource(builtin::maxmem);
  if (id == resource(builtin::swp)) return resource(builtin::maxswp);
  if (id == resource(builtin::tmp)) return resource(builtin::maxtmp);
  return id;
}

/// The table of a cluster that defines no resources of its own.
std::vector<ResourceConfig> builtin_resources();
/// The id of a built-in resource by its name or alias (cpu, login, idle, swap); none: there is no
/// such one.
ResourceId find_builtin(std::string_view name);

/// The value of a resource on one host, where it is defined.
struct ResourceValue {
  ResourceId resource{};
  double number = 0;   ///< of a numeric resource; 1 for a Boolean one
  std::string text{};  ///< of a string resource

  bool operator==(const ResourceValue&) const = default;
};

/// The instance of a provider that an instance on borrowed hosts stands for.
struct InstanceHome {
  ClusterId cluster{};
  std::uint32_t instance = 0;  ///< its position in that cluster's ClusterSettings::shared_resources

  bool operator==(const InstanceHome&) const = default;
};

/// One instance of a resource that several hosts share, such as licences.
/// Source: lsf.cluster, section ResourceMap.
struct SharedResource {
  ResourceId resource{};
  Amount amount = 0;
  std::vector<std::uint32_t> hosts{};  ///< HostIds, ascending
  /// For an external index: the same hosts, as written. The first available one runs the ELIM.
  std::vector<std::uint32_t> reporters{};
  /// For an instance on borrowed hosts: its amount comes from leases, and `amount` is 0.
  std::optional<InstanceHome> home{};

  bool operator==(const SharedResource&) const = default;
};

}  // namespace mcsim::model
