// Files of LSF's configuration with pseudonyms for their names.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "mcsim/app/history/pseudonyms.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/lsf/conf_files.hpp"

namespace mcsim::app {

/// What a copy of a file has not.
struct HiddenLosses {
  std::set<std::string> sections;  ///< that are not simulated; names of LSF's own
  std::size_t keywords = 0;        ///< that are unknown
};

/// What `file` says, under other names: only sections and keywords of the vocabulary, no comments,
/// and of keywords that are not simulated no values. Errors: it could not be read as a whole, so
/// nobody knows what names it has. `said` gets the warnings about it.
Expected<std::string, Diagnostics> hidden_conf(Pseudonyms& names, const config::FoundConfFile& file,
                                               HiddenLosses& losses, Diagnostics& said);

}  // namespace mcsim::app
