// When reports are made, and when they are seen.
#include "mcsim/forwarding/report_times.hpp"

#include <algorithm>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::report_times_test {

namespace {

using Epochs = std::vector<ReportTimes::Epoch>;

constexpr Time at(Duration since) { return Time{} + since; }

Link link_of(const LinkConfig& config) { return {config, 1, "b>a"}; }

/// Reports every 10 s, which take 3 s. The link is down from 30 s to 50 s.
ReportTimes cut_once() {
  return {Epochs{{.from = at(0s), .interval = 10s}, {.from = at(50s), .interval = 10s}},
          link_of({.publication_delay = 3s, .outages = {{at(30s), at(50s)}}})};
}

/// Reports every 10 s, and since reconfiguration at 25 s every 20 s. They take no time.
ReportTimes changed_once() {
  return {Epochs{{.from = at(0s), .interval = 10s},
                 {.from = at(25s), .interval = 20s, .connects = false}},
          link_of({})};
}

/// Reports every 60 s, the first one at once.
ReportTimes at_once() {
  return {Epochs{{.from = at(0s), .interval = 60s, .first_too = true}}, link_of({})};
}

/// All instants up to 100 s at which reports are made.
std::vector<Time> made_by(const ReportTimes& times) {
  std::vector<Time> made;
  for (Time next = times.next_made(at(-1ms)); next <= at(100s); next = times.next_made(next))
    made.push_back(next);
  return made;
}

}  // namespace

TEST_CASE("reports are made each interval, the first one interval after the connection") {
  CHECK(made_by(cut_once()) == std::vector{at(10s), at(20s), at(30s), at(40s), at(60s), at(70s),
                                           at(80s), at(90s), at(100s)});
  CHECK(made_by(changed_once()) == std::vector{at(10s), at(20s), at(45s), at(65s), at(85s)});
  CHECK(cut_once().next_made(at(9'999ms)) == at(10s));
  CHECK(made_by(at_once()) == std::vector{at(0s), at(60s)});
  const ReportTimes silent(Epochs{{.from = at(0s), .interval = 0s}}, link_of({}));
  CHECK(silent.next_made(at(0s)) == never);
  CHECK_FALSE(silent.are_any());
}

TEST_CASE("a report is seen when it arrives, and in its own instant only in later rounds") {
  const ReportTimes late = cut_once();
  CHECK(late.newest_seen(at(12'999ms), 9, {}) == never);
  CHECK(late.newest_seen(at(13s), 1, {}) == at(10s));
  const ReportTimes same_instant = changed_once();
  CHECK(same_instant.newest_seen(at(10s), 1, {}) == never);
  CHECK(same_instant.newest_seen(at(10s), 2, {}) == at(10s));
  CHECK(same_instant.newest_seen(at(10'001ms), 1, {}) == at(10s));
}

TEST_CASE("a new connection forgets what was reported, and reconfiguration does not") {
  const ReportTimes cut = cut_once();
  CHECK(cut.newest_seen(at(29s), 1, {.seen = at(10s)}) == at(20s));
  CHECK(cut.newest_seen(at(30s), 1, {.seen = at(20s)}) == never);
  CHECK(cut.newest_seen(at(62s), 1, {.seen = at(20s)}) == never);
  CHECK(cut.newest_seen(at(63s), 1, {.seen = at(20s)}) == at(60s));
  CHECK(cut.connected_since(at(49s)) == at(0s));
  CHECK(cut.connected_since(at(50s)) == at(50s));
  const ReportTimes changed = changed_once();
  CHECK(changed.newest_seen(at(44s), 1, {}) == at(20s));
  CHECK(changed.newest_seen(at(44s), 1, {.seen = at(10s)}) == at(20s));
  CHECK(changed.newest_seen(at(46s), 1, {.seen = at(20s)}) == at(45s));
  CHECK(changed.connected_since(at(44s)) == at(0s));
}

TEST_CASE("the next report that is seen is one of this connection") {
  const ReportTimes cut = cut_once();
  CHECK(cut.next_seen(at(1s), {}, false) == at(13s));
  CHECK(cut.next_seen(at(13s), {.seen = at(10s)}, false) == at(23s));
  CHECK(cut.next_seen(at(23s), {.seen = at(20s)}, false) == never);
  CHECK(cut.next_seen(at(35s), {}, false) == never);
  CHECK(cut.next_seen(at(50s), {}, false) == at(63s));
  CHECK(at_once().next_seen(at(0s), {}, false) == at(0s));
  CHECK(changed_once().next_seen(at(1s), {}, false) == at(10s));
  CHECK(changed_once().next_seen(at(1s), {}, true) == at(10'001ms));
}

TEST_CASE("a report that a later one has overtaken is passed over, and lost ones never come") {
  const Link link = link_of({.jitter = 35s, .loss = 0.2, .publication_delay = 1s});
  const ReportTimes times(Epochs{{.from = at(0s), .interval = 10s}}, link);
  ReportTimes::Look last;
  int overtaken = 0;
  for (Time now = at(1s); now <= at(1'000s); now += 1s) {
    // The slow way: all reports are looked at, the last ones first.
    Time newest = never;
    Time next = never;
    for (Time made = at(1'200s); made > at(0s); made -= 10s) {
      const Time arrives = link.report_arrival(made);
      if (newest == never && made < now && arrives <= now) newest = made;
      if (newest == never && arrives > now) next = std::min(next, arrives);
      if (newest != never && made < newest && arrives > now && arrives != never) ++overtaken;
    }
    INFO(now.time_since_epoch().count() << " ms");
    REQUIRE(times.newest_seen(now, 1, {}) == newest);
    REQUIRE(times.next_seen(now, {.seen = newest}, false) == next);
    last = times.look(now, 1, last);
    REQUIRE(last.seen == newest);
    REQUIRE(times.next_seen(now, last, false) == next);
  }
  CHECK(overtaken > 0);
}

}  // namespace mcsim::testing::report_times_test
