// Memory of traces: when jobs reserve it, from the scenario that names the trace to their starts.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/model/slot_memory.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/settings_support.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::scenario_memory_test {

namespace {

/// A row of the trace: a job of so many slots that runs for 100 s.
std::string row(int job, int slots, const std::string& requested, const std::string& used = "-1") {
  const std::string width = std::to_string(slots);
  return std::to_string(job) + " 0 -1 100 " + width + " -1 " + used + " " + width + " 200 " +
         requested + " 1 1 1 -1 1 -1 -1 -1\n";
}

/// 8,192,000 KB are 8,000 MB: 4 slots of it are half of a host's 64,000 MB.
const std::string three = row(1, 4, "8192000") + row(2, 4, "8192000") + row(3, 4, "8192000");
const std::string with_memory = R"({"name": "h", "ncpus": 16, "maxmem": 64000})";
const std::string without = R"({"name": "w", "ncpus": 16})";

struct Site {
  std::string trace = three;
  std::string hosts = with_memory;
  std::string of_workload{};
  std::string of_cluster{};
  std::string keys{};

  Expected<Scenario, Diagnostics> load() const {
    const TempFolder folder;
    folder.write("t.swf", trace);
    return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
 "hosts": [)" + hosts + R"(], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0})" +
                                                    of_cluster + R"(}],
 "workloads": [{"file": "t.swf")" + of_workload + "}]" +
                                                    keys + "}"),
                         choices_of(default_registry()));
  }
  /// When its jobs start.
  std::vector<Time> starts() const {
    const auto scenario = load();
    REQUIRE(scenario);
    std::vector<Time> all;
    const RunResults results = run_all(scenario->config);
    for (const JobOutcome& job : results.clusters[0].jobs) all.push_back(job.start);
    return all;
  }
  /// What is warned of.
  Texts said() const {
    const auto scenario = load();
    REQUIRE(scenario);
    Texts all;
    for (const Diagnostic& one : scenario->warnings.list)
      all.push_back(one.pointer + " " + without_picture(one.message));
    return all;
  }
};

using Starts = std::vector<Time>;
const Starts two_start{at(0s), at(0s), at(100s)};
const Starts all_start{at(0s), at(0s), at(0s)};

}  // namespace

TEST_CASE("jobs of a trace reserve the memory that their rows request, for each slot") {
  CHECK(Site{}.starts() == two_start);
  CHECK(Site{}.said() == Texts{});
  CHECK(Site{.of_workload = R"(, "memory": "requested")"}.starts() == two_start);
  CHECK(Site{.of_workload = R"(, "memory": "no")"}.starts() == all_start);
  CHECK(Site{.of_workload = R"(, "memory": "no")"}.said() == Texts{});
}

// Job 1 has used 16,000 MB a slot: all that the host has. So 1 KB of job 2 is too much beside it,
// and job 3, of which nothing is known, is not.
TEST_CASE("memory may be what jobs have used") {
  const std::string trace = row(1, 4, "1", "16384000") + row(2, 4, "8192000", "1") + row(3, 4, "1");
  CHECK(Site{.trace = trace, .of_workload = R"(, "memory": "used")"}.starts() ==
        Starts{at(0s), at(100s), at(0s)});
  CHECK(Site{.trace = trace}.starts() == all_start);
}

TEST_CASE("memory is not used where not all hosts have maxmem, which is said, unless asked for") {
  const std::string begin = " not used: requested memory (field 10), of 3 jobs: ";
  const Site none{.hosts = without};
  CHECK(none.starts() == all_start);
  CHECK(none.said() == Texts{begin + "no host of C has maxmem"});
  const Site some{.hosts = with_memory + ", " + without};
  CHECK(some.starts() == all_start);
  CHECK(some.said() == Texts{begin + "w of C has no maxmem"});

  const Site asked{.hosts = some.hosts, .of_workload = R"(, "memory": "requested")"};
  CHECK(asked.starts() == two_start);
  CHECK(asked.said() ==
        Texts{"/workloads/0/memory w of C has no maxmem: no job that has memory starts there"});
  CHECK(messages_of(Site{.hosts = without, .of_workload = R"(, "memory": "used")"}.load()) ==
        Texts{"/workloads/0/memory no host of C has maxmem, so no job could reserve memory; give "
              "maxmem in `hosts`"});
}

TEST_CASE("baselines do not look at memory, which is said with how many jobs have it") {
  for (const std::string dispatch : {"fcfs", "easy", "conservative"}) {
    const Site site{.keys = R"(, "model": {"dispatch": ")" + dispatch + "\"}"};
    CHECK(site.starts() == all_start);
    CHECK(site.said() == Texts{" not used: requested memory (field 10), of 3 jobs: " + dispatch +
                               " looks at slots only"});
  }
}

