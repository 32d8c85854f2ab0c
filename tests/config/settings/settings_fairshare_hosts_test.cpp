// Fairshare of host partitions: the queues that have their users' priorities.
#include <string>
#include <vector>

#include "support/share_trees.hpp"

namespace mcsim::testing::settings_fairshare_hosts_test {

namespace {

/// A cluster with the hosts a1, a2, a3, b1 and b2, partitions `as` of the first three and `bs` of
/// b1, and queues whose HOSTS are these.
std::string members(const std::vector<std::string>& hosts_of_queues, const std::string& more = "") {
  std::string queues;
  for (std::size_t i = 0; i < hosts_of_queues.size(); ++i)
    queues +=
        (i == 0 ? "" : ",\n ") +
        (R"({"QUEUE_NAME": "q)" + std::to_string(i) + R"(", "HOSTS": ")" + hosts_of_queues[i]) +
        "\"" + more + "}";
  return R"("hosts": [{"name": "a[1-3]"}, {"name": "b[1-2]"}],
 "lsb.users": {"UserGroup": [)" +
         user_group("g", "ann bob", "([ann, 2] [default, 1])") + R"(]},
 "lsb.hosts": {"HostPartition": [
  {"HPART_NAME": "bs", "HOSTS": "b1", "USER_SHARES": "[g, 1] [others, 2]"},
  {"HPART_NAME": "as", "HOSTS": "a[1-3]", "USER_SHARES": "[default, 1]"}]},
 "lsb.params": {"RUN_JOB_FACTOR": 1.5},
 "lsb.queues": [)" +
         queues + "]";
}

Texts said(const std::string& of_cluster, const std::string& before = "") {
  const auto scenario = try_scenario(of_cluster, before);
  Texts all;
  for (const Diagnostic& one : (scenario ? scenario->warnings : scenario.error()).list)
    all.push_back(one.pointer.substr(one.pointer.find("lsb.")) + ": " +
                  one.message.substr(0, one.message.find('\n')));
  return all;
}

using Queues = std::vector<QueueId>;
const std::string first = R"("model": {"hpart_mixed": "first"}, )";

}  // namespace

TEST_CASE("queues have the shares of the partition that their hosts are in") {
  const Scenario scenario = scenario_of(members({"a1", "b1", "a2 a3", "b2"}));
  const ClusterConfig& cluster = scenario.config.clusters[0];
  REQUIRE(cluster.fairshares.size() == 2);
  const FairshareConfig& of_b = cluster.fairshares[0];
  const FairshareConfig& of_a = cluster.fairshares[1];
  CHECK(of_b.name == "bs");
  CHECK((of_b.of == FairshareConfig::Of::host_partition));
  CHECK(of_b.by_queue);
  CHECK(of_b.queues == Queues{QueueId{1}});
  CHECK(of_b.factors.run_job == 1.5);
  CHECK(share_rows(scenario.config, of_b) == Texts{"g/ 1 under g", "others 2 for all but ann bob",
                                                   "g > ann 2 for ann under g",
                                                   "g > default@ 1 for bob under g"});
  CHECK(of_a.queues == Queues{QueueId{0}, QueueId{2}});
  CHECK(cluster.queues[0].fairshare == FairshareId{1});
  CHECK(cluster.queues[1].fairshare == FairshareId{0});
  CHECK(cluster.queues[3].fairshare == none<FairshareId>);
  CHECK(scenario.warnings.list.empty());
}

TEST_CASE("a partition that no queue has hosts of stands behind the others, for no queue") {
  const auto settings = settings_of(members({"a1"}));
  REQUIRE(settings.fairshares.size() == 2);
  CHECK(settings.fairshares[0].name == "as");
  CHECK(settings.fairshares[1].name == "bs");
  CHECK(settings.fairshares[1].queues.empty());
  CHECK_FALSE(settings.fairshares[1].accounts.empty());
}

TEST_CASE("a queue with hosts outside of its partition has its shares on all, which is told once") {
  const std::string cluster = members({"a1 b2", "a2", "b1 b2"});
  CHECK(
      said(cluster) ==
      Texts{"lsb.queues/0/HOSTS: queues with hosts of a host partition and others have its shares "
            "on all of them: q0, q2"});
  const Scenario scenario = scenario_of(cluster);
  CHECK(scenario.config.clusters[0].queues[0].fairshare == FairshareId{1});
  CHECK(scenario.warnings.list[0].loss.count == 2);
}

TEST_CASE("a queue with hosts of two partitions is refused, or has the shares of the first") {
  const std::string wrong =
      "lsb.queues/0/HOSTS: this queue has hosts of host partitions bs, as: expected those of one, "
      "or model.hpart_mixed first";
  CHECK(said(members({"a1 b1"})) == Texts{wrong});
  CHECK(said(members({"all"})) == Texts{wrong});
  const Scenario scenario = scenario_of(members({"a1 b1"}), first);
  REQUIRE(scenario.config.clusters[0].fairshares.size() == 2);
  CHECK(scenario.config.clusters[0].fairshares[0].name == "bs");
  CHECK(scenario.warnings.list.size() == 1);
}

TEST_CASE("in a cluster with host partitions no queue has FAIRSHARE") {
  CHECK(said(members({"a1"}, R"(, "FAIRSHARE": "USER_SHARES[[default, 1]]")")) ==
        Texts{"lsb.queues/0/FAIRSHARE: host partition bs has USER_SHARES, and in a cluster with "
              "host partitions no queue has FAIRSHARE"});
}

TEST_CASE("a baseline is warned of shares of host partitions by their keyword") {
  const Scenario scenario = scenario_of(members({"a1"}), R"("model": {"dispatch": "fcfs"}, )");
  CHECK(scenario.warnings.list.at(0).message.find("USER_SHARES") != std::string::npos);
}

TEST_CASE("a reconfiguration moves hosts between partitions, and queues with them") {
  const Scenario scenario =
      scenario_of(members({"a3"}), R"("changes": [{"at": "1h", "set": {"lsb.hosts": {
        "HostPartition": [{"HPART_NAME": "as", "HOSTS": "a1 a2"},
                          {"HPART_NAME": "bs", "HOSTS": "b1 a3"}]}}}], )");
  CHECK(scenario.config.clusters[0].fairshares.at(0).name == "as");
  CHECK(scenario.config.clusters[0].timeline.at(0).settings->fairshares.at(0).name == "bs");
}

}  // namespace mcsim::testing::settings_fairshare_hosts_test
