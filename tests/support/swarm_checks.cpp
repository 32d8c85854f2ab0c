// What must hold for a grid that the swarm plays.
#include <exception>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/results/lease_log.hpp"
#include "support/accounted_time.hpp"
#include "support/grid_watcher.hpp"
#include "support/launch_watch.hpp"
#include "support/lease_check.hpp"
#include "support/lease_watch.hpp"
#include "support/lsf_start_check.hpp"
#include "support/lsf_watcher.hpp"
#include "support/naive_cluster.hpp"
#include "support/naive_grid_compare.hpp"
#include "support/naive_lsf_compare.hpp"
#include "support/swarm_worlds.hpp"
#include "support/whole_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {
namespace {

/// Checks that a job may run where it has just been put, in any cluster with LSF's scheduler.
class StartWatch final : public Observer {
 public:
  explicit StartWatch(const Simulation& simulation) : simulation_(simulation) {}

  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override {
    if (const ClusterWorld& world = simulation_.clusters()[index_of(cluster)]; world.lsf)
      check_start(world, slot_of(world, fact.job));
  }
  void on(ClusterId cluster, const JobResumed& fact) override {
    const ClusterWorld& world = simulation_.clusters()[index_of(cluster)];
    // A job that load has suspended keeps its slots, and so does a job whose host loses slots by a
    // reconfiguration: it resumes even if the slots have been promised to others meanwhile.
    const bool keeps_slots = world.config.model.load == LoadMode::lim || world.settings > 0;
    if (fact.status == JobStatus::run && world.lsf && !keeps_slots)
      check_resume(world, slot_of(world, fact.job));
  }

 private:
  static JobSlotId slot_of(const ClusterWorld& world, JobIndex index) {
    JobSlotId found = none<JobSlotId>;
    world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
      if (job.index == index) found = id;
    });
    MCSIM_CHECK(found != none<JobSlotId>, "a fact tells of a job that is not there");
    return found;
  }

  const Simulation& simulation_;
};

/// All watchers of a grid.
struct Watchers {
  Watchers(const GridConfig& grid, const Simulation& simulation)
      : places(grid, simulation), log(grid), starts(simulation) {}

  GridWatcher places;
  LeaseLog log;
  LeaseWatch leases;
  LaunchWatch launches;
  StartWatch starts;
  Observers all{&places, &log, &leases, &launches, &starts};
};

/// Plays instant by instant.
void watch(const GridConfig& grid) {
  Simulation simulation(grid);
  Watchers watchers(grid, simulation);
  Time now{};
  for (Time next = next_instant(simulation); next <= *grid.until && next != never;
       next = next_instant(simulation)) {
    now = next;
    const RunState state = simulation.run_until(next, watchers.all);
    watchers.places.rest();
    check_leases(simulation.clusters());
    watchers.leases.look(simulation.clusters(), next);
    if (state != RunState::until) break;
  }
  watchers.leases.compare(watchers.log.results(simulation, now), simulation.clusters(), now);
}

/// For a grid of separate clusters, all of whose jobs end.
std::string difference_to_naive_clusters(const GridConfig& grid) {
  const RunResults fast = run_all(grid);
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const ClusterConfig& cluster = grid.clusters[at];
    const std::vector<NaiveJob> slow = NaiveCluster(cluster, grid.seed).run();
    for (std::size_t row = 0; row < slow.size(); ++row) {
      const JobOutcome& job = fast.clusters[at].jobs[row];
      const auto hosts = hosts_of(fast.clusters[at], cluster.trace, static_cast<JobIndex>(row));
      if (job.start != slow[row].start || job.finish != slow[row].finish ||
          job.status != slow[row].status || job.end_reason != slow[row].reason ||
          hosts != slow[row].hosts)
        return cluster.name + ", " + cluster.model.dispatch + ": job " + std::to_string(row) +
               " is another one by the naive reference";
    }
  }
  return {};
}

/// Checks the invariants after each instant.
std::string broken(const GridConfig& grid) {
  watch(grid);
  return {};
}

std::string difference_to_naive(WorldKind kind, const GridConfig& grid) {
  switch (kind) {
    case WorldKind::baselines:
      return difference_to_naive_clusters(grid);
    case WorldKind::lsf:
      return testing::difference_to_naive(grid);
    case WorldKind::forwarding:
      return difference_to_naive_grid(grid);
    default:
      return {};
  }
}

/// One cluster with LSF's scheduler is checked more closely.
std::string watched(WorldKind kind, const GridConfig& grid) {
  LsfWatched ignored;
  return kind == WorldKind::lsf ? broken_promise(grid, ignored) : broken(grid);
}

GridConfig with_an_end(GridConfig grid) {
  if (!grid.until) grid.until = Time{} + std::chrono::hours(24);
  return grid;
}

}  // namespace

std::string first_wrong(WorldKind kind, const GridConfig& given) {
  try {
    std::string found = difference_to_naive(kind, given);
    if (!found.empty()) return found;
    const GridConfig grid = with_an_end(given);
    found = watched(kind, grid);
    if (!found.empty()) return found;
    ColumnsInUse ignored;
    found = unaccounted_time(grid, whole_run(grid, *grid.until).results, ignored);
    if (!found.empty()) return found;
    found = difference_between_ways(grid, grid.seed);
    return found.empty() ? "" : "played in another way: " + found;
  } catch (const std::exception& error) {
    return std::string("the simulator stopped: ") + error.what();
  }
}

}  // namespace mcsim::testing
