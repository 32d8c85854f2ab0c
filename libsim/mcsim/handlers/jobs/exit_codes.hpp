// Exit codes as LSF reports them: 128 + the signal that ended the job.
#pragma once

#include <cstdint>

#include "mcsim/model/job.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::handlers {

inline constexpr std::int32_t exit_by_run_limit = 140;  ///< SIGUSR2
inline constexpr std::int32_t exit_by_cpu_limit = 152;  ///< SIGXCPU
inline constexpr std::int32_t exit_by_bkill = 130;      ///< SIGINT
inline constexpr std::int32_t exit_by_kill = 137;       ///< SIGKILL: host down, memory, window

/// What conditions (bsub -w) take for the exit code of a job that ended so: 0 where a signal ended
/// it. Source: docs/rules/dependencies.md, section 3.
constexpr std::int32_t own_exit_code(EndReason reason, std::int32_t exit_code) {
  switch (reason) {
    case EndReason::term_runlimit:
    case EndReason::term_owner:
    case EndReason::term_host_down:
    case EndReason::term_memlimit:
    case EndReason::term_window:
    case EndReason::term_cpulimit:
    case EndReason::term_orphan:
      return 0;
    default:
      return exit_code;
  }
}

}  // namespace mcsim::handlers
