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
  std::optional<Amount> mem{};  ///< none: all who use the host compete for it
  std::optional<Amount> swp{};

  bool operator==(const ExportedPart&) const = default;
};

/// The consumers of one policy, while its hosts are dealt one after the other. Source:
/// docs/rules/leasing.md, section 2; docs/rules/lsf.md, 3.2.
class ExportDealing {
 public:
  ExportDealing(const HostExport& policy, const DealUnit& next);

  /// What the consumers get of one more host, in the order of DISTRIBUTION; those that get nothing
  /// are left out.
  std::vector<ExportedPart> deal(const HostConfig& host, HostId id);
  /// Who gets the next unit.
  std::uint32_t deal_unit();
  /// A host of which each consumer gets so many units.
  std::vector<ExportedPart> parts(const HostConfig& host, HostId id,
                                  std::span<const std::int32_t> units) const;

 private:
  Slots slots_of(const HostConfig& host, std::int32_t units) const;

  const HostExport& policy_;
  const DealUnit& next_;
  std::vector<std::int32_t> shares_;
  std::vector<std::int64_t> given_;  ///< units
};

/// Whether a policy that selects hosts may take this one, as far as it does not hang on what runs:
/// by the select expression, and type DLINUX only with SWP. `hosts`: as they are.
bool may_export(const HostExport& policy, const ClusterSettings& settings, const LsfHosts& hosts,
                HostId host);

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

/// All leases of a provider as its policies say, by policy and then by consumer. `incumbents` stay
/// with their consumers as far as the shares go, the first ones before the others.
std::vector<DealtLease> dealt_leases(const ClusterSettings& settings, const LsfHosts& hosts,
                                     const DealUnit& next, std::span<const Incumbent> incumbents);

/// What one consumer gets of an instance of a shared resource.
struct DealtInstance {
  std::uint32_t instance = 0;  ///< its place in ClusterSettings::shared_resources
  ClusterId consumer{};
  Amount amount = 0;
};
/// Shared resources go to the consumers that get a host which has them: for each of these as much
/// as its share of NINSTANCES, or of what there is, from the instances in their order. Source:
/// docs/rules/leasing.md, section 2.
std::vector<DealtInstance> dealt_instances(const ClusterSettings& settings, const DealUnit& next,
                                           std::span<const DealtLease> leases);

/// Whether some policy selects more hosts than it has found.
bool lacks_hosts(const ClusterSettings& settings, std::span<const DealtLease> leases);

}  // namespace mcsim::leasing
