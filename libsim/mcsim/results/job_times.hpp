// The times of one job in the results: defined once for jobs.csv, summary.json and their readers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::results {

constexpr bool has_started(const JobOutcome& outcome) { return outcome.start != never; }

/// Whether a job has started and ended. Distributions are made of such jobs.
constexpr bool has_run(const JobOutcome& outcome) {
  return outcome.start != never && outcome.finish != never;
}

/// The earliest time at which a job may start: NEW_JOB_SCHED_DELAY after its submission, or its
/// end if that came before. Never: it was refused.
inline Time eligible_time(const TraceJob& job, const JobOutcome& outcome) {
  if (outcome.status == JobStatus::rejected) return never;
  return std::min(job.submit + outcome.delay, outcome.finish);
}

/// How long the job pended after it became eligible: until it started or was killed, or until `end`
/// of the run. For a requeued job, the sum of all times in which it pended. None: it was refused.
inline std::optional<Duration> wait_time(const TraceJob& job, const JobOutcome& outcome,
                                         const JobHistory* history, Time end) {
  if (outcome.status == JobStatus::rejected) return std::nullopt;
  const Duration pending = history != nullptr
                               ? history->pending
                               : std::min({outcome.start, outcome.finish, end}) - job.submit;
  return std::max<Duration>(pending - outcome.delay, 0ms);
}

/// The part of the last execution until all its tasks had started. None if they did not: that
/// execution is lost.
inline Duration launching_time(const JobHistory& history) {
  return history.launch >= unlimited ? Duration{} : std::max(history.launch, Duration{});
}

/// How long the job ran in its last execution, without suspensions: until its end, or until `end`
/// of the run. The time of a launched job counts from when all its tasks had started. None: the job
/// did not start.
inline std::optional<Duration> run_time(const JobOutcome& outcome, const JobHistory* history,
                                        Time end) {
  if (!has_started(outcome)) return std::nullopt;
  if (history != nullptr) return history->ran - launching_time(*history);
  return std::min(outcome.finish, end) - outcome.start;
}

/// max(1, turnaround / max(run, 10 s)), in millionths, rounded half up.
/// Source: Feitelson, Rudolph, "Metrics and benchmarking for parallel job scheduling", JSSPP 1998.
constexpr std::int64_t bounded_slowdown(Duration turnaround, Duration run) {
  constexpr std::int64_t one = 1'000'000;
  const std::int64_t bounded = std::max<Duration>(run, 10s).count();
  if (turnaround.count() <= bounded) return one;
  constexpr std::int64_t needs_64_bits = std::numeric_limits<std::int64_t>::max() / (4 * one);
  if (turnaround.count() <= needs_64_bits)  // 73 years
    return (2 * turnaround.count() * one + bounded) / (2 * bounded);
  return rounded_ratio(Int128{turnaround.count()} * one, bounded);
}
static_assert(bounded_slowdown(30s, 5s) == 3'000'000);
static_assert(bounded_slowdown(latest_time - Time{}, 0s) == (std::int64_t{1} << 55) * 100);

}  // namespace mcsim::results
