// Job forwarding in the configuration of clusters: what queues and parameters say about it.
#include "mcsim/model/forwarding_config.hpp"

#include <string>

#include "support/grid_support.hpp"

namespace mcsim::testing::settings_forwarding_test {

namespace {

constexpr ClusterId home{0};
constexpr ClusterId away{1};
constexpr ClusterId far{2};

ForwardingParameters params_of(const std::string& members, const std::string& rest = "") {
  return grid_of({.home = members, .rest = rest}).config.clusters[0].params.forwarding;
}
std::string policy_of(const std::string& setting, const std::string& rest = "") {
  return params_of(R"("lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": ")" + setting + "\"}", rest)
      .policy;
}
QueueForwarding out_of(const std::string& members) {
  return grid_of({.home = out_queue(members)}).config.clusters[0].queues[0].forwarding;
}
QueueForwarding in_of(const std::string& members) {
  const std::string queue =
      R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home")" + members + "}]";
  return grid_of({.home = out_queue(R"("SNDJOBS_TO": "in@away")"), .away = queue})
      .config.clusters[1]
      .queues[0]
      .forwarding;
}

}  // namespace

TEST_CASE("a queue without MultiCluster sends and receives nothing") {
  const QueueForwarding plain = out_of(R"("PRIORITY": 3)");
  CHECK_FALSE(plain.sends());
  CHECK_FALSE(plain.receives());
  CHECK_FALSE(plain.remote_only);
}

TEST_CASE("a send queue has LSF's defaults, and what it says instead") {
  const QueueForwarding usual = out_of(R"("SNDJOBS_TO": "in@away")");
  CHECK(usual.targets == std::vector<SendTarget>{{away, QueueId{0}, 0}});
  CHECK(usual.max_resched_time == 400s);  // 20 x MBD_SLEEP_TIME
  CHECK(usual.forward_delay == 0s);
  CHECK(usual.forward_users == UserList{});
  CHECK_FALSE(usual.remote_only);
  const QueueForwarding own = out_of(
      R"("SNDJOBS_TO": "in@away+7", "MAX_RSCHED_TIME": 3, "MC_FORWARD_DELAY": "-30",
         "FWD_USERS": "all ~ann", "HOSTS": "none")");
  CHECK(own.targets == std::vector<SendTarget>{{away, QueueId{0}, 7}});
  CHECK(own.max_resched_time == 60s);
  CHECK(own.forward_delay == -30s);
  CHECK(own.forward_users == UserList{.all = true, .users = {NameId{0}}});
  CHECK(own.remote_only);
  CHECK(out_of(R"("SNDJOBS_TO": "in@away", "MAX_RSCHED_TIME": "infinit")").max_resched_time ==
        unlimited);
}

TEST_CASE("a receive queue has LSF's defaults, and what it says instead") {
  const QueueForwarding usual = in_of("");
  CHECK(usual.sources == std::vector{home});
  CHECK(usual.job_backlog == 50);
  CHECK(usual.slot_backlog == no_limit);
  CHECK(usual.job_limit == no_limit);
  CHECK(usual.task_limit == no_limit);
  const QueueForwarding own = in_of(
      R"(, "IMPT_JOBBKLG": "INFINIT", "IMPT_SLOTBKLG": 0, "IMPT_JOBLIMIT": "3", "IMPT_TASKLIMIT": 9)");
  CHECK(own.job_backlog == no_limit);
  CHECK(own.slot_backlog == 0);
  CHECK(own.job_limit == 3);
  CHECK(own.task_limit == 9);
}

TEST_CASE("SNDJOBS_TO without a queue means the one of the same name, and keeps its order") {
  const auto queues = [](const std::string& name) {
    return R"("lsb.queues": [{"QUEUE_NAME": "other", "RCVJOBS_FROM": "home"}, {"QUEUE_NAME": ")" +
           name + R"(", "RCVJOBS_FROM": "allclusters"}])";
  };
  const Scenario grid =
      grid_of({.home = out_queue(R"("SNDJOBS_TO": "far+2  other@away out@away+1")"),
               .away = queues("out"),
               .third = queues("out")});
  CHECK(
      grid.config.clusters[0].queues[0].forwarding.targets ==
      std::vector<SendTarget>{{far, QueueId{1}, 2}, {away, QueueId{0}, 0}, {away, QueueId{1}, 1}});
  CHECK(grid.warnings.list.empty());
}

