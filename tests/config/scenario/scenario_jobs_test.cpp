// What jobs of a scenario ask for beside slots and time, and actions on them.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_jobs_test {
using Kind = TimelineEntry::Kind;

namespace {

const std::string cluster_keys = R"("hosts": [{"name": "a[1-3]", "ncpus": 8, "maxmem": 1000}],
  "lsb.hosts": {"HostGroup": [{"GROUP_NAME": "front", "GROUP_MEMBER": "a1 a2"}]},
  "lsb.queues": [{"QUEUE_NAME": "normal", "PROCLIMIT": "2 3 8"}, {"QUEUE_NAME": "any"}],
  "lsb.applications": [{"NAME": "cfd", "PROCLIMIT": "4 8"}, {"NAME": "free"}])";

Expected<Scenario, Diagnostics> load(const TempFolder& folder, const std::string& rest,
                                     const std::string& more_of_cluster = "") {
  const std::string text = R"({"mcsim": 1, "clusters": [{"name": "C",
  )" + cluster_keys + more_of_cluster +
                           "}],\n" + rest + "}";
  return load_scenario(folder.write("s.json", text), choices_of(default_registry()));
}

ClusterConfig cluster_of(const std::string& rest, const std::string& more_of_cluster = "") {
  const TempFolder folder;
  const auto scenario = load(folder, rest, more_of_cluster);
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return scenario->config.clusters[0];
}

JobProfile profile_of(const std::string& keys) {
  const ClusterConfig cluster =
      cluster_of(R"("jobs": [{"id": 1, "run": "1s", "slots": 2, )" + keys + "}]");
  return cluster.profiles[index_of(cluster.trace[JobIndex{0}].profile)];
}

Texts mistakes_of(const std::string& rest) {
  const TempFolder folder;
  const auto scenario = load(folder, rest);
  REQUIRE_FALSE(scenario);
  return texts_behind("s.json", scenario.error());
}

}  // namespace

TEST_CASE("a job asks for what bsub has options for") {
  const JobProfile profile = profile_of(
      R"("app": "cfd", "res_req": "mem>100 span[ptile=2]", "exclusive": true, "priority": 9,
         "from_host": "a2", "rerunnable": "yes", "mem": 3, "mem_limit": 2, "exit_codes": "99 0")");
  CHECK(profile.application == ApplicationId{0});
  CHECK(profile.res_req.ptile == 2);
  CHECK(profile.exclusive);
  CHECK(profile.priority == 9);
  CHECK(profile.from_host == HostId{1});
  CHECK(profile.rerunnable);
  CHECK(profile.memory == 3 * 1024);
  CHECK(profile.mem_limit == 2 * 1024);
  CHECK(profile.exit_codes == std::vector<std::int32_t>{99, 0});
}

TEST_CASE("a job asks for hosts and groups, with preferences") {
  const auto hosts = profile_of(R"("hosts": "a3 front+2")").hosts;
  REQUIRE(hosts);
  CHECK(hosts->list ==
        std::vector<HostPreferences::Entry>{{HostId{0}, 2}, {HostId{1}, 2}, {HostId{2}, 0}});
}

TEST_CASE("of a job's hosts all and others are those of its queue") {
  const auto list = [](const std::string& hosts, const std::string& queue = "part") {
    const TempFolder folder;
    const auto scenario =
        load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
  "hosts": [{"name": "h[1-4]"}],
  "lsb.queues": [{"QUEUE_NAME": "part", "HOSTS": "h1 h2 h3"}, {"QUEUE_NAME": "whole"}]}],
  "jobs": [{"id": 1, "run": "1s", "queue": ")" + queue +
                                                 R"(", "hosts": ")" + hosts + "\"}]}"),
                      choices_of(default_registry()));
    REQUIRE(scenario);
    const ClusterConfig& cluster = scenario->config.clusters[0];
    return *cluster.profiles[index_of(cluster.trace[JobIndex{0}].profile)].hosts;
  };
  using Entries = std::vector<HostPreferences::Entry>;
  CHECK(list("h1+1 others").list == Entries{{HostId{0}, 1}, {HostId{1}, 0}, {HostId{2}, 0}});
  CHECK(list("all+2 ~h2").list == Entries{{HostId{0}, 2}, {HostId{2}, 2}});
  CHECK(list("all").all);
  CHECK_FALSE(list("h1 h2 h3").all);
  CHECK(list("others", "whole").all);
  CHECK(list("h4 others").list.size() == 4);  // the queue does not have h4, and rejects it
}

