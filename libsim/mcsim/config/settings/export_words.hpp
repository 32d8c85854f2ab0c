// Sections HostExport and SharedResourceExport as written, checked without the rest of the cluster.
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
  std::string_view provider = {};  ///< its name, which has no effect in DISTRIBUTION
  bool is_logged = false;          ///< LSF logs what is wrong, and leaves the section out
};

/// Reads and checks the members of a section HostExport, each of which has passed its own check.
ExportWords read_export_words(const ExportSection& section, TreeComplaints& complaints);

/// DISTRIBUTION of a section. The provider may be in the list, and so may clusters that were
/// complained about: all names can still be checked.
struct ShareWords {
  bool is_good = false;  ///< false: it is missing, or not all of it can be read; complained about
  std::vector<ShareAssignment> list{};
};
ShareWords read_shares(const ExportSection& section, TreeComplaints& complaints);

/// Complains if RES_SELECT has another section than select. False: it has one.
bool check_select_only(const ExportSection& section, const ResourceRequirement& read,
                       TreeComplaints& complaints);

}  // namespace mcsim::config
