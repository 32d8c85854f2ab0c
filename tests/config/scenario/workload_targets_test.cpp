// Where rows of traces and tables go by cluster_map and spread.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/without_folders.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::workload_targets_test {

namespace {

/// Clusters C and D with queues a and b, and E with queue a alone.
Expected<Scenario, Diagnostics> load(const std::string& files, const std::string& workload) {
  const TempFolder folder;
  folder.write("t.swf", files);
  folder.write("t.csv", files);
  const std::string queues = R"("lsb.queues": [{"QUEUE_NAME": "a"}, {"QUEUE_NAME": "b"}]})";
  return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [
 {"name": "C", "hosts": [{"name": "h", "ncpus": 8}], )" +
                                                  queues + R"(,
 {"name": "D", "hosts": [{"name": "h", "ncpus": 9}], )" +
                                                  queues + R"(,
 {"name": "E", "hosts": [{"name": "h", "ncpus": 9}], "lsb.queues": [{"QUEUE_NAME": "a"}]}],
 "workloads": [)" + workload + "]}"),
                       choices_of(default_registry()));
}

/// `1b`: job 1, queue b.
std::string jobs_of(const Expected<Scenario, Diagnostics>& scenario, std::size_t cluster) {
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  std::string text;
  const ClusterConfig& config = scenario->config.clusters[cluster];
  for (std::size_t row = 0; row < config.trace.size(); ++row) {
    const TraceJob& job = config.trace[static_cast<JobIndex>(row)];
    text += std::to_string(static_cast<std::int64_t>(job.id)) +
            config.queues[index_of(job.queue)].name + " ";
  }
  return text;
}

/// A job of that user, queue and partition.
std::string row(int job, int user, int queue, int partition) {
  return std::to_string(job) + " 0 -1 10 1 -1 -1 1 20 -1 1 " + std::to_string(user) + " 1 -1 " +
         std::to_string(queue) + " " + std::to_string(partition) + " -1 -1\n";
}

/// By user: the clusters that jobs of theirs are submitted to.
std::map<std::string, std::string> clusters_of_users(const Expected<Scenario, Diagnostics>& from) {
  REQUIRE(from);
  std::map<std::string, std::string> clusters;
  for (const ClusterConfig& cluster : from->config.clusters)
    for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
      std::string& all = clusters[std::string(
          from->config.users.name(cluster.trace[static_cast<JobIndex>(at)].user))];
      if (all.find(cluster.name) == all.npos) all += cluster.name;
    }
  return clusters;
}

std::string many_users() {
  std::string rows;
  for (int user = 0; user < 400; ++user)
    for (int copy = 0; copy < 2; ++copy) rows += row(2 * user + copy + 1, user, 7, -1);
  return rows;
}

/// What is told, without the folders of files.
Texts told(const Diagnostics& diagnostics) { return without_folders(texts(diagnostics)); }

}  // namespace

// Queue number 7 is b, which E has not; cluster_map does not name partition 4, of jobs 4 and 5.
TEST_CASE("cluster_map sends partitions to clusters, and queue_map chooses their queues by name") {
  const std::string rows = row(1, 1, 7, 1) + row(2, 1, 3, 1) + row(3, 1, 7, 2) + row(4, 1, 7, 4) +
                           row(5, 1, 1, 4) + row(6, 1, 7, 3) + row(7, 1, 7, 5);
  const auto scenario = load(rows, R"({"file": "t.swf", "cluster": "C", "queue_map": {"7": "b"},
 "cluster_map": {"1": "D", "2": "E", "3": "C", "9": "D", "5": "D"}, "partition_map": {"5": "a@E"}})");
  CHECK(jobs_of(scenario, 0) == "4b 5a 6b ");
  CHECK(jobs_of(scenario, 1) == "1b 2a ");
  CHECK(jobs_of(scenario, 2) == "3a 7a ");
  CHECK(
      told(scenario->warnings) ==
      Texts{"s.json:5:63 /workloads/0/queue_map: warning: E has no queue \"b\": jobs that are "
            "sent there for it go to its default queue a",
            "s.json:6:53 /workloads/0/cluster_map/9: warning: no job has this partition (field 16)",
            "s.json:6:92 /workloads/0/partition_map/5: warning: is in cluster_map, too, which is "
            "not looked at",
            "t.swf: warning: 2 jobs of partition (field 16) 4, which no map names, go where queue "
            "and queue_map say"});
}