TEST_CASE("equal wishes share a profile, and no wishes are the first one") {
  const ClusterConfig cluster = cluster_of(R"("jobs": [
    {"id": 1, "run": "1s"}, {"id": 2, "run": "1s", "res_req": "mem>5"},
    {"id": 3, "run": "1s", "res_req": "mem>6"}, {"id": 4, "run": "1s", "res_req": "mem>5"},
    {"id": 5, "run": "1s", "res_req": "", "exclusive": false}])");
  const auto profile = [&](std::uint32_t job) { return cluster.trace[JobIndex{job}].profile; };
  CHECK(profile(0) == ProfileId{0});
  CHECK(profile(1) == ProfileId{1});
  CHECK(profile(2) == ProfileId{2});
  CHECK(profile(3) == ProfileId{1});
  CHECK(profile(4) == ProfileId{0});
  CHECK(cluster.profiles.size() == 3);
}

TEST_CASE("a job without slots has those that its application or its queue gives by default") {
  const Trace trace = cluster_of(R"("jobs": [
    {"id": 1, "run": "1s"}, {"id": 2, "run": "1s", "app": "cfd"},
    {"id": 3, "run": "1s", "app": "free"}, {"id": 4, "run": "1s", "queue": "any"}])")
                          .trace;
  CHECK(trace[JobIndex{0}].slots == Slots{3});
  CHECK(trace[JobIndex{1}].slots == Slots{4});
  CHECK(trace[JobIndex{2}].slots == Slots{3});
  CHECK(trace[JobIndex{3}].slots == Slots{1});
}

TEST_CASE("all jobs of a workload may have wishes, and keep their groups") {
  const TempFolder folder;
  folder.write("t.swf",
               "1 0 -1 60 2 -1 -1 2 120 -1 1 7 3 -1 -1 -1 -1 -1\n"
               "2 5 -1 60 2 -1 -1 2 -1 -1 1 8 4 -1 -1 -1 -1 -1\n"
               "3 6 -1 60 2 -1 -1 2 -1 -1 1 8 3 -1 -1 -1 -1 -1\n");
  const auto scenario = load(folder, R"("workloads": [{"file": "t.swf", "res_req": "mem>5",
    "app": "cfd", "exclusive": true, "hosts": "a1"}])");
  REQUIRE(scenario);
  const ClusterConfig& cluster = scenario->config.clusters[0];
  REQUIRE(cluster.profiles.size() == 3);
  CHECK(cluster.trace[JobIndex{0}].profile == cluster.trace[JobIndex{2}].profile);
  CHECK(scenario->config.groups.name(cluster.profiles[2].group) == "4");
  CHECK(cluster.profiles[2].exclusive);
  CHECK(cluster.profiles[2].hosts->list.size() == 1);
}

TEST_CASE("mistakes in what jobs ask for are told together, in a requirement to the letter") {
  const auto lines = mistakes_of(R"j("jobs": [
    {"id": 1, "run": "1s", "app": "cdf", "from_host": "b", "exit_codes": "1 256"},
    {"id": 2, "run": "1s", "res_req": "mem>>5", "hosts": "frotn", "priority": 65536},
    {"id": 3, "run": "1s", "res_req": "mem>>5", "depends": "done(1"}])j");
  REQUIRE(lines.size() == 7);
  CHECK(
      lines[0].starts_with("7:35 /jobs/0/app: unknown application profile \"cdf\" in C; "
                           "nearest: cfd"));
  CHECK(lines[1].starts_with("7:55 /jobs/0/from_host: unknown host \"b\""));
  CHECK(lines[2] ==
        "7:74 /jobs/0/exit_codes: expected exit codes from 0 to 255, separated by "
        "blanks, got \"256\"");
  CHECK(lines[3].starts_with("8:44 /jobs/1/res_req: "));
  CHECK(lines[4].find("/jobs/1/hosts: unknown") != std::string::npos);
  CHECK(lines[5].find("/jobs/1/priority: expected") != std::string::npos);
  CHECK(lines[6] == "9:67 /jobs/2/depends: expected ), got the end");
}

TEST_CASE("a requirement that no host can ever meet is warned of once") {
  const TempFolder folder;
  const auto scenario = load(folder, R"("jobs": [{"id": 1, "run": "1s", "res_req": "maxmem>2000"},
    {"id": 2, "run": "1s", "res_req": "maxmem>2000"}])");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].pointer == "/jobs/0/res_req");
}

