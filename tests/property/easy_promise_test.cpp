// The promise of EASY: where no job outruns its estimate, backfilling never delays the first
// waiting job beyond its reservation, unless hosts are closed, reduced or lost meanwhile.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/fact_log.hpp"
#include "support/host_history.hpp"
#include "support/random_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::easy_promise_test {

namespace {

/// A running job: its latest end, and its hosts.
struct Running {
  Time end;
  std::vector<HostSlots> hosts;
};

/// One cluster as its facts show it: the waiting jobs, the running jobs, and the promise to the
/// first waiting job. Promises made before the last entry of the timeline are not checked.
class Promises {
 public:
  explicit Promises(const ClusterConfig& config) : config_(&config), history_(config) {
    for (const TimelineEntry& entry : config.timeline) calm_ = std::max(calm_, entry.at);
  }

  void see(const Fact& fact) {
    if (fact.kind == Fact::Kind::submitted) waiting_[fact.job] = fact.at;
    if (fact.kind == Fact::Kind::started) start(fact);
    if (fact.kind == Fact::Kind::ended) {
      waiting_.erase(fact.job);
      running_.erase(fact.job);
    }
  }

  /// After each instant: the time on which a first waiting job may rely. That is the best time ever
  /// told if reservations are fresh, the first one if they are sticky.
  void look(Time now) {
    if (waiting_.empty()) return;
    const JobIndex first = waiting_.begin()->first;
    const bool sticky = config_->model.easy.reservation == EasyOptions::Reservation::sticky;
    if (now < calm_) told_too_early_ = first;
    if (now < calm_ || (sticky && first == told_too_early_)) return;
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
    running_[fact.job] = {end_of(fact.at, estimate(fact.job)), fact.hosts};
  }

  Duration estimate(JobIndex index) const {
    const TraceJob& job = config_->trace[index];
    if (config_->model.easy.running == PredictedBy::actual) return job.run;
    const QueueConfig& queue = config_->queues[index_of(job.queue)];
    const bool given = job.limit != queues_default;
    return std::min(given ? job.limit : queue.rules.default_run_limit.value_or(unlimited),
                    queue.rules.run_limit);
  }

  Time shadow(std::int64_t need, Time now) const {
    std::vector<Time> ends;
    for (const auto& [job, running] : running_) ends.push_back(running.end);
    std::ranges::sort(ends);
    for (const Time end : ends)
      if (end != never && free_after(end, now) >= need) return std::max(end, now + 1ms);
    return never;
  }

  /// Slots that are free once all jobs that end by `end` have ended, on the hosts as they are now.
  std::int64_t free_after(Time end, Time now) const {
    Table<HostId, std::int64_t> busy(config_->hosts.size());
    for (const auto& [job, running] : running_)
      if (running.end > end)
        for (const HostSlots& part : running.hosts) busy[part.host] += part.slots.count();
    std::int64_t sum = 0;
    for (std::size_t at = 0; at < busy.size(); ++at) {
      const HostId host = busy.id_at(at);
      if (!history_.is_up(host, now) || history_.is_closed(host, now)) continue;
      sum += std::max<std::int64_t>(0, history_.mxj(host, now) - busy[host]);
    }
    return sum;
  }

  const ClusterConfig* config_;
  HostHistory history_;
  Time calm_{};  ///< the last entry of the timeline
  std::map<JobIndex, Time> waiting_;
  std::map<JobIndex, Running> running_;
  JobIndex told_too_early_ = none<JobIndex>;
  JobIndex told_ = none<JobIndex>;
  Time promise_ = never;
  std::uint64_t kept_ = 0;
};

void lift_limits(ClusterSettings& settings) {
  for (QueueConfig& queue : settings.queues) {
    queue.rules.run_limit = unlimited;
    queue.rules.default_run_limit = std::nullopt;
  }
}

/// Moves the entry to an early time, so that much follows it, and removes limits from its settings.
void lift_limits(TimelineEntry& entry) {
  entry.at = std::min(entry.at, at(60s));
  if (!entry.settings) return;
  ClusterSettings settings = *entry.settings;
  lift_limits(settings);
  entry.settings = std::make_shared<const ClusterSettings>(std::move(settings));
}

/// Removes queue limits, so that no job outruns its limit; sessions come in every round.
GridConfig honest_grid(std::uint64_t seed, bool timeline) {
  const WorldShape shape{.dispatch = {"easy"},
                         .timeline = timeline,
                         .overruns = false,
                         .zero_runs = false,
                         .dependencies = false};  // the first job is that of the trace
  GridConfig grid = random_grid(seed, shape);
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.params.job_scheduling_interval = 0ms;
    cluster.model.easy.pass = EasyOptions::Pass::instant;
    lift_limits(static_cast<ClusterSettings&>(cluster));
    for (TimelineEntry& entry : cluster.timeline) lift_limits(entry);
  }
  return grid;
}

std::uint64_t promises_kept(const GridConfig& grid) {
  Simulation simulation(grid);
  std::vector<Promises> promises(grid.clusters.begin(), grid.clusters.end());
  for (Time next = next_instant(simulation); next != never; next = next_instant(simulation)) {
    FactLog log;
    if (simulation.run_until(next, log) != RunState::until) break;
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
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(500); ++seed) {
    INFO("seed " << seed);
    kept += promises_kept(honest_grid(seed, false));
  }
  CHECK(kept > fewer_by_environment(5'000));  // else nothing was promised
}

TEST_CASE("under easy the promise holds also where hosts are closed, reduced and down",
          "[property]") {
  std::uint64_t kept = 0;
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(1000); ++seed) {
    INFO("seed " << seed);
    kept += promises_kept(honest_grid(seed, true));
  }
  CHECK(kept > fewer_by_environment(5'000));
}

}  // namespace mcsim::testing::easy_promise_test
