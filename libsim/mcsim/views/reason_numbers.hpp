// The numbers behind pending reasons.
#pragma once

#include <string>
#include <vector>

#include "mcsim/cluster/reasons.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::views {

/// Whether the words of a reason end with the name of its resource in parentheses.
bool is_named_behind(PendReason reason);

/// `a1, a2`.
std::string hosts_text(const std::vector<HostId>& hosts, const ClusterSettings& settings);
/// `1 host`, `2 hosts`.
std::string counted_hosts(std::size_t hosts);

/// The text in parentheses after a reason: its numbers, and the names of its hosts if they are few.
/// It may be empty.
std::string numbers_text(const GivenReason& reason, const ClusterSettings& settings);

}  // namespace mcsim::views
