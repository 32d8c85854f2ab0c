// Jobs of one cluster as another cluster reads them, and edges between queues that come and go.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/words.hpp"
#include "support/grid_support.hpp"

namespace mcsim::testing::scenario_foreign_test {

namespace {

constexpr ClusterId home{0};
constexpr ClusterId away{1};

/// Two clusters with a queue that sends and one that receives.
GridText grid_with(const std::string& of_home, const std::string& of_away,
                   const std::string& rest) {
  return {.home = out_queue(R"("SNDJOBS_TO": "in@away")") + of_home,
          .away = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}])" + of_away,
          .rest = rest};
}

std::string jobs(const std::string& members) {
  return R"("jobs": [{"id": 1, "cluster": "home", "run": "1s", )" + members + "}]";
}

/// The profile of home's job in away; none: away cannot accept it.
std::optional<JobProfile> foreign_job(const GridConfig& grid) {
  const ClusterConfig& sender = grid.clusters[0];
  const ProfileId profile = sender.trace[JobIndex{0}].profile;
  const ProfileId there = grid.clusters[1].foreign_profiles[0].at(index_of(profile));
  if (there == none<ProfileId>) return std::nullopt;
  return grid.clusters[1].profiles[index_of(there)];
}

std::string with_resources(const std::string& names) {
  std::string text = R"(, "lsf.shared": {"Resource": [)";
  for (const std::string_view name : split_words(names)) {
    if (!text.ends_with('[')) text += ", ";
    text += R"({"RESOURCENAME": ")" + std::string(name) + "\"}";
  }
  return text + "]}";
}

std::vector<SendTarget> targets(const ClusterSettings& settings) {
  return settings.queues[0].forwarding.targets;
}

}  // namespace

TEST_CASE("a received job asks for the resources of the cluster that receives it") {
  const auto grid =
      grid_of(grid_with(with_resources("big"), with_resources("small big"),
                        jobs(R"("res_req": "select[big] rusage[mem=2]", "mem": 3, "priority": 7,
                                "init_failures": 1, "preexec_failures": 2)")))
          .config;
  const auto job = foreign_job(grid);
  REQUIRE(job);
  const ResourceId big = job->res_req.select.nodes.at(0).resource;
  CHECK(grid.clusters[1].resources[index_of(big)].name == "big");
  CHECK(job->res_req.rusage.size() == 1);
  CHECK(job->memory == 3 * 1024);
  CHECK(job->priority == 7);
  CHECK(job->init_failures == 1);
  CHECK(job->preexec_failures == 2);
}

TEST_CASE("a job that asks for what the other cluster does not know is not understood there") {
  const auto understood = [](const std::string& wish) {
    const std::string of_home =
        with_resources("big") + R"(, "lsb.applications": [{"NAME": "cfd"}, {"NAME": "both"}])";
    const std::string of_away = R"(, "lsb.applications": [{"NAME": "other"}, {"NAME": "both"}])";
    return foreign_job(grid_of(grid_with(of_home, of_away, jobs(wish))).config);
  };
  CHECK_FALSE(understood(R"("res_req": "big")"));
  CHECK_FALSE(understood(R"("app": "cfd")"));
  CHECK_FALSE(understood(R"("hosts": "home1")"));
  CHECK_FALSE(understood(R"("hosts": "all")"));
  CHECK(understood(R"("res_req": "mem>0")"));
  REQUIRE(understood(R"("app": "both")"));
  CHECK(understood(R"("app": "both")")->application == ApplicationId{1});
}

TEST_CASE("local means the type of the host that a job was submitted from, in any cluster") {
  const auto cluster = [](const std::string& name, const std::string& types,
                          const std::string& queue) {
    std::string text = R"({"name": ")" + name + R"(", "hosts": [)";
    for (const std::string_view type : split_words(types)) {
      if (!text.ends_with('[')) text += ", ";
      text += R"({"name": ")" + name + std::string(type) + R"(", "type": ")" + std::string(type) +
              "\"}";
    }
    return text + R"(], "lsb.queues": [{"QUEUE_NAME": "q", )" + queue + "}]}";
  };
  const TempFolder folder;
  const auto grid = load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "clusters": [)" +
                                 cluster("home", "X S", R"("SNDJOBS_TO": "q@away")") + ", " +
                                 cluster("away", "L X", R"("RCVJOBS_FROM": "home")") +
                                 R"(], "jobs": [
    {"id": 1, "cluster": "home", "run": "1s"},
    {"id": 2, "cluster": "home", "run": "1s", "from_host": "homeS"}]})"),
      choices_of(default_registry()));
  REQUIRE(grid);
  const ClusterConfig& there = grid->config.clusters[1];
  const auto from = [&](std::uint32_t job) {
    const ProfileId profile = grid->config.clusters[0].trace[JobIndex{job}].profile;
    return there.profiles[index_of(there.foreign_profiles[0][index_of(profile)])].from_host;
  };
  CHECK(from(0) == HostId{1});  // an own host of this type and model
  CHECK(there.type_of(from(0)) == "X");
  CHECK(from(1) == HostId{2});
  CHECK(there.type_of(from(1)) == "S");
  CHECK(there.foreign_hosts.size() == 1);
}

