// How the scheduler treats LIMs that stop and start, and hosts that fail again and again.
#include <set>

#include "mcsim/cluster/cluster_world.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::lim_faults_test {

namespace {

using Kind = TimelineEntry::Kind;

ClusterConfig with_lims(std::size_t hosts, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = machine(std::vector<std::int32_t>(hosts, 1), "lsf", rows);
  cluster.model.load = LoadMode::lim;
  return cluster;
}

TimelineEntry lim_down(Duration when, HostId host, Duration down_for) {
  TimelineEntry entry{.at = at(when), .kind = Kind::lim_down};
  entry.host = host;
  entry.down_for = down_for;
  return entry;
}

/// A job that runs on the second of two hosts, and one that waits for it to end.
ClusterConfig two_hosts(Duration first_ends) {
  return with_lims(
      2,
      {{.id = 1, .run = 10h}, {.id = 2, .run = first_ends}, {.id = 3, .submit = 1s, .run = 10s}});
}

}  // namespace

// Silent from 3 s on: the exchanges at 15 s, 30 s, ... are missed, the eighth one at 120 s.
TEST_CASE(
    "a host whose LIM is silent for more than seven exchanges takes no jobs, and keeps its own") {
  ClusterConfig cluster = two_hosts(100s);
  cluster.timeline = {lim_down(3s, HostId{1}, 1000s)};
  CHECK(start_times(cluster)[2] == at(100s));
  cluster = two_hosts(120s);
  cluster.timeline = {lim_down(3s, HostId{1}, 1000s)};
  // Its LIM is back at 1003 s, and reports at 1005 s.
  CHECK(start_times(cluster)[2] == at(1005s));
  CHECK(outcomes(cluster)[1].finish == at(120s));
  cluster.timeline = {lim_down(3s, HostId{1}, 110s)};
  CHECK(start_times(cluster)[2] == at(120s));
  cluster.model.load = LoadMode::slots;
  cluster.timeline = {lim_down(3s, HostId{1}, 1000s)};
  CHECK(start_times(cluster)[2] == at(120s));
}

// The first host is down from 10 s on; the second one becomes the master at 10 + 105 s, knows its
// own load at 120 s, and has an mbatchd at 125 s.
TEST_CASE(
    "while the host of the master is down nobody schedules, until another host has its place") {
  ClusterConfig cluster = with_lims(2, {{.id = 1, .submit = 20s, .run = 10s}});
  cluster.timeline = {host_down(10s, HostId{0}, 10h)};
  CHECK(start_times(cluster)[0] == at(125s));
  SECTION("where nobody tells of load it makes no difference which host is down") {
    cluster.model.load = LoadMode::slots;
    CHECK(start_times(cluster)[0] == at(20s));
  }
  SECTION("another host is not missed") {
    cluster.timeline = {host_down(10s, HostId{1}, 10h)};
    CHECK(start_times(cluster)[0] == at(20s));
  }
  SECTION("it is back before that, and hears of all hosts anew") {
    cluster.timeline = {host_down(10s, HostId{0}, 30s)};
    CHECK(start_times(cluster)[0] == at(50s));  // master at 40 s, its hosts at 45 s
    cluster.model.mbatchd_start = 2s;
    CHECK(start_times(cluster)[0] == at(45s));
  }
}

// The second host has the master's place at 115 s, an mbatchd at 125 s, and one slot.
TEST_CASE("mbatchd ends with the LIM of its host, and the host of the next master has another") {
  ClusterConfig cluster =
      with_lims(2, {{.id = 1, .submit = 20s, .run = 10s}, {.id = 2, .submit = 116s, .run = 10s}});
  cluster.timeline = {lim_down(10s, HostId{0}, 10h)};
  CHECK(start_times(cluster) == std::vector{at(125s), at(135s)});
}

