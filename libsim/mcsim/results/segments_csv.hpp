// segments.csv: what jobs did, and on which hosts, from one change to the next.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/guest_names.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::cluster {
struct ClusterWorld;
}  // namespace mcsim::cluster

namespace mcsim::results {

inline constexpr std::array<std::string_view, 10> segments_csv_columns = {
    "job_id", "submit_cluster", "attempt", "cluster", "queue",
    "state",  "start",          "end",     "slots",   "hosts"};

/// What a job does with slots. Those of `run` and `launching` are its own: together they never
/// exceed what a host has. A suspended job has left its slots to others, and those that are
/// reserved are still free, or others' (SLOT_RESERVE).
enum class SegmentState : std::uint8_t { run, suspended, launching, reserved };
std::string_view name_of(SegmentState state);

/// An observer that keeps a segment for each time between two changes of a job that has, or had,
/// slots. Reservations are looked at between instants, since a session may make and drop many.
class SegmentLog final : public Observer {
 public:
  explicit SegmentLog(const GridConfig& grid);

  using Observer::on;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const ForwardRefused& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSwitched& fact) override;
  void on(ClusterId cluster, const LaunchBegins& fact) override;
  void on(ClusterId cluster, const LaunchRuns& fact) override;

  /// All that happens up to `at` has happened.
  void look(const std::vector<ClusterWorld>& worlds, Time at);

  /// Writes the table, ordered by (position of the submission cluster, job id, start), and closes
  /// the file. Returns the first error.
  std::optional<Diagnostic> write(OutputFile& file);

 private:
  static constexpr std::uint32_t no_segment = static_cast<std::uint32_t>(-1);
  struct Segment {
    ClusterId home{};
    ClusterId cluster{};
    JobIndex job{};
    std::uint32_t attempt = 0;  ///< as in executions.csv
    QueueId queue{};
    SegmentState state{};
    Time start{};
    Time end = never;  ///< never: it goes on when the run is over
    Slots slots{};
    AllocationId hosts = none<AllocationId>;
  };
  /// What a job is about.
  struct Job {
    std::uint32_t attempts = 0;
    std::uint32_t segment = no_segment;  ///< of its slots, that is not over
    bool is_placed = false;              ///< the attempt has begun: it started, or was forwarded
    bool is_launching = false;           ///< not all of its tasks have started
  };
  /// A reservation that is seen at the moment.
  struct Reserved {
    std::vector<HostSlots> hosts;
    std::uint32_t segment = no_segment;
  };
  using ReservedKey = std::pair<ClusterId, JobIndex>;

  Job& state_of(const HomeJob& job) { return jobs_[index_of(job.home)][index_of(job.job)]; }
  std::uint32_t begin(const HomeJob& job, ClusterId cluster, SegmentState state, Time at,
                      Slots slots, AllocationId hosts);
  void go_on(const HomeJob& job, SegmentState state, Time at);
  void become(ClusterId cluster, JobIndex job, SegmentState state, Time at);
  void leave(const HomeJob& job, Time at);
  void look_at(const ClusterWorld& world, Time at);
  std::string line(const Segment& segment) const;

  const GridConfig& grid_;
  GuestNames names_;
  std::vector<std::vector<Job>> jobs_;  ///< by ClusterId and JobIndex
  std::vector<Segment> segments_;
  std::map<ReservedKey, Reserved> reserved_;
  std::vector<std::uint64_t>
      looked_;  ///< by ClusterId: SlotReservations::changes() at the last look
  Allocations allocations_;
};

}  // namespace mcsim::results