TEST_CASE("clusters that never send jobs have no profiles in others") {
  const auto grid = grid_of(grid_with("", "", jobs(R"("priority": 1)"))).config;
  CHECK(grid.clusters[1].foreign_profiles[0].size() == grid.clusters[0].profiles.size());
  CHECK(grid.clusters[1].foreign_profiles[1].empty());
  CHECK(grid.clusters[0].foreign_profiles.empty());
}

TEST_CASE("a remote-only job that no cluster can ever run is warned of") {
  const auto said = [](const std::string& wish, const std::string& of_away) {
    GridText grid = grid_with("", of_away, jobs(wish));
    grid.home = out_queue(R"("HOSTS": "none", "SNDJOBS_TO": "in@away")") + with_resources("big");
    return said_of(grid);
  };
  CHECK(said(R"("res_req": "big")", "") ==
        Texts{"/jobs/0/res_req: no cluster that queue out forwards jobs to knows what the job asks "
              "for: it goes nowhere"});
  CHECK(
      said(R"("res_req": "big")", with_resources("big")) ==
      Texts{"/jobs/0/res_req: no host of a queue that queue out forwards jobs to can ever satisfy "
            "what the job asks for (without a type, that of home1)"});
  CHECK(said(R"("res_req": "!big")", with_resources("big")).empty());
  CHECK(said(R"("hosts": "home1")", "").empty());  // it is refused, which is told elsewhere
}

TEST_CASE("a job that can go to another cluster may ask for what its own has not") {
  CHECK(
      said_of(grid_with(with_resources("big"), with_resources("big"), jobs(R"("res_req": "big")")))
          .empty());
  GridText stays = grid_with(with_resources("big"), "", jobs(R"("res_req": "big")"));
  stays.home = out_queue(R"("PRIORITY": 2)") + with_resources("big");
  CHECK(said_of(stays) == Texts{"/jobs/0/res_req: no host can ever satisfy \"big\""});
}

