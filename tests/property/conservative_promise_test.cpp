// The promise of conservative backfilling: where no job outruns its limit and hosts do not change,
// no job starts later than the reservation that it got on arrival. And with a depth of 1 it is EASY
// backfilling.
#include <cstdint>
#include <map>
#include <memory>

#include "mcsim/baseline/conservative.hpp"
#include "support/catch.hpp"
#include "support/random_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::conservative_promise_test {

namespace {

struct Promises {
  std::map<JobIndex, Time> first;  ///< the reservation of each job on arrival
  std::uint64_t kept = 0;
  std::uint64_t early = 0;  ///< of these, started before that time
};

/// The policy, wrapped so that its promises are written down.
class Watched {
 public:
  static constexpr std::string_view name = "watched";
  static constexpr bool predicts_ends = true;

  Watched(const ModelConfig& model, std::shared_ptr<Promises> promises)
      : policy_(model.conservative, model.enforce_runlimit), promises_(std::move(promises)) {}

  std::int32_t line_key(const QueueConfig& queue) const { return policy_.line_key(queue); }
  bool per_event() const { return policy_.per_event(); }
  void hear(const DispatchNews& news) { policy_.hear(news); }
  DispatchDecision next(const DispatchView& view) {
    const DispatchDecision decision = policy_.next(view);
    view.lines()[0].visit([&](const WaitingJob& job) {
      if (decision && job == decision.job)
        check(job.rank, view.now());
      else
        promises_->first.try_emplace(job.rank, policy_.reserved_start(job));
    });
    return decision;
  }
  Time next_gate(const DispatchView& view) const { return policy_.next_gate(view); }
  PendReason why_waiting(const DispatchView& view, const WaitingJob& job) const {
    return policy_.why_waiting(view, job);
  }

 private:
  void check(JobIndex rank, Time now) {
    const auto told = promises_->first.find(rank);
    if (told == promises_->first.end() || told->second == never) return;
    INFO("job " << index_of(rank) << " was told " << told->second.time_since_epoch().count());
    REQUIRE(now.time_since_epoch().count() <= told->second.time_since_epoch().count());
    ++promises_->kept;
    if (now < told->second) ++promises_->early;
  }

  ConservativeBackfill policy_;
  std::shared_ptr<Promises> promises_;
};

/// One cluster in which no job outruns its limit; sessions in every round.
GridConfig honest_grid(std::uint64_t seed, const std::string& dispatch, bool orders = false) {
  GridConfig grid = random_grid(seed, {.dispatch = {dispatch},
                                       .most_clusters = 1,
                                       .orders = orders,
                                       .timeline = false,
                                       .overruns = false,
                                       .zero_runs = seed % 2 == 0});
  ClusterConfig& cluster = grid.clusters.front();
  cluster.params.job_scheduling_interval = 0ms;
  for (QueueConfig& queue : cluster.queues) queue.rules.run_limit = unlimited;
  return grid;
}

}  // namespace

TEST_CASE("under conservative no job starts later than it was told on arrival", "[property]") {
  std::uint64_t kept = 0;
  std::uint64_t early = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = honest_grid(seed, "conservative", seed % 4 == 0);
    const auto promises = std::make_shared<Promises>();
    Registry registry = default_registry();
    registry.dispatch.push_back({"watched", true, [&](const ModelConfig& model) {
                                   return AnyDispatch(Watched(model, promises));
                                 }});
    grid.clusters.front().model.dispatch = "watched";
    grid.clusters.front().model.easy.running = grid.clusters.front().model.easy.candidates =
        grid.clusters.front().model.conservative.runtime;
    run_all(grid, registry);
    kept += promises->kept;
    early += promises->early;
  }
  CHECK(kept > 10'000);  // else nothing was promised
  CHECK(early > 2'000);
}

TEST_CASE("conservative with a depth of 1 is easy", "[property]") {
  std::uint64_t waited = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = honest_grid(seed, "easy");
    const PredictedBy by = seed % 3 == 0 ? PredictedBy::actual : PredictedBy::requested;
    ModelConfig& model = grid.clusters.front().model;
    model.easy = {.running = by, .candidates = by};
    model.conservative = {.depth = 1, .runtime = by};
    const RunResults easy = run_all(grid);
    model.dispatch = "conservative";
    const RunResults conservative = run_all(grid);
    const JobOutcomes& jobs = easy.clusters[0].jobs;
    for (std::size_t at = 0; at < jobs.size(); ++at) {
      INFO("job " << at);
      REQUIRE((jobs[at].start == conservative.clusters[0].jobs[at].start));
      if (jobs[at].start != never &&
          jobs[at].start > grid.clusters[0].trace[static_cast<JobIndex>(at)].submit)
        ++waited;
    }
  }
  CHECK(waited > 10'000);
}

}  // namespace mcsim::testing::conservative_promise_test
