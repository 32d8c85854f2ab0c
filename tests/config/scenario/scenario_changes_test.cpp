// Reconfigurations: the resulting settings, and changes that are not allowed.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_changes_test {

namespace {

const std::string clusters = R"({"mcsim": 1, "clusters": [{"name": "C",
  "hosts": [{"name": "a[1-4]", "ncpus": 4}],
  "lsb.params": {"JOB_SCHEDULING_INTERVAL": 3},
  "lsb.hosts": {"Host": [{"HOST_NAME": "a[1-2]", "MXJ": 2, "JL/U": 1}, {"HOST_NAME": "default"}]},
  "lsb.queues": [{"QUEUE_NAME": "day", "PRIORITY": 30, "QJOB_LIMIT": 9},
                 {"QUEUE_NAME": "night"}],
  "lsb.applications": [{"NAME": "cfd", "RUNLIMIT": 10}]}],
)";

Expected<Scenario, Diagnostics> load(const std::string& rest) {
  const TempFolder folder;
  return load_scenario(folder.write("s.json", clusters + rest + "}"),
                       choices_of(default_registry()));
}

/// The settings of all reconfigurations.
std::vector<ClusterSettings> settings_of(const std::string& changes) {
  const auto scenario = load(R"("changes": [)" + changes + "]");
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  std::vector<ClusterSettings> all;
  for (const TimelineEntry& entry : scenario->config.clusters[0].timeline)
    all.push_back(*entry.settings);
  return all;
}

Texts mistakes_of(const std::string& rest) {
  const auto scenario = load(rest);
  REQUIRE_FALSE(scenario);
  return texts_behind("s.json", scenario.error());
}

}  // namespace

TEST_CASE("a change sets any keys of the files, and leaves the others as they are") {
  const auto after = settings_of(R"({"at": "1h", "set": {
    "lsb.params": {"MBD_SLEEP_TIME": 7},
    "lsb.queues": [{"QUEUE_NAME": "day", "UJOB_LIMIT": 2}],
    "lsb.applications": [{"NAME": "cfd", "RUNLIMIT": 20}, {"NAME": "new"}],
    "lsb.users": {"User": [{"USER_NAME": "ann", "MAX_JOBS": 3}]}}})");
  REQUIRE(after.size() == 1);
  CHECK(after[0].params.mbd_sleep_time == 7s);
  CHECK(after[0].params.job_scheduling_interval == 3s);
  CHECK(after[0].queues[0].ujob_limit == 2);
  CHECK(after[0].queues[0].qjob_limit == 9);
  CHECK(after[0].queues[0].priority == 30);
  REQUIRE(after[0].applications.size() == 2);
  CHECK(after[0].applications[0].rules.run_limit == 20min);
  REQUIRE(after[0].user_limits.size() == 1);
  CHECK(after[0].user_limits[0].max_jobs == 3);
}

TEST_CASE("null in a change is the default, and later changes go on from earlier ones") {
  const auto after = settings_of(R"(
    {"at": "2h", "set": {"lsb.queues": [{"QUEUE_NAME": "day", "PRIORITY": null}]}},
    {"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "day", "QJOB_LIMIT": null}]}},
    {"at": "2h", "set": {"lsb.params": {"JOB_SCHEDULING_INTERVAL": null}}})");
  REQUIRE(after.size() == 3);
  CHECK(after[0].queues[0].qjob_limit == no_limit);
  CHECK(after[0].queues[0].priority == 30);
  CHECK(after[1].queues[0].qjob_limit == no_limit);
  CHECK(after[1].queues[0].priority == 1);
  CHECK(after[1].params.job_scheduling_interval == 3s);
  CHECK(after[2].queues[0].priority == 1);
  CHECK(after[2].params.job_scheduling_interval == 5s);
}

TEST_CASE("a change of hosts of a range is laid over what the range says of them") {
  const auto after = settings_of(R"({"at": "1h", "set": {"lsb.hosts": {"Host": [
    {"HOST_NAME": "a[2-3]", "MXJ": 3}, {"HOST_NAME": "default", "MXJ": 1}]}}})");
  REQUIRE(after.size() == 1);
  const auto& hosts = after[0].hosts;
  CHECK(hosts[0].mxj == Slots{2});
  CHECK(hosts[0].user_limit == 1);
  CHECK(hosts[1].mxj == Slots{3});
  CHECK(hosts[1].user_limit == 1);
  CHECK(hosts[2].mxj == Slots{3});
  CHECK(hosts[2].user_limit == no_limit);
  CHECK(hosts[3].mxj == Slots{1});
}

TEST_CASE("a job may have as many slots as a change ever brings") {
  const auto scenario = load(R"("jobs": [{"id": 1, "run": "1s", "slots": 20}],
    "changes": [{"at": "1h", "set": {"lsb.hosts": {"Host": [{"HOST_NAME": "a1", "MXJ": 10}]}}}])");
  REQUIRE(scenario);
  CHECK(scenario->skipped.empty());
}

TEST_CASE("what is wrong with a change is told of the change") {
  CHECK(mistakes_of(R"("changes": [
    {"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "dya", "PRIORITY": 2}]}},
    {"at": "1h", "set": {"lsb.queues": [{"PRIORITY": 2}], "hosts": [{"name": "b"}]}}])") ==
        Texts{"9:56 /changes/0/set/lsb.queues/0/QUEUE_NAME: unknown queue \"dya\" in C; nearest: "
              "day; known: day, night; a change cannot add queues",
              "10:41 /changes/1/set/lsb.queues/0/QUEUE_NAME: missing",
              "10:59 /changes/1/set/hosts: planned, not supported by this version"});
  const auto two_faults = mistakes_of(R"("changes": [
    {"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "day", "HOSTS": "a9"}],
                         "lsb.hosts": {"Host": [{"HOST_NAME": "b", "MXJ": 2}]}}}])");
  REQUIRE(two_faults.size() == 2);
  CHECK(two_faults[0].starts_with("9:72 /changes/0/set/lsb.queues/0/HOSTS: unknown"));
  CHECK(two_faults[1].starts_with("10:63 /changes/0/set/lsb.hosts/Host/0/HOST_NAME: unknown host"));
}

TEST_CASE("a change that takes away what jobs ask for by its place is refused") {
  CHECK(mistakes_of(R"("changes": [{"at": "1h", "set": {"lsb.applications": null}}])") ==
        Texts{"8:33 /changes/0/set: a change cannot remove application profiles"});
}

TEST_CASE("warnings of a configuration are not repeated for each change of it") {
  const std::string limits =
      R"("changes": [{"at": "1h", "set": {"lsb.params": {"MBD_SLEEP_TIME": 7}}},
                     {"at": "2h", "set": {"lsb.queues": [{"QUEUE_NAME": "day", "QJOB_LIMIT": 0}]}},
                     {"at": "3h", "set": {"lsb.params": {"MBD_SLEEP_TIME": 8}}}])";
  const auto scenario = load(limits);
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].pointer == "/changes/1/set/lsb.queues/0/QJOB_LIMIT");
}

}  // namespace mcsim::testing::scenario_changes_test
