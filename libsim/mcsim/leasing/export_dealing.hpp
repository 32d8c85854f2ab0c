// Deals what an export policy exports: which consumer gets what of which host.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/lease_config.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/scheduler/hosts.hpp"

namespace mcsim::leasing {

/// What one consumer gets of one host.
struct ExportedPart {
  HostId host{};
  std::uint32_t consumer = 0;  ///< its place in HostExport::distribution
  Slots slots;
  std::optional<Amount> mem{};  ///< none: all users of the host compete for it
  std::optional<Amount> swp{};

  bool operator==(const ExportedPart&) const = default;
};

/// Deals the hosts of one policy to its consumers, one host after the other. Source:
/// docs/rules/leasing.md, section 2; docs/rules/lsf.md, 3.2.
class ExportDealing {
 public:
  ExportDealing(const HostExport& policy, const AnyDeal& next);

  /// What the consumers get of one more host, in the order of DISTRIBUTION; consumers that get
  /// nothing are left out.
  std::vector<ExportedPart> deal(const HostConfig& host, HostId id);
  /// The consumer that gets the next unit.
  std::uint32_t deal_unit();
  /// The parts of a host of which the consumers get `units`.
  std::vector<ExportedPart> parts(const HostConfig& host, HostId id,
                                  std::span<const std::int32_t> units) const;

 private:
  Slots slots_of(const HostConfig& host, std::int32_t units) const;

  const HostExport& policy_;
  const AnyDeal& next_;
  std::vector<std::int32_t> shares_;
  std::vector<std::int64_t> given_;  ///< units
};

/// Whether a policy that selects hosts may take this one, whatever runs there: by its select
/// expression, and type DLINUX only with SWP. `hosts`: in their present state.
bool may_export(const HostExport& policy, const ClusterSettings& settings,
                const ClusterHosts& hosts, HostId host);

/// What a policy exports to one of its consumers.
struct DealtLease {
  std::uint32_t policy = 0;  ///< its place in ClusterSettings::exports
  ClusterId consumer{};
  std::vector<ExportedPart> parts;  ///< in the order of the policy's hosts
};

/// A host that a policy exports already.
struct Incumbent {
  std::uint32_t policy = 0;
  ClusterId consumer{};
  HostId host{};
  bool is_settled = false;  ///< it is not judged again
};

/// All leases that the policies of a provider deal, by policy and then by consumer. `incumbents`
/// stay with their consumers as far as the shares allow, the first ones before the others.
std::vector<DealtLease> dealt_leases(const ClusterSettings& settings, const ClusterHosts& hosts,
                                     const AnyDeal& next, std::span<const Incumbent> incumbents);

/// What one consumer gets of an instance of a shared resource.
struct DealtInstance {
  std::uint32_t instance = 0;  ///< its place in ClusterSettings::shared_resources
  ClusterId consumer{};
  Amount amount = 0;
};
/// A shared resource goes to the consumers that get a host which has it. Each gets its share of
/// NINSTANCES, or of what there is if that is less, from the instances in their order. `there`: by
/// instance. Source: docs/rules/leasing.md, section 2.
std::vector<DealtInstance> dealt_instances(const ClusterSettings& settings, const AnyDeal& next,
                                           std::span<const DealtLease> leases,
                                           std::span<const Amount> there);

/// Whether some policy selects more hosts than it has found.
bool lacks_hosts(const ClusterSettings& settings, std::span<const DealtLease> leases);

}  // namespace mcsim::leasing