TEST_CASE("allclusters is every other cluster, to send to where it has such a queue") {
  const Scenario grid = grid_of(
      {.home = out_queue(R"("SNDJOBS_TO": "in@allclusters", "RCVJOBS_FROM": "allclusters")"),
       .third = R"("lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "out@home"}])"});
  const QueueForwarding& out = grid.config.clusters[0].queues[0].forwarding;
  CHECK(out.targets == std::vector<SendTarget>{{away, QueueId{0}, 0}});
  CHECK(out.sources == std::vector{away, far});
}

TEST_CASE("without its RCVJOBS_FROM an edge is absent, and the user is told") {
  const GridText grid{.home = out_queue(R"("SNDJOBS_TO": "in@away closed@away")"),
                      .away = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"},
                                                {"QUEUE_NAME": "closed"}])"};
  CHECK(said_of(grid) ==
        Texts{"/clusters/0/lsb.queues/0/SNDJOBS_TO: queue closed of away has no RCVJOBS_FROM for "
              "home: nothing is forwarded to it"});
  CHECK(grid_of(grid).config.clusters[0].queues[0].forwarding.targets ==
        std::vector<SendTarget>{{away, QueueId{0}, 0}});
}

TEST_CASE("RemoteClusters are all that a cluster knows, if there are any") {
  const std::string out = out_queue(R"("SNDJOBS_TO": "in@away in@far", "RCVJOBS_FROM": "far")");
  const std::string in = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}])";
  const GridText grid{
      .home =
          R"("lsf.cluster": {"RemoteClusters": [{"CLUSTERNAME": "away", "CACHE_INTERVAL": 5}]}, )" +
          out,
      .away = in,
      .third = in};
  CHECK(said_of(grid) == Texts{"/clusters/0/lsb.queues/0/SNDJOBS_TO: cluster far is none of the "
                               "RemoteClusters of home: nothing is forwarded to it",
                               "/clusters/0/lsb.queues/0/RCVJOBS_FROM: cluster far is none of the "
                               "RemoteClusters of home: nothing is received from it"});
  const ClusterConfig cluster = grid_of(grid).config.clusters[0];
  CHECK(cluster.queues[0].forwarding.targets == std::vector<SendTarget>{{away, QueueId{0}, 0}});
  CHECK(cluster.queues[0].forwarding.sources.empty());
  CHECK(cluster.params.forwarding.cache_interval(away) == 5s);
  CHECK(cluster.params.forwarding.cache_interval(far) == 60s);
}

TEST_CASE("a cluster that lsf.shared names may be left out of the scenario") {
  const std::string out = out_queue(R"("SNDJOBS_TO": "in@away q@gone", "RCVJOBS_FROM": "gone")");
  CHECK(said_of({.home = out, .rest = R"("lsf.shared": {"Cluster": [{"ClusterName": "gone"}]})"}) ==
        Texts{"/clusters/0/lsb.queues/0/SNDJOBS_TO: cluster gone of lsf.shared is not in the "
              "scenario: nothing is forwarded to it",
              "/clusters/0/lsb.queues/0/RCVJOBS_FROM: cluster gone of lsf.shared is not in the "
              "scenario: nothing is received from it"});
  CHECK(
      said_of({.home = out}) ==
      Texts{"/clusters/0/lsb.queues/0/SNDJOBS_TO: unknown cluster \"gone\"; known: away, home",
            "/clusters/0/lsb.queues/0/RCVJOBS_FROM: unknown cluster \"gone\"; known: away, home"});
}

TEST_CASE(
    "MC_PLUGIN_SCHEDULE_ENHANCE becomes the name of a policy, whatever order its words have") {
  CHECK(policy_of("RESOURCE_ONLY") == "RESOURCE_ONLY");
  CHECK(policy_of("pending_when_noslots HIGH_QUEUE_PRIORITY") ==
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS");
  CHECK(policy_of("DYN_CLUSTER_WEIGHTING") == "DYN_CLUSTER_WEIGHTING");
  CHECK(policy_of("  ") == "NOT_DEFINED");
}

TEST_CASE("without MC_PLUGIN_SCHEDULE_ENHANCE remote resources count if lsf.conf says so") {
  CHECK(params_of(R"("lsf.conf": {})").policy == "NOT_DEFINED");
  CHECK(params_of(R"("lsf.conf": {"MC_PLUGIN_REMOTE_RESOURCE": "y"})").policy == "REMOTE_RESOURCE");
  CHECK(params_of(R"("lsf.conf": {"MC_PLUGIN_REMOTE_RESOURCE": "y"},
                     "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"})")
            .policy == "RESOURCE_ONLY");
}