TEST_CASE("people stop, resume, switch and lift jobs, and make queues inactive") {
  const ClusterConfig cluster = cluster_of(R"("jobs": [{"id": 7, "run": "1s"}], "actions": [
    {"at": "1s", "do": "bstop", "job": 7}, {"at": "1s", "do": "bresume", "job": "7@C"},
    {"at": "1s", "do": "bswitch", "job": 7, "queue": "any"}, {"at": "1s", "do": "btop", "job": 7},
    {"at": "1s", "do": "qinact", "queue": "any"}, {"at": "1s", "do": "qact", "queue": "any@C"}])");
  std::vector<Kind> kinds;
  for (const TimelineEntry& entry : cluster.timeline) kinds.push_back(entry.kind);
  CHECK(kinds == std::vector{Kind::bstop, Kind::bresume, Kind::bswitch, Kind::btop, Kind::qinact,
                             Kind::qact});
  CHECK(cluster.timeline[2].job == JobId{7});
  CHECK(cluster.timeline[2].queue == QueueId{1});
  CHECK(cluster.timeline[4].queue == QueueId{1});
}

TEST_CASE("the week begins on Sunday, by the clock of the site") {
  const auto since_sunday = [](const std::string& keys) {
    return cluster_of(keys).clock.since_sunday;
  };
  // 2026-01-01 is a Thursday.
  CHECK(since_sunday(R"("seed": 1)") == 4 * 24h);
  CHECK(since_sunday(R"("utc_offset": "+01:30")") == 4 * 24h + 90min);
  CHECK(since_sunday(R"("start": "2026-01-04T00:30:05Z")") == 30min + 5s);
  CHECK(since_sunday(R"("start": "2026-01-04T00:00:00Z", "utc_offset": "-01:00")") == 7 * 24h - 1h);
  CHECK(mistakes_of(R"("utc_offset": "+24:00")") ==
        Texts{"6:15 /utc_offset: expected +HH:MM, -HH:MM or Z, got \"+24:00\""});
}

TEST_CASE("a baseline that does not look at what is configured is warned of once a cluster") {
  const TempFolder folder;
  const auto scenario = load(folder, R"("jobs": [{"id": 1, "run": "1s", "priority": 3}],
    "model": {"dispatch": "easy"})",
                             R"(, "lsb.users": {"User": [{"USER_NAME": "ann", "MAX_JOBS": 3}]})");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message ==
        "easy looks at slots only, not at PROCLIMIT, lsb.users, priority");
}

TEST_CASE("a baseline is warned of queues that differ in PRIORITY, and of who may use them") {
  const TempFolder folder;
  const auto warned = [&](const std::string& dispatch, const std::string& low,
                          const std::string& high) {
    const auto scenario = load_scenario(
        folder.write("s.json", R"({"mcsim": 1, "model": {"dispatch": ")" + dispatch + R"("},
 "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}],
  "lsb.queues": [{"QUEUE_NAME": "lo", )" +
                                   low + R"(}, {"QUEUE_NAME": "hi", )" + high + R"(}]}],
 "jobs": [{"id": 1, "queue": "lo", "run": "1s"}]})"),
        choices_of(default_registry()));
    REQUIRE(scenario);
    return scenario->warnings.list.empty() ? "" : scenario->warnings.list[0].message;
  };
  const std::string same = R"("PRIORITY": 5)";
  for (const std::string dispatch : {"fcfs", "easy", "conservative"})
    CHECK(warned(dispatch, same, R"("PRIORITY": 50)") ==
          dispatch + " looks at slots only, not at PRIORITY");
  CHECK(warned("easy", same, same).empty());
  CHECK(warned("lsf", same, R"("PRIORITY": 50)").empty());
  CHECK(warned("easy", same, R"("PRIORITY": 5, "USERS": "ann")") ==
        "easy looks at slots only, not at USERS");
}

