// Names `host@cluster` that are not those of borrowed hosts, and why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Why `host@cluster` is no host that a cluster may ever borrow.
struct NotBorrowed {
  enum class Kind {
    cluster_unknown,
    host_unknown,  ///< in a cluster that is known
    never_lent,    ///< not exported as configured: no mistake
    unsaid         ///< undecided: names could not be read
  };
  Kind kind = Kind::unsaid;
  std::string text{};
};

/// Source: docs/rules/leasing.md, section 3.
NotBorrowed why_not_borrowed(const ScenarioDraft& draft, ClusterId consumer, std::string_view name);

/// What `all@cluster` means: those of `hosts` that are borrowed from that cluster. Any other name
/// means none. Source: Platform LSF 7.3 Configuration Reference, lsb.queues, HOSTS.
std::vector<HostId> hosts_of_all(const std::vector<HostConfig>& hosts, const ScenarioDraft& draft,
                                 std::string_view name);

}  // namespace mcsim::config
