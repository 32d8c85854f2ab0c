// The columns that a table of jobs may have: those of jobs.csv, and the keys of a scenario's jobs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// What a column says, in the order of job_columns.
enum class JobColumn : std::uint8_t {
  job_id,
  submit_time,
  run_time,
  requested_time,
  slots,
  user,
  wait_time,
  start_time,
  finish_time,
  status,
  end_reason,
  index,
  submit_cluster,
  submit_queue,
  user_group,
  project,
  app,
  hosts,
  res_req,
  exclusive,
  priority,
  from_host,
  rerunnable,
  mem,
  mem_limit,
  cpu_limit,
  exit_codes,
  exit_code,
  init_failures,
  preexec_failures,
  min_slots,
  name,
  array,
  depends,
  terminate_orphan,
  begin,
  cancel_at
};

struct JobColumnRow {
  /// One key of a job has one column: jobs.csv's name for it, where jobs.csv has it.
  std::string_view name;
  std::string_view key;  ///< of a scenario's job; empty: none, it is recorded
  /// kind: few values, which many jobs have in common; single: few jobs have any.
  enum class Use : std::uint8_t { row, kind, single } use;
};

inline constexpr std::array<JobColumnRow, 37> job_columns = {{
    {"job_id", "id", JobColumnRow::Use::row},
    {"submit_time", "submit", JobColumnRow::Use::row},
    {"run_time", "run", JobColumnRow::Use::row},
    {"requested_time", "limit", JobColumnRow::Use::row},
    {"slots", "slots", JobColumnRow::Use::row},
    {"user", "user", JobColumnRow::Use::row},
    {"wait_time", "", JobColumnRow::Use::row},
    {"start_time", "", JobColumnRow::Use::row},
    {"finish_time", "", JobColumnRow::Use::row},
    {"status", "", JobColumnRow::Use::row},
    {"end_reason", "", JobColumnRow::Use::row},
    {"index", "", JobColumnRow::Use::row},
    {"submit_cluster", "cluster", JobColumnRow::Use::kind},
    {"submit_queue", "queue", JobColumnRow::Use::kind},
    {"user_group", "user_group", JobColumnRow::Use::kind},
    {"project", "project", JobColumnRow::Use::kind},
    {"app", "app", JobColumnRow::Use::kind},
    {"hosts", "hosts", JobColumnRow::Use::kind},
    {"res_req", "res_req", JobColumnRow::Use::kind},
    {"exclusive", "exclusive", JobColumnRow::Use::kind},
    {"priority", "priority", JobColumnRow::Use::kind},
    {"from_host", "from_host", JobColumnRow::Use::kind},
    {"rerunnable", "rerunnable", JobColumnRow::Use::kind},
    {"mem", "mem", JobColumnRow::Use::kind},
    {"mem_limit", "mem_limit", JobColumnRow::Use::kind},
    {"cpu_limit", "cpu_limit", JobColumnRow::Use::kind},
    {"exit_codes", "exit_codes", JobColumnRow::Use::kind},
    {"exit_code", "", JobColumnRow::Use::kind},
    {"init_failures", "init_failures", JobColumnRow::Use::kind},
    {"preexec_failures", "preexec_failures", JobColumnRow::Use::kind},
    {"min_slots", "min_slots", JobColumnRow::Use::single},
    {"name", "name", JobColumnRow::Use::single},
    {"array", "array", JobColumnRow::Use::single},
    {"depends", "depends", JobColumnRow::Use::single},
    {"terminate_orphan", "terminate_orphan", JobColumnRow::Use::single},
    {"begin", "begin", JobColumnRow::Use::single},
    {"cancel_at", "cancel_at", JobColumnRow::Use::single},
}};
static_assert(job_columns.back().key == "cancel_at" &&
              job_columns.size() ==
                  std::size_t{static_cast<std::uint8_t>(JobColumn::cancel_at)} + 1);

constexpr const JobColumnRow& row_of(JobColumn column) {
  return job_columns[static_cast<std::size_t>(column)];
}

/// Columns of jobs.csv that say what a run has made of a job. They are not read.
inline constexpr std::array<std::string_view, 20> result_columns = {
    "forward_time",     "exec_cluster",     "exec_queue",      "exec_hosts",  "forwards",
    "returns",          "preemptions",      "requeues",        "workload",    "exec_job_id",
    "eligible_time",    "first_start_time", "suspended_time",  "launch_time", "lost_time",
    "bounded_slowdown", "pend_reason",      "trace_wait_time", "held_time",   "unreachable_time"};

}  // namespace mcsim::config
