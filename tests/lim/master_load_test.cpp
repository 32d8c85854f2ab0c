// Load as the scheduler knows it, against naive LIMs that work at each tick.
#include "mcsim/lim/master_load.hpp"

#include <cmath>
#include <map>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::master_load_test {

namespace {

constexpr HostId host{0};

/// One LIM, tick by tick.
class NaiveLim {
 public:
  explicit NaiveLim(std::int32_t processors) : processors_(processors) {}

  void tick(std::int64_t number, std::int32_t running) {
    const auto smooth = [&](double& value, double over) {
      value = running + (value - running) * std::exp(-1 / over);
    };
    smooth(r15s, 3);
    smooth(r1m, 12);
    smooth(r15m, 180);
    if (number % 3 != 0) return;
    const double busy = std::min(1.0, static_cast<double>(running) / processors_);
    ut = busy + (ut - busy) * std::exp(-1.0 / 4);
  }

  double r15s = 0;
  double r1m = 0;
  double r15m = 0;
  double ut = 0;

 private:
  std::int32_t processors_;
};

void check_same(const LoadVector& told, const NaiveLim& lim) {
  CHECK(told[builtin::r15s] == Approx(lim.r15s).margin(1e-6));
  CHECK(told[builtin::r1m] == Approx(lim.r1m).margin(1e-6));
  CHECK(told[builtin::r15m] == Approx(lim.r15m).margin(1e-6));
  CHECK(told[builtin::ut] == Approx(lim.ut).margin(1e-6));
}

/// The load that is known at `second`, after the exchange of that instant.
LoadVector known(MasterLoad& master_load, Duration second) {
  master_load.begin(at(second), 1);
  master_load.pass(at(second));
  return master_load.known(host);
}

/// Draws how many slots are in use on one host from each second on. At even seconds the change
/// comes before the tick.
std::map<std::int64_t, std::int32_t> drawn_changes(std::uint64_t seed) {
  RngStream dice(seed, "load changes");
  std::map<std::int64_t, std::int32_t> changes;
  std::int64_t second = 0;
  for (int more = 40; more > 0; --more) {
    second += 1 + static_cast<std::int64_t>(dice.below(dice.below(4) == 0 ? 600 : 12));
    changes[second] = static_cast<std::int32_t>(dice.below(7));
  }
  return changes;
}

/// The load known after `until` seconds; `look` says at which seconds it is read in between.
template <class Look>
LoadVector played(MasterLoad master_load, const std::map<std::int64_t, std::int32_t>& changes,
                  std::int64_t until, Look&& look) {
  for (std::int64_t second = 0; second <= until; ++second) {
    const Time now = at(Duration(second * 1000));
    const auto change = changes.find(second);
    const bool early = second % 2 == 0;
    master_load.begin(now, 1);
    if (change != changes.end() && early) master_load.run(host, change->second);
    master_load.pass(now);
    if (change != changes.end() && !early) master_load.run(host, change->second);
    if (look(second)) master_load.news();
  }
  return master_load.known(host);
}

}  // namespace

TEST_CASE("load is as if all LIMs did their work at each tick, whoever looks when") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    const auto changes = drawn_changes(seed);
    for (const bool on_change : {false, true}) {
      const MasterLoad master_load({.on_change = on_change}, {4});
      for (const std::int64_t until : {14, 15, 31, 600, 1799, 3600}) {
        const LoadVector seldom = played(master_load, changes, until, [](auto) { return false; });
        CHECK(seldom == played(master_load, changes, until, [](auto) { return true; }));
        CHECK(seldom == played(master_load, changes, until, [](auto s) { return s % 77 == 0; }));
        if (on_change) continue;
        NaiveLim lim(4);
        std::int32_t running = 0;
        for (std::int64_t second = 0; second <= until / 15 * 15; ++second) {
          const auto change = changes.find(second);
          if (change != changes.end() && second % 2 == 0) running = change->second;
          if (second % 5 == 0) lim.tick(second / 5, running);
          if (change != changes.end() && second % 2 != 0) running = change->second;
        }
        check_same(seldom, lim);
      }
    }
  }
}

TEST_CASE("what has happened since the last exchange is not known") {
  MasterLoad master_load({}, {1});
  const auto known_at = [&](Duration second) { return known(master_load, second)[builtin::r15s]; };
  CHECK(known_at(0s) == 0);
  master_load.run(host, 1);
  CHECK(known_at(14s) == 0);
  // Three ticks: at 5, 10 and 15 s.
  CHECK(known_at(15s) == Approx(1 - std::exp(-1.0)));
  CHECK(known_at(29s) == Approx(1 - std::exp(-1.0)));
  CHECK(known_at(30s) == Approx(1 - std::exp(-2.0)));
  CHECK(master_load.next_exchange(at(29s)) == at(30s));
  CHECK(master_load.next_exchange(at(30s)) == at(45s));
}

