// What a dispatch policy can see, and what it answers.
#pragma once

#include <cstdint>

#include "mcsim/base/time.hpp"
#include "mcsim/baseline/end_profile.hpp"
#include "mcsim/baseline/job_facts.hpp"
#include "mcsim/baseline/waiting_line.hpp"

namespace mcsim::baseline {

/// A cluster in one scheduling session, read only. Made for one call; not to be kept.
class DispatchView {
 public:
  DispatchView(Time now, bool on_raster, Slots free, std::uint64_t version,
               const WaitingLines& lines, const EndProfile& ends, const JobReader& jobs)
      : now_(now),
        on_grid_(on_raster),
        free_(free),
        version_(version),
        lines_(&lines),
        ends_(&ends),
        jobs_(jobs) {}

  Time now() const { return now_; }
  /// Sessions lie on a raster: JOB_SCHEDULING_INTERVAL is not 0.
  bool on_raster() const { return on_grid_; }
  /// Slots free now, over all hosts that are up and open.
  Slots free() const { return free_; }
  /// Grows by one with each start, and with each change of what is free or running.
  std::uint64_t version() const { return version_; }
  /// Waiting jobs: one line for all queues with the same line_key, the largest key first.
  const WaitingLines& lines() const { return *lines_; }
  /// Predicted ends of the running jobs; kept only for policies that say `predicts_ends`.
  const EndProfile& ends() const { return *ends_; }
  /// Who has submitted a waiting job, when, to which queue, and what it asks for. Its row is far
  /// away in memory.
  JobFacts facts(const WaitingJob& job) const { return jobs_.facts(job.job); }

 private:
  Time now_;
  bool on_grid_;
  Slots free_;
  std::uint64_t version_;
  const WaitingLines* lines_;
  const EndProfile* ends_;
  JobReader jobs_;
};

/// Why a job is started now.
enum class StartReason : std::uint8_t {
  next_in_line,  ///< all jobs before it in its waiting line have started
  passed_by,     ///< jobs before it do not fit
  backfilled,    ///< it does not delay the first waiting job
};

/// The next job to start, or none: the session is over.
struct DispatchDecision {
  WaitingJob job;  ///< as its waiting line has it
  StartReason reason = StartReason::next_in_line;

  explicit operator bool() const { return static_cast<bool>(job); }
};

}  // namespace mcsim::baseline
