// Clusters that lend hosts, for tests of the configuration: away lends, home borrows.
#pragma once

#include <string>

#include "support/grid_support.hpp"

#include "support/rooms.hpp"

namespace mcsim::testing::lease_support {

inline constexpr ClusterId home{0};
inline constexpr ClusterId away{1};
inline constexpr ClusterId far{2};

inline const std::string plain_queue = R"("lsb.queues": [{"QUEUE_NAME": "q"}])";

/// lsb.resources of a provider: sections HostExport, then sections SharedResourceExport.
inline std::string exports(const std::string& sections, const std::string& resources = "") {
  return R"("lsb.resources": {"HostExport": [)" + sections + R"(], "SharedResourceExport": [)" +
         resources + "]}, " + plain_queue;
}

/// A section HostExport of host away1 for home; `more` begins with a comma.
inline std::string away1_export(const std::string& more = "") {
  return R"j({"PER_HOST": "away1", "SLOTS": 2, "DISTRIBUTION": "([home, 1])")j" + more + "}";
}
inline const std::string two_slots = away1_export();

inline std::string queue_with(const std::string& hosts, const std::string& more = "") {
  return R"("lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": ")" + hosts + "\"" + more + "}]";
}

}  // namespace mcsim::testing::lease_support
