// MAX_PEND_JOBS and MAX_PEND_SLOTS in runs of scenarios. Right values by hand, from
// docs/rules/lsf.md.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::pending_limits_test {

namespace {

/// What jobs of the first cluster of a scenario come to, in the order of their numbers: R refused
/// for MAX_PEND_JOBS or MAX_PEND_SLOTS, else the second in which it starts, or -.
std::string ends_of(const std::string& text) {
  const TempFolder folder;
  const auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  CHECK(scenario->warnings.list.empty());
  Simulation simulation(scenario->config);
  Recorder recorder(scenario->config);
  const Time until = scenario->config.until.value_or(never);
  const RunState state = simulation.run_until(until, recorder);
  const RunResults results = std::move(recorder).results(simulation, state, until);
  std::string ends;
  for (const JobOutcome& job : results.clusters[0].jobs) {
    if (!ends.empty()) ends += ' ';
    if (job.status == JobStatus::rejected)
      ends += job.end_reason == EndReason::pending_over_maximum ? "R" : "?";
    else
      ends +=
          job.start == never ? "-" : std::to_string(job.start.time_since_epoch().count() / 1000);
  }
  return ends;
}

/// A cluster with a host of two slots, whose sessions follow each change at once.
std::string site(const std::string& params, const std::string& users, const std::string& jobs,
                 const std::string& more = "") {
  return R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 2}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0)j" +
         params + R"j(}, "lsb.queues": [{"QUEUE_NAME": "q"}], "lsb.users": {)j" + users +
         R"j(}}], "jobs": [)j" + jobs + "]" + more + "}";
}

std::string job(const std::string& id, const std::string& submit, const std::string& more = "") {
  return R"j({"id": )j" + id + R"j(, "submit": ")j" + submit + R"j(s", "run": "10s")j" + more + "}";
}

}  // namespace

// Jobs 1 and 2 run from 0 to 10; 3 and 4 wait, 5 is one too many; at 11 nobody waits.
TEST_CASE("MAX_PEND_JOBS of the cluster refuses whom no place is left to wait") {
  const std::string jobs = job("1", "0") + "," + job("2", "0") + "," + job("3", "1") + "," +
                           job("4", "1") + "," + job("5", "2") + "," + job("6", "11");
  CHECK(ends_of(site(R"j(, "MAX_PEND_JOBS": 2)j", "", jobs)) == "0 0 10 10 R 20");
  CHECK(ends_of(site(R"j(, "MAX_PEND_JOBS": 3)j", "", jobs)) == "0 0 10 10 20 20");
  CHECK(ends_of(site(R"j(, "MAX_PEND_JOBS": 2147483647)j", "", jobs)) == "0 0 10 10 20 20");
}

TEST_CASE("MAX_PEND_SLOTS counts the slots that waiting jobs ask for") {
  const std::string jobs = job("1", "0", R"j(, "slots": 2)j") + "," +
                           job("2", "1", R"j(, "slots": 2)j") + "," +
                           job("3", "2", R"j(, "slots": 2)j") + "," + job("4", "3");
  CHECK(ends_of(site(R"j(, "MAX_PEND_SLOTS": 3)j", "", jobs)) == "0 10 R 20");
}

