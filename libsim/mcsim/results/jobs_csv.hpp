// jobs.csv: one row for each job that was submitted.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

/// The names of the columns, in order. New ones are added at the end; none is renamed or removed.
inline constexpr std::array<std::string_view, 36> jobs_csv_columns = {
    "job_id",         "submit_cluster",
    "submit_queue",   "user",
    "slots",          "submit_time",
    "forward_time",   "exec_cluster",
    "exec_queue",     "start_time",
    "finish_time",    "wait_time",
    "run_time",       "status",
    "forwards",       "returns",
    "preemptions",    "requeues",
    "exec_hosts",     "workload",
    "user_group",     "app",
    "requested_time", "exec_job_id",
    "eligible_time",  "first_start_time",
    "suspended_time", "launch_time",
    "lost_time",      "bounded_slowdown",
    "exit_code",      "end_reason",
    "pend_reason",    "trace_wait_time",
    "held_time",      "unreachable_time"};

/// The next column, of runs with job arrays only: the index of an element; 0: the job is none.
inline constexpr std::string_view jobs_csv_index = "index";

/// The last columns, each of runs only in which some job has it: what jobs are called, belong to
/// and wait for, so that a run of this table has it, too.
inline constexpr std::array<std::string_view, 5> jobs_csv_ties = {"project", "name", "depends",
                                                                  "terminate_orphan", "begin"};
/// Which of jobs_csv_ties the table of a run has.
using CsvTies = std::array<bool, jobs_csv_ties.size()>;
CsvTies ties_of(const GridConfig& config);

/// Writes the table, ordered by (position of the cluster, job id, index), and closes the file.
/// Returns the first error.
///
/// Times are seconds since virtual time 0; the time of what did not happen is empty. `exec_*` are
/// filled once a job has started. Every second of a job that has ended is in one column:
/// finish - submit = (eligible - submit) + wait + held + launch + run + suspended + lost +
/// unreachable. Jobs that were not submitted before the end of the run have no row.
std::optional<Diagnostic> write_jobs_csv(OutputFile& file, const GridConfig& config,
                                         const RunResults& results);

}  // namespace mcsim::results