TEST_CASE("a LIM may send what has moved only, and something at every fourth exchange") {
  MasterLoad master_load({.on_change = true}, {16});
  const auto known_at = [&](Duration second) { return known(master_load, second)[builtin::r15s]; };
  CHECK(known_at(0s) == 0);
  master_load.run(host, 1);
  // One process is less than 0.25 + 15 x 0.05. The fourth exchange in a row without news is at 45
  // s.
  CHECK(known_at(15s) == 0);
  CHECK(known_at(30s) == 0);
  CHECK(known_at(45s) == Approx(1 - std::exp(-3.0)));
  CHECK(known_at(60s) == Approx(1 - std::exp(-3.0)));
  master_load.run(host, 16);
  CHECK(known_at(75s) > 9);
}

TEST_CASE("news are hosts of which another load is known, until it stays as it is") {
  MasterLoad master_load({}, {1, 1});
  master_load.watch({.values = 1U << builtin::r15s | 1U << builtin::r15m});
  master_load.news();
  const auto go_to = [&](Duration second) { known(master_load, second); };
  go_to(1s);
  master_load.run(HostId{1}, 1);
  CHECK(master_load.news().empty());
  CHECK(master_load.next_news(at(1s), true) == at(15s));
  go_to(15s);
  CHECK(master_load.news() == std::vector{HostId{1}});
  CHECK(master_load.news().empty());
  go_to(30s);
  CHECK(master_load.news() == std::vector{HostId{1}});
  go_to(24h);
  CHECK(master_load.news() == std::vector{HostId{1}});
  CHECK(master_load.next_news(at(24h), true) == never);
  CHECK(master_load.told(HostId{1})[builtin::r15m] == 1);
}

TEST_CASE("what a silent LIM told stands, and a new one begins anew") {
  MasterLoad master_load({}, {1});
  const auto known_at = [&](Duration second) { return known(master_load, second)[builtin::r1m]; };
  known_at(1s);
  master_load.run(host, 1);
  known_at(60s);
  master_load.fall_silent(host);
  const float told = known_at(60s);
  CHECK(known_at(150s) == told);
  master_load.speak_again(host);
  CHECK(known_at(164s) == told);
  CHECK(known_at(165s) == Approx(1 - std::exp(-0.25)));
}

TEST_CASE("noise is the same for whoever looks when, and of the size that was asked for") {
  const MasterLoad master_load({.noise = 0.5, .draws = {7, "noise"}}, {4});
  const std::map<std::int64_t, std::int32_t> changes = {{1, 2}};
  const auto once = [](auto s) { return s == 90; };
  const LoadVector told = played(master_load, changes, 7200, once);
  CHECK(told == played(master_load, changes, 7200, [](auto) { return true; }));
  CHECK(told[builtin::r15s] != 2);
  CHECK(told[builtin::r15s] == Approx(2).margin(0.5));
  CHECK(told !=
        played(MasterLoad({.noise = 0.5, .draws = {8, "noise"}}, {4}), changes, 7200, once));
}

TEST_CASE("an index that nobody watches is no news, and is known all the same") {
  MasterLoad master_load({}, {1});
  master_load.watch({.values = 1U << builtin::r15s});
  CHECK(master_load.news() == std::vector{host});
  known(master_load, 1s);
  master_load.run(host, 1);
  known(master_load, 1h);  // r15s has long settled, r15m has not
  CHECK(master_load.news() == std::vector{host});
  CHECK(master_load.next_news(at(1h), true) == never);
  const float before = master_load.told(host)[builtin::r15m];
  CHECK(known(master_load, 2h)[builtin::r15m] > before);
  CHECK(master_load.news().empty());
}

