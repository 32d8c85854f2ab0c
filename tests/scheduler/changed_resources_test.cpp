// The resources that jobs hold when a reconfiguration changes how much there is, and where.
#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::changed_resources_test {

namespace {

constexpr ResourceId licence = resource(builtin::count);

/// Hosts of two slots; every job takes 6 licences.
ClusterConfig licensed(const std::vector<std::int32_t>& hosts, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = machine(hosts, "lsf", rows);
  cluster.resources.push_back({.name = "licence", .kind = ResourceKind::numeric});
  cluster.queues[0].rules.res_req.rusage = {{.resource = licence, .amount = 6 * amount_unit}};
  return cluster;
}

}  // namespace

TEST_CASE(
    "what a job holds of a resource is still taken when the resource was away and comes back") {
  ClusterConfig cluster =
      licensed({2}, {{.id = 1, .submit = 0s, .run = 100s}, {.id = 2, .submit = 30s, .run = 10s}});
  const ClusterSettings without = cluster;
  cluster.hosts[0].resources = {{licence, 10, ""}};
  cluster.timeline = {reconfigure(10s, without), reconfigure(20s, cluster)};
  CHECK(start_times(cluster) == std::vector{at(0s), at(100s)});
}

TEST_CASE("a host that comes to share another instance takes along what its jobs hold") {
  ClusterConfig cluster = licensed(
      {1, 1}, {{.id = 1, .submit = 0s, .run = 100s}, {.id = 2, .submit = 30s, .run = 10s}});
  cluster.shared_resources = {{licence, 10 * amount_unit, {0}}, {licence, 10 * amount_unit, {1}}};
  ClusterSettings together = cluster;
  together.shared_resources = {{licence, 10 * amount_unit, {}},
                               {licence, 10 * amount_unit, {0, 1}}};
  cluster.timeline = {reconfigure(10s, together)};
  CHECK(start_times(cluster) == std::vector{at(0s), at(100s)});
}

TEST_CASE("a suspended job resumes without a resource that is gone when it is not due any more") {
  ClusterConfig cluster = licensed({2}, {{.id = 1, .submit = 0s, .run = 100s}});
  cluster.queues[0].rules.res_req.rusage[0].duration = 15s;
  const ClusterSettings without = cluster;
  cluster.hosts[0].resources = {{licence, 10, ""}};
  TimelineEntry bstop = bkill(10s, 1);
  bstop.kind = TimelineEntry::Kind::bstop;
  TimelineEntry bresume = bkill(40s, 1);
  bresume.kind = TimelineEntry::Kind::bresume;
  cluster.timeline = {bstop, reconfigure(20s, without), bresume};
  CHECK(outcomes(cluster)[0].finish == at(130s));
}

// It is back from 60 s on.
TEST_CASE("a suspended job does not resume on a host that no longer shares what it takes again") {
  const bool per_slot = GENERATE(true, false);
  ClusterConfig cluster = licensed({1, 1}, {{.id = 1, .submit = 0s, .run = 100s}});
  cluster.resources.back().per_slot = per_slot;
  cluster.queues[0].rules.res_req.rusage[0].per_slot = per_slot;
  cluster.shared_resources = {{licence, 10 * amount_unit, {0, 1}}};
  ClusterSettings elsewhere = cluster;
  elsewhere.shared_resources = {{licence, 10 * amount_unit, {1}}};
  const ClusterSettings as_before = cluster;
  TimelineEntry bstop = bkill(10s, 1);
  bstop.kind = TimelineEntry::Kind::bstop;
  TimelineEntry bresume = bkill(40s, 1);
  bresume.kind = TimelineEntry::Kind::bresume;
  cluster.timeline = {bstop, reconfigure(20s, elsewhere), bresume, reconfigure(60s, as_before)};
  CHECK(outcomes(cluster)[0].finish == at(150s));
}

// Six of the ten are held until 100 s.
TEST_CASE("select sees what jobs hold of a resource that nobody asks for any more") {
  ClusterConfig cluster =
      licensed({2}, {{.id = 1, .submit = 0s, .run = 100s}, {.id = 2, .submit = 30s, .run = 10s}});
  cluster.hosts[0].resources = {{licence, 10, ""}};
  ask_each(cluster, {"", "select[licence>5]"});
  ClusterSettings frugal = cluster;
  frugal.queues[0].rules.res_req.rusage.clear();
  cluster.timeline = {reconfigure(10s, frugal)};
  CHECK(start_times(cluster) == std::vector{at(0s), at(100s)});
}

}  // namespace mcsim::testing::changed_resources_test
