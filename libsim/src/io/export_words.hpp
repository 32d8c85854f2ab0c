// Sections HostExport and SharedResourceExport as they are written, with all that can be wrong with
// them by themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "distribution.hpp"
#include "mcsim/model/resource.hpp"
#include "scenario_complaints.hpp"

namespace mcsim {

struct ExportWords {
  bool is_good = true;   ///< false: something was complained about
  std::string hosts{};   ///< PER_HOST; empty: RES_SELECT
  std::string select{};  ///< RES_SELECT
  std::int32_t slots = 0;
  std::int32_t most_hosts = 0;
  std::optional<Amount> mem{};
  std::optional<Amount> swp{};
  bool is_shared = false;
  std::vector<DistributionEntry> distribution{};  ///< the provider may be among them
};

/// Reads and checks the members of `line`, each of which is good by itself. `provider`: its name,
/// which DISTRIBUTION may name in vain.
ExportWords read_export_words(const JsonNode& line, const JsonAt& at, std::string_view provider,
                              TreeComplaints& complaints);

/// DISTRIBUTION of the object `at`; the provider may be among them. None: complained about.
std::optional<std::vector<DistributionEntry>> read_shares(const JsonAt& at,
                                                          std::string_view provider,
                                                          TreeComplaints& complaints);

}  // namespace mcsim