TEST_CASE("a forwarding policy of the model goes before LSF's own settings") {
  CHECK(policy_of("RESOURCE_ONLY", R"("model": {"forward_policy": "round-robin"})") ==
        "round-robin");
  CHECK(policy_of("RESOURCE_ONLY", R"("model": {"forward_policy": "NOT_DEFINED"})") ==
        "NOT_DEFINED");
}

TEST_CASE("the model names a forwarding policy, or a setting with its words in any order") {
  const auto chosen = [](const std::string& text) {
    return params_of(R"("model": {"forward_policy": ")" + text + "\"}").policy;
  };
  CHECK(chosen("none") == "none");
  CHECK(chosen("REMOTE_RESOURCE") == "REMOTE_RESOURCE");
  CHECK(chosen("pending_when_noslots HIGH_QUEUE_PRIORITY") ==
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS");
  const auto said = [](const std::string& text) {
    return said_of({.home = R"("model": {"forward_policy": ")" + text + "\"}"});
  };
  CHECK(said("randm")[0].starts_with(
      "/clusters/0/model/forward_policy: unknown \"randm\"; nearest: random"));
  CHECK(said("RESOURCE_ONLY DYN_CLUSTER_WEIGHTING").size() == 2);
  CHECK(said(" ") == Texts{"/clusters/0/model/forward_policy: expected a forwarding policy, got "
                           "\" \""});
}

TEST_CASE("a program without one of LSF's forwarding policies refuses the settings that need it") {
  Registry registry = default_registry();
  std::erase_if(registry.forward,
                [](const auto& policy) { return policy.name == "RESOURCE_ONLY"; });
  registry.forward.push_back({"nearest", {}});
  const TempFolder folder;
  const auto load = [&](const std::string& setting, const std::string& policy) {
    const GridText grid{
        .home = R"("lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": ")" + setting + "\"}",
        .rest = R"("model": {"forward_policy": ")" + policy + "\"}"};
    return load_scenario(folder.write("s.json", text_of(grid)), choices_of(registry));
  };
  const auto own = load("", "nearest");
  REQUIRE(own);
  CHECK(own->config.clusters[0].params.forwarding.policy == "nearest");
  const auto refused = load("RESOURCE_ONLY", "resource_only");
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().list.size() == 2);
  CHECK(refused.error().list[0].message.starts_with("unknown policy \"RESOURCE_ONLY\""));
  CHECK(without_picture(refused.error().list[1].message) == "unknown policy \"RESOURCE_ONLY\"");
}

TEST_CASE("one cluster with an LSF below 7.0.6 switches the enhanced scheduler off in all") {
  const auto grid = [](const std::string& version) {
    return GridText{.home = R"("lsf.conf": {"MC_PLUGIN_REMOTE_RESOURCE": "Y"},
                   "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"})",
                    .away = R"("lsf_version": ")" + version + "\""};
  };
  for (const char* old : {"7.0.5", "6", "7.0"}) {
    INFO(old);
    CHECK(grid_of(grid(old)).config.clusters[0].params.forwarding.policy == "REMOTE_RESOURCE");
    CHECK(said_of(grid(old)) ==
          Texts{"/clusters/0/lsb.params/MC_PLUGIN_SCHEDULE_ENHANCE: is without effect: away runs "
                "LSF " +
                std::string(old) + ", and all clusters need 7.0.6 for it"});
  }
  for (const char* later : {"7.0.6", "7.0.6.1", "10.1"}) {
    INFO(later);
    CHECK(grid_of(grid(later)).config.clusters[0].params.forwarding.policy == "RESOURCE_ONLY");
  }
}