TEST_CASE("an order that looks at PRIORITY is not warned of it, and has parameters") {
  const TempFolder folder;
  const auto loaded = [&](const std::string& order) {
    return load_scenario(folder.write("s.json", R"({"mcsim": 1,
"model": {"dispatch": "fcfs", "baseline": {"order": )" +
                                                    order + R"(}},
"clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}],
  "lsb.queues": [{"QUEUE_NAME": "lo", "PRIORITY": 5}, {"QUEUE_NAME": "hi", "PRIORITY": 50}]}],
"jobs": [{"id": 1, "queue": "lo", "run": "1s"}]})"),
                         choices_of(default_registry()));
  };
  REQUIRE(loaded(R"("sjf")"));
  CHECK(loaded(R"("sjf")")->warnings.list.size() == 1);
  CHECK(loaded(R"("priority")")->warnings.list.empty());
  const auto aging = loaded(R"({"name": "aging", "step": "30min"})");
  REQUIRE(aging);
  CHECK(aging->warnings.list.empty());
  const ModelConfig& model = aging->config.clusters[0].model;
  CHECK(model.baseline.order == "aging");
  CHECK(values_of(model, "order") == PolicyValues{{"step", Duration(30min)}});
  CHECK_FALSE(loaded(R"({"name": "sjf", "step": "30min"})"));
  CHECK_FALSE(loaded(R"("oldest")"));
}

TEST_CASE("what easy cannot have where jobs are exchanged is warned of where it stands") {
  const TempFolder folder;
  const auto scenario = load_scenario(folder.write("s.json", R"({"mcsim": 1,
"clusters": [
 {"name": "A", "model": {"dispatch": "easy", "easy": {"pass": "event", "first": "arrivals"}},
  "hosts": [{"name": "h", "ncpus": 4}],
  "lsb.queues": [{"QUEUE_NAME": "n", "SNDJOBS_TO": "n@B"}]},
 {"name": "B", "hosts": [{"name": "h", "ncpus": 4}],
  "lsb.queues": [{"QUEUE_NAME": "n", "RCVJOBS_FROM": "A"}]}],
"jobs": [{"id": 1, "cluster": "A", "queue": "n", "run": "1s"}]})"),
                                      choices_of(default_registry()));
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message ==
        "model.easy.first is without effect in a cluster that exchanges jobs with others");
  CHECK(scenario->warnings.list[0].pointer == "/clusters/0/model/easy/first");
}

TEST_CASE("a baseline is warned of starts that fail and of full sessions") {
  const TempFolder folder;
  const auto scenario = load(folder, R"("jobs": [{"id": 1, "run": "1s", "preexec_failures": 2}],
    "model": {"dispatch": "fcfs"})",
                             R"(, "lsf.conf": {"LSB_MAX_JOB_DISPATCH_PER_SESSION": 3})");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message ==
        "fcfs looks at slots only, not at PROCLIMIT, LSB_MAX_JOB_DISPATCH_PER_SESSION, "
        "preexec_failures");
}

TEST_CASE("a baseline is warned of load thresholds, LIMs and ELIMs, of which it asks nobody") {
  const TempFolder folder;
  const auto warned = [&](const std::string& of_queue) {
    const auto scenario = load_scenario(
        folder.write("s.json", R"({"mcsim": 1, "model": {"dispatch": "easy", "load": "lim"},
 "clusters": [{"name": "C1", "hosts": [{"name": "a1"}],
  "lsb.queues": [{"QUEUE_NAME": "normal")" +
                                   of_queue + R"(}]}],
 "elim": [{"name": "elim.ut", "values": [{"resource": "ut", "value": 0.5}]}]})"),
        choices_of(default_registry()));
    REQUIRE(scenario);
    REQUIRE(scenario->warnings.list.size() == 1);
    return scenario->warnings.list[0].message;
  };
  CHECK(warned("") == "easy looks at slots only, not at load, elim");
  CHECK(warned(R"(, "r1m": "1/2")") ==
        "easy looks at slots only, not at load thresholds, load, elim");
}

TEST_CASE("a baseline is warned of every option of LSF's scheduler that is not as usual") {
  const TempFolder folder;
  const auto scenario = load(folder, R"("model": {"dispatch": "fcfs", "pool_shares": "equal",
    "pool_order": "use", "pool_turn": "strict", "pool_limit": "hard", "pool_total": "configured",
    "pool_leftover": "passes", "pool_decay": "none", "pool_hist_hours": 5,
    "victim_order": "submitted", "victim_hosts": "in_order", "resume_order": "suspended",
    "reservation_backfill": "always", "rusage_decay_step": "1s", "memlimit_kill": "at_once"})");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message ==
        "fcfs looks at slots only, not at PROCLIMIT, pool_shares, pool_order, pool_turn, "
        "pool_limit, pool_total, pool_leftover, pool_decay, pool_hist_hours, victim_order, "
        "victim_hosts, resume_order, "
        "reservation_backfill, rusage_decay_step, memlimit_kill");
}

}  // namespace mcsim::testing::scenario_jobs_test
