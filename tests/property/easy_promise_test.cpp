// EASY's promise: where no job outruns its estimate, backfilling never delays the first waiting job
// beyond the time that it was told.
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/fact_log.hpp"
#include "support/random_worlds.hpp"
#include "support/worlds.hpp"

using namespace mcsim;

namespace {

/// One cluster as its facts show it: who waits, who runs, and what the first was told.
class Promises {
 public:
  explicit Promises(const ClusterConfig& config) : config_(&config) {
    for (const HostConfig& host : config.hosts) free_ += host.mxj.count();
  }

  void see(const Fact& fact) {
    if (fact.kind == Fact::Kind::submitted) waiting_[fact.job] = fact.at;
    if (fact.kind == Fact::Kind::started) start(fact);
    if (fact.kind == Fact::Kind::ended) {
      running_.erase(fact.job);
      free_ += fact.slots.count();
    }
  }

  /// After each instant: what a first job that still waits may rely on. A fresh reservation is as
  /// good as the best ever told; a sticky one is the first.
  void look(Time now) {
    if (waiting_.empty()) return;
    const JobIndex first = waiting_.begin()->first;
    const bool sticky = config_->model.easy.reservation == EasyOptions::Reservation::sticky;
    if (first == told_ && sticky && promise_ != never) return;
    if (first != told_) promise_ = never;
    told_ = first;
    promise_ = std::min(promise_, shadow(config_->trace[first].slots.count(), now));
  }

  std::uint64_t kept() const { return kept_; }

 private:
  void start(const Fact& fact) {
    if (fact.job == told_ && promise_ != never) {
      INFO("job " << index_of(fact.job) << " was promised " << promise_.time_since_epoch().count());
      REQUIRE(fact.at.time_since_epoch().count() <= promise_.time_since_epoch().count());
      ++kept_;
    }
    waiting_.erase(fact.job);
    running_[fact.job] = {end_of(fact.at, estimate(fact.job)), fact.slots.count()};
    free_ -= fact.slots.count();
  }

  Duration estimate(JobIndex index) const {
    const TraceJob& job = config_->trace[index];
    if (config_->model.easy.runtime == EasyOptions::Runtime::actual) return job.run;
    const QueueConfig& queue = config_->queues[index_of(job.queue)];
    const bool given = job.limit != queues_default;
    return std::min(given ? job.limit : queue.default_run_limit.value_or(unlimited),
                    queue.run_limit);
  }

  Time shadow(std::int64_t need, Time now) const {
    std::vector<std::pair<Time, std::int64_t>> ends;
    for (const auto& [job, end] : running_) ends.push_back(end);
    std::ranges::sort(ends);
    std::int64_t free = free_;
    for (const auto& [end, slots] : ends)
      if ((free += slots) >= need) return end == never ? never : std::max(end, now + 1ms);
    return never;
  }

  const ClusterConfig* config_;
  std::int64_t free_ = 0;
  std::map<JobIndex, Time> waiting_;
  std::map<JobIndex, std::pair<Time, std::int64_t>> running_;
  JobIndex told_ = none<JobIndex>;
  Time promise_ = never;
  std::uint64_t kept_ = 0;
};

/// Queue limits go, so that none outruns its limit; sessions come in every round.
GridConfig honest_grid(std::uint64_t seed) {
  const WorldShape shape{
      .dispatch = {"easy"}, .timeline = false, .overruns = false, .zero_runs = false};
  GridConfig grid = random_grid(seed, shape);
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.job_scheduling_interval = 0ms;
    for (QueueConfig& queue : cluster.queues) {
      queue.run_limit = unlimited;
      queue.default_run_limit = std::nullopt;
    }
  }
  return grid;
}

std::uint64_t promises_kept(const GridConfig& grid) {
  Simulation simulation(grid);
  std::vector<Promises> promises(grid.clusters.begin(), grid.clusters.end());
  for (Time next = next_instant(simulation); next != never; next = next_instant(simulation)) {
    FactLog log;
    simulation.run_until(next, log);
    for (const Fact& fact : log.facts) promises[index_of(fact.cluster)].see(fact);
    for (Promises& cluster : promises) cluster.look(next);
  }
  std::uint64_t sum = 0;
  for (const Promises& cluster : promises) sum += cluster.kept();
  return sum;
}

}  // namespace

TEST_CASE("under easy the first waiting job starts by the time that it was told", "[property]") {
  std::uint64_t kept = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    INFO("seed " << seed);
    kept += promises_kept(honest_grid(seed));
  }
  CHECK(kept > 5'000);  // else nothing was promised
}
