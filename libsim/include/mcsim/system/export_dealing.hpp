// Deals what an export policy exports: which consumer gets what of which host.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/lease_config.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/system/lsf_hosts.hpp"

namespace mcsim {

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
/// docs/leasing.md, section 2; spec 3.2.
class ExportDealing {
 public:
  ExportDealing(const HostExport& policy, const DealUnit& next);

  /// What the consumers get of one more host, in the order of DISTRIBUTION; those that get nothing
  /// are left out.
  std::vector<ExportedPart> deal(const HostConfig& host, HostId id);

 private:
  const HostExport& policy_;
  const DealUnit& next_;
  std::vector<std::int32_t> shares_;
  std::vector<std::int64_t> given_;  ///< units
};

/// Whether a policy that selects hosts may take this one, as far as it does not hang on what runs:
/// by the select expression, and type DLINUX only with SWP. `hosts`: as they are.
bool may_export(const HostExport& policy, const ClusterSettings& settings, const LsfHosts& hosts,
                HostId host);

}  // namespace mcsim
