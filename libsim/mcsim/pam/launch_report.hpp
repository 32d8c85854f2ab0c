// The outcome of one launch of a parallel job.
#pragma once

#include <cstdint>
#include <string_view>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::pam {

enum class LaunchOutcome : std::uint8_t {
  ran,                ///< all tasks have started
  pjl_not_started,    ///< the PJL could not be started
  timed_out,          ///< not all tasks have registered in time
  tasks_not_started,  ///< all TaskStarters have reported, and some tasks could not start
  pjl_exited,         ///< the PJL exited before all tasks had registered
  interrupted,        ///< the job was killed or requeued, or reached a limit
  under_way,          ///< the simulation has ended before
};
constexpr std::size_t launch_outcomes = 7;
constexpr std::string_view name_of(LaunchOutcome outcome) {
  constexpr std::string_view names[launch_outcomes] = {
      "ran",        "pjl_not_started", "timed_out", "tasks_not_started",
      "pjl_exited", "interrupted",     "under_way"};
  return names[static_cast<std::size_t>(outcome)];
}

/// The tasks of a launch, counted.
struct LaunchCounts {
  std::uint32_t tasks = 0;
  std::uint32_t registered = 0;
  std::uint32_t failed = 0;       ///< their TaskStarters could not start them
  std::uint32_t lost = 0;         ///< of the registered ones: no more will come from them
  std::uint32_t statuses = 0;     ///< exit statuses that have arrived
  std::uint32_t reached = 0;      ///< those that a signal reaches, or that were killed at the end
  HostId trouble = none<HostId>;  ///< the first host with a task that is missing, failed or lost
  std::uint32_t trouble_hosts = 0;

  bool operator==(const LaunchCounts&) const = default;
};

struct LaunchReport {
  LaunchOutcome outcome{};
  LaunchCounts counts;
  Duration launch{};           ///< from the dispatch to RUNNING if reached, without suspension
  Duration held{};             ///< how long the execution had its slots
  Duration timeout{};          ///< LSF_HPC_PJL_LOADENV_TIMEOUT
  bool exits = false;          ///< PAM has exited by itself
  bool pjl_was_early = false;  ///< it exited before its tasks
  bool pjl_hung = false;       ///< it did not exit behind them, and PAM has killed it
  bool pam_is_lost = false;    ///< its host is down
  std::int32_t exit_code = 0;  ///< of PAM, if it has exited

  bool operator==(const LaunchReport&) const = default;
};

/// One host of a launch.
struct LaunchedHost {
  HostId host{};
  std::uint32_t tasks = 0;
  std::uint32_t registered = 0;
  std::uint32_t failed = 0;
  std::uint32_t lost = 0;  ///< of the registered ones
  Duration task_time{};    ///< how long its tasks have run, as RES saw it

  bool operator==(const LaunchedHost&) const = default;
};

}  // namespace mcsim::pam
