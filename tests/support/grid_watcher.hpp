// An observer that follows every job of a grid from cluster to cluster: each job is in one place,
// goes only where it may, and ends once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// How often each kind of thing was checked.
struct GridWatched {
  std::uint64_t facts = 0;
  std::uint64_t forwards = 0;
  std::uint64_t refusals = 0;
  std::uint64_t guests = 0;
  std::uint64_t returns = 0;
  std::uint64_t ends_elsewhere = 0;
  std::uint64_t fresh_reports = 0;  ///< reports that were compared with a count of the same state
};

/// Watches `simulation`, a run of `grid`; both must outlive it. Throws InvariantBroken.
class GridWatcher final : public Observer {
 public:
  GridWatcher(const GridConfig& grid, const Simulation& simulation);

  using Observer::on;
  void on(ClusterId cluster, const JobSubmitted& fact) override;
  void on(ClusterId cluster, const JobRejected& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override { see(cluster, fact.at); }
  void on(ClusterId cluster, const JobResumed& fact) override { see(cluster, fact.at); }
  void on(ClusterId cluster, const JobRequeued& fact) override { see(cluster, fact.at); }
  void on(ClusterId cluster, const CapacityChanged& fact) override { see(cluster, fact.at); }
  void on(ClusterId cluster, const ActionIgnored& fact) override { see(cluster, fact.at); }
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const ForwardRefused& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;

  /// At the end of an instant.
  void rest();
  const GridWatched& watched() const { return watched_; }

 private:
  enum class Place : std::uint8_t { trace, home, on_its_way, guest, on_its_way_back, over };
  struct Whereabouts {
    Place place = Place::trace;
    ClusterId cluster{};  ///< where it went, while it is away
    QueueId queue{};
    JobIndex guest = none<JobIndex>;
  };
  using Row = std::pair<ClusterId, JobIndex>;  ///< one of the cluster's own jobs

  void see(ClusterId cluster, Time at);
  bool is_own(ClusterId cluster, JobIndex job) const;
  /// The whereabouts of the job that a fact of the cluster names.
  Whereabouts& of(ClusterId cluster, JobIndex job);
  Whereabouts& at(const Row& row) { return jobs_[index_of(row.first)][index_of(row.second)]; }
  const Whereabouts& at(const Row& row) const {
    return jobs_[index_of(row.first)][index_of(row.second)];
  }
  /// The number of jobs of all clusters for which a condition holds.
  std::size_t count(const auto& holds) const;
  ProfileId profile_of_guest(ClusterId cluster, const GuestAccepted& fact) const;
  /// The settings of the cluster after all changes of `at`.
  const ClusterSettings& settings_at(ClusterId cluster, Time at) const;
  bool queue_is(ClusterId cluster, QueueId queue, Time at, TimelineEntry::Kind off,
                TimelineEntry::Kind on) const;
  void check_report(ClusterId cluster, const JobForwarded& fact);
  void note_reach(ClusterId cluster, Time at);
  bool varies_by_itself(ClusterId cluster) const;

  void check_places(ClusterId home) const;
  void check_letters() const;
  void check_guests(ClusterId cluster) const;

  const GridConfig& grid_;
  const Simulation& simulation_;
  std::vector<std::vector<Whereabouts>> jobs_;  ///< by cluster and JobIndex
  std::map<Row, Row> homes_;                    ///< of guests: by where they are, their home
  std::vector<Time> last_fact_;
  std::vector<std::vector<bool>> out_of_reach_;  ///< by cluster and host
  GridWatched watched_;
};

/// Plays a grid up to grid.until and watches it. Returns the first broken promise, in words; empty:
/// none is broken.
std::string broken_promise(const GridConfig& grid, GridWatched& watched);

}  // namespace mcsim::testing
