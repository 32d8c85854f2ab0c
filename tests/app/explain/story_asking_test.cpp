// A story that asks for reasons only where they can have changed tells what one tells that always
// asks.
#include <memory>
#include <string>
#include <vector>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/random_mixture.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::story_asking_test {

namespace {

using app::JobStory;

/// Plays a grid with stories of some of its jobs, each asking as needed and always.
class Stories {
 public:
  explicit Stories(GridConfig grid) : grid_(std::move(grid)) {
    for (ClusterConfig& cluster : grid_.clusters) cluster.model.elide = true;
    for (std::size_t at = 0; at < grid_.clusters.size(); ++at) {
      const std::size_t jobs = grid_.clusters[at].trace.size();
      const std::size_t step = std::max<std::size_t>(1, jobs / 6);
      for (std::size_t job = 0; job < jobs; job += step) add(at, job);
    }
  }

  void check() {
    Simulation simulation(grid_);
    Observers all{};
    for (const auto& story : stories_) all.add(*story);
    const Time until = grid_.until.value_or(never - 1ms);
    simulation.run_until(until, all, [&](Time now) {
      for (const auto& story : stories_) story->before(simulation, now);
      return false;
    });
    const Time end = std::min(until, latest_time);
    as_needed_ = always_ = 0;
    for (std::size_t at = 0; at < stories_.size(); at += 2) {
      const std::string as_needed = to_text(stories_[at]->finish(simulation, end), true);
      const std::string always = to_text(stories_[at + 1]->finish(simulation, end), true);
      REQUIRE(as_needed == always);
      told_ += as_needed.size();
      as_needed_ += stories_[at]->asked();
      always_ += stories_[at + 1]->asked();
    }
  }
  std::size_t told() const { return told_; }
  std::uint64_t as_needed() const { return as_needed_; }
  std::uint64_t always() const { return always_; }

 private:
  void add(std::size_t cluster, std::size_t job) {
    for (const JobStory::Asking asking : {JobStory::Asking::as_needed, JobStory::Asking::always})
      stories_.push_back(std::make_unique<JobStory>(grid_, Calendar(),
                                                    static_cast<ClusterId>(cluster),
                                                    static_cast<JobIndex>(job), false, asking));
  }

  GridConfig grid_;
  std::vector<std::unique_ptr<JobStory>> stories_;
  std::size_t told_ = 0;
  std::uint64_t as_needed_ = 0;  ///< how often these have asked
  std::uint64_t always_ = 0;
};

/// Job 1 has three of four hosts for a day. Job 2 cannot start, but reserves the fourth one for 801
/// sessions at a time, of one each 5 s; jobs 2 and 3 wait.
constexpr const char* waiting = R"json({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "a[1-4]", "ncpus": 2}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 5},
    "lsb.queues": [
      {"QUEUE_NAME": "q", "BACKFILL": "Y", "SLOT_RESERVE": "MAX_RESERVE_TIME[200]"}]}],
  "jobs": [{"id": 1, "slots": 6, "run": "1d"}, {"id": 2, "submit": "1min", "slots": 4, "run": "1h"},
           {"id": 3, "submit": "2min", "slots": 3, "run": "1h"}]})json";

}  // namespace

TEST_CASE("a story tells the same whether it asks as needed or always, in random worlds",
          "[property]") {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t worlds = fewer_by_environment(number_from_environment("MCSIM_WORLDS", 400));
  std::size_t told = 0;
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    Stories stories(random_lsf_world(seed).grid);
    stories.check();
    told += stories.told();
  }
  CHECK(told > worlds * 1000);
}

// 17,280 sessions for each of two jobs; a reservation begins or ends every 801 sessions.
TEST_CASE("a story asks as often as something happens, not in each session") {
  const TempFolder room;
  const auto scenario =
      load_scenario(room.write("s.json", waiting), config::choices_of(default_registry()));
  REQUIRE(scenario);
  Stories stories(scenario->config);
  stories.check();
  CHECK(stories.always() > 30'000);
  CHECK(stories.as_needed() < 500);
}

TEST_CASE("a story tells the same whether it asks as needed or always, in random grids",
          "[property]") {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t grids = fewer_by_environment(number_from_environment("MCSIM_GRIDS", 40));
  for (std::uint64_t seed = first; seed < first + grids; ++seed) {
    INFO("seed " << seed);
    Stories(random_mixture(seed).grid).check();
  }
}

}  // namespace mcsim::testing::story_asking_test