TEST_CASE("users and groups have limits of their own") {
  const auto jobs = [](const std::string& a, const std::string& b, const std::string& c) {
    return job("1", "0", R"j(, "slots": 2)j") + "," + job("2", "1", R"j(, "user": ")j" + a + "\"") +
           "," + job("3", "2", R"j(, "user": ")j" + b + "\"") + "," +
           job("4", "3", R"j(, "user": ")j" + c + "\"");
  };
  const std::string group = R"j("UserGroup": [{"GROUP_NAME": "g", "GROUP_MEMBER": "ann bob"}],)j";
  const auto row = [](const std::string& name) {
    return R"j("User": [{"USER_NAME": ")j" + name + R"j(", "MAX_PEND_JOBS": 1}])j";
  };
  CHECK(ends_of(site("", row("ann"), jobs("ann", "ann", "bob"))) == "0 10 R 10");
  CHECK(ends_of(site("", group + row("g"), jobs("ann", "bob", "eve"))) == "0 10 R 10");
  CHECK(ends_of(site("", group + row("g@"), jobs("ann", "bob", "bob"))) == "0 10 10 R");
  CHECK(ends_of(site("", row("default"), jobs("ann", "bob", "bob"))) == "0 10 10 R");
  // A user with a line of his own is none of `default`.
  CHECK(ends_of(site("",
                     R"j("User": [{"USER_NAME": "default", "MAX_PEND_JOBS": 1},
                       {"USER_NAME": "bob", "MAX_JOBS": 2}])j",
                     jobs("bob", "bob", "bob"))) == "0 10 10 20");
}

// Chapter C: the limit is held against all elements at once.
TEST_CASE("an array is refused as a whole, or not at all") {
  const std::string jobs = job("1", "0", R"j(, "slots": 2)j") + "," +
                           job("2", "1", R"j(, "name": "a[1-3]")j") + "," +
                           job("3", "2", R"j(, "name": "b[1-2]")j") + "," + job("4", "3");
  CHECK(ends_of(site(R"j(, "MAX_PEND_JOBS": 2)j", "", jobs)) == "0 R R R 10 10 R");
  CHECK(ends_of(site(R"j(, "MAX_PEND_JOBS": 3)j", "", jobs)) == "0 10 10 20 R R R");
}

TEST_CASE("jobs that users stop, or that wait for others, wait too") {
  const std::string jobs = job("1", "0", R"j(, "slots": 2)j") + "," + job("2", "1") + "," +
                           job("3", "3", R"j(, "depends": "done(1)")j") + "," + job("4", "4");
  CHECK(
      ends_of(site(R"j(, "MAX_PEND_JOBS": 2)j", "", jobs,
                   R"j(, "actions": [{"at": "2s", "do": "bstop", "job": 2}], "until": "1min")j")) ==
      "0 - 10 R");
}

TEST_CASE("a reconfiguration brings limits, which what waits already counts for") {
  const std::string jobs = job("1", "0", R"j(, "slots": 2)j") + "," + job("2", "1") + "," +
                           job("3", "1") + "," + job("4", "3") + "," + job("5", "12");
  CHECK(ends_of(site("", "", jobs,
                     R"j(, "changes": [{"at": "2s", "cluster": "C",
                       "set": {"lsb.params": {"MAX_PEND_JOBS": 2}}}])j")) == "0 10 10 R 20");
}

// Sessions come each 5 s. Job 1 waits until 5 s, when job 2 is submitted, and runs there until 15
// s; from 8 s on job 2 waits, or, if that was refused, job 3. Away's own limit is no matter to what
// comes from other clusters.
TEST_CASE("a forwarded job counts at home while it waits, and is refused nowhere else") {
  const std::string here = R"j(, "cluster": "C")j";
  const std::string jobs = job("1", "0", here) + "," + job("2", "5", here) + "," +
                           job("3", "8", here) + "," + job("4", "9", here);
  const auto text = [&](const std::string& most) {
    return R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 1}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MAX_PEND_JOBS": )j" +
           most + R"j(}, "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "none", "SNDJOBS_TO": "r@D"}]},
      {"name": "D", "hosts": [{"name": "d", "ncpus": 1}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MAX_PEND_JOBS": 1},
      "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}]}], "links_default": {"latency": "0s"},
      "jobs": [)j" +
           jobs + "]}";
  };
  CHECK(ends_of(text("3")) == "5 15 25 35");
  CHECK(ends_of(text("2")) == "5 15 25 R");
  CHECK(ends_of(text("1")) == "5 R 15 R");
}

}  // namespace mcsim::testing::pending_limits_test
