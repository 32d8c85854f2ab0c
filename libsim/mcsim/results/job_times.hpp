// What the results say of one job's times: jobs.csv, summary.json and their readers mean the same.
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

/// Started and over: the jobs that distributions are made of.
constexpr bool has_run(const JobOutcome& outcome) {
  return outcome.start != never && outcome.finish != never;
}

/// From when on a job could have started: NEW_JOB_SCHED_DELAY after its submission. Never: it was
/// refused.
inline Time eligible_time(const TraceJob& job, const JobOutcome& outcome) {
  return outcome.status == JobStatus::rejected ? never : job.submit + outcome.delay;
}

/// How long the job pended after it became eligible: until it started, was killed, or until `end`
/// of the run; of a job that was requeued, all that it pended. None for a job that was refused.
inline std::optional<Duration> wait_time(const TraceJob& job, const JobOutcome& outcome,
                                         const JobHistory* history, Time end) {
  if (outcome.status == JobStatus::rejected) return std::nullopt;
  const Duration pending = history != nullptr
                               ? history->pending
                               : std::min({outcome.start, outcome.finish, end}) - job.submit;
  return std::max<Duration>(pending - outcome.delay, 0ms);
}

/// Of the last execution, until all its tasks had started, or all of it if they have not.
inline Duration launching_time(const JobHistory& history) {
  return std::min(std::max(history.launch, Duration{}), history.ran);
}

/// How long the job ran in its last execution, suspension apart: until its end, or until `end` of
/// the run; of a launched one from when all its tasks had started. None: it did not start.
inline std::optional<Duration> run_time(const JobOutcome& outcome, const JobHistory* history,
                                        Time end) {
  if (!has_started(outcome)) return std::nullopt;
  if (history != nullptr) return history->ran - launching_time(*history);
  return std::min(outcome.finish, end) - outcome.start;
}

/// max(1, turnaround / max(run, 10 s)), in millionths, halves up.
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
