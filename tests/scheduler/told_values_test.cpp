// How the scheduler uses values that ELIMs report.
#include <limits>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/same_results.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::told_values_test {

namespace {

enum : std::uint16_t { tokens = builtin::count };

/// Two hosts that share tokens, which an ELIM reports every 15 s from 0 s on: the tick at 5 s reads
/// the first report, and the exchange at 15 s passes it on.
ClusterConfig with_tokens(const std::vector<ElimLevel>& steps, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = machine({4, 4}, "lsf", rows);
  cluster.model.load = LoadMode::lim;
  cluster.resources.push_back(
      {.name = "tokens", .kind = ResourceKind::numeric, .dynamic = true, .interval = 15});
  cluster.shared_resources.push_back(
      {.resource = resource(tokens), .hosts = {0, 1}, .reporters = {0, 1}});
  ElimConfig elim{.name = "elim.tokens", .hosts = {HostId{0}, HostId{1}}, .values = {}};
  elim.values.push_back({.resource = resource(tokens), .name = "tokens", .steps = steps});
  cluster.elims = {elim};
  return cluster;
}

void ask(ClusterConfig& cluster, const std::string& text) {
  cluster.queues[0].rules.res_req = requirement(cluster, text);
}

const std::vector<JobRow> one_job = {{.id = 1, .run = 100s}};

}  // namespace

TEST_CASE("what nobody has told yet cannot be reserved, and waits for the exchange", "[elim]") {
  ClusterConfig cluster = with_tokens({{Time{}, 2.0}}, one_job);
  ask(cluster, "rusage[tokens=1]");
  CHECK(start_times(cluster) == std::vector{at(15s)});
}

TEST_CASE("started jobs hold their parts of the value that was told last", "[elim]") {
  const std::vector<JobRow> three = {
      {.id = 1, .run = 100s}, {.id = 2, .run = 100s}, {.id = 3, .run = 100s}};
  SECTION("until they end") {
    ClusterConfig cluster = with_tokens({{Time{}, 2.0}}, three);
    ask(cluster, "rusage[tokens=1]");
    CHECK(start_times(cluster) == std::vector{at(15s), at(15s), at(115s)});
  }
  SECTION("or more is told") {
    // Written, read and passed on at 60 s.
    ClusterConfig cluster = with_tokens({{Time{}, 2.0}, {Time{50s}, 3.0}}, three);
    ask(cluster, "rusage[tokens=1]");
    CHECK(start_times(cluster) == std::vector{at(15s), at(15s), at(60s)});
  }
}

TEST_CASE("a decision uses the value that was told last, though another one is written", "[elim]") {
  // At 0 s no value is known; 9 is written at 30 s, when the tick and the exchange take it.
  ClusterConfig cluster =
      with_tokens({{Time{}, 1.0}, {Time{16s}, 9.0}}, {{.id = 1, .submit = 17s, .run = 10s}});
  SECTION("in select") { ask(cluster, "select[tokens >= 9]"); }
  SECTION("in rusage") { ask(cluster, "rusage[tokens=9]"); }
  CHECK(start_times(cluster) == std::vector{at(30s)});
}

// Two are told at 15 s, and the first job takes them.
TEST_CASE("select sees what is told less what started jobs hold, but for what rises with load",
          "[elim]") {
  ClusterConfig cluster =
      with_tokens({{Time{}, 2.0}}, {{.id = 1, .run = 100s}, {.id = 2, .submit = 20s, .run = 10s}});
  ask_each(cluster, {"rusage[tokens=2]", "select[tokens >= 1]"});
  CHECK(start_times(cluster) == std::vector{at(15s), at(115s)});
  cluster.resources[tokens].increasing = true;
  CHECK(start_times(cluster) == std::vector{at(15s), at(20s)});
}