// 2 x 32,001 MB never fit one host of 64,000 MB; with a second host they do, one slot on each.
TEST_CASE("a job for whose memory the hosts never have room is left out, and the others run") {
  const std::string trace = row(1, 2, "32769024") + row(2, 2, "32768000") + row(3, 1, "65536001");
  const auto one = Site{.trace = trace}.load();
  REQUIRE(one);
  REQUIRE(one->skipped.size() == 2);
  CHECK(one->skipped[0].job_id == 1);
  CHECK(one->skipped[0].reason == SkipReason::too_much_memory);
  CHECK(one->skipped[1].job_id == 3);
  CHECK(Site{.trace = trace}.starts() == Starts{at(0s)});
  const auto two = Site{.trace = trace,
                        .hosts = with_memory + R"(, {"name": "h2", "ncpus": 16, "maxmem": 64000})"}
                       .load();
  REQUIRE(two);
  REQUIRE(two->skipped.size() == 1);
  CHECK(two->skipped[0].job_id == 3);
}

// h2 has 64,000 MB, too, but queue q is not served by it.
TEST_CASE("a job is left out for whose memory the hosts of its queue have no room") {
  const std::string trace = row(1, 2, "32769024") + row(2, 2, "32768000");
  const std::string hosts = with_memory + R"(, {"name": "h2", "ncpus": 16, "maxmem": 64000})";
  const auto left_out = [&](const std::string& more) {
    const auto read = Site{.trace = trace,
                           .hosts = hosts,
                           .of_cluster = R"(, "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "h"}])",
                           .keys = more}
                          .load();
    REQUIRE(read);
    return read->skipped.size();
  };
  CHECK(left_out("") == 1);
  CHECK(left_out(R"(, "changes": [{"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "q",
                      "HOSTS": "all"}]}}])") == 0);
}

// Job 1 reserves 4 x 8,000 MB, not 64,000 MB; jobs without memory reserve what the others say.
TEST_CASE("the memory of a row goes before rusage of its workload, application and queue") {
  const std::string rows = row(1, 4, "8192000") + row(2, 4, "8192000") + row(3, 4, "-1");
  const std::string all = "rusage[mem=64000]";
  const Site queue{
      .trace = rows,
      .of_cluster = R"(, "lsb.queues": [{"QUEUE_NAME": "q", "RES_REQ": ")" + all + "\"}]"};
  CHECK(queue.starts() == two_start);
  const Site app{
      .trace = rows,
      .of_workload = R"(, "app": "a")",
      .of_cluster = R"(, "lsb.applications": [{"NAME": "a", "RES_REQ": ")" + all + "\"}]"};
  CHECK(app.starts() == two_start);
  const Site workload{.trace = rows, .of_workload = R"(, "res_req": ")" + all + "\""};
  CHECK(workload.starts() == two_start);
}

/// C sends to D, whose hosts are given.
Expected<Scenario, Diagnostics> sent(const std::string& hosts, const std::string& of_workload) {
  const TempFolder folder;
  folder.write("t.swf", three);
  return load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "clusters": [
 {"name": "C", "hosts": [)" + with_memory +
                                 R"(], "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "r@D"}]},
 {"name": "D", "hosts": [)" + hosts +
                                 R"(], "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}]}],
 "workloads": [{"file": "t.swf", "cluster": "C")" +
                                 of_workload + "}]}"),
      choices_of(default_registry()));
}

TEST_CASE("forwarded jobs reserve their memory where they run, whatever else they ask for") {
  for (const std::string of_workload : {"", R"(, "res_req": "rusage[mem=1, swp=2]")"}) {
    const auto scenario = sent(with_memory, of_workload);
    REQUIRE(scenario);
    const ClusterConfig& home = scenario->config.clusters[0];
    const ClusterConfig& away = scenario->config.clusters[1];
    const ProfileId there = away.foreign_profiles[0].at(index_of(home.trace[JobIndex{0}].profile));
    REQUIRE(there != none<ProfileId>);
    CHECK(slot_memory(away.profiles[index_of(there)].res_req) == 8'000 * amount_unit);
  }
}

TEST_CASE("hosts that jobs can be forwarded to must have maxmem, too, for memory to be used") {
  const auto scenario = sent(without, "");
  REQUIRE(scenario);
  CHECK(std::ranges::count(
            scenario->warnings.list,
            "not used: requested memory (field 10), of 3 jobs: no host of D has maxmem",
            &Diagnostic::message) == 1);
}

}  // namespace mcsim::testing::scenario_memory_test
