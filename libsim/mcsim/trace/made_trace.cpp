// Writes made jobs as rows of the Standard Workload Format.
#include "mcsim/trace/made_trace.hpp"

#include "mcsim/text/put.hpp"

namespace mcsim::trace {
namespace {

constexpr std::size_t fields = 18;
constexpr std::int64_t completed = 1;  // status

char* put_job(char* at, std::int64_t id, const MadeJob& job) {
  const std::int64_t values[fields] = {
      id,        job.submit_s, -1, job.run_s, job.procs, -1, -1, job.procs, -1, job.memory_kb,
      completed, job.user,     -1, -1,        job.queue, -1, -1, -1};
  for (const std::int64_t value : values) at = put(put_number(at, value), ' ');
  at[-1] = '\n';
  return at;
}

}  // namespace

void write_made_header(const MadeHeader& header, const TraceSink& sink) {
  for (const auto& [key, text] : header.lines) sink("; " + key + ": " + text + "\n");
}

void write_made_trace(const MadeHeader& header, const std::vector<MadeJob>& jobs,
                      const TraceSink& sink) {
  write_made_header(header, sink);
  char row[fields * (widest_number + 1)];
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    const char* const end = put_job(row, static_cast<std::int64_t>(at) + 1, jobs[at]);
    sink({row, static_cast<std::size_t>(end - row)});
  }
}

}  // namespace mcsim::trace