// Written, read and told at 0 s, 30 s and 60 s, but for what is told at 15 s since the program has
// to be started first.
TEST_CASE("an ELIM may report words of a string resource", "[elim]") {
  ClusterConfig cluster = with_tokens({{Time{}, 0.0}, {Time{16s}, 1.0}, {Time{46s}, std::nullopt}},
                                      {{.id = 1, .submit = 1s, .run = 10s}});
  cluster.resources[tokens].kind = ResourceKind::text;
  cluster.elim_texts = {"linux6", "linux7"};
  cluster.elims[0].values[0].is_text = true;
  SECTION("each host its own") { cluster.shared_resources.clear(); }
  SECTION("or hosts one that they share") {}
  const auto start_with = [&](const std::string& select) {
    ask(cluster, select);
    return start_times(cluster)[0];
  };
  CHECK(start_with("select[tokens == linux6]") == at(15s));
  CHECK(start_with("select[tokens == linux7]") == at(30s));
  CHECK(start_with("select[tokens != linux6]") == at(30s));
  CHECK(start_with("select[tokens == linux8]") == never);
  CHECK(start_with("select[defined(tokens)]") == at(15s));
  cluster.trace = trace_of({{.id = 1, .submit = 61s, .run = 10s}});
  CHECK(start_with("select[defined(tokens)]") == never);
}

// Real daemons of an open descendant: while an index was nan the host was busy, and no longer with
// the next number.
TEST_CASE("under lava_elim a host that reports nan starts nothing", "[elim]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  ClusterConfig cluster = with_tokens({{Time{}, 5.0}, {Time{16s}, nan}, {Time{46s}, 8.0}},
                                      {{.id = 1, .submit = 20s}, {.id = 2, .submit = 31s}});
  cluster.shared_resources.clear();
  CHECK(start_times(cluster) == std::vector{at(20s), at(31s)});  // nan is no number, 5 stays
  cluster.model.lava_elim = true;
  CHECK(start_times(cluster) == std::vector{at(20s), at(60s)});
}

TEST_CASE("mbatchd asks the master LIM for load every LOAD_UPDATE_INTVL", "[elim]") {
  ClusterConfig cluster = with_tokens({{Time{}, 2.0}}, one_job);
  ask(cluster, "rusage[tokens=1]");
  cluster.params.load_update_interval = 40s;
  CHECK(start_times(cluster) == std::vector{at(40s)});
  cluster.lim.exchange_interval = 5s;
  cluster.params.load_update_interval = 15s;
  CHECK(start_times(cluster) == std::vector{at(15s)});
  cluster.params.load_update_interval = 5s;
  CHECK(start_times(cluster) == std::vector{at(5s)});
}

TEST_CASE("a threshold of an external index keeps jobs away until LIM tells of less", "[elim]") {
  ClusterConfig cluster =
      with_tokens({{Time{}, 9.0}, {Time{100s}, 3.0}}, {{.id = 1, .submit = 20s, .run = 10s}});
  cluster.resources[tokens].increasing = true;
  cluster.queues[0].thresholds = {{.index = resource(tokens), .sched = 5.0}};
  CHECK(start_times(cluster) == std::vector{at(105s)});
}

// The sbatchd checks at 60 s and at 120 s; one of the two jobs always stays on the host.
TEST_CASE("a job is suspended for an external index, and goes on when LIM tells of less",
          "[elim]") {
  ClusterConfig cluster =
      with_tokens({{Time{}, 1.0}, {Time{40s}, 9.0}, {Time{100s}, 3.0}},
                  {{.id = 1, .submit = 20s, .run = 100s}, {.id = 2, .submit = 20s, .run = 100s}});
  cluster.resources[tokens].increasing = true;
  cluster.params.sbd_sleep_time = 30s;
  cluster.queues[0].thresholds = {{.index = resource(tokens), .sched = 5.0, .stop = 8.0}};
  cluster.queues[0].hosts = {.all = false, .list = {{.host = HostId{0}}}};
  const JobOutcomes jobs = outcomes(cluster);
  CHECK(jobs[0].finish == at(120s));
  CHECK(jobs[1].finish == at(180s));
}

TEST_CASE("a threshold has no effect while its index is unknown", "[elim]") {
  ClusterConfig cluster = with_tokens({{Time{}, std::nullopt}}, {{.id = 1, .submit = 20s}});
  cluster.queues[0].thresholds = {{.index = resource(tokens), .sched = 5.0}};
  CHECK(start_times(cluster) == std::vector{at(20s)});
}

