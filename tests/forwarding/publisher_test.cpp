// What is in a report, as rounds go by.
#include "mcsim/forwarding/publisher.hpp"

#include <cstdint>
#include <vector>

#include "mcsim/scheduler/state.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::publisher_test {

namespace {

constexpr Time at(Duration since) { return Time{} + since; }
constexpr QueueId in{0};

ReportTimes every(Duration interval) {
  return {{{.from = at(0s), .interval = interval}}, Link({}, 1, "b>a")};
}

/// A cluster with the receive queue `in` and a queue without RCVJOBS_FROM. It reports to one
/// cluster every 10 s.
struct Site {
  ClusterConfig config;
  SchedulerState state;
  Publisher publisher;

  Site() {
    QueueConfig receives{.name = "in"};
    receives.forwarding.sources = {ClusterId{1}};
    receives.forwarding.job_backlog = 3;
    state.settings.queues = {receives, {.name = "own"}};
    state.queues.resize(2);
    publisher.open({{ClusterId{1}, every(10s)}}, false);
  }
  CountedCluster cluster() const { return {config, state}; }
  /// A round begins, in which slots come to pend.
  void play(Duration now, Round round, std::int64_t pending) {
    publisher.before_round(cluster(), at(now), round);
    state.queues[in].pending_slots = pending;
  }
  void publish(Duration now, Round round) { publisher.publish(cluster(), at(now), round); }
  const QueueCounters& reported(Duration made, QueueId queue = in) {
    return publisher.report(cluster(), at(made)).counters[index_of(queue)];
  }
};

}  // namespace

TEST_CASE("a report holds what the first round of its instant has done, and nothing later") {
  Site site;
  site.play(10s, 1, 5);
  site.publish(10s, 1);
  site.state.queues[in].pending_slots = 4;  // the session starts a job
  site.play(10s, 2, 7);
  site.publish(10s, 2);
  CHECK(site.reported(10s).pending == Slots{5});
  CHECK(site.reported(20s).pending == Slots{7});
}

TEST_CASE("what happens later is in no report that was made before") {
  Site site;
  site.play(5s, 1, 1);
  site.play(15s, 1, 1);
  site.play(25s, 1, 2);
  CHECK(site.reported(10s).pending == Slots{1});
  CHECK(site.reported(20s).pending == Slots{1});
  CHECK(site.publisher.find(at(20s))->from == at(10s));  // reports have said the same since then
  site.play(30s, 2, 3);                                  // the cluster had nothing to do in round 1
  CHECK(site.reported(30s).pending == Slots{2});
  CHECK(site.reported(40s).pending == Slots{3});
}

TEST_CASE("a report tells of receive queues only, and what IMPT_JOBBKLG leaves") {
  Site site;
  site.state.queues[in].received.pending_jobs = 2;
  CHECK(site.reported(10s).is_reported);
  CHECK(site.reported(10s).room == 1);
  CHECK_FALSE(site.reported(10s, QueueId{1}).is_reported);
  site.play(15s, 1, 0);
  site.state.queues[in].received.pending_jobs = 4;  // some are on trial
  CHECK(site.reported(20s).room == -1);             // one that leaves makes no room yet
  CHECK_THROWS_AS(site.publisher.report(site.cluster(), at(9s)), InvariantBroken);
}

TEST_CASE("reports are made when any reader is due") {
  Publisher publisher;
  CHECK_FALSE(publisher.is_read());
  publisher.open({{ClusterId{1}, every(10s)}, {ClusterId{2}, every(4s)}}, false);
  CHECK(publisher.next_made(at(0s)) == at(4s));
  CHECK(publisher.next_made(at(8s)) == at(10s));
}

TEST_CASE("who watches hears of the reports that differ from the one before") {
  Site site;
  site.publisher.watch(false, true);
  site.play(25s, 1, 5);
  site.play(45s, 1, 0);
  site.publisher.finish_news(site.cluster(), at(60s));
  std::vector<Time> made;
  for (const Publisher::News& news : site.publisher.take_news()) made.push_back(news.made);
  CHECK(made == std::vector{at(10s), at(30s), at(50s)});
  CHECK_FALSE(site.publisher.has_news());
}

}  // namespace mcsim::testing::publisher_test
