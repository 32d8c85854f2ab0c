// How much a session looks at where many accounts stand equal.
#include <cstdint>
#include <string>
#include <utility>

#include "mcsim/cluster/cluster_world.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::fairshare_work_test {

namespace {

using Kind = ShareRowConfig::Kind;

constexpr std::uint32_t groups = 10;
constexpr std::uint32_t users_of_group = 10;

/// Users of equal shares in groups of equal shares, with two jobs each, and a slot for each user.
ClusterConfig equal_users() {
  ClusterConfig cluster =
      flat_machine(static_cast<std::int32_t>(groups * users_of_group), "lsf", {});
  FairshareConfig tree{.name = "normal", .queues = {QueueId{0}}};
  for (std::uint32_t group = 0; group < groups; ++group)
    tree.accounts.push_back(
        {.name = "g" + std::to_string(group), .kind = Kind::tree, .users = UserList::only({})});
  TraceBuilder jobs;
  for (std::uint32_t user = 0; user < groups * users_of_group; ++user) {
    tree.accounts.push_back({.name = "u" + std::to_string(user),
                             .kind = Kind::user,
                             .parent = static_cast<ShareRow>(user / users_of_group),
                             .users = UserList::only({NameId{user}})});
    for (int twice = 0; twice < 2; ++twice) {
      TraceJob job;
      job.id = static_cast<JobId>(jobs.size() + 1);
      job.run = 1h;
      job.user = NameId{user};
      jobs.add(job);
    }
  }
  tree.index();
  cluster.fairshares.push_back(std::move(tree));
  cluster.queues[0].fairshare = FairshareId{0};
  cluster.trace = std::move(jobs).freeze();
  return cluster;
}

}  // namespace

// The first election asks all 100 users where their jobs stand. Then only who has just started one
// is asked again, and the job that is next is looked at: at most 300. If all who stand equal were
// asked for each start, it would be over 3,000.
TEST_CASE("a start among equals asks nobody else again") {
  Simulation simulation(grid_of(equal_users()));
  Observer nobody;
  simulation.run_until(at(0h), nobody);
  const auto& state = *simulation.clusters()[0].lsf;
  CHECK(state.queues[QueueId{0}].count.running == groups * users_of_group);
  CHECK(state.work.buckets <= 300);
}

}  // namespace mcsim::testing::fairshare_work_test
