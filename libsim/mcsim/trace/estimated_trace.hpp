// A recorded trace with estimates that were drawn in place of its requested times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/trace/made_trace.hpp"
#include "mcsim/trace/user_estimates.hpp"

namespace mcsim::trace {

/// A trace as text, with what is needed to give its jobs estimates.
class EstimatedTrace {
 public:
  /// Reads a trace, packed or not. Errors: those of the file, and a trace without a run time.
  static Expected<EstimatedTrace, Diagnostics> read(const std::string& path,
                                                    const std::string& shown_name);

  /// The jobs with a run time; others keep what they have requested.
  const EstimatedJobs& jobs() const { return jobs_; }
  std::uint64_t hash() const { return hash_; }  ///< XXH64 of the file's bytes
  const Diagnostics& warnings() const { return warnings_; }

  /// Writes the trace with these estimates in seconds, one for each of jobs(), as field 9; all else
  /// stays as it is, line by line.
  void write(const std::vector<std::int64_t>& estimates, const TraceSink& sink) const;

 private:
  std::string text_;
  EstimatedJobs jobs_;
  std::vector<std::size_t> lines_;  ///< of the jobs, from 1
  std::uint64_t hash_ = 0;
  Diagnostics warnings_;
};

}  // namespace mcsim::trace
