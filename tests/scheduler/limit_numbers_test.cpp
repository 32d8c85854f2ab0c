// The worked numbers of limits, in the simulator and in the naive reference. docs/rules/limits.md,
// section 4
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/naive_lsf.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::limit_numbers_test {

namespace {

/// Which jobs run at 1 s, such as "1 2 4"; all are submitted at 0 s and run for hours.
struct Running {
  std::string simulator;
  std::string naive;

  bool operator==(const Running&) const = default;
};
Running both(const std::string& jobs) { return {jobs, jobs}; }
std::ostream& operator<<(std::ostream& out, const Running& running) {
  return out << "simulator: " << running.simulator << ", naive: " << running.naive;
}

GridConfig grid_with(const std::string& members, const std::string& jobs,
                     const std::string& params) {
  const TempFolder folder;
  const std::string text = R"({"mcsim": 1, "until": "1s", "clusters": [{"name": "C",
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0)" +
                           params + "}, " + members + R"(}], "jobs": [)" + jobs + "]}";
  auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(scenario->config);
}

/// `params`: more members of lsb.params.
Running running(const std::string& members, const std::string& jobs,
                const std::string& params = "") {
  const GridConfig grid = grid_with(members, jobs, params);
  const ClusterConfig& cluster = grid.clusters[0];
  Running result;
  const auto add = [](std::string& to, JobId id) {
    to += (to.empty() ? "" : " ") + std::to_string(static_cast<std::int64_t>(id));
  };
  for (const naive::Job& job : naive::Cluster(cluster, grid.seed).run(*grid.until))
    if (job.status == JobStatus::run) add(result.naive, job.asked.id);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  const RunResults fast = std::move(recorder).results(simulation, state, *grid.until);
  for (std::size_t at = 0; at < cluster.trace.size(); ++at)
    if (fast.clusters[0].jobs[at].status == JobStatus::run)
      add(result.simulator, cluster.trace[static_cast<JobIndex>(at)].id);
  return result;
}

/// `count` jobs from number `first` on, of one slot unless `more` says otherwise.
std::string jobs(int first, int count, const std::string& more) {
  std::string text;
  for (int id = first; id < first + count; ++id)
    text += (text.empty() ? "" : ", ") + (R"({"id": )" + std::to_string(id)) +
            R"(, "run": "10h", )" + more + "}";
  return text;
}

std::string limits(const std::string& rows) {
  return R"("lsb.resources": {"Limit": [)" + rows + "]}";
}

const std::string wide_host = R"("hosts": [{"name": "h", "ncpus": 64}], )";
const std::string two_queues =
    R"("lsb.queues": [{"QUEUE_NAME": "normal", "PRIORITY": 30}, {"QUEUE_NAME": "short",
       "PRIORITY": 20}], )";

}  // namespace

TEST_CASE("a limit of all users together, and MAX_JOBS of one: the smaller one holds") {
  const auto with_max_jobs = [](int most) {
    return running(wide_host + R"("lsb.users": {"User": [{"USER_NAME": "user1", "MAX_JOBS": )" +
                       std::to_string(most) + "}]}, " + limits(R"({"USERS": "all", "SLOTS": 3})"),
                   jobs(1, 4, R"("user": "user1")"));
  };
  CHECK(with_max_jobs(2) == both("1 2"));
  CHECK(with_max_jobs(4) == both("1 2 3"));
}

TEST_CASE("a user's third job on a limited host waits, elsewhere it runs") {
  const std::string site = R"("hosts": [{"name": "hostA", "ncpus": 8, "maxmem": 1000},
    {"name": "hostB", "ncpus": 8, "maxmem": 1000}], )" +
                           two_queues + limits(R"(
    {"HOSTS": "hostA", "SLOTS": 2, "USERS": "user1"},
    {"MEM": 20, "USERS": "user2", "QUEUES": "normal"})");
  CHECK(running(site, jobs(1, 3, R"("user": "user1", "hosts": "hostA")") + ", " +
                          jobs(4, 1, R"("user": "user1", "hosts": "hostB")")) == both("1 2 4"));
  CHECK(running(site, jobs(1, 3, R"("user": "user1")")) == both("1 2 3"));
  const std::string hungry = R"("user": "user2", "res_req": "rusage[mem=15]", "queue": )";
  CHECK(running(site, jobs(1, 2, hungry + R"("normal")")) == both("1"));
  CHECK(running(site, jobs(1, 2, hungry + R"("short")")) == both("1 2"));
  CHECK(running(site, jobs(1, 2, R"("user": "user2", "queue": "normal")")) == both("1 2"));
}

