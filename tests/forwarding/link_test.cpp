// When a link is up, and when what is sent over it arrives.
#include "mcsim/forwarding/link.hpp"

#include <cstdint>
#include <set>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::link_test {

namespace {

constexpr Time at(Duration since) { return Time{} + since; }

/// A message takes 2 s, a report 3 s. It is down from 10 s to 20 s, from 21 s to 30 s, and from
/// 40 s on.
Link troubled() {
  return {{.latency = 2s,
           .publication_delay = 3s,
           .outages = {{at(10s), at(20s)}, {at(21s), at(30s)}, {at(40s), never}}},
          1,
          "a>b"};
}

/// How long 200 messages take, one a millisecond.
std::vector<Duration> message_times(const Link& link) {
  std::vector<Duration> times;
  for (std::uint64_t number = 0; number < 200; ++number)
    times.push_back(link.message_arrival(at(5s), number) - at(5s));
  return times;
}

/// Of 4,000 reports, how many come.
int reports_that_come(double loss) {
  const Link link({.loss = loss}, 1, "a>b");
  int come = 0;
  for (int made = 0; made < 4'000; ++made) come += link.report_arrival(at(made * 1ms)) != never;
  return come;
}

}  // namespace

TEST_CASE("an outage lasts from its first instant to before its last") {
  const Link link = troubled();
  CHECK(link.is_up(at(9'999ms)));
  CHECK_FALSE(link.is_up(at(10s)));
  CHECK_FALSE(link.is_up(at(19'999ms)));
  CHECK(link.is_up(at(20s)));
  CHECK(link.next_up(at(5s)) == at(5s));
  CHECK(link.next_up(at(10s)) == at(20s));
  CHECK(link.next_up(at(40s)) == never);
  CHECK(link.next_down(at(5s)) == at(10s));
  CHECK(link.next_down(at(10s)) == at(21s));
  CHECK(link.next_down(at(40s)) == never);
  CHECK(link.reconnections() == std::vector{at(20s), at(30s)});
}

TEST_CASE("a message that an outage cuts off is sent anew when the link is up") {
  const Link link = troubled();
  CHECK(link.message_arrival(at(7'999ms), 0) == at(9'999ms));
  CHECK(link.message_arrival(at(8s), 0) == at(32s));  // cut off at 10 s, and again at 21 s
  CHECK(link.message_arrival(at(15s), 0) == at(32s));
  CHECK(link.message_arrival(at(37'999ms), 0) == at(39'999ms));
  CHECK(link.message_arrival(at(38s), 0) == never);
}

TEST_CASE("a report is lost if the link is down at any instant of its way") {
  const Link link = troubled();
  CHECK(link.report_arrival(at(6'999ms)) == at(9'999ms));
  CHECK(link.report_arrival(at(7s)) == never);
  CHECK(link.report_arrival(at(15s)) == never);
  CHECK(link.report_arrival(at(30s)) == at(33s));
  const Link slow({.publication_delay = 3s, .outages = {{at(10s), at(11s)}}}, 1, "a>b");
  CHECK(slow.report_arrival(at(9s)) == never);
  CHECK(slow.report_arrival(at(11s)) == at(14s));
}

TEST_CASE("jitter adds from nothing to all of it, drawn for each way, message and report") {
  const LinkConfig config{.latency = 10ms, .jitter = 3ms, .publication_delay = 20ms};
  const Link link(config, 1, "a>b");
  const std::vector<Duration> times = message_times(link);
  CHECK(std::set(times.begin(), times.end()) == std::set<Duration>{10ms, 11ms, 12ms, 13ms});
  std::set<Duration> of_reports;
  for (int made = 0; made < 200; ++made)
    of_reports.insert(link.report_arrival(at(made * 1ms)) - at(made * 1ms));
  CHECK(of_reports == std::set<Duration>{20ms, 21ms, 22ms, 23ms});
  CHECK(message_times({config, 1, "a>b"}) == times);
  CHECK(message_times({config, 1, "b>a"}) != times);
  CHECK(message_times({config, 2, "a>b"}) != times);
}

TEST_CASE("of reports the given share is lost, and no message") {
  CHECK(reports_that_come(0) == 4'000);
  CHECK(reports_that_come(1) == 0);
  const int come = reports_that_come(0.25);
  CHECK(come > 2'890);  // 3,000, and four standard deviations of 27
  CHECK(come < 3'110);
  CHECK(Link({.latency = 1s, .loss = 1}, 1, "a>b").message_arrival(at(5s), 0) == at(6s));
}

TEST_CASE("two links show reports at the same instants if neither draws and both fail alike") {
  const LinkConfig config{.publication_delay = 3s, .outages = {{at(10s), at(20s)}}};
  const auto like = [&](auto&& change) {
    LinkConfig other = config;
    change(other);
    const Link a(config, 1, "a>b");
    const Link b(other, 1, "c>b");
    CHECK(a.is_like(b) == b.is_like(a));
    return a.is_like(b);
  };
  CHECK(like([](LinkConfig& other) { other.latency = 9s; }));
  CHECK_FALSE(like([](LinkConfig& other) { other.jitter = 1ms; }));
  CHECK_FALSE(like([](LinkConfig& other) { other.loss = 0.1; }));
  CHECK_FALSE(like([](LinkConfig& other) { other.publication_delay = 4s; }));
  CHECK_FALSE(like([](LinkConfig& other) { other.outages.clear(); }));
}

}  // namespace mcsim::testing::link_test