TEST_CASE("parameters of forwarding have LSF's defaults, and what the files say instead") {
  const ForwardingParameters usual = params_of(R"("lsb.params": {})");
  CHECK(usual.update_interval == 0s);
  CHECK(usual.max_per_session == 50);
  CHECK(usual.init_fail_retry == 5);
  CHECK(usual.remote_preexec_retry == 5);
  CHECK(usual.pend_reason_interval == 300s);
  const ForwardingParameters own = params_of(
      R"("lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 20, "MC_PENDING_REASON_UPDATE_INTERVAL": 0,
           "MAX_PREEXEC_RETRY": 4},
         "lsf.conf": {"LSB_MAX_FORWARD_PER_SESSION": 3, "LSB_MC_INITFAIL_RETRY": 0})");
  CHECK(own.update_interval == 20s);
  CHECK(own.pend_reason_interval == 0s);
  CHECK(own.max_per_session == 3);
  CHECK(own.init_fail_retry == 0);
  CHECK(own.remote_preexec_retry == 4);
}

TEST_CASE("REMOTE_MAX_PREEXEC_RETRY goes before MAX_PREEXEC_RETRY, each where it stands") {
  const ClusterConfig cluster =
      grid_of({.home = R"("lsb.params": {"MAX_PREEXEC_RETRY": 4, "REMOTE_MAX_PREEXEC_RETRY": 2},
        "lsb.queues": [{"QUEUE_NAME": "q", "MAX_PREEXEC_RETRY": 9}, {"QUEUE_NAME": "r"}],
        "lsb.applications": [{"NAME": "a", "REMOTE_MAX_PREEXEC_RETRY": 0}])"})
          .config.clusters[0];
  CHECK(cluster.params.forwarding.remote_preexec_retry == 2);
  CHECK(cluster.queues[0].rules.retries.remote_preexec_retry == 9);
  CHECK_FALSE(cluster.queues[1].rules.retries.remote_preexec_retry);
  CHECK(cluster.applications[0].rules.retries.remote_preexec_retry == 0);
}

TEST_CASE("LOCAL_MAX_PREEXEC_RETRY goes before MAX_PREEXEC_RETRY, each where it stands") {
  const ClusterConfig cluster =
      grid_of({.home = R"("lsb.params": {"MAX_PREEXEC_RETRY": 4, "LOCAL_MAX_PREEXEC_RETRY": 2},
        "lsb.queues": [{"QUEUE_NAME": "q", "MAX_PREEXEC_RETRY": 9}, {"QUEUE_NAME": "r"}],
        "lsb.applications": [{"NAME": "a", "LOCAL_MAX_PREEXEC_RETRY": 0}])"})
          .config.clusters[0];
  CHECK(cluster.params.retries.local_preexec_retry == 2);
  CHECK(cluster.params.forwarding.remote_preexec_retry == 4);
  CHECK(cluster.queues[0].rules.retries.local_preexec_retry == 9);
  CHECK_FALSE(cluster.queues[1].rules.retries.local_preexec_retry);
  CHECK(cluster.applications[0].rules.retries.local_preexec_retry == 0);
  CHECK_FALSE(cluster.applications[0].rules.retries.remote_preexec_retry);
}

TEST_CASE(
    "counters that no execution cluster sends are warned of, unless they are the truth anyway") {
  const std::string home_text =
      R"("lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"}, )" +
      out_queue(R"("SNDJOBS_TO": "in@away")");
  const std::string in = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}])";
  const std::string says =
      ": jobs are forwarded to away without a MC_PLUGIN_UPDATE_INTERVAL above 0: queue counters "
      "from there stay unknown, and count as 0";
  CHECK(said_of({.home = home_text}) ==
        Texts{"/clusters/0/lsb.params/MC_PLUGIN_SCHEDULE_ENHANCE" + says});
  CHECK(said_of({.home = home_text, .rest = R"("model": {"forward_policy": "random"})"}) ==
        Texts{"/model/forward_policy" + says});
  CHECK(said_of({.home = home_text + R"(, "model": {"forward_policy": "RESOURCE_ONLY"})"}) ==
        Texts{"/clusters/0/model/forward_policy" + says});
  CHECK(said_of({.home = home_text, .rest = R"("model": {"forward_policy": "none"})"}).empty());
  CHECK(said_of({.home = home_text,
                 .away = R"("lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 20}, )" + in})
            .empty());
  CHECK(said_of({.home = home_text, .rest = R"("model": {"counters": "instant"})"}).empty());
}

TEST_CASE("of several execution clusters those are named that send no counters") {
  const std::string in = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}])";
  CHECK(said_of({.home = R"("lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"}, )" +
                         out_queue(R"("SNDJOBS_TO": "in@away in@far")"),
                 .away = R"("lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 20}, )" + in,
                 .third = in}) ==
        Texts{"/clusters/0/lsb.params/MC_PLUGIN_SCHEDULE_ENHANCE: jobs are forwarded to far "
              "without a MC_PLUGIN_UPDATE_INTERVAL above 0: queue counters from there stay "
              "unknown, and count as 0"});
}

