// What decisions cost, counted on paper.
#include <string>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/config/scenario/load_scenario.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/work_log.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::decision_work_test {

namespace {

WorkLog played(const GridConfig& grid, const Registry& registry = default_registry()) {
  Simulation simulation(grid, registry);
  WorkLog log;
  simulation.run_until(at(1h), log);
  return log;
}

/// The first queue that accepts the job: it reads no more than it must, `times` times.
template <int times>
struct FirstThatAccepts {
  static constexpr std::string_view name = "first";

  ForwardAnswer choose(const ForwardView& view) const {
    ForwardAnswer answer;
    for (int time = 0; time < times; ++time)
      for (std::uint32_t position = 0; position < view.candidates.size(); ++position) {
        if (!view.candidates[position].accepts) continue;
        answer.position = position;
        break;
      }
    return answer;
  }
};

/// Two jobs that are alike, in a cluster that has no hosts for them and knows two receive queues.
constexpr const char* two_to_forward = R"({"mcsim": 1,
  "clusters": [
    {"name": "home", "hosts": [{"name": "h1", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "in@near in@far"}]},
    {"name": "near", "hosts": [{"name": "n1", "ncpus": 4}],
     "lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}]},
    {"name": "far", "hosts": [{"name": "f1", "ncpus": 4}],
     "lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}]}],
  "jobs": [{"id": 1, "cluster": "home", "run": "10s"}, {"id": 2, "cluster": "home", "run": "10s"}],
  "model": {"forward_policy": "first"}})";

template <int times>
std::vector<Work> forwards() {
  const TempFolder room;
  Registry registry = default_registry();
  registry.add(FirstThatAccepts<times>{});
  const auto grid = load_scenario(room.write("s.json", two_to_forward), registry);
  if (!grid) UNSCOPED_INFO(to_text(grid.error().list.front()));
  REQUIRE(grid);
  return played(*grid, registry).work_of(DecisionKind::forward);
}

}  // namespace

TEST_CASE("a session of lsf counts each job, its bucket, and each host that is tried for it") {
  if (!counts_work) return;
  // Two hosts with a slot each. Of three equal jobs two start at once, each on the first host that
  // has a free slot; the third is not looked at before both have ended.
  const ClusterConfig cluster =
      machine({1, 1}, "lsf", {{.id = 1, .run = 10s}, {.id = 2, .run = 10s}, {.id = 3, .run = 10s}});
  CHECK(played(grid_of(cluster)).work_of(DecisionKind::session) ==
        std::vector<Work>{{.jobs = 2, .buckets = 2, .hosts = 2},
                          {.jobs = 1, .buckets = 1, .hosts = 1}});
}

TEST_CASE("fcfs looks at the first job until that does not fit, or there is none") {
  if (!counts_work) return;
  // Of three jobs two start at once, the third when they have ended; then its line is empty.
  const ClusterConfig cluster =
      machine({2}, "fcfs", {{.id = 1, .run = 10s}, {.id = 2, .run = 10s}, {.id = 3, .run = 10s}});
  CHECK(played(grid_of(cluster)).work_of(DecisionKind::session) ==
        std::vector<Work>{{.jobs = 3, .hosts = 2}, {.jobs = 2, .hosts = 1}, {.jobs = 1}});
}

TEST_CASE("easy looks at the first job after each start, and at those that may be backfilled") {
  if (!counts_work) return;
  // Of four slots the first job takes three until 10 s. The second one waits for them, and the
  // third one is backfilled: first; first, first and third; first. At 5 s only one slot is free. At
  // 10 s the second job starts, which leaves the line empty, as it is at 20 s.
  const ClusterConfig cluster = flat_machine(4, "easy",
                                             {{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                              {.id = 2, .slots = 3, .run = 10s, .limit = 10s},
                                              {.id = 3, .slots = 1, .run = 5s, .limit = 5s}});
  CHECK(played(grid_of(cluster)).work_of(DecisionKind::session) ==
        std::vector<Work>{
            {.jobs = 5, .hosts = 2}, {.jobs = 1}, {.jobs = 2, .hosts = 1}, {.jobs = 1}});
}

TEST_CASE("a forward counts what the policy reads, what is described for it, and the message") {
  if (!counts_work) return;
  // The first job has both queues described, and the chosen one once more when it is sent; for the
  // second job, which is alike, only that remains.
  CHECK(forwards<1>() == std::vector<Work>{{.candidates = 1, .described = 3, .messages = 1},
                                           {.candidates = 1, .described = 1, .messages = 1}});
  CHECK(forwards<2>() == std::vector<Work>{{.candidates = 2, .described = 3, .messages = 1},
                                           {.candidates = 2, .described = 1, .messages = 1}});
}

TEST_CASE("nobody is told of work who has not asked") {
  struct Deaf final : public Observer {
    using Observer::on;
    int told = 0;
    void on(ClusterId, const DecisionBegins&) override { ++told; }
    void on(ClusterId, const DecisionEnds&) override { ++told; }
  } deaf;
  Simulation simulation(grid_of(flat_machine(1, "easy", {{.id = 1, .run = 1s}})));
  simulation.run_until(at(1h), deaf);
  CHECK(deaf.told == 0);
}

}  // namespace mcsim::testing::decision_work_test
