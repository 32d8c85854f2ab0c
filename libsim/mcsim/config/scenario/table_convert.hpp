// Tables of jobs as `jobs` of a scenario, and back.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::config {

struct ConvertedJobs {
  std::string text;        ///< of the new file
  std::uint64_t jobs = 0;  ///< in it; an array counts once
  Diagnostics warnings;    ///< what it cannot say
};

/// `{"jobs": [...]}` with the jobs of the table at `path`. Errors: all mistakes of the table.
Expected<ConvertedJobs, Diagnostics> jobs_of_table(const std::string& path,
                                                   const std::string& shown_name);

/// A table of the `jobs` of the scenario at `path`, of which nothing else is looked at, with the
/// columns that some job needs. Errors: it has none, and all mistakes in them.
Expected<ConvertedJobs, Diagnostics> table_of_jobs(const std::string& path,
                                                   const std::string& shown_name);

}  // namespace mcsim::config