TEST_CASE("an edge that a change makes is there from the start, and who receives says when") {
  const std::string change = R"("changes": [{"at": "1h", "cluster": "away", "set":
    {"lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}]}}])";
  const Scenario grid = grid_of({.home = out_queue(R"("SNDJOBS_TO": "in@away")"),
                                 .away = R"("lsb.queues": [{"QUEUE_NAME": "in"}])",
                                 .rest = change});
  CHECK(grid.warnings.list.empty());
  CHECK(targets(grid.config.clusters[0]).size() == 1);
  CHECK_FALSE(grid.config.clusters[1].queues[0].forwarding.receives());
  const auto& later = grid.config.clusters[1].timeline.at(0).settings;
  CHECK(later->queues[0].forwarding.sources == std::vector{home});
  CHECK(grid.config.links.size() == 1);
}

TEST_CASE("a change may send jobs elsewhere, and what is wrong with it is told of the change") {
  const std::string in = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"},
                                           {"QUEUE_NAME": "shut"}])";
  const auto grid = [&](const std::string& to) {
    return GridText{.home = out_queue(R"("SNDJOBS_TO": "in@away")"),
                    .away = in,
                    .rest = R"("changes": [{"at": "1h", "cluster": "home", "set": {"lsb.queues":
        [{"QUEUE_NAME": "out", "SNDJOBS_TO": ")" +
                            to + "\"}]}}]",
                    .third = in};
  };
  const Scenario good = grid_of(grid("in@far in@away+3"));
  CHECK(good.warnings.list.empty());
  CHECK(targets(good.config.clusters[0]).size() == 1);
  CHECK(targets(*good.config.clusters[0].timeline.at(0).settings) ==
        std::vector<SendTarget>{{ClusterId{2}, QueueId{0}, 0}, {away, QueueId{0}, 3}});
  CHECK(good.config.links.size() == 2);
  CHECK(said_of(grid("in@far shut@away")) ==
        Texts{"/changes/0/set/lsb.queues/0/SNDJOBS_TO: queue shut of away has no RCVJOBS_FROM for "
              "home: nothing is forwarded to it"});
  CHECK(said_of(grid("inn@far")) ==
        Texts{"/changes/0/set/lsb.queues/0/SNDJOBS_TO: unknown queue \"inn\" in far; nearest: in; "
              "known: in, shut"});
}

TEST_CASE("a job may have as many slots as a queue has that it can be forwarded to later") {
  const std::string in = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}],
    "lsb.hosts": {"Host": [{"HOST_NAME": "away1", "MXJ": 9}]})";
  const Scenario grid =
      grid_of({.home = out_queue(R"("PRIORITY": 2)"),
               .away = in,
               .rest = R"("changes": [{"at": "1h", "cluster": "home", "set": {"lsb.queues":
                 [{"QUEUE_NAME": "out", "SNDJOBS_TO": "in@away"}]}}], )" +
                       jobs(R"("slots": 9)")});
  CHECK(grid.skipped.empty());
}

TEST_CASE("LSF's own files say who sends jobs to whom, and whom a cluster knows") {
  const TempFolder folder;
  const auto write = [&](const std::string& name, const std::string& text) {
    folder.write("conf/" + name, text);
  };
  std::filesystem::create_directory(folder.path("conf"));
  write("lsf.shared", "Begin Cluster\nClusterName Servers\nhome h1\naway ()\nEnd Cluster\n");
  write("lsf.cluster.home",
        "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nEnd Host\n"
        "Begin RemoteClusters\nCLUSTERNAME EQUIV CACHE_INTERVAL RECV_FROM AUTH\n"
        "away N 30 Y -\nEnd RemoteClusters\n");
  write("lsb.params",
        "Begin Parameters\nMC_PLUGIN_SCHEDULE_ENHANCE = RESOURCE_ONLY\nEnd Parameters\n");
  write("lsb.queues",
        "Begin Queue\nQUEUE_NAME = out\nSNDJOBS_TO = in@away+4\nFWD_USERS = ann bob\nEnd Queue\n");
  write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n");
  write("lsf.conf", "LSB_MAX_FORWARD_PER_SESSION=9\n");
  const auto load = [&](const std::string& others) {
    return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [
      {"name": "home", "conf": "conf"})" + others + "]}"),
                         choices_of(default_registry()));
  };
  const auto grid = load(R"(, {"name": "away", "hosts": [{"name": "a"}], "lsb.params":
    {"MC_PLUGIN_UPDATE_INTERVAL": 9}, "lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}]})");
  REQUIRE(grid);
  CHECK(texts(grid->warnings).empty());
  const ClusterConfig& cluster = grid->config.clusters[0];
  CHECK(targets(cluster) == std::vector<SendTarget>{{away, QueueId{0}, 4}});
  CHECK(cluster.params.forwarding.cache_interval(away) == 30s);
  CHECK(cluster.params.forwarding.max_per_session == 9);
  CHECK(cluster.queues[0].forwarding.forward_users.users.size() == 2);
  const auto alone = load("");
  REQUIRE(alone);
  REQUIRE(alone->warnings.list.size() == 1);
  CHECK(alone->warnings.list[0].line == 3);
  CHECK(alone->warnings.list[0].column == 14);
  CHECK(alone->warnings.list[0].message ==
        "cluster away of lsf.shared is not in the scenario: nothing is forwarded to it");
}

}  // namespace mcsim::testing::scenario_foreign_test
