// Exit codes as LSF reports them: 128 + the signal that ended the job.
#pragma once

#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::handlers {

inline constexpr std::int32_t exit_by_run_limit = 140;  ///< SIGUSR2
inline constexpr std::int32_t exit_by_bkill = 130;      ///< SIGINT
inline constexpr std::int32_t exit_by_kill = 137;       ///< SIGKILL: host down, memory, window

}  // namespace mcsim::handlers