// As real daemons did it: the LIM is killed at 2 s and started at 72 s, mbatchd is there at 81 s.
TEST_CASE("an end of which there is no mbatchd to hear is known when there is one again") {
  ClusterConfig cluster =
      with_lims(1, {{.id = 1, .run = 10s}, {.id = 2, .run = 6s}, {.id = 3, .run = 6s}});
  cluster.model.mbatchd_start = 9s;
  cluster.timeline = {lim_down(2s, HostId{0}, 70s)};
  CHECK(outcomes(cluster)[0].finish == at(81s));
  CHECK(outcomes(cluster)[0].status == JobStatus::done);
  CHECK(start_times(cluster) == std::vector{at(0s), at(81s), at(87s)});
  SECTION("an sbatchd keeps run limits meanwhile") {
    cluster = with_lims(1, {{.id = 1, .run = 10s, .limit = 5s}});
    cluster.model.mbatchd_start = 9s;
    cluster.timeline = {lim_down(2s, HostId{0}, 70s)};
    CHECK(outcomes(cluster)[0].finish == at(81s));
    CHECK(outcomes(cluster)[0].end_reason == EndReason::term_runlimit);
  }
  SECTION("one that ends while its sbatchd is down, too, is known when both are back") {
    TimelineEntry sbatchd{.at = at(3s), .kind = Kind::sbatchd_down};
    sbatchd.host = HostId{0};
    sbatchd.down_for = 97s;
    cluster.timeline.push_back(sbatchd);
    CHECK(outcomes(cluster)[0].finish == at(100s));
    cluster.timeline.back().down_for = 50s;
    CHECK(outcomes(cluster)[0].finish == at(81s));
  }
  SECTION("if the LIM ends again before mbatchd is there, it takes longer") {
    cluster.timeline.push_back(lim_down(75s, HostId{0}, 25s));
    CHECK(outcomes(cluster)[0].finish == at(109s));
  }
  SECTION("a job that is killed meanwhile is over") {
    TimelineEntry kill{.at = at(50s), .kind = Kind::bkill};
    kill.job = JobId{1};
    cluster.timeline.push_back(kill);
    CHECK(outcomes(cluster)[0].finish == at(50s));
    CHECK(start_times(cluster)[1] == at(81s));
  }
  SECTION("without LIMs nobody notices") {
    cluster.model.load = LoadMode::slots;
    CHECK(outcomes(cluster)[0].finish == at(10s));
  }
}

