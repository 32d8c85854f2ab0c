// One launch of a parallel job, played through PAM's table: what comes of it, and when, if nothing
// else happens.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/launch_config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/pam/launch_report.hpp"
#include "mcsim/pam/pam.hpp"

namespace mcsim::pam {

/// What a launch is drawn from, and what has happened to it since. Its clock starts at the
/// dispatch, and stands still while the job is suspended.
struct Launch {
  /// The clock stood still at `at`; no length: it still does.
  struct Pause {
    Duration at{};
    std::optional<Duration> length{};
  };
  struct Loss {
    HostId host{};
    Duration at{};
  };

  std::uint32_t profile = 0;  ///< a row of LaunchRules
  HomeJob job{};
  std::uint64_t home_key = 0;  ///< by the name of its submission cluster
  std::uint32_t execution = 0;
  Duration run{};                    ///< from RUNNING to the end of the last task
  Duration timeout{};                ///< LSF_HPC_PJL_LOADENV_TIMEOUT
  std::optional<Duration> launch{};  ///< from the dispatch to RUNNING; none: not RUNNING yet
  std::vector<Pause> pauses{};       ///< before RUNNING
  std::vector<Loss> losses{};        ///< hosts that went down

  bool is_paused() const { return !pauses.empty() && !pauses.back().length; }
  /// What the clock shows so long after the dispatch, suspension included; unlimited stays
  /// unlimited.
  Duration clock_at(Duration since_dispatch) const;
};

/// What a launch comes to first: RUNNING, or a failure.
struct LaunchTurn {
  LaunchOutcome outcome = LaunchOutcome::ran;
  Duration at = unlimited;  ///< since the dispatch, suspension included; unlimited: none comes
  std::int32_t exit_code = 0;
};

/// How long a job that is RUNNING goes on.
struct LaunchedRun {
  Duration end = unlimited;  ///< on the launch's clock
  /// Of a PJL that exits before its tasks, or of PAM if it kills the PJL.
  std::optional<std::int32_t> exit_code{};
  bool pjl_hangs = false;  ///< PAM kills it, LSF_HPC_PJL_LOADENV_TIMEOUT after the last exit status
};

/// Reads a launch, changes nothing. The tasks are on `hosts` in order, one task per slot.
class LaunchPlay {
 public:
  LaunchPlay(const LaunchProfile& profile, const RngStream& draws, const Launch& launch,
             std::span<const HostSlots> hosts);

  /// What comes of a launch that is not RUNNING.
  LaunchTurn turn() const;
  /// What comes of a launch that is RUNNING.
  LaunchedRun run() const;

  /// PAM as it is at a time on the launch's clock, before what comes at that time.
  LaunchCounts at(Duration time) const;
  /// PAM when the launch has come to a turn that is not RUNNING.
  LaunchCounts at_failure(const LaunchTurn& turn) const;
  /// PAM when the PJL has exited.
  LaunchCounts at_exit(const LaunchedRun& run) const;
  /// The hosts of a launch that is over at a time on its clock.
  std::vector<LaunchedHost> hosts_at(Duration end) const;

 private:
  /// What a TaskStarter does.
  struct Course {
    /// When its report comes to PAM; unlimited: never, or it has come, since the launch is RUNNING.
    Duration report = unlimited;
    bool starts = true;         ///< its task does
    Duration loss = unlimited;  ///< from when on nothing more comes from it
  };
  /// A fault that may happen to this launch, and its position among those of the profile.
  struct Threat {
    const LaunchFault* fault;
    std::uint32_t place;
  };

  std::array<std::uint64_t, 2> draw(std::uint32_t of, std::uint32_t what) const;
  bool befalls(const Threat& threat, std::uint32_t of) const;
  /// When a fault happens; unlimited: after RUNNING, which has not come yet.
  Duration time_of(const Threat& threat, std::uint32_t of) const;

  Duration res_loss(HostId host) const;
  /// When the PJL starts a TaskStarter.
  Duration beginning_of(std::uint32_t task) const;
  /// How long it takes from the beginning of a TaskStarter until its task has started.
  Duration start_of(std::uint32_t task, double slowness) const;
  Course course(std::uint32_t task, HostId host, double slowness, Duration loss) const;
  /// When PAM hears from a task that is lost at `loss`; unlimited: never.
  Duration report_of(std::uint32_t task, double slowness, Duration loss) const;
  /// Calls visit(task, host, course) for each task.
  template <class Visit>
  void visit_tasks(Visit&& visit) const;
  bool may_lose_tasks() const;
  bool pjl_hangs() const;
  /// When the PJL exits before its tasks, because of `first_loss` or faults.
  std::optional<LaunchTurn> early_exit(Duration first_loss) const;

  /// A time on the launch's clock as time since the dispatch, with suspension; unlimited while the
  /// clock stands still before it.
  Duration with_pauses(Duration time) const;
  PamActions tell(Pam& pam, Duration end) const;
  /// Tells PAM of the exit statuses of all tasks that it knows and that are not lost.
  void end_tasks(Pam& pam) const;
  LaunchCounts counts(const Pam& pam, LaunchOutcome outcome) const;

  const LaunchProfile& profile_;
  const RngStream& draws_;
  const Launch& launch_;
  std::span<const HostSlots> hosts_;
  std::uint64_t entity_;
  std::uint32_t tasks_ = 0;
  std::vector<Threat> threats_;   ///< to the PJL and to hosts
  std::vector<Threat> of_tasks_;  ///< to single tasks
  Duration pjl_begins_{};
  bool pjl_fails_ = false;
};

}  // namespace mcsim::pam