TEST_CASE("each user but root has four slots in a queue, and a wider job never starts there") {
  const std::string site = wide_host + two_queues +
                           limits(R"({"PER_USER": "all ~root", "QUEUES": "short", "SLOTS": 4})");
  const auto of = [](const std::string& user, int first) {
    return jobs(first, 6, R"("queue": "short", "user": ")" + user + "\"");
  };
  CHECK(running(site, of("a", 1) + ", " + of("b", 11) + ", " + of("root", 21)) ==
        both("1 2 3 4 11 12 13 14 21 22 23 24 25 26"));
  CHECK(running(site, jobs(1, 1, R"("queue": "short", "user": "a", "slots": 5)") + ", " +
                          jobs(2, 1, R"("queue": "normal", "user": "a", "slots": 5)") + ", " +
                          jobs(3, 1, R"("queue": "short", "user": "root", "slots": 5)")) ==
        both("2 3"));
}

TEST_CASE("a group has a slot on each host together, or each of its users") {
  const auto site = [](const std::string& consumer) {
    return R"("hosts": [{"name": "h[1-2]", "ncpus": 8}],
      "lsb.users": {"UserGroup": [{"GROUP_NAME": "ug", "GROUP_MEMBER": "a b"}]}, )" +
           limits("{\"" + consumer + R"(": "ug", "PER_HOST": "h1 h2", "SLOTS": 1})");
  };
  const std::string of_both = jobs(1, 3, R"("user": "a")") + ", " + jobs(4, 3, R"("user": "b")");
  CHECK(running(site("USERS"), of_both) == both("1 2"));
  CHECK(running(site("PER_USER"), of_both) == both("1 2 4 5"));
}

TEST_CASE("half a slot for each processor: hosts of 1, 4 and 6 take 1, 2 and 3") {
  const auto site = [](const std::string& more) {
    return R"("hosts": [{"name": "h1", "ncpus": 1}, {"name": "h2", "ncpus": 4},
                        {"name": "h3", "ncpus": 6}], )" +
           limits(R"({"PER_HOST": "all", "SLOTS_PER_PROCESSOR": 0.5)" + more + "}");
  };
  const std::string on_each = jobs(1, 4, R"("hosts": "h1")") + ", " +
                              jobs(11, 4, R"("hosts": "h2")") + ", " +
                              jobs(21, 4, R"("hosts": "h3")");
  CHECK(running(site(""), on_each) == both("1 11 12 21 22 23"));
  // Not as MXJ, but as a limit of its own.
  CHECK(running(site(R"(, "JOBS": 100)"), on_each) == both("1 11 12 21 22 23"));
}

TEST_CASE("memory of a project is reserved for each host, or for each slot") {
  const std::string site = R"("hosts": [{"name": "h[1-2]", "ncpus": 4, "maxmem": 9000}], )" +
                           limits(R"({"PROJECTS": "p", "MEM": 1000})");
  const auto two = [](const std::string& project) {
    return jobs(
        1, 2,
        R"("slots": 4, "res_req": "rusage[mem=300] span[hosts=1]", "project": ")" + project + "\"");
  };
  const std::string per_task = R"(, "RESOURCE_RESERVE_PER_TASK": "Y")";
  CHECK(running(site, two("p")) == both("1 2"));
  CHECK(running(site, two("p"), per_task) == both(""));
  CHECK(running(site, two("q"), per_task) == both("1 2"));
}

TEST_CASE("jobs of two queues together, however wide they are") {
  const std::string site =
      R"("hosts": [{"name": "h", "ncpus": 64}], "lsb.queues": [{"QUEUE_NAME": "q1", "PRIORITY": 30},
         {"QUEUE_NAME": "q2", "PRIORITY": 30}], )" +
      limits(R"({"QUEUES": "q1 q2", "JOBS": 2})");
  CHECK(running(site, jobs(1, 1, R"("slots": 8, "queue": "q1")") + ", " +
                          jobs(2, 2, R"("slots": 8, "queue": "q2")")) == both("1 2"));
}

}  // namespace mcsim::testing::limit_numbers_test
