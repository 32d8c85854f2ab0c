// What policies of slot pools and leases hear, and that a family takes no name twice.
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/lease_worlds.hpp"
#include "support/pool_worlds.hpp"

namespace mcsim::testing::family_news_test {

namespace {

struct Heard {
  std::vector<PoolNews> pools;
  std::vector<std::string> queues;
  std::vector<ReclaimNews> leases;
};

/// Shares out as LSF does, and keeps what it hears. Copies share that.
struct Listener : SlotPoolShares {
  static constexpr std::string_view name = "listener";
  std::shared_ptr<Heard> heard;
  void hear(const PoolNews& news) const {
    heard->pools.push_back(news);
    heard->queues.emplace_back(news.queue);
  }
};
struct LeaseListener : FewerIdle {
  static constexpr std::string_view name = "listener";
  std::shared_ptr<Heard> heard;
  void hear(const ReclaimNews& news) const { heard->leases.push_back(news); }
};

}  // namespace

TEST_CASE("a slot pool policy hears of each start and end, with the slots of the queue") {
  const auto heard = std::make_shared<Heard>();
  Registry registry = default_registry();
  Listener listener;
  listener.heard = heard;
  registry.add(listener);
  ClusterConfig cluster = pool_cluster({4}, {{50, 50}, {50, 40}});
  cluster.model.pool_shares = "listener";
  cluster.trace = pool_trace({{0, 6, 60s}, {1, 3, 100s}});
  const RunResults results = run_all(grid_of(cluster), registry);
  CHECK(results.clusters[0].jobs.size() == 9);
  std::map<std::string, std::int64_t> running;
  Time last{};
  REQUIRE(heard->pools.size() == 18);
  for (std::size_t at = 0; at < heard->pools.size(); ++at) {
    const PoolNews& news = heard->pools[at];
    std::int64_t& slots = running[heard->queues[at]];
    CHECK(news.before == slots);
    CHECK(std::abs(news.after - news.before) == 1);
    CHECK(news.at >= last);
    slots = news.after;
    last = news.at;
  }
  CHECK(running == std::map<std::string, std::int64_t>{{cluster.queues[0].name, 0},
                                                       {cluster.queues[1].name, 0}});
}

TEST_CASE("a reclaim policy hears of each evaluation when it has been decided") {
  const auto heard = std::make_shared<Heard>();
  Registry registry = default_registry();
  LeaseListener listener;
  listener.heard = heard;
  registry.add(listener);
  GridConfig grid = lender_and_borrower({4}, {{.id = 1, .run = 10min}},
                                        {{.id = 1, .run = 10min}, {.id = 2, .run = 10min}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.params.reclaim_delay = 1min;
    cluster.model.lease_reclaim = "listener";
  }
  run_all(grid, registry);
  REQUIRE(heard->leases.size() > 2);
  for (const ReclaimNews& news : heard->leases) {
    CHECK(news.view.lease == heard->leases.front().view.lease);
    CHECK(news.to == FewerIdle{}.idle_to(news.view));
    // A link latency after a multiple of MC_RECLAIM_DELAY.
    CHECK((news.view.now.time_since_epoch() - 1s) % 1min == 0ms);
  }
}

TEST_CASE("a family takes no name twice") {
  Registry registry = default_registry();
  registry.add(LeaseListener{});
  registry.add(Listener{});  // another family
  CHECK_THROWS_AS(registry.add(Listener{}), std::invalid_argument);
  CHECK_THROWS_WITH(registry.add(FewerIdle{}), "two policies of one family are called lsf");
  CHECK(registry.knows("listener"));
  CHECK_FALSE(registry.knows("nobody"));
}

}  // namespace mcsim::testing::family_news_test
