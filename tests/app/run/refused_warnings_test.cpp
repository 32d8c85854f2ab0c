// Jobs that will be refused are told of before the run, and are refused in it.
#include "mcsim/app/run/refused_warnings.hpp"

#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::refused_warnings_test {

namespace {

struct Told {
  Texts warnings;
  std::size_t lost = 0;      ///< jobs, as the warnings count them
  std::size_t rejected = 0;  ///< in the run
};

/// A cluster with `keys`, whose jobs are `jobs`.
Told told_of(const std::string& keys, const std::string& jobs, const std::string& rest = {}) {
  const TempFolder room;
  const std::string file = room.write(
      "s.json",
      R"({"mcsim": 1, "clusters": [{"name": "c", "hosts": [{"name": "h", "ncpus": 4}], )" + keys +
          "}], \"jobs\": [" + jobs + "]" + rest + "}");
  const Registry registry = default_registry();
  Scenario scenario = load_scenario(file, choices_of(registry)).value();
  scenario.warnings = {};
  warn_of_refused(scenario, "s.json", registry);
  Told told{.warnings = texts(scenario.warnings)};
  for (const Diagnostic& warning : scenario.warnings.list) told.lost += warning.loss.count;
  const RunResults results = run_all(scenario.config);
  for (const JobOutcome& job : results.clusters.front().jobs)
    if (job.status == JobStatus::rejected) ++told.rejected;
  return told;
}

const std::string queues = R"("lsb.queues": [{"QUEUE_NAME": "short", "RUNLIMIT": "10"},
    {"QUEUE_NAME": "wide", "PROCLIMIT": "2 2 4"}, {"QUEUE_NAME": "own", "USERS": "ann"}])";

}  // namespace

TEST_CASE("jobs that a queue will refuse are told of for each queue and reason") {
  const Told told = told_of(queues, R"(
      {"id": 1, "submit": "0s", "run": "10s", "queue": "short", "limit": "1h"},
      {"id": 2, "submit": "0s", "run": "10s", "queue": "short", "limit": "10min"},
      {"id": 3, "submit": "5s", "run": "10s", "queue": "short", "limit": "11min"},
      {"id": 4, "submit": "0s", "run": "10s", "queue": "wide", "slots": 1},
      {"id": 5, "submit": "0s", "run": "10s", "queue": "wide", "slots": 2},
      {"id": 6, "submit": "0s", "run": "10s", "queue": "own", "user": "bob"})");
  CHECK(told.warnings ==
        Texts{"s.json: warning: 2 jobs of queue short of c will be refused, job 1 first, each "
              "since its "
              "run limit is over the maximum of its queue",
              "s.json: warning: job 4 of queue wide of c will be refused, since PROCLIMIT does not "
              "allow that many, or that few, slots",
              "s.json: warning: job 6 of queue own of c will be refused, since its user may not "
              "use its queue (USERS)"});
  CHECK(told.lost == 4);
  CHECK(told.rejected == 4);
}

TEST_CASE("a baseline refuses run limits alone, and says so before") {
  const Told told =
      told_of(queues + R"(, "model": {"dispatch": "easy"})",
              R"({"id": 1, "submit": "0s", "run": "10s", "queue": "short", "limit": "1h"},
                 {"id": 2, "submit": "0s", "run": "10s", "queue": "short"})");
  REQUIRE(told.warnings.size() == 1);
  CHECK(told.warnings[0].starts_with("s.json: warning: job 1 of queue short of c will be refused"));
  CHECK(told.rejected == 1);
}

TEST_CASE("jobs that a change of the settings may let in are not told of") {
  const Told told = told_of(
      queues,
      R"({"id": 1, "submit": "0s", "run": "10s", "queue": "short", "limit": "1h"},
         {"id": 2, "submit": "2h", "run": "10s", "queue": "short", "limit": "1h"})",
      R"(, "changes": [{"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "short", "RUNLIMIT": "100"}]}}])");
  CHECK(told.warnings.empty());
  CHECK(told.rejected == 1);
}

}  // namespace mcsim::testing::refused_warnings_test
