// Which column of jobs.csv has which seconds of a job, in small worlds worked out by hand.
#include <string>
#include <utility>

#include "mcsim/results/jobs_csv.hpp"
#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/launch_worlds.hpp"
#include "support/temp_folder.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::job_seconds_test {
using Kind = TimelineEntry::Kind;

namespace {

TimelineEntry on_job(Duration when, Kind kind, std::int64_t job) {
  TimelineEntry entry{.at = at(when), .kind = kind};
  entry.job = static_cast<JobId>(job);
  return entry;
}

TimelineEntry sbatchd_down(Duration when, Duration down_for) {
  TimelineEntry entry{.at = at(when), .kind = Kind::sbatchd_down};
  entry.host = HostId{0};
  entry.down_for = down_for;
  return entry;
}

/// What is not 0, such as "wait 40, run 100", of the job with this place in the table.
std::string spent(const GridConfig& grid, std::size_t place = 0, Duration until = 24h) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(until), recorder);
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("jobs.csv"));
  REQUIRE(file);
  REQUIRE_FALSE(
      write_jobs_csv(*file, grid, std::move(recorder).results(simulation, state, at(until))));
  const Row row = rows_of(folder.path("jobs.csv")).at(place);
  std::string text;
  for (const char* name : {"wait", "held", "launch", "run", "suspended", "lost", "unreachable"}) {
    const std::string value = row.at(std::string(name) + "_time");
    if (value.empty() || value == "0") continue;
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + value;
  }
  return text;
}
std::string spent(const ClusterConfig& cluster, std::size_t place = 0, Duration until = 24h) {
  return spent(grid_of(cluster), place, until);
}

/// A job of 100 s on one slot, submitted at 0 s.
ClusterConfig one_job() { return flat_machine(1, "lsf", {{.id = 1, .run = 100s}}); }

/// A job of 100 s behind one of 60 s.
ClusterConfig second_job() {
  return flat_machine(1, "lsf", {{.id = 1, .run = 60s}, {.id = 2, .run = 100s}});
}

/// A launched job of four slots; RUNNING comes 30 s after the dispatch.
ClusterConfig launched_job(Duration limit = unlimited) {
  ClusterConfig cluster =
      machine({2, 2}, "lsf", {{.id = 1, .slots = 4, .run = 100s, .limit = limit}});
  launch_all(cluster, {.name = "mpirun", .pjl_start = constant(10s), .ts_start = constant(20s)});
  return cluster;
}

}  // namespace

TEST_CASE("a job that is stopped while it waits is held, and waits when it is resumed") {
  ClusterConfig cluster = second_job();
  cluster.timeline = {on_job(10s, Kind::bstop, 2), on_job(30s, Kind::bresume, 2)};
  CHECK(spent(cluster, 1) == "wait 40, held 20, run 100");
  SECTION("for ever, and killed") {
    cluster.timeline = {on_job(10s, Kind::bstop, 2), bkill(200s, 2)};
    CHECK(spent(cluster, 1) == "wait 10, held 190");
  }
  SECTION("until the run ends") {
    cluster.timeline = {on_job(10s, Kind::bstop, 2)};
    CHECK(spent(cluster, 1, 200s) == "wait 10, held 190");
  }
}

// It is eligible at 50 s.
TEST_CASE("a job that is stopped is held only once it could have started") {
  ClusterConfig cluster = one_job();
  cluster.queues[0].new_job_sched_delay = 50s;
  cluster.timeline = {on_job(10s, Kind::bstop, 1), on_job(30s, Kind::bresume, 1)};
  CHECK(spent(cluster) == "run 100");
  cluster.timeline = {on_job(10s, Kind::bstop, 1), on_job(80s, Kind::bresume, 1)};
  CHECK(spent(cluster) == "held 30, run 100");
}

TEST_CASE("a job that is killed before it is eligible becomes eligible no more") {
  ClusterConfig cluster = one_job();
  cluster.queues[0].new_job_sched_delay = 50s;
  cluster.timeline = {bkill(20s, 1)};
  const GridConfig grid = grid_of(cluster);
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("jobs.csv"));
  REQUIRE(file);
  REQUIRE_FALSE(write_jobs_csv(*file, grid, run_all(grid)));
  const Row row = rows_of(folder.path("jobs.csv")).at(0);
  CHECK(row.at("eligible_time") == "20");
  CHECK(row.at("finish_time") == "20");
  CHECK(row.at("wait_time") == "0");
}