TEST_CASE("a level that is reached or passed is news at that exchange") {
  MasterLoad master_load({}, {1});
  master_load.watch({.levels = {{builtin::r1m, 0.9}, {builtin::ut, 2}}});
  master_load.news();
  CHECK(master_load.take_passing(host));  // the first call
  known(master_load, 1s);
  master_load.run(host, 1);
  // 1 - e^(-t/60) is 0.9 at 138 s: reported at 150 s.
  CHECK(master_load.next_news(at(1s), false) == at(150s));
  CHECK(master_load.next_news(at(1s), true) == at(150s));
  known(master_load, 149s);
  CHECK(master_load.news().empty());
  known(master_load, 150s);
  CHECK(master_load.news() == std::vector{host});
  CHECK(master_load.take_passing(host));
  CHECK_FALSE(master_load.take_passing(host));
  CHECK(master_load.told(host)[builtin::r1m] > 0.9F);
  CHECK(master_load.next_news(at(150s), false) == never);
  master_load.fall_silent(host);
  master_load.run(host, 0);
  CHECK(master_load.next_news(at(150s), false) == never);
  master_load.speak_again(host);
  CHECK(master_load.next_news(at(150s), false) == at(165s));
}

TEST_CASE("who looks only when there is news finds each host on the side of each level it is on") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    RngStream dice(seed, "test/levels");
    const auto changes = drawn_changes(seed);
    LoadWatch watch;
    for (const std::uint16_t index : {builtin::r15s, builtin::r1m, builtin::r15m, builtin::ut})
      for (int more = 0; more < 2; ++more)
        watch.levels.push_back(
            {index, static_cast<double>(dice.below(index == builtin::ut ? 5 : 9)) / 4});
    MasterLoad master_load({}, {3});
    master_load.watch(watch);
    LoadVector seen{};
    std::uint64_t looks = 0;
    for (std::int64_t second = 0; second <= 4000; ++second) {
      const Time now = at(Duration(second * 1000));
      const auto change = changes.find(second);
      master_load.begin(now, 1);
      if (change != changes.end() && second % 2 == 0) master_load.run(host, change->second);
      master_load.pass(now);
      if (change != changes.end() && second % 2 != 0) master_load.run(host, change->second);
      const bool is_due = master_load.next_news(now, false) <= now;
      if (is_due || change != changes.end()) {
        ++looks;
        for (const HostId id : master_load.news()) seen = master_load.told(id);
      }
      const LoadVector now_known = master_load.known(host);
      for (const LoadWatch::Level& level : watch.levels) {
        const auto side = [&](float value) {
          const auto number = static_cast<double>(value);
          return (level.index == builtin::ut ? number : effective_run_queue(number, 3)) <=>
                 level.level;
        };
        REQUIRE(side(seen[level.index]) == side(now_known[level.index]));
      }
    }
    CHECK(looks < 200);
  }
}

// A level that is passed between two exchanges that are read counts as passed, whatever else
// happens in between.
TEST_CASE("a load that moves without passing a level is news, and passes nothing") {
  MasterLoad master_load({}, {1});
  master_load.watch({.values = 1U << builtin::r15s, .levels = {{builtin::r1m, 0.5}}});
  master_load.news();
  master_load.take_passing(host);
  known(master_load, 1s);
  master_load.run(host, 1);
  known(master_load, 16s);
  CHECK(master_load.news() == std::vector{host});
  CHECK_FALSE(master_load.take_passing(host));
  known(master_load, 60s);  // 1 - e^(-t/60) is 0.5 at 42 s: reported at 45 s
  master_load.run(host, 2);
  CHECK(master_load.news() == std::vector{host});
  CHECK(master_load.take_passing(host));
}

