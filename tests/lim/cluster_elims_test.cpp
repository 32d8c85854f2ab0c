// Which host runs the ELIM of which instance, and what the master LIM knows.
#include "mcsim/lim/cluster_elims.hpp"

#include <optional>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::cluster_elims_test {

namespace {

enum : std::uint16_t { licence = builtin::count, nio };

/// Three hosts that share licences, of which h2 comes first and h3 last, and have an index nio
/// each.
ClusterConfig cluster_with(std::vector<ElimConfig> elims) {
  ClusterConfig cluster = machine({4, 4, 4}, "lsf", {});
  cluster.model.load = LoadMode::lim;
  cluster.resources.push_back(
      {.name = "licence", .kind = ResourceKind::numeric, .dynamic = true, .interval = 30});
  cluster.resources.push_back(
      {.name = "nio", .kind = ResourceKind::numeric, .dynamic = true, .interval = 30});
  cluster.shared_resources.push_back(
      {.resource = resource(licence), .hosts = {0, 1, 2}, .reporters = {1, 0, 2}});
  cluster.elims = std::move(elims);
  return cluster;
}

ElimConfig elim(std::string name, std::vector<ElimOutput> values) {
  return {.name = std::move(name),
          .hosts = {HostId{0}, HostId{1}, HostId{2}},
          .interval = 30s,
          .values = std::move(values)};
}

ElimOutput always(std::uint16_t id, std::string name, double value) {
  return {.resource = resource(id), .name = std::move(name), .steps = {{Time{}, value}}};
}

/// The licences that the master LIM knows after the exchange at `when`.
std::optional<double> licences_at(ClusterElims& board, Duration when,
                                  std::optional<double> before) {
  board.settle(at(when));
  for (const ClusterElims::Told& told : board.take_news())
    if (told.resource == resource(licence)) before = told.value;
  return before;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the first host in the list of an instance runs its ELIM", "[elim]") {
  ClusterElims board(cluster_with({elim("elim.licence", {always(licence, "licence", 5)})}), 1);
  board.settle(at(15s));
  CHECK(board.running_on(HostId{0}).empty());
  CHECK(board.running_on(HostId{1}) == Names{"elim.licence"});
  CHECK(board.running_on(HostId{2}).empty());
  CHECK(board.take_news() ==
        std::vector<ClusterElims::Told>{
            {.resource = resource(licence), .host = none<HostId>, .instance = 0, .value = 5.0}});
}

TEST_CASE("an index of each host is reported by each host", "[elim]") {
  ClusterElims board(cluster_with({elim("elim.nio", {always(nio, "nio", 7)})}), 1);
  board.settle(at(15s));
  const auto news = board.take_news();
  REQUIRE(news.size() == 3);
  for (std::uint32_t host = 0; host < 3; ++host) {
    CHECK(news[host].host == HostId{host});
    CHECK(news[host].value == 7.0);
  }
}

TEST_CASE("an ELIM moves to the next host while the first one is down, and back", "[elim]") {
  ClusterElims board(cluster_with({elim("elim.licence", {always(licence, "licence", 5)})}), 1);
  std::optional<double> known = licences_at(board, 15s, std::nullopt);
  CHECK(known == 5.0);
  board.turn(HostId{1}, false, at(20s));
  CHECK(board.running_on(HostId{1}).empty());
  CHECK(licences_at(board, 30s, known) == 5.0);  // no other value has been reported
  CHECK(board.running_on(HostId{0}).empty());    // the master does not miss the host yet
  board.set_available(HostId{1}, false, at(30s));
  board.settle(at(45s));
  CHECK(board.running_on(HostId{0}) == Names{"elim.licence"});
  known = licences_at(board, 60s, known);
  CHECK(known == 5.0);  // started at 35 s, and read at 40 s
  board.turn(HostId{1}, true, at(62s));
  board.set_available(HostId{1}, true, at(65s));
  known = licences_at(board, 75s, known);
  CHECK(board.running_on(HostId{0}).empty());
  CHECK(board.running_on(HostId{1}) == Names{"elim.licence"});
  CHECK(known == 5.0);  // started at 70 s, and read at 75 s
}

TEST_CASE("what nobody reports any more is unknown", "[elim]") {
  ElimConfig one = elim("elim.licence", {always(licence, "licence", 5)});
  one.hosts = {HostId{1}};
  ClusterElims board(cluster_with({one}), 1);
  CHECK(licences_at(board, 15s, std::nullopt) == 5.0);
  board.turn(HostId{1}, false, at(20s));
  CHECK(licences_at(board, 30s, 5.0) == 5.0);
  board.set_available(HostId{1}, false, at(40s));
  CHECK_FALSE(licences_at(board, 45s, 5.0));
}

TEST_CASE("an ELIM whose LIM becomes the master is started again", "[elim]") {
  ClusterElims board(cluster_with({elim("elim.nio", {always(nio, "nio", 7)})}), 1);
  board.settle(at(990s));
  CHECK(board.counts_by(at(990s)).starts == 3);
  board.turn(HostId{0}, false, at(999s));
  board.crown(HostId{1}, at(999s));
  CHECK(board.counts_by(at(1000s)).starts == 4);  // the one of the second host has started again
}

TEST_CASE("an ELIM that exits with its cluster's ELIM_ABORT_VALUE is not started again", "[elim]") {
  const auto starts = [](std::int32_t code) {
    ElimConfig one = elim("elim.licence", {always(licence, "licence", 5)});
    one.mishaps = {{.kind = ElimMishap::Kind::exits, .at = at(200s), .number = code}};
    ClusterConfig cluster = cluster_with({one});
    cluster.lim.elim_abort_value = 3;
    return ClusterElims(cluster, 1).counts_by(at(1'000s)).starts;
  };
  CHECK(starts(97) == 2);
  CHECK(starts(3) == 1);
}

TEST_CASE("of several ELIMs of a host the value that came last counts", "[elim]") {
  ElimConfig late = elim("elim.late", {always(nio, "nio", 8)});
  late.start_up = 20s;
  ClusterElims board(cluster_with({late, elim("elim.early", {always(nio, "nio", 7)})}), 1);
  const auto value_at = [&](Duration when) {
    board.settle(at(when));
    std::optional<double> value;
    for (const ClusterElims::Told& told : board.take_news())
      if (told.host == HostId{0}) value = told.value;
    return value;
  };
  CHECK(value_at(15s) == 7.0);
  CHECK(value_at(20s) == 8.0);
  CHECK(value_at(30s) == 7.0);
}

TEST_CASE("a copy of the board goes on alike", "[elim]") {
  ElimConfig walk = elim("elim.nio", {{.resource = resource(nio), .name = "nio"}});
  walk.values[0].walk = {.start = 0, .step = 1'000, .lowest = -100'000, .highest = 100'000};
  ClusterElims board(cluster_with({walk}), 1);
  const auto hear = [](ClusterElims& one, std::vector<std::optional<double>>& known) {
    for (const ClusterElims::Told& told : one.take_news()) known[index_of(told.host)] = told.value;
  };
  std::vector<std::optional<double>> known(3);
  board.settle(at(600s));
  hear(board, known);
  CHECK(known[0].has_value());
  ClusterElims copy = board;
  copy.settle(at(6000s));
  for (Duration when = 615s; when <= 6000s; when += 15s) board.settle(at(when));
  std::vector<std::optional<double>> known_to_copy = known;
  hear(board, known);
  hear(copy, known_to_copy);
  CHECK(known == known_to_copy);
}

// The first host is the master, and reports the licences. The second host takes over both roles.
TEST_CASE("a LIM that becomes the master and takes over an instance starts its ELIM once more",
          "[elim]") {
  ClusterConfig cluster =
      cluster_with({elim("elim.licence", {always(licence, "licence", 5), always(nio, "nio", 7)})});
  cluster.shared_resources[0].reporters = {0, 1, 2};
  ClusterElims board(cluster, 1);
  board.settle(at(990s));
  board.take_news();
  board.turn(HostId{0}, false, at(999s));
  board.crown(HostId{1}, at(1104s));
  board.set_available(HostId{0}, false, at(1110s));
  CHECK(board.counts_by(at(1300s)).starts == 4);
  SECTION("and knows nothing of what its predecessor was told, until the next exchange") {
    std::vector<ClusterElims::Told> news = board.take_news();
    REQUIRE(news.size() == 4);
    for (const ClusterElims::Told& told : news) CHECK_FALSE(told.value);
    board.settle(at(1110s));  // started at 1105 s, and read at 1110 s
    news = board.take_news();
    REQUIRE(news.size() == 3);
    CHECK(news[0].host == HostId{1});
    CHECK(news[1].host == HostId{2});
    CHECK(news[2].resource == resource(licence));
    for (const ClusterElims::Told& told : news) CHECK(told.value);
  }
}

TEST_CASE("under lim_send_on_change it is known at which exchanges a value has moved", "[elim]") {
  ElimOutput steps = {.resource = resource(nio), .name = "nio"};
  steps.steps = {{Time{}, 7.0}, {Time{100s}, 7.00005}, {Time{200s}, 7.5}, {Time{400s}, 8.0}};
  ElimConfig one = elim("elim.nio", {steps});
  one.hosts = {HostId{1}};
  one.interval = 15s;
  ClusterConfig cluster = cluster_with({one});
  ClusterElims silent(cluster, 1);
  silent.settle(at(990s));
  CHECK(silent.take_sent().empty());
  cluster.model.lim_send_on_change = true;
  ClusterElims board(cluster, 1);
  board.settle(at(300s));
  board.settle(at(990s));
  std::vector<Time> exchanges;
  for (const ClusterElims::Sent& sent : board.take_sent()) {
    CHECK(sent.host == HostId{1});
    exchanges.push_back(sent.exchange);
  }
  // Written at 0, 210 and 405 s; the tick at 5 s reads the first report.
  CHECK(exchanges == std::vector{at(15s), at(210s), at(405s)});
}

}  // namespace mcsim::testing::cluster_elims_test