TEST_CASE("after the ELIM's end its values are unknown, and jobs wait for the next ones",
          "[elim]") {
  ClusterConfig cluster = with_tokens({{Time{}, 2.0}}, {{.id = 1, .submit = 61s, .run = 10s}});
  cluster.elims[0].mishaps = {{.kind = ElimMishap::Kind::exits, .at = Time{41s}, .number = 1}};
  ask(cluster, "rusage[tokens=1]");
  // Started again at 95 s, read at 100 s, passed on at 105 s.
  CHECK(start_times(cluster) == std::vector{at(105s)});
  cluster.model.elim_keep_values_on_exit = true;
  CHECK(start_times(cluster) == std::vector{at(61s)});
}

TEST_CASE("an ELIM's mem is what jobs reserve, in place of what is configured", "[elim]") {
  ClusterConfig cluster = machine({4}, "lsf", {{.id = 1, .submit = 20s, .run = 10s}});
  cluster.model.load = LoadMode::lim;
  cluster.hosts[0].resources = {{.resource = resource(builtin::maxmem), .number = 100}};
  ElimConfig elim{.name = "elim.mem", .hosts = {HostId{0}}, .values = {}};
  elim.values.push_back({.resource = resource(builtin::mem),
                         .name = "mem",
                         .steps = {{Time{}, 10.0}, {Time{100s}, 60.0}}});
  ask(cluster, "rusage[mem=50]");
  CHECK(start_times(cluster) == std::vector{at(20s)});
  cluster.elims = {elim};
  CHECK(start_times(cluster) == std::vector{at(105s)});
}

TEST_CASE("an order goes by what an ELIM says of a built-in index", "[elim]") {
  ClusterConfig cluster = machine({4, 4}, "lsf", {{.id = 1, .submit = 20s, .run = 10s}});
  cluster.model.load = LoadMode::lim;
  ElimConfig elim{.name = "elim.io", .hosts = {HostId{0}}, .values = {}};
  elim.values.push_back(
      {.resource = resource(builtin::io), .name = "io", .steps = {{Time{}, 50.0}}});
  cluster.elims = {elim};
  ask(cluster, "order[io]");
  const RunResults results = run_all(grid_of(cluster));
  CHECK(hosts_of(results.clusters[0], cluster.trace, JobIndex{0}).front().host == HostId{1});
}

// Property: sessions at every instant give the same starts as sessions only while jobs wait.
TEST_CASE("skipped sessions change nothing of what is decided by told values", "[elim][property]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    RngStream dice(seed, "test/told");
    std::vector<JobRow> rows;
    Duration submit{};
    for (std::int64_t id = 1; id <= 60; ++id) {
      submit += Duration{static_cast<std::int64_t>(dice.below(20'000))};
      rows.push_back({.id = id,
                      .submit = submit,
                      .run = Duration{static_cast<std::int64_t>(dice.below(90'000)) + 1}});
    }
    ClusterConfig cluster = with_tokens({}, rows);
    cluster.params.job_scheduling_interval = 5s;
    cluster.elims[0].values[0].walk = {
        .start = 3'000, .step = 1'000, .lowest = 0, .highest = 6'000};
    cluster.elims[0].mishaps = {
        {.kind = dice.below(2) == 0 ? ElimMishap::Kind::exits : ElimMishap::Kind::half_line,
         .at = Time{97s},
         .every = 400s,
         .drawn = true,
         .number = 1}};
    cluster.timeline = {host_down(150s, HostId{0}, 200s)};
    TimelineEntry lim{.at = Time{700s}, .kind = TimelineEntry::Kind::lim_down};
    lim.down_for = Duration{static_cast<std::int64_t>(dice.below(400'000)) + 1};
    cluster.timeline.push_back(lim);
    ask(cluster, dice.below(2) == 0 ? "rusage[tokens=2]" : "select[tokens > 2]");
    GridConfig grid = grid_of(cluster);
    grid.seed = seed;
    grid.until = at(4000s);
    const auto starts = [&](bool elide) {
      grid.clusters[0].model.elide = elide;
      const RunResults results = run_all(grid);
      std::vector<Time> times;
      for (const JobOutcome& outcome : results.clusters[0].jobs) times.push_back(outcome.start);
      return times;
    };
    CHECK(starts(true) == starts(false));
  }
}

}  // namespace mcsim::testing::told_values_test
