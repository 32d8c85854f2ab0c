// One of LSF's files as the value of its key in a cluster of a scenario.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "mcsim/config/lsf/conf_files.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// `file` as the value of the key `kind.key`, its places with `source`. Warns, once for each name,
/// of keywords that are unknown, planned or not simulated, which are left out; and of lines without
/// what they need, and second sections of one name, which LSF passes over. `indices` are the
/// external load indices of lsf.shared.
JsonNode conf_tree(const LsfFile& file, const ConfFile& kind, std::uint32_t source,
                   std::span<const std::string> indices, Complaints& complaints);

/// Whether any of `words` is a keyword of that section of such a file; also if the section is not
/// known.
bool names_columns(const ConfFile& kind, std::string_view section, std::span<const LsfWord> words);

}  // namespace mcsim::config
