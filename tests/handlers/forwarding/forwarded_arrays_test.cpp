// Elements of arrays in other clusters, and what their own cluster makes of them:
// docs/rules/arrays.md, docs/rules/fairshare.md.
#include <cstdint>
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::forwarded_arrays_test {

namespace {

/// Home has a slot for its queue `here` only, and sends the jobs of `there` to two slots of another
/// cluster, whose counters it sees at any moment.
class PlayedGrid {
 public:
  PlayedGrid(const std::string& jobs, const std::string& more) {
    const TempFolder folder;
    const std::string text = R"j({"mcsim": 1, "until": "1h", "model": {"counters": "instant"},
      "clusters": [
        {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
         "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0,
           "MC_PLUGIN_SCHEDULE_ENHANCE": "COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS"},
         "lsb.queues": [{"QUEUE_NAME": "there", "HOSTS": "none", "SNDJOBS_TO": "guests@away"},
                        {"QUEUE_NAME": "here"}]},
        {"name": "away", "hosts": [{"name": "a", "ncpus": 2}],
         "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
         "lsb.queues": [{"QUEUE_NAME": "guests", "RCVJOBS_FROM": "home",
           "REQUEUE_EXIT_VALUES": "9"}]}],
      "jobs": [)j" + jobs + "]" +
                             more + "}";
    const auto scenario =
        load_scenario(folder.write("s.json", text), choices_of(default_registry()));
    if (!scenario)
      for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
    REQUIRE(scenario);
    trace_ = scenario->config.clusters[0].trace;
    Simulation simulation(scenario->config);
    Recorder recorder(scenario->config);
    const Time until = *scenario->config.until;
    const RunState state = simulation.run_until(until, recorder);
    results_ = std::move(recorder).results(simulation, state, until);
  }

  /// When the jobs of home with this number start for the last time, in seconds; -: never.
  std::string starts(std::int64_t id) const {
    std::string text;
    for (std::size_t row = 0; row < trace_.size(); ++row) {
      if (static_cast<std::int64_t>(trace_[static_cast<JobIndex>(row)].id) != id) continue;
      const Time start = results_.clusters[0].jobs[row].start;
      text += (text.empty() ? "" : " ") +
              (start == never ? "-" : std::to_string(start.time_since_epoch().count() / 1000));
    }
    return text;
  }

 private:
  Trace trace_;
  RunResults results_;
};

}  // namespace

// The other cluster has a free slot all the time: only the limit of the array holds elements back.
TEST_CASE("the next element of an array is sent when one ends in the other cluster") {
  const PlayedGrid grid(
      R"j({"id": 1, "cluster": "home", "queue": "there", "run": "7s", "name": "a[1-3]%1"})j", "");
  CHECK(grid.starts(1) == "0 7 14");
}

// The elements run there from 0 to 20 s, and wait again from then on, since the queue is inactive.
TEST_CASE("an element that is requeued in the other cluster counts as pending at home") {
  const auto with = [](const std::string& condition) {
    return PlayedGrid(
        R"j({"id": 1, "cluster": "home", "queue": "there", "run": "20s", "exit_codes": "9 0",
             "name": "a[1-2]"},
            {"id": 2, "cluster": "home", "queue": "here", "submit": "10s", "run": "1s",
             "depends": ")j" +
            condition + "\"}",
        R"j(, "actions": [{"at": "5s", "do": "qinact", "queue": "guests@away"}])j");
  };
  CHECK(with("numpend(1, 2)").starts(2) == "20");
  CHECK(with("numrun(1, 0)").starts(2) == "20");
}

// At 50 s home comes to have shares. Of ann's and bob's jobs that wait for the next free slot
// there, at 100 s, ann's came first; she has a job there since 0 s.
TEST_CASE("jobs that were forwarded before there were shares weigh for their users, too") {
  const auto start_of_ann = [](const std::string& factor) {
    return PlayedGrid(
               R"j({"id": 1, "cluster": "home", "queue": "there", "user": "ann", "run": "1h"},
                   {"id": 2, "cluster": "home", "queue": "there", "user": "eve", "run": "100s"},
                   {"id": 3, "cluster": "home", "queue": "there", "user": "ann",
                    "submit": "60s", "run": "7s"},
                   {"id": 4, "cluster": "home", "queue": "there", "user": "bob",
                    "submit": "61s", "run": "7s"})j",
               R"j(, "changes": [{"at": "50s", "cluster": "home", "set": {"lsb.queues": [
                     {"QUEUE_NAME": "there", "FAIRSHARE": "USER_SHARES[[default, 1]]")j" +
                   factor + "}]}}]")
        .starts(3);
  };
  CHECK(start_of_ann("") == "100");
  CHECK(start_of_ann(R"j(, "FWD_JOB_FACTOR": 3)j") == "107");
}

}  // namespace mcsim::testing::forwarded_arrays_test
