// The jobs of a run of a recorded history: what really happened to each, and what the run made of
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/app/history/recorded_runs.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// One job. Times in seconds of virtual time. Of several executions the last one counts, as in a
/// history: it waited until then.
struct ToldJob {
  std::string id;           ///< with [index] of an element of an array
  std::uint32_t queue = 0;  ///< in ToldJobs::queues
  std::uint32_t user = 0;   ///< in ToldJobs::users
  std::int64_t slots = 0;
  double submitted = 0;
  double run = 0;         ///< how long it ran in the run
  double really_run = 0;  ///< how long it ran in the history
  double waited = 0;      ///< in the run
  double really = 0;      ///< waited in the history

  double late() const { return waited - really; }  ///< below 0: the run started it too early
};

struct ToldJobs {
  std::vector<ToldJob> jobs;  ///< those that started in both
  std::vector<std::string> queues;
  std::vector<std::string> users;
  std::uint64_t never_really = 0;  ///< jobs without a recorded start
  std::uint64_t never_here = 0;    ///< with one, that did not start in the run
};

/// Reads jobs.csv of a run. A job that `recorded` does not know ran as long as in the run. Errors:
/// it cannot be read, or lacks a column.
Expected<ToldJobs, Diagnostics> read_told_jobs(const std::string& path,
                                               const RecordedRuns& recorded = {});

}  // namespace mcsim::app