// With sessions every 10 s the starts of 0, 10 and 20 s fail, and the third failure is the last.
TEST_CASE("a job whose starts fail waits, and is held when no more are tried") {
  ClusterConfig cluster = one_job();
  cluster.params.job_scheduling_interval = 10s;
  cluster.params.retries.local_preexec_retry = 3;
  cluster.profiles[0].preexec_failures = 3;
  cluster.timeline = {on_job(90s, Kind::bresume, 1)};
  CHECK(spent(cluster) == "wait 20, held 70, run 100");
}

TEST_CASE("an execution whose launch has failed is lost") {
  CHECK(spent(launched_job()) == "launch 30, run 100");
  CHECK(spent(launched_job(25s)) == "lost 25");
  ClusterConfig cluster = launched_job();
  cluster.timeline = {bkill(20s, 1)};
  CHECK(spent(cluster) == "lost 20");
}

TEST_CASE("a launch that goes on when the run ends has taken what it has taken") {
  CHECK(spent(launched_job(), 0, 20s) == "launch 20");
}

// Host 1 takes the job with it at 50 s, and is never back.
TEST_CASE("a launched job that is killed when it waits again has lost its launch, too") {
  ClusterConfig cluster = launched_job();
  cluster.queues[0].rules.rerunnable = true;
  cluster.timeline = {host_down(50s, HostId{0}, unlimited), bkill(70s, 1)};
  CHECK(spent(cluster) == "wait 20, lost 50");
}

// PAM is on host 1, which is down from 20 s to 620 s.
TEST_CASE("a launch does not come to RUNNING when its host has silently gone down") {
  ClusterConfig cluster = launched_job();
  cluster.model.host_down = HostDown::silence;
  cluster.timeline = {host_down(20s, HostId{0}, 10min)};
  CHECK(spent(cluster) == "lost 20, unreachable 600");
  CHECK(run_all(grid_of(cluster)).clusters[0].launches->lost == 4 * 20'000);
}

TEST_CASE("a job that is over, and whose sbatchd is down, is unreachable") {
  ClusterConfig cluster = one_job();
  cluster.timeline = {sbatchd_down(50s, 200s)};
  CHECK(spent(cluster) == "run 100, unreachable 150");
  CHECK(spent(cluster, 0, 180s) == "run 100, unreachable 80");
  SECTION("until it is stopped; then it is suspended") {
    cluster.timeline = {sbatchd_down(50s, 200s), on_job(150s, Kind::bstop, 1),
                        on_job(400s, Kind::bresume, 1)};
    CHECK(spent(cluster) == "run 100, suspended 250, unreachable 50");
  }
  SECTION("and again, if it is resumed before that is back") {
    cluster.timeline = {sbatchd_down(50s, 200s), on_job(150s, Kind::bstop, 1),
                        on_job(200s, Kind::bresume, 1)};
    CHECK(spent(cluster) == "run 100, suspended 50, unreachable 100");
  }
  SECTION("until it is requeued; only what it ran is lost") {
    cluster.queues[0].rules.rerunnable = true;
    cluster.timeline = {sbatchd_down(50s, 200s), host_down(150s, HostId{0}, 150s)};
    CHECK(spent(cluster) == "wait 150, run 100, lost 100, unreachable 50");
  }
  SECTION("at its run limit it goes on: nobody is there to end it") {
    cluster = flat_machine(1, "lsf", {{.id = 1, .run = 100s, .limit = 60s}});
    cluster.timeline = {sbatchd_down(50s, 200s)};
    CHECK(spent(cluster) == "run 250");
  }
}

// The exchanges of 45, 60, ... s come without the host; it is missed with the eighth, at 150 s.
TEST_CASE("a job on a host that has silently gone down is unreachable from then on") {
  ClusterConfig cluster = machine({1, 1}, "lsf", {{.id = 1, .run = 300s}});
  cluster.model.host_down = HostDown::silence;
  cluster.timeline = {host_down(40s, HostId{0}, 1h)};
  SECTION("until the host is back, if it cannot be run again") {
    CHECK(spent(cluster) == "run 40, unreachable 3600");
  }
  SECTION("until the host is missed, if it can") {
    cluster.queues[0].rules.rerunnable = true;
    CHECK(spent(cluster) == "run 300, lost 40, unreachable 110");
  }
  SECTION("until the run ends") { CHECK(spent(cluster, 0, 100s) == "run 40, unreachable 60"); }
}

}  // namespace mcsim::testing::job_seconds_test