// r15s is watched, which must not change what is known.
TEST_CASE("what nobody watches is written down, and known as if somebody had") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    RngStream dice(seed, "test/unread");
    MasterLoad unwatched({}, {3, 2});
    MasterLoad watched({}, {3, 2});
    watched.watch({.values = 1U << builtin::r15s});
    const auto both = [&](auto&& act) {
      act(unwatched);
      act(watched);
    };
    constexpr HostId hosts[] = {HostId{0}, HostId{1}};
    Time now{};
    for (int step = 0; step < 2'000; ++step) {
      now += Duration(static_cast<std::int64_t>(dice.below(20'000)));
      both([&](MasterLoad& master_load) { master_load.begin(now, 1); });
      if (dice.below(2) == 0) both([&](MasterLoad& master_load) { master_load.pass(now); });
      const HostId one = hosts[dice.below(2)];
      const std::uint64_t what = dice.below(100);
      const auto slots = static_cast<std::int32_t>(dice.below(4));
      both([&](MasterLoad& master_load) {
        if (what < 95) return master_load.run(one, slots);
        if (what == 95) return master_load.fall_silent(one);
        if (what == 96) return master_load.speak_again(one);
        if (what == 97) return master_load.stop_hearing();
        if (what == 98) return master_load.hear_again(one);
        master_load.resize(one, slots + 1);
      });
      if (dice.below(400) == 0)
        for (const HostId id : hosts) REQUIRE(unwatched.known(id) == watched.known(id));
    }
    for (const HostId id : hosts) REQUIRE(unwatched.known(id) == watched.known(id));
  }
}

TEST_CASE("load may stop jobs while what was told is at a loadStop") {
  MasterLoad master_load({}, {1});
  master_load.watch({.levels = {{builtin::r1m, 0.2}, {builtin::r1m, 0.5, true}}});
  const auto may_stop_at = [&](Duration second) {
    known(master_load, second);
    master_load.news();
    return master_load.may_stop(host, false);
  };
  CHECK_FALSE(may_stop_at(1s));
  master_load.run(host, 1);
  CHECK_FALSE(may_stop_at(30s));
  CHECK(may_stop_at(60s));  // 1 - e^(-t/60) is 0.5 at 42 s
  master_load.run(host, 0);
  CHECK(may_stop_at(74s));
  CHECK_FALSE(may_stop_at(5min));
  master_load.watch({.stops_for_others = true});
  CHECK(master_load.may_stop(host, false));
}

// One process from 0 s on: r1m is 1 - e^(-n/12) after n ticks, at 0 s, 5 s, ... The first exchange
// after it begins is at 15 s.
TEST_CASE("an sbatchd hears of the load that its own LIM has, before the master does") {
  MasterLoad master_load({}, {1});
  master_load.watch({.levels = {{builtin::r1m, 0.5, true}}});
  known(master_load, 0s);
  master_load.run(host, 1);
  CHECK(known(master_load, 14s)[builtin::r1m] == 0);
  // The tick at 0 s came before the process: two are over.
  CHECK(master_load.own(host).vector[builtin::r1m] == Approx(1 - std::exp(-2.0 / 12)));
  // 1 - e^(-n/12) is 0.5 or more from n = 9 on: at 45 s.
  CHECK(master_load.next_stop(at(14s)) == at(45s));
  CHECK_FALSE(master_load.may_stop(host, true));
  known(master_load, 45s);
  CHECK(master_load.may_stop(host, true));
  CHECK(master_load.take_stops() == std::vector{host});
  CHECK(master_load.next_stop(at(45s)) == never);
}

// Property: an sbatchd that asks whenever it is told to misses no load that comes to a loadStop.
TEST_CASE("whoever waits for the next stop does not miss one") {
  constexpr double level = 1.5;
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    for (const double noise : {0.0, 0.4}) {
      INFO("seed " << seed << ", noise " << noise);
      MasterLoad master_load({.noise = noise, .draws = RngStream(seed, "noise")}, {1});
      master_load.watch({.levels = {{builtin::r15s, level, true}}});
      const auto changes = drawn_changes(seed);
      bool was_at_stop = false;
      bool was_told = true;
      Time next{};
      for (std::int64_t second = 0; second <= 3000; ++second) {
        const Time now = at(Duration(second * 1000));
        master_load.begin(now, 1);
        master_load.pass(now);
        if (next <= now) was_told = !master_load.take_stops().empty() || was_told;
        const bool is_at_stop =
            static_cast<double>(master_load.own(host).vector[builtin::r15s]) >= level;
        CHECK((was_told || !is_at_stop || was_at_stop));
        was_told = was_told && is_at_stop;
        was_at_stop = is_at_stop;
        const auto change = changes.find(second);
        if (change != changes.end()) master_load.run(host, change->second);
        next = master_load.next_stop(now);
      }
    }
}

TEST_CASE("a long log is read, and what is known stays the same") {
  MasterLoad unwatched({}, {3});
  MasterLoad watched({}, {3});
  watched.watch({.values = 1U << builtin::r15s});
  for (std::int32_t second = 1; second < 1000; ++second)
    for (MasterLoad* master_load : {&unwatched, &watched}) {
      master_load->begin(at(Duration(second * 1000)), 1);
      master_load->run(host, second % 5);
    }
  CHECK(unwatched.known(host) == watched.known(host));
}

TEST_CASE("mbatchd knows the exchange that was over when it asked last, whoever looks when") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    const auto changes = drawn_changes(seed);
    for (const bool on_change : {false, true})
      for (const auto& [interval, pull] :
           {std::pair(5s, 15s), std::pair(10s, 15s), std::pair(20s, 15s), std::pair(7s, 60s)}) {
        // `at_once` learns of each exchange at once, and is read at the time when mbatchd asked.
        const MasterLoad at_once({.interval = interval, .on_change = on_change}, {4});
        const MasterLoad late({.interval = interval, .pull = pull, .on_change = on_change}, {4});
        for (const std::int64_t until : {14, 31, 100, 600, 1799}) {
          const std::int64_t asked = until / pull.count() * pull.count();
          const auto never_looks = [](auto) { return false; };
          const LoadVector seldom = played(late, changes, until, never_looks);
          CHECK(seldom == played(at_once, changes, asked, never_looks));
          CHECK(seldom == played(late, changes, until, [](auto) { return true; }));
          CHECK(seldom == played(late, changes, until, [](auto s) { return s % 7 == 0; }));
        }
      }
  }
  MasterLoad master_load({.interval = 10s, .pull = 15s}, {1});
  master_load.watch({.values = 1U << builtin::r15s});
  master_load.news();
  known(master_load, 1s);
  master_load.run(host, 1);
  master_load.news();
  CHECK(master_load.next_news(at(1s), true) == at(15s));  // of the exchange at 10 s
  known(master_load, 16s);
  master_load.news();
  CHECK(master_load.next_news(at(16s), true) == at(30s));
}

