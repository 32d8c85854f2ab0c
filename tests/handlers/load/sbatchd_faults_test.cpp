// Hosts whose sbatchds are down: no job starts there, and mbatchd learns late of ends.
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/views/place_status.hpp"
#include "support/catch.hpp"
#include "support/fact_log.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::sbatchd_faults_test {

namespace {

TimelineEntry sbatchd_down(Duration when, HostId host, Duration down_for) {
  TimelineEntry entry{.at = at(when), .kind = TimelineEntry::Kind::sbatchd_down};
  entry.host = host;
  entry.down_for = down_for;
  return entry;
}

}  // namespace

TEST_CASE("a job outlives the sbatchd of its host, and its end is known when that is back") {
  ClusterConfig cluster = machine({1}, "lsf", {{.id = 1, .run = 100s}, {.id = 2, .run = 10s}});
  cluster.timeline = {sbatchd_down(50s, HostId{0}, 200s)};
  CHECK(outcomes(cluster)[0].finish == at(250s));
  CHECK(outcomes(cluster)[0].status == JobStatus::done);
  CHECK(start_times(cluster)[1] == at(250s));
  SECTION("a second fault makes it later, one that is over sooner does not") {
    cluster.timeline = {sbatchd_down(50s, HostId{0}, 200s), sbatchd_down(240s, HostId{0}, 100s),
                        sbatchd_down(245s, HostId{0}, 1s)};
    CHECK(outcomes(cluster)[0].finish == at(340s));
  }
  SECTION("one that is back in time changes nothing") {
    cluster.timeline = {sbatchd_down(50s, HostId{0}, 50s)};
    CHECK(outcomes(cluster)[0].finish == at(100s));
  }
}

TEST_CASE("nothing starts on a host without sbatchd, others have their slots") {
  ClusterConfig cluster =
      machine({1, 1}, "lsf",
              {{.id = 1, .submit = 20s, .run = 100s}, {.id = 2, .submit = 20s, .run = 100s}});
  cluster.timeline = {sbatchd_down(10s, HostId{0}, 50s)};
  const RunResults results = run_all(grid_of(cluster));
  const ClusterResults& all = results.clusters[0];
  CHECK(hosts_of(all, cluster.trace, JobIndex{0}).front().host == HostId{1});
  CHECK(all.jobs[0].start == at(20s));
  CHECK(all.jobs[1].start == at(60s));
}

TEST_CASE("who tells of a job on several hosts is the sbatchd of the first one") {
  ClusterConfig cluster = machine({1, 1}, "lsf", {{.id = 1, .slots = 2, .run = 100s}});
  cluster.timeline = {sbatchd_down(50s, HostId{1}, 200s)};
  CHECK(outcomes(cluster)[0].finish == at(100s));
  cluster.timeline = {sbatchd_down(50s, HostId{0}, 200s)};
  CHECK(outcomes(cluster)[0].finish == at(250s));
}

TEST_CASE("a run limit is kept by a sbatchd that is there") {
  ClusterConfig cluster = machine({1}, "lsf", {{.id = 1, .run = 100s, .limit = 60s}});
  cluster.timeline = {sbatchd_down(50s, HostId{0}, 200s)};
  CHECK(outcomes(cluster)[0].finish == at(250s));
  CHECK(outcomes(cluster)[0].end_reason == EndReason::term_runlimit);
}

TEST_CASE("a host that goes down takes jobs with it of whose ends nobody has heard") {
  ClusterConfig cluster = machine({1}, "lsf", {{.id = 1, .run = 100s}});
  cluster.timeline = {sbatchd_down(50s, HostId{0}, 200s), host_down(150s, HostId{0}, 10s)};
  CHECK(outcomes(cluster)[0].finish == at(150s));
  CHECK(outcomes(cluster)[0].status == JobStatus::exit);
}

TEST_CASE("a job that is suspended after its unheard end is over as soon as it is resumed") {
  ClusterConfig cluster = machine({1}, "lsf", {{.id = 1, .run = 100s}});
  TimelineEntry stop{.at = at(150s), .kind = TimelineEntry::Kind::bstop};
  stop.job = JobId{1};
  TimelineEntry resume{.at = at(400s), .kind = TimelineEntry::Kind::bresume};
  resume.job = JobId{1};
  cluster.timeline = {sbatchd_down(50s, HostId{0}, 200s), stop, resume};
  CHECK(outcomes(cluster)[0].finish == at(400s));
}

TEST_CASE("bhosts calls a host without sbatchd unreach, and so does the reason of a job") {
  ClusterConfig cluster = machine({1}, "lsf", {{.id = 1, .submit = 20s, .run = 10s}});
  cluster.timeline = {sbatchd_down(10s, HostId{0}, 100s)};
  GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  FactLog log;
  simulation.run_until(at(50s), log);
  CHECK(host_status(simulation.clusters()[0], HostId{0}) == "unreach");
  CHECK(run_until(grid, at(50s)).clusters[0].jobs[0].pend_reason == PendReason::host_unreached);
  simulation.run_until(at(115s), log);
  CHECK(host_status(simulation.clusters()[0], HostId{0}) == "closed_Full");
}

TEST_CASE("a job that is over makes no load, though nobody has heard of it") {
  ClusterConfig cluster = machine({1, 1}, "lsf", {{.id = 1, .slots = 2, .run = 100s}});
  cluster.model.load = LoadMode::lim;
  cluster.timeline = {sbatchd_down(50s, HostId{0}, 2000s)};
  GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  FactLog log;
  const auto run_queue = [&](HostId host) {
    MasterLoad master_load = *simulation.clusters()[0].lsf->load;
    return master_load.known(host)[builtin::r15s];
  };
  simulation.run_until(at(105s), log);
  CHECK(run_queue(HostId{0}) > 0.5F);
  simulation.run_until(at(1000s), log);
  CHECK(run_queue(HostId{0}) < 0.001F);
  CHECK(run_queue(HostId{1}) < 0.001F);
  CHECK(host_status(simulation.clusters()[0], HostId{1}) == "closed_Full");
  SECTION("one that is at its limit goes on") {
    cluster = machine({1}, "lsf", {{.id = 1, .run = 10h, .limit = 100s}});
    cluster.model.load = LoadMode::lim;
    cluster.timeline = {sbatchd_down(50s, HostId{0}, 2000s)};
    grid = grid_of(cluster);
    Simulation other(grid);
    other.run_until(at(1000s), log);
    MasterLoad master_load = *other.clusters()[0].lsf->load;
    CHECK(master_load.known(HostId{0})[builtin::r15s] > 0.9F);
  }
}

}  // namespace mcsim::testing::sbatchd_faults_test