// Each user's two jobs go to one cluster. Of 400 users with weights 1, 2 and 1 about 100, 200 and
// 100 are expected; six standard deviations are 60.
TEST_CASE("users are spread over clusters by weights, each to one") {
  const std::string three = R"("spread": {"C": 1, "D": 2, "E": 1}})";
  const auto scenario = load(many_users(), R"({"file": "t.swf", )" + three);
  std::map<std::string, int> users;
  for (const auto& [user, cluster] : clusters_of_users(scenario)) ++users[cluster];
  CHECK(users.size() == 3);
  CHECK(std::abs(users["C"] - 100) < 60);
  CHECK(std::abs(users["D"] - 200) < 60);
  CHECK(std::abs(users["E"] - 100) < 60);
  CHECK(scenario->warnings.list.empty());
  // The order does not matter, and without E only its users go elsewhere.
  CHECK(clusters_of_users(load(many_users(), R"({"file": "t.swf", "cluster": "E",
 "spread": {"E": 1, "D": 2, "C": 1}})")) == clusters_of_users(scenario));
  const auto before = clusters_of_users(scenario);
  for (const auto& [user, cluster] :
       clusters_of_users(load(many_users(), R"({"file": "t.swf", "spread": {"C": 1, "D": 2}})"))) {
    INFO(user);
    CHECK((before.at(user) == "E" || before.at(user) == cluster));
  }
}

TEST_CASE("a spread over queues and clusters takes only jobs that the maps do not place") {
  const std::string rows = row(1, 1, 7, 1) + row(2, 1, 7, -1) + row(3, 1, 7, 3) + row(4, -1, 7, -1);
  const auto scenario = load(rows, R"({"file": "t.swf", "cluster": "C", "queue_map": {"7": "b"},
 "cluster_map": {"1": "D"}, "spread": {"a@D": 1}})");
  CHECK(jobs_of(scenario, 0).empty());
  CHECK(jobs_of(scenario, 1) == "1b 2a 3a 4a ");
  CHECK(told(scenario->warnings) ==
        Texts{"t.swf: warning: 1 job without a user (field 12) is spread as those of one user"});
  CHECK(jobs_of(load(rows, R"({"file": "t.swf", "cluster": "C", "queue_map": {"7": "b"},
 "spread": {"D": 1}})"),
                1) == "1b 2b 3b 4b ");
}

// The names of clusters in the table are those of another site.
TEST_CASE("clusters of a table have other names here, and rows without one are spread") {
  const std::string rows =
      "job_id,submit_time,run_time,user,submit_cluster,submit_queue\n"
      "1,0,10,ann,north,b\n2,0,10,ann,,b\n3,0,10,ann,C,a\n4,0,10,bob,7,\n5,0,10,,,\n";
  const auto scenario = load(rows, R"({"file": "t.csv",
 "cluster_map": {"north": "D", "7": "E"}, "spread": {"D": 3}})");
  CHECK(jobs_of(scenario, 0) == "3a ");
  CHECK(jobs_of(scenario, 1) == "1b 2b 5a ");
  CHECK(jobs_of(scenario, 2) == "4a ");
  CHECK(told(scenario->warnings) ==
        Texts{"t.csv: warning: 1 job without a user is spread as those of one user"});
  const auto wrong =
      load(rows, R"({"file": "t.csv", "cluster_map": {"7": "E"}, "spread": {"D": 3}})");
  REQUIRE_FALSE(wrong);
  CHECK(messages_of(wrong) ==
        std::vector<std::string>{" 1 job without a user is spread as those of one user",
                                 "/cluster unknown cluster \"north\"; known: C, D, E"});
}

// Users of queues a and b of C, of a table of one cluster.
TEST_CASE("a table's users are spread over queues, wherever their rows would go") {
  std::string rows = "job_id,submit_time,run_time,user,submit_queue\n";
  for (int user = 1; user <= 100; ++user)
    rows += std::to_string(user) + ",0,10,u" + std::to_string(user) + ",a\n";
  const std::string jobs =
      jobs_of(load(rows, R"({"file": "t.csv", "cluster": "C", "spread": {"a": 1, "b": 1}})"), 0);
  const auto of_a = std::ranges::count(jobs, 'a');
  CHECK(of_a > 20);
  CHECK(of_a < 80);
  CHECK(of_a + std::ranges::count(jobs, 'b') == 100);
}

TEST_CASE("maps and spreads of clusters and queues that are none are refused, all at once") {
  const auto wrong = load(row(1, 1, 1, 1), R"({"file": "t.swf", "cluster": "C",
 "cluster_map": {"x": "D", "1": "F", "2": 3}, "spread": {"D": 0, "a": 1, "a@C": 1, "F": 2, "c@D": 1, "b": "much"}})");
  REQUIRE_FALSE(wrong);
  CHECK(messages_of(wrong) ==
        std::vector<std::string>{
            "/workloads/0/cluster_map/x expected a whole number as key (field 16), got \"x\"",
            "/workloads/0/cluster_map/1 unknown cluster \"F\"; nearest: C; known: C, D, E",
            "/workloads/0/cluster_map/2 expected text, got 3",
            "/workloads/0/spread/D expected a whole number from 1 to 1000, got 0",
            "/workloads/0/spread/a@C a@C is there twice",
            "/workloads/0/spread/F unknown queue \"F\" in C; nearest: a; known: a, b",
            "/workloads/0/spread/c@D unknown queue \"c\" in D; nearest: a; known: a, b",
            "/workloads/0/spread/b expected a whole number from 1 to 1000, got \"much\""});
}

}  // namespace mcsim::testing::workload_targets_test