TEST_CASE("options of the model for forwarding are what the model says") {
  const ModelConfig usual = grid_of({.home = R"("lsb.params": {})"}).config.clusters[0].model;
  CHECK(usual.forward_free_test == ForwardFreeTest::net);
  CHECK(usual.forward_key_order == ForwardKeyOrder::prio_low_p);
  CHECK(usual.counters == CounterMode::periodic);
  CHECK_FALSE(usual.max_forwards);
  const ModelConfig own =
      grid_of({.home = R"("model": {"forward_key_order": "prio_p_low", "max_forwards": 3})",
               .rest = R"("model": {"forward_free_test": "fits", "counters": "instant"})"})
          .config.clusters[0]
          .model;
  CHECK(own.forward_free_test == ForwardFreeTest::fits);
  CHECK(own.forward_key_order == ForwardKeyOrder::prio_p_low);
  CHECK(own.counters == CounterMode::instant);
  CHECK(own.max_forwards == 3);
}

TEST_CASE("what is about jobs that a queue neither sends nor receives is warned of") {
  CHECK(said_of({.home = out_queue(R"("IMPT_JOBBKLG": 3, "MAX_RSCHED_TIME": 2)")}) ==
        Texts{"/clusters/0/lsb.queues/0/IMPT_JOBBKLG: is without effect: the queue has no "
              "RCVJOBS_FROM",
              "/clusters/0/lsb.queues/0/MAX_RSCHED_TIME: is without effect: the queue has no "
              "SNDJOBS_TO"});
}

TEST_CASE("a queue without hosts whose jobs nobody takes is refused") {
  const std::string out = out_queue(R"("HOSTS": "none", "SNDJOBS_TO": "in@away")");
  CHECK(said_of({.home = out, .away = R"("lsb.queues": [{"QUEUE_NAME": "in"}])"})[0] ==
        "/clusters/0/lsb.queues/0/HOSTS: no host serves this queue, and SNDJOBS_TO leads to none: "
        "its jobs go nowhere");
  const std::string passed_on = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home",
    "HOSTS": "none", "SNDJOBS_TO": "last@far"}])";
  const std::string last = R"("lsb.queues": [{"QUEUE_NAME": "last", "RCVJOBS_FROM": "away"}])";
  CHECK(said_of({.home = out, .away = passed_on, .third = last}) ==
        Texts{"/clusters/0/lsb.queues/0/HOSTS: no host serves this queue, and SNDJOBS_TO leads to "
              "none: its jobs go nowhere"});
  CHECK(
      said_of(
          {.home = out_queue(R"("SNDJOBS_TO": "in@away")"), .away = passed_on, .third = last}) ==
      Texts{"/clusters/0/lsb.queues/0/SNDJOBS_TO: no queue that jobs are forwarded to has a host: "
            "none will ever run there"});
}

TEST_CASE("a scenario with forwarding that is written out reads as the same one") {
  const GridText grid{
      .home =
          R"("lsf.cluster": {"RemoteClusters": [{"CLUSTERNAME": "away"}]}, "lsf_version": "10.1",
        "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "high_queue_priority"}, )" +
          out_queue(R"("SNDJOBS_TO": "in@away+2", "FWD_USERS": "ann", "MC_FORWARD_DELAY": -3)"),
      .rest = R"("links": [{"between": ["away", "home"], "loss": 0.125, "jitter": "1s"}],
        "links_default": {"latency": "3s"}, "model": {"max_forwards": 2},
        "faults": [{"at": "1h", "link": ["home", "away"], "down_for": "5s"}],
        "changes": [{"at": "2h", "cluster": "away",
                     "set": {"lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": null}]}}])"};
  const Scenario first = grid_of(grid);
  const TempFolder folder;
  const auto again =
      load_scenario(folder.write("e.json", first.effective), choices_of(default_registry()));
  REQUIRE(again);
  CHECK(again->effective == first.effective);
  CHECK(again->config.links == first.config.links);
  CHECK(again->config.clusters[0].queues == first.config.clusters[0].queues);
  CHECK(again->config.clusters[0].params == first.config.clusters[0].params);
}

}  // namespace mcsim::testing::settings_forwarding_test