// 1 - e^(-ticks / 180) is 0.4 at the tick of 460 s: exchanged at 462 s, and asked for at 465 s.
TEST_CASE("mbatchd that asks late hears that a level is passed") {
  MasterLoad master_load({.interval = 7s, .pull = 15s}, {1});
  master_load.watch({.levels = {{builtin::r15m, 0.4}}});
  master_load.news();
  master_load.take_passing(host);
  known(master_load, 1s);
  master_load.run(host, 1);
  Time now = at(1s);
  while (now < at(15min) && master_load.told(host)[builtin::r15m] < 0.4F) {
    now = master_load.next_news(now, false);
    master_load.begin(now, 1);
    master_load.pass(now);
    master_load.news();
  }
  CHECK(now == at(465s));
  CHECK(master_load.take_passing(host));
}

TEST_CASE("a LIM that sends on change sends all that it has when an external index moves") {
  ClusterConfig cluster = machine({16}, "lsf", {});
  cluster.model.load = LoadMode::lim;
  cluster.model.lim_send_on_change = true;
  cluster.resources.push_back(
      {.name = "nio", .kind = ResourceKind::numeric, .dynamic = true, .interval = 15});
  const ResourceId nio = resource(builtin::count);
  cluster.elims = {
      {.name = "elim.nio",
       .hosts = {host},
       .values = {{.resource = nio, .name = "nio", .steps = {{Time{}, 1.0}, {Time{60s}, 2.0}}}}}};
  MasterLoad first({.on_change = true}, {16});
  first.open_elims(ClusterElims(cluster, 1));
  const auto known_at = [](MasterLoad& master_load, Duration second) {
    known(master_load, second);
    master_load.news();
    return master_load.told(host)[builtin::r15s];
  };
  // The first value makes it send at 15 s, so that the fourth exchange from then on is at 75 s; the
  // second one makes it send at 60 s.
  MasterLoad master_load = first;
  CHECK(known_at(master_load, 0s) == 0);
  master_load.run(host, 1);
  CHECK(known_at(master_load, 15s) == Approx(1 - std::exp(-1.0)));
  for (const Duration unsent : {30s, 45s})
    CHECK(known_at(master_load, unsent) == Approx(1 - std::exp(-1.0)));
  CHECK(known_at(master_load, 60s) == Approx(1 - std::exp(-4.0)));
  CHECK(known_at(master_load, 75s) == Approx(1 - std::exp(-4.0)));
  MasterLoad seldom = first;
  known_at(seldom, 0s);
  seldom.run(host, 1);
  CHECK(known_at(seldom, 75s) == Approx(1 - std::exp(-4.0)));
  CHECK(known_at(seldom, 24h) == known_at(master_load, 24h));
}

// At no tick anything runs, so that there is nothing to tell at 75 s.
TEST_CASE("when there will be news does not depend on who has asked before") {
  MasterLoad seldom({.interval = 24s, .pull = 15s}, {4});
  seldom.watch({.values = 1U << builtin::r15s});
  MasterLoad often = seldom;
  known(often, 60s);
  often.news();
  for (MasterLoad* const load : {&seldom, &often}) {
    known(*load, 74s);
    load->run(host, 1);
    load->run(host, 0);
    load->news();
    CHECK(load->next_news(at(74s), true) == never);
  }
}

}  // namespace mcsim::testing::master_load_test
