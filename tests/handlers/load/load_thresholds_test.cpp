// How the scheduler uses load that LIMs have reported: thresholds, select and order.
#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::load_thresholds_test {

namespace {

/// Hosts of one processor that take four jobs each.
ClusterConfig with_lims(std::size_t hosts, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = machine(std::vector<std::int32_t>(hosts, 4), "lsf", rows);
  for (HostConfig& host : cluster.hosts) host.ncpus = 1;
  cluster.model.load = LoadMode::lim;
  return cluster;
}

const std::vector<JobRow> two_and_one = {
    {.id = 1, .run = 100s}, {.id = 2, .run = 100s}, {.id = 3, .submit = 20s, .run = 10s}};

}  // namespace

// Reported at 15 s: 2 x (1 - e^-1) = 1.26. From the tick at 100 s on no job runs: at 105 s
// 2 x e^(-2/3) = 1.03, at 120 s 2 x e^(-5/3) = 0.38.
TEST_CASE("beyond loadSched a host starts nothing until LIM tells of less") {
  const LoadThreshold threshold{.index = resource(builtin::r15s), .sched = 0.5};
  ClusterConfig cluster = with_lims(1, two_and_one);
  SECTION("of the queue") {
    cluster.queues[0].thresholds = {threshold};
    CHECK(start_times(cluster) == std::vector{at(0s), at(0s), at(120s)});
  }
  SECTION("of the host") {
    cluster.hosts[0].thresholds = {threshold};
    CHECK(start_times(cluster) == std::vector{at(0s), at(0s), at(120s)});
  }
  SECTION("of both: the stricter one") {
    cluster.queues[0].thresholds = {threshold};
    cluster.hosts[0].thresholds = {{.index = resource(builtin::r15s), .sched = 0.2}};
    CHECK(start_times(cluster) == std::vector{at(0s), at(0s), at(135s)});
  }
  SECTION("nobody tells") {
    cluster.queues[0].thresholds = {threshold};
    cluster.model.load = LoadMode::slots;
    CHECK(start_times(cluster) == std::vector{at(0s), at(0s), at(20s)});
  }
}

TEST_CASE(
    "an index that falls with load is beyond loadSched when it is less, and not when it is equal") {
  ClusterConfig cluster = with_lims(1, {{.id = 1, .run = 50s}, {.id = 2, .submit = 1s}});
  cluster.hosts[0].resources = {{.resource = resource(builtin::maxmem), .number = 100}};
  cluster.queues[0].rules.res_req = requirement(cluster, "rusage[mem=60]");
  const auto start_with = [&](double sched) {
    cluster.queues[0].thresholds = {{.index = resource(builtin::mem), .sched = sched}};
    return start_times(cluster)[0];
  };
  CHECK(start_with(100) == at(0s));
  CHECK(start_with(101) == never);
}

TEST_CASE("a select string is judged by what LIM has told, which may be old") {
  ClusterConfig cluster = with_lims(1, two_and_one);
  cluster.queues[0].rules.res_req = requirement(cluster, "select[r15s < 0.5]");
  CHECK(start_times(cluster) == std::vector{at(0s), at(0s), at(120s)});
}

// Both jobs find the hosts equal: the load of the first job is not reported yet.
TEST_CASE("an order by load is by what LIM has told") {
  ClusterConfig cluster = with_lims(2, {{.id = 1, .run = 100s},
                                        {.id = 2, .submit = 1s, .run = 100s},
                                        {.id = 3, .submit = 20s, .run = 100s}});
  const auto hosts = [&] {
    const RunResults results = run_all(grid_of(cluster));
    std::vector<HostId> first;
    for (std::uint32_t job = 0; job < cluster.trace.size(); ++job)
      first.push_back(
          hosts_of(results.clusters[0], cluster.trace, static_cast<JobIndex>(job)).front().host);
    return first;
  };
  CHECK(hosts() == std::vector{HostId{0}, HostId{0}, HostId{1}});
  cluster.model.load = LoadMode::slots;
  CHECK(hosts() == std::vector{HostId{0}, HostId{1}, HostId{0}});
}

}  // namespace mcsim::testing::load_thresholds_test