// The host dies at 16.5 s. With EXINTERVAL 5 the exchange at 20 s is the first that is missed, and
// the one at 55 s the eighth.
TEST_CASE("a host that dies is missed by its silence where the model says so") {
  ClusterConfig cluster = with_lims(2, {{.id = 1, .run = 40s}, {.id = 2, .run = 100s}});
  cluster.lim.exchange_interval = 5s;
  cluster.model.host_down = HostDown::silence;
  cluster.timeline = {host_down(16'500ms, HostId{1}, 10h)};
  const auto second_job = [&] { return outcomes(cluster)[1]; };
  SECTION("one that cannot be run again is UNKWN until its host is back") {
    CHECK(second_job().finish == at(10h + 16'500ms));
    CHECK(second_job().status == JobStatus::exit);
    CHECK(second_job().end_reason == EndReason::term_host_down);
  }
  SECTION("one that can starts elsewhere after that") {
    cluster.queues[0].rules.rerunnable = true;
    CHECK(second_job().start == at(55s));
    CHECK(second_job().finish == at(155s));
  }
  SECTION("a host that is back before it is missed has lost its jobs all the same") {
    cluster.timeline = {host_down(16'500ms, HostId{1}, 20s)};
    CHECK(second_job().finish == at(36'500ms));
    cluster.queues[0].rules.rerunnable = true;
    CHECK(second_job().start >= at(36'500ms));
  }
  SECTION("so it is without LIMs") {
    cluster.model.load = LoadMode::slots;
    cluster.queues[0].rules.rerunnable = true;
    CHECK(second_job().start == at(55s));
  }
  SECTION("at once it is known at once") {
    cluster.model.host_down = HostDown::at_once;
    CHECK(second_job().finish == at(16'500ms));
  }
}

// Both hosts of job 2 are missed at 55 s: it is also on one that is not its first.
TEST_CASE("a job ends when mbatchd misses another of its hosts, be it at once with its first one") {
  ClusterConfig cluster =
      with_lims(3, {{.id = 1, .run = 100s}, {.id = 2, .slots = 2, .run = 100s}});
  cluster.lim.exchange_interval = 5s;
  cluster.model.host_down = HostDown::silence;
  cluster.timeline = {host_down(16'500ms, HostId{1}, 10h), host_down(16'500ms, HostId{2}, 10h)};
  const JobOutcome second = outcomes(cluster)[1];
  CHECK(second.finish == at(55s));
  CHECK(second.end_reason == EndReason::term_host_down);
}

TEST_CASE("hosts that fail again and again are up and down as long as drawn, for every seed") {
  ClusterConfig cluster = machine({1, 1}, "lsf", {});
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 4000; ++id)
    rows.push_back({.id = id, .submit = id * 15min, .run = 1min});
  cluster.trace = trace_of(rows);
  for (std::uint32_t host = 0; host < 2; ++host)
    cluster.random_faults.push_back({.host = HostId{host}, .mtbf = 10h, .mttr = 5h});
  GridConfig grid = grid_of(cluster);
  const auto delayed = [&](std::uint64_t seed, const char* dispatch = "lsf") {
    grid.seed = seed;
    grid.clusters[0].model.dispatch = dispatch;
    const RunResults results = run_all(grid);
    std::size_t count = 0;
    for (std::uint32_t job = 0; job < rows.size(); ++job) {
      const auto index = static_cast<JobIndex>(job);
      count += results.clusters[0].jobs[job].start != cluster.trace[index].submit ? 1U : 0U;
    }
    return count;
  };
  // Both are down a ninth of the time: (5 / 15)^2.
  std::set<std::size_t> counts;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) counts.insert(delayed(seed));
  CHECK(*counts.begin() > 250);
  CHECK(*counts.rbegin() < 750);
  CHECK(counts.size() > 1);
  CHECK(delayed(1) == delayed(1));
  CHECK(delayed(1, "fcfs") == delayed(1));  // the same hosts are down at the same times
}

// The LIM of the third host is silent from 20 s on; the eighth exchange without it is at 135 s, and
// there is a new master at 115 s. Where the master's LIM ends at 100 s there is none before 205 s.
TEST_CASE("where there is no master nobody misses a host") {
  ClusterConfig cluster = with_lims(3, {{.id = 1, .submit = 10h, .run = 10s}});
  const auto is_missed = [&] {
    Simulation simulation(grid_of(cluster), default_registry());
    Observer nobody;
    simulation.run_until(at(140s), nobody);
    return simulation.clusters()[0].lsf->hosts[HostId{2}].unheard;
  };
  cluster.timeline = {lim_down(20s, HostId{2}, 10h)};
  CHECK(is_missed());
  cluster.timeline.push_back(lim_down(100s, HostId{0}, 10h));
  CHECK_FALSE(is_missed());
}

TEST_CASE("the limits of lsf.cluster say how long a silent host counts as there") {
  ClusterConfig cluster = two_hosts(120s);
  cluster.lim.host_inactivity_limit = 8;
  cluster.lim.retry_limit = 3;
  cluster.timeline = {lim_down(3s, HostId{1}, 1000s)};
  CHECK(start_times(cluster)[2] == at(120s));
  cluster = two_hosts(180s);
  cluster.lim.host_inactivity_limit = 8;
  cluster.lim.retry_limit = 3;
  cluster.timeline = {lim_down(3s, HostId{1}, 1000s)};
  CHECK(start_times(cluster)[2] == at(1005s));  // the twelfth exchange without it is at 180 s
  cluster.lim.retry_limit = 4;
  CHECK(start_times(cluster)[2] == at(180s));
}

}  // namespace mcsim::testing::lim_faults_test
