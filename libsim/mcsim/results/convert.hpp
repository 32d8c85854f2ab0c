// From a trace in the Standard Workload Format to a table like jobs.csv, and back.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::results {

/// What to convert. A format is "swf" or "jobs.csv"; empty: told by the name (.swf, .csv, and
/// either with .gz, .zst or .xz, which says how OUT is packed).
struct ConvertRequest {
  std::string in;
  std::string out;
  std::string from;
  std::string to;
};

struct ConvertReport {
  std::uint64_t rows = 0;  ///< that were written
  Diagnostics warnings;    ///< what the other format cannot say
};

/// What is wrong, with the input or (a matter of the disk) with the output.
struct ConvertFailure : Diagnostics {
  bool is_about_output = false;
};

/// Writes `out` whole or not at all. Errors: formats that are not known or equal, `out` is `in`,
/// and all that is wrong with the input. A trace's rows keep their order; a table's jobs are
/// written in order of submission, and names become numbers, explained in comments.
Expected<ConvertReport, ConvertFailure> convert(const ConvertRequest& request);

}  // namespace mcsim::results
