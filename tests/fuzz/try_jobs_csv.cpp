// Any bytes as a table like jobs.csv, plain or packed: refused, or converted to a valid trace with
// a row for each job.
#include "fuzz/targets.hpp"

#include "fuzz/memory_file.hpp"
#include "mcsim/results/convert.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing {

void try_jobs_csv(std::string_view text) {
  const MemoryFile table = file_of(text);
  const MemoryFile made = file_of("");
  const auto report = convert({table.path(), made.path(), "jobs.csv", "swf"});
  if (!report) {
    MCSIM_CHECK(report.error().has_errors(), "refused without a reason");
    MCSIM_CHECK(!report.error().is_about_output, "an output that could not be written");
    return;
  }
  MCSIM_CHECK(!report->warnings.has_errors(), "a good table with errors");
  const auto trace = ReadTrace(made.path()).report;
  MCSIM_CHECK(trace.has_value() || report->rows == 0, "the trace that was made is refused");
  MCSIM_CHECK(!trace || trace->rows == report->rows, "a row was lost");
}

}  // namespace mcsim::testing
