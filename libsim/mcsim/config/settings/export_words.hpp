// Sections HostExport and SharedResourceExport as they are written, with all that can be wrong with
// them by themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/values/share_assignments.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/resource.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::config {

struct ExportWords {
  bool is_good = true;   ///< false: something was complained about
  std::string hosts{};   ///< PER_HOST; empty: RES_SELECT
  std::string select{};  ///< RES_SELECT
  std::int32_t slots = 0;
  std::int32_t most_hosts = 0;
  std::optional<Amount> mem{};
  std::optional<Amount> swp{};
  bool is_shared = false;
  std::vector<ShareAssignment> distribution{};  ///< the provider may be among them
};

/// A section, and who writes it.
struct ExportSection {
  const JsonAt& at;
  bool is_quoted = true;           ///< texts stand in quotes, as in a scenario
  std::string_view provider = {};  ///< its name, which DISTRIBUTION may name in vain
};

/// Reads and checks the members of a section HostExport, each of which is good by itself.
ExportWords read_export_words(const ExportSection& section, TreeComplaints& complaints);

/// DISTRIBUTION of a section; the provider may be among the clusters, and some that are complained
/// of, so that all its names can be looked at.
struct ShareWords {
  bool is_good = false;  ///< false: it is missing, or not all of it can be read; complained about
  std::vector<ShareAssignment> list{};
};
ShareWords read_shares(const ExportSection& section, TreeComplaints& complaints);

/// Complains of what RES_SELECT has beside a select expression. False: it has.
bool check_select_only(const ExportSection& section, const ResourceRequirement& read,
                       TreeComplaints& complaints);

}  // namespace mcsim::config
