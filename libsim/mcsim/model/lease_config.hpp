// What a cluster exports to others. Source: lsb.resources, sections HostExport and
// SharedResourceExport; docs/rules/lsf.md, 1.5.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/resource.hpp"

namespace mcsim::model {

/// An entry of DISTRIBUTION.
struct ExportShare {
  ClusterId consumer{};
  std::int32_t shares = 1;  ///< only ratios matter

  bool operator==(const ExportShare&) const = default;
};

/// Memory and swap space of one host; none: all users of the host compete for it.
struct HostAmounts {
  std::optional<Amount> mem{};
  std::optional<Amount> swp{};

  bool operator==(const HostAmounts&) const = default;
};

/// One section HostExport: an export policy.
struct HostExport {
  std::vector<HostId> hosts{};   ///< PER_HOST, as written; empty: hosts are selected
  Slots slots{};                 ///< SLOTS: of each of `hosts`
  ResourceRequirement select{};  ///< RES_SELECT
  std::int32_t most_hosts = 0;   ///< NHOSTS
  std::optional<Amount> mem{};   ///< MEM: of each host
  std::optional<Amount> swp{};   ///< SWP
  bool is_shared = false;        ///< TYPE=shared
  std::vector<ExportShare> distribution{};

  /// Whether it exports whole hosts.
  bool selects() const { return hosts.empty(); }
  bool operator==(const HostExport&) const = default;
};

/// One section SharedResourceExport.
struct SharedResourceExport {
  ResourceId resource{};
  Amount amount = 0;  ///< NINSTANCES: at most
  std::vector<ExportShare> distribution{};

  bool operator==(const SharedResourceExport&) const = default;
};

}  // namespace mcsim::model
