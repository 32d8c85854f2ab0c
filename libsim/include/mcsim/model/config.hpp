// The validated input of a simulation, as plain values. `io` makes it from text; programs may fill
// it in themselves. Past this door nothing can fail but us.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/names.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim {

/// One execution host.
struct HostConfig {
  std::string name;
  std::int32_t ncpus = 1;
  Slots mxj{1};  ///< job slots; MXJ, by default ncpus

  bool operator==(const HostConfig&) const = default;
};

/// One queue, in file order.
struct QueueConfig {
  std::string name;
  std::int32_t priority = 1;                  ///< PRIORITY, larger first
  bool has_hosts = true;                      ///< false: HOSTS = none
  std::optional<Duration> default_run_limit;  ///< RUNLIMIT, first of two values
  Duration run_limit = unlimited;             ///< RUNLIMIT, the maximum

  bool operator==(const QueueConfig&) const = default;
};

/// What EASY backfilling leaves open; the literature and its simulators differ in each of these.
/// Source: Mu'alem, Feitelson, IEEE TPDS 12(6), 2001; defaults as ../oracle of the tests has them.
struct EasyOptions {
  enum class Reservation : std::uint8_t { fresh, sticky };  ///< remade each pass, or kept
  enum class Runtime : std::uint8_t { requested, actual };  ///< what predicts a job's end
  enum class Pass : std::uint8_t { instant, event };        ///< one pass an instant, or an event

  Reservation reservation = Reservation::fresh;
  bool extra = true;  ///< jobs that leave the first one enough slots may outrun its reservation
  Runtime runtime = Runtime::requested;
  Pass pass = Pass::instant;  ///< event: only where JOB_SCHEDULING_INTERVAL is 0

  bool operator==(const EasyOptions&) const = default;
};

/// Choices where LSF's documents are silent, and baselines: the scenario's `model`.
struct ModelConfig {
  std::string dispatch = "lsf";  ///< a name in the registry of dispatch policies
  EasyOptions easy;
  bool enforce_runlimit = true;
  bool seeded_daemon_phase = false;  ///< sessions lie on a drawn offset, not on multiples
  bool elide = true;                 ///< skip sessions that cannot matter
  Duration stall_after = std::chrono::hours{24 * 30};

  bool operator==(const ModelConfig&) const = default;
};

/// An entry of the timeline: what befalls a cluster from outside at a given instant.
struct TimelineEntry {
  enum class Kind : std::uint8_t {
    host_down,     ///< `host`, for `down_for`
    bkill,         ///< `job`
    hclose,        ///< `host`
    hopen,         ///< `host`
    qclose,        ///< `queue`
    qopen,         ///< `queue`
    change_queue,  ///< `queue` becomes `queue_config`
    change_host,   ///< `host` gets `mxj`
  };

  Time at{};
  Kind kind{};
  HostId host{};
  QueueId queue{};
  JobId job{};
  Duration down_for = unlimited;
  Slots mxj{};
  QueueConfig queue_config{};
};

/// One cluster: its hosts and queues in file order, its own workload, and what befalls it.
struct ClusterConfig {
  std::string name;
  std::vector<HostConfig> hosts;
  std::vector<QueueConfig> queues;
  QueueId default_queue{};
  Duration job_scheduling_interval{5'000};  ///< 0: one session a round in which something changed
  ModelConfig model;
  std::vector<TimelineEntry> timeline;  ///< in scenario order; `at` need not be sorted
  Trace trace;
};

/// Everything that a run depends on. Equal configurations give equal bytes.
struct GridConfig {
  std::string name;
  std::string about;
  std::uint64_t seed = 1;
  std::optional<Time> until;  ///< none: until all jobs have ended, or none can start any more
  std::vector<ClusterConfig> clusters;
  NameTable users;
  NameTable groups;
  std::vector<std::string> workloads;  ///< what TraceJob::workload names: file names, "jobs"
};

}  // namespace mcsim
