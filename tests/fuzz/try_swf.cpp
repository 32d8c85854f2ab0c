// Any bytes as a trace, plain or packed: refused, or every row is a job or listed as skipped.
#include "fuzz/targets.hpp"

#include "fuzz/memory_file.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing {

void try_swf(std::string_view text) {
  const MemoryFile file = file_of(text);
  WorkloadOptions options;
  options.file = options.shown_name = file.path();
  options.scale_arrivals = options.scale_runtimes = Ratio{11, 10};
  ReadTrace read(options);
  const auto& report = read.report;
  if (!report) {
    MCSIM_CHECK(report.error().has_errors(), "refused without a reason");
    return;
  }
  MCSIM_CHECK(!report->warnings.has_errors(), "a good trace with errors");
  MCSIM_CHECK(report->rows == report->jobs + read.skipped.size(), "a row was lost");
  const Trace trace = read.freeze();
  MCSIM_CHECK(report->jobs == trace.size(), "a job was lost");
  for (std::size_t place = 0; place < trace.size(); ++place) {
    const TraceJob& job = trace[static_cast<JobIndex>(place)];
    MCSIM_CHECK(job.submit >= Time{} && job.submit <= Time{longest_duration}, "submit time");
    MCSIM_CHECK(job.run >= 0s && job.run <= longest_duration, "run time");
    MCSIM_CHECK(job.slots >= Slots(1) && job.slots <= Slots(most_slots), "slots");
  }
}

}  // namespace mcsim::testing
