// How parallel jobs are launched: by which PJL, how long it takes, and what goes wrong.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/job_profile.hpp"

namespace mcsim::model {

/// A duration that is constant or drawn.
struct DrawnTime {
  enum class Kind : std::uint8_t { constant, uniform, exponential };

  Kind kind{};
  Duration least{};   ///< the drawn part is added to this
  Duration spread{};  ///< uniform: at most; exponential: the mean

  bool operator==(const DrawnTime&) const = default;
};

/// A job, named by the cluster where it was submitted and its index there.
using HomeJob = std::pair<ClusterId, JobIndex>;

/// A fault of launches. A condition that is not given holds for all.
struct LaunchFault {
  enum class Kind : std::uint8_t {
    pjl_cannot_start,
    pjl_exits,          ///< before its tasks do
    task_cannot_start,  ///< its TaskStarter reports so
    ts_dies,            ///< a TaskStarter dies without a report, and its task with it
    res_dies,           ///< the RES of a host
    pjl_hangs,          ///< it does not exit when its tasks have
  };

  Kind kind{};
  double probability = 1;  ///< for each launch, task or host that it can happen to
  std::optional<HomeJob> job{};
  std::optional<std::uint32_t> execution{};  ///< of a job, from 1
  std::optional<std::uint32_t> task{};       ///< from 0
  std::vector<HostId> hosts{};               ///< ascending; empty: all
  /// Since the dispatch, without suspension; none: drawn, between RUNNING and the end.
  std::optional<Duration> at{};
  std::int32_t exit_code = 1;  ///< pjl_exits: of the PJL

  bool operator==(const LaunchFault&) const = default;
};

/// What a PJL does when it has lost a task: its TaskStarter or its host.
enum class OnLostTask : std::uint8_t {
  goes_on,  ///< it exits when the other tasks have
  waits,    ///< it never exits
  aborts,   ///< it exits
};

/// One way to launch jobs. Source: Using Platform LSF HPC 7.3, Integrating Parallel Jobs; times:
/// mcsim.
struct LaunchProfile {
  struct SlowHost {
    HostId host{};
    double factor = 1;

    bool operator==(const SlowHost&) const = default;
  };

  std::string name;
  std::int32_t method = 1;    ///< integration method; 2: a wrapper starts the PJL
  DrawnTime wrapper_start{};  ///< method 2
  DrawnTime pjl_start{};
  Duration ts_interval{};              ///< from the start of a TaskStarter to that of the next one
  DrawnTime ts_start{};                ///< of each one
  DrawnTime task_start{};              ///< of each one
  DrawnTime latency{};                 ///< of a TaskStarter's message to PAM
  std::vector<SlowHost> slow_hosts{};  ///< by host: factors of ts_start and task_start
  OnLostTask on_lost_task{};
  std::int32_t exit_code = 1;  ///< of a PJL that aborts
  std::vector<LaunchFault> faults{};

  double slowness(HostId host) const;
  bool operator==(const LaunchProfile&) const = default;
};

/// Which jobs are launched how, in one cluster.
struct LaunchRules {
  using Row = std::uint32_t;  ///< of `profiles`

  std::vector<LaunchProfile> profiles;
  std::vector<Slots> least_slots;  ///< by profile: smaller jobs that it does not name start at once
  std::map<HomeJob, Row> of_job{};
  std::map<ApplicationId, Row> of_application{};
  std::map<QueueId, Row> of_queue{};
  std::optional<Row> of_others{};  ///< the profile that names no jobs

  /// The profile of the job itself, else of its application, else of its queue, else of all others.
  /// Null: it starts at once.
  const LaunchProfile* find(HomeJob job, ApplicationId application, QueueId queue,
                            Slots slots) const;
  bool operator==(const LaunchRules&) const = default;
};

}  // namespace mcsim::model
