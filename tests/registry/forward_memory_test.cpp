// Forwarding policies of a program's own that remember, look at each job, and ask to be asked
// again.
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::forward_memory_test {

namespace {

constexpr ClusterId home{0};

/// Home, whose one slot is taken for 10,000 s, and two clusters of `slots` slots, 3 s away. Home
/// sends its jobs to the queues of both.
GridConfig three_clusters(const std::vector<JobRow>& rows, const char* policy,
                          std::int32_t slots = 10) {
  std::vector<JobRow> all = {{.id = 1, .run = 10'000s}};
  all.insert(all.end(), rows.begin(), rows.end());
  GridConfig grid = grid_of(flat_machine(1, "lsf", all));
  ClusterConfig& from = grid.clusters[0];
  from.params.forwarding.policy = from.model.forward_policy = policy;
  from.foreign_profiles = {{}, {}, {}};
  for (const std::uint16_t other : {std::uint16_t{1}, std::uint16_t{2}}) {
    ClusterConfig to = flat_machine(slots, "lsf", {});
    to.name = "C" + std::to_string(other + 1);
    to.queues[0].forwarding.sources = {home};
    to.params.forwarding.update_interval = 60s;
    to.foreign_profiles = {{ProfileId{0}}, {}, {}};
    grid.clusters.push_back(to);
    grid.links.push_back({.a = home, .b = ClusterId{other}, .latency = 3s});
    grid.clusters[0].queues[0].forwarding.targets.push_back(
        {.cluster = ClusterId{other}, .queue = QueueId{0}});
  }
  return grid;
}

/// Four jobs, 100 s apart, that run 30 s.
std::vector<JobRow> four_jobs() {
  std::vector<JobRow> rows;
  for (int n = 1; n <= 4; ++n) rows.push_back({.id = 1 + n, .submit = n * 100s, .run = 30s});
  return rows;
}

template <class P>
Registry registry_with(const P& policy) {
  Registry registry = default_registry();
  registry.add(policy);
  return registry;
}

/// Notes all that it hears, and sends jobs to the queue that has got fewest by its own count.
struct Counting {
  static constexpr std::string_view name = "counting";
  std::map<ClusterId, int> sent;
  std::shared_ptr<std::vector<ForwardNews>> heard;  ///< of all copies; null: not noted

  void hear(const ForwardNews& news) {
    if (news.kind == ForwardNews::Kind::forwarded) ++sent[news.cluster];
    if (heard) heard->push_back(news);
  }
  ForwardAnswer choose(const ForwardView& view) const {
    ForwardAnswer best;
    int least = 0;
    for (std::uint32_t at = 0; at < view.candidates.size(); ++at) {
      const auto found = sent.find(view.history[at].cluster);
      const int count = found == sent.end() ? 0 : found->second;
      if (!view.candidates[at].accepts || (best && count >= least)) continue;
      best.position = at;
      least = count;
    }
    return best;
  }
};
static_assert(ForwardPolicy<Counting>);

/// Where the jobs of home have gone, by their order.
std::vector<int> where_to(const RunResults& results, std::size_t jobs) {
  std::vector<int> clusters;
  for (std::uint32_t job = 1; job <= jobs; ++job) {
    const ForwardOutcome* const found = results.clusters[0].forward_of(JobIndex{job});
    clusters.push_back(found == nullptr ? 0 : static_cast<int>(index_of(found->cluster)));
  }
  return clusters;
}

}  // namespace

TEST_CASE("a forwarding policy may count what it has sent, and a copy counts on its own") {
  const GridConfig grid = three_clusters(four_jobs(), "counting");
  const Registry registry = registry_with(Counting{});
  const RunResults whole = run_all(grid, registry);
  CHECK(where_to(whole, 4) == std::vector<int>{1, 2, 1, 2});

  Simulation first(grid, registry);
  Recorder recorder(grid);
  first.run_until(Time{} + 250s, recorder);
  Simulation fork = first;  // the counts stand at 1 and 1
  Recorder fork_recorder = recorder;
  const RunState state = fork.run_until(never, fork_recorder);
  const RunResults forked = std::move(fork_recorder).results(fork, state, never);
  CHECK(forked.fingerprint == whole.fingerprint);
  const RunState end = first.run_until(never, recorder);
  CHECK(std::move(recorder).results(first, end, never).fingerprint == whole.fingerprint);
}

// Job 2 is sent at 100 s and comes at 103 s; home hears at 106 s that it waits, or runs, and at
// 136 s that it has ended at 133 s.
TEST_CASE("a forwarding policy hears of jobs when its cluster does, and no earlier") {
  Counting policy;
  policy.heard = std::make_shared<std::vector<ForwardNews>>();
  std::vector<JobRow> one = four_jobs();
  one.resize(1);
  run_all(three_clusters(one, "counting"), registry_with(policy));
  using Kind = ForwardNews::Kind;
  std::vector<std::pair<Kind, Time>> of_job;
  for (const ForwardNews& news : *policy.heard)
    if (news.kind != Kind::reported) {
      CHECK(news.job == JobId{2});
      CHECK(news.cluster == ClusterId{1});
      of_job.emplace_back(news.kind, news.now);
    }
  CHECK(of_job == std::vector<std::pair<Kind, Time>>{{Kind::forwarded, Time{} + 100s},
                                                     {Kind::accepted, Time{} + 106s},
                                                     {Kind::started, Time{} + 106s},
                                                     {Kind::ended, Time{} + 136s}});
}

TEST_CASE("what a policy hears, and when sessions are skipped, changes nothing") {
  GridConfig grid = three_clusters(four_jobs(), "counting", 1);
  grid.clusters[0].params.job_scheduling_interval = 7s;
  const Registry registry = registry_with(Counting{});
  const RunResults skipping = run_all(grid, registry);
  for (ClusterConfig& cluster : grid.clusters) cluster.model.elide = false;
  CHECK(run_all(grid, registry).fingerprint == skipping.fingerprint);
}

namespace {

/// Forwards a job when it has waited for that long, and not before; asks to be asked then.
struct Patient {
  static constexpr std::string_view name = "patient";
  Duration wait = 40s;

  void parameters(PolicyParameters& in) { in.duration("wait", wait, 0ms, "the least wait"); }
  ForwardAnswer choose(const ForwardView& view) const {
    const Time from = view.job->submitted + wait;
    if (view.now < from) return {.again = from};
    return {.position = 0};
  }
};

/// Forwards jobs with an even id only. It finds nothing for the others.
struct Even {
  static constexpr std::string_view name = "even";
  ForwardAnswer choose(const ForwardView& view) const {
    if (static_cast<int>(view.job->id) % 2 != 0) return {};
    return {.position = 1};
  }
};

struct Throwing : Even {
  static constexpr std::string_view name = "throwing";
  ForwardAnswer choose(const ForwardView&) const { throw std::out_of_range("no such row"); }
};

struct Hasty : Even {
  static constexpr std::string_view name = "hasty";
  ForwardAnswer choose(const ForwardView& view) const { return {.again = view.now}; }
};

Time forwarded_at(const RunResults& results, std::uint32_t job) {
  const ForwardOutcome* const found = results.clusters[0].forward_of(JobIndex{job});
  return found == nullptr ? never : found->forwarded;
}

}  // namespace

TEST_CASE("a forwarding policy is asked again at the time that it says") {
  GridConfig grid = three_clusters(four_jobs(), "patient");
  const RunResults results = run_all(grid, registry_with(Patient{}));
  for (std::uint32_t job = 1; job <= 4; ++job)
    CHECK((forwarded_at(results, job) == Time{} + job * 100s + 40s));
  grid.clusters[0].params.job_scheduling_interval = 30s;  // the next point of the raster
  const RunResults on_raster = run_all(grid, registry_with(Patient{}));
  CHECK((forwarded_at(on_raster, 1) == Time{} + 150s));
  grid.clusters[0].model.policy_values["forward_policy"] = {{"wait", Duration(70s)}};
  CHECK((forwarded_at(run_all(grid, registry_with(Patient{})), 1) == Time{} + 180s));
}

TEST_CASE("a policy that looks at jobs is asked for each job, also behind one that must wait") {
  const std::vector<JobRow> rows = {{.id = 3, .submit = 10s, .run = 30s},
                                    {.id = 4, .submit = 10s, .run = 30s},
                                    {.id = 5, .submit = 10s, .run = 30s},
                                    {.id = 6, .submit = 10s, .run = 30s}};
  const RunResults results = run_all(three_clusters(rows, "even"), registry_with(Even{}));
  CHECK(where_to(results, 4) == std::vector<int>{0, 2, 0, 2});
}

TEST_CASE("a forwarding policy that throws is named, with cluster, time and question") {
  const auto what_stops = [](const GridConfig& grid, const Registry& registry) -> std::string {
    try {
      run_all(grid, registry);
    } catch (const PolicyMistake& mistake) {
      return mistake.what();
    }
    return "nothing";
  };
  CHECK(what_stops(three_clusters(four_jobs(), "throwing"), registry_with(Throwing{})) ==
        "policy throwing: cluster C1 at 100000 ms, round 1: was asked where to forward a job, and "
        "threw: no such row");
  CHECK(
      what_stops(three_clusters(four_jobs(), "hasty"), registry_with(Hasty{})) ==
      "policy hasty: cluster C1 at 100000 ms, round 1: asked to be asked again at a time that has "
      "passed");
}

}  // namespace mcsim::testing::forward_memory_test
