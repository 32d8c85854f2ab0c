// What becomes of a job: states, reasons, and the row that a finished one leaves behind.
#pragma once

#include <cstdint>
#include <string_view>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim {

/// LSF's job states, as bjobs prints them, and two of our own: a job that the trace has not yet
/// submitted, and one that was refused at submission.
enum class JobStatus : std::uint8_t {
  unsubmitted,
  pend,
  psusp,
  run,
  ususp,
  ssusp,
  done,
  exit,
  rejected
};

constexpr std::string_view name_of(JobStatus status) {
  constexpr std::string_view names[] = {"",      "PEND", "PSUSP", "RUN",     "USUSP",
                                        "SSUSP", "DONE", "EXIT",  "REJECTED"};
  return names[static_cast<std::size_t>(status)];
}

/// Why a job ended or was refused. Names as LSF prints them (bhist, bacct), where LSF has one.
enum class EndReason : std::uint8_t {
  none,
  term_runlimit,   ///< reached its run limit
  term_owner,      ///< bkill
  term_host_down,  ///< its host went down; LSF has no TERM_ name for it
  run_limit_over_queue,
  queue_closed,
};

constexpr std::string_view name_of(EndReason reason) {
  constexpr std::string_view names[] = {"",
                                        "TERM_RUNLIMIT",
                                        "TERM_OWNER",
                                        "HOST_DOWN",
                                        "RUNLIMIT_OVER_QUEUE_MAXIMUM",
                                        "QUEUE_CLOSED"};
  return names[static_cast<std::size_t>(reason)];
}

/// Why a job waits, in the words of bjobs -p where LSF has them.
enum class PendReason : std::uint8_t {
  none,
  new_job,  ///< no session has looked at it yet
  not_enough_slots,
  hosts_closed,  ///< with the closed or unavailable hosts back, it would fit
  too_few_slots_in_cluster,
  behind_earlier,      ///< a strict order: jobs before it wait
  reserved_for_first,  ///< it would fit, but would delay the first waiting job
};

constexpr std::string_view text_of(PendReason reason) {
  constexpr std::string_view texts[] = {
      "",
      "New job is waiting for scheduling",
      "Not enough job slot(s)",
      "Not enough job slot(s) while hosts are closed or unavailable",
      "The cluster does not have that many slots",
      "Jobs submitted earlier are waiting",
      "Job would delay the first waiting job"};
  return texts[static_cast<std::size_t>(reason)];
}

/// Where a job ran: one host (its id), or a list in the recorder's store of allocations.
enum class AllocationId : std::uint32_t {};

/// What became of one job. One row a job stays for as long as jobs.csv is wanted.
struct JobOutcome {
  Time start = never;   ///< of the last execution; never: did not start
  Time finish = never;  ///< never: has not ended
  AllocationId allocation = none<AllocationId>;
  std::int32_t exit_code = 0;
  JobStatus status = JobStatus::unsubmitted;
  EndReason end_reason = EndReason::none;
  PendReason pend_reason = PendReason::none;  ///< of a job that still waits
};
static_assert(sizeof(JobOutcome) <= 32);

}  // namespace mcsim
