// Converts between traces in the Standard Workload Format, tables of jobs like jobs.csv, and the
// `jobs` of scenarios.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::results {

/// What to convert. A format is "swf", "jobs.csv" or "json"; empty: it follows from the file's name
/// (.swf, .csv or .json, also with .gz, .zst or .xz, which says how `out` is packed).
struct ConvertRequest {
  std::string in;
  std::string out;
  std::string from;
  std::string to;
};

struct ConvertReport {
  std::uint64_t rows = 0;  ///< written rows
  Diagnostics warnings;    ///< what the other format cannot express
};

/// What is wrong with the input, or why the output could not be written.
struct ConvertFailure : Diagnostics {
  bool is_about_output = false;
};

/// Writes `out` whole or not at all. The rows of a trace keep their order. The jobs of a table are
/// written in order of submission; their names become numbers, which comments of the trace explain.
/// Of a scenario only its `jobs` are looked at, and a new one holds nothing else. Errors: unknown
/// or equal formats, `out` is `in`, and all mistakes of the input.
Expected<ConvertReport, ConvertFailure> convert(const ConvertRequest& request);

}  // namespace mcsim::results
