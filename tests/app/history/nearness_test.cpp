// How near a run is to a history, of a handful of jobs.
#include "mcsim/app/history/nearness.hpp"

#include <string>

#include "mcsim/app/history/backtest_report.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::nearness_test {

namespace {

using Catch::Matchers::WithinAbs;

/// Two queues and two users; two jobs differ.
ToldJobs told() {
  return {.jobs = {{.id = "1",
                    .queue = 0,
                    .user = 0,
                    .slots = 1,
                    .submitted = 0,
                    .run = 10,
                    .really_run = 10,
                    .waited = 0,
                    .really = 0},
                   {.id = "2",
                    .queue = 0,
                    .user = 1,
                    .slots = 4,
                    .submitted = 5,
                    .run = 20,
                    .really_run = 20,
                    .waited = 10,
                    .really = 30},
                   {.id = "3",
                    .queue = 1,
                    .user = 1,
                    .slots = 3,
                    .submitted = 3600,
                    .run = 60,
                    .really_run = 60,
                    .waited = 50,
                    .really = 40},
                   {.id = "4",
                    .queue = 1,
                    .user = 1,
                    .slots = 5,
                    .submitted = 7200,
                    .run = 1,
                    .really_run = 1,
                    .waited = 7,
                    .really = 7}},
          .queues = {"night", "day"},
          .users = {"ann", "bob"}};
}

const GroupNearness& group(const std::vector<GroupNearness>& groups, const std::string& kind,
                           const std::string& name) {
  for (const GroupNearness& one : groups)
    if (one.kind == kind && one.name == name) return one;
  FAIL("no group " << kind << " " << name);
  return groups.front();
}

}  // namespace

TEST_CASE("jobs are grouped by queue, user, slots and hour of submission") {
  const auto groups = groups_of(told(), 23);
  const GroupNearness& all = group(groups, "all", "all jobs");
  CHECK(all.jobs == 4);
  CHECK(all.really_median == 7);
  CHECK(all.run_median == 7);
  CHECK(*all.median_quotient == 1);
  CHECK(all.really_p95 == 40);
  CHECK(all.run_p95 == 50);
  CHECK_THAT(all.distance, WithinAbs(0.25, 1e-12));
  CHECK_THAT(*all.rank_correlation, WithinAbs(1, 1e-12));
  CHECK(group(groups, "queue", "night").run_p95 == 10);
  CHECK(!group(groups, "queue", "night").median_quotient);
  CHECK(group(groups, "queue", "day").jobs == 2);
  CHECK(group(groups, "user", "bob").jobs == 3);
  CHECK(group(groups, "user", "ann").jobs == 1);
  CHECK(group(groups, "slots", "1").jobs == 1);
  CHECK(group(groups, "slots", "3-4").jobs == 2);
  CHECK(group(groups, "slots", "5-8").jobs == 1);
  CHECK(group(groups, "hour", "23").jobs == 2);
  CHECK(group(groups, "hour", "0").jobs == 1);
  CHECK(group(groups, "hour", "1").jobs == 1);
}

TEST_CASE("shares of jobs that started near their real start") {
  CHECK_THAT(StartDistances(told()).share_within(0), WithinAbs(0.5, 1e-12));
  CHECK_THAT(StartDistances(told()).share_within(10), WithinAbs(0.75, 1e-12));
  CHECK_THAT(StartDistances(told()).share_within(20), WithinAbs(1, 1e-12));
  CHECK(StartDistances(told()).seconds_of_share(0.5) == 0);
  CHECK(StartDistances(told()).seconds_of_share(0.75) == 10);
  CHECK(StartDistances(told()).seconds_of_share(0.9) == 20);
}

TEST_CASE("those that differ most come first, and those that do not differ not at all") {
  CHECK(farthest(told(), 10) == std::vector<std::size_t>{1, 2});
  CHECK(farthest(told(), 1) == std::vector<std::size_t>{1});
}

TEST_CASE("slots in use and jobs that wait add up over time") {
  const auto spans = means_over_time(told(), 100);
  CHECK(usual_span(told()) == 60);
  REQUIRE(spans.size() == 73);
  // 10 s of 1 slot and 20 s of 4 slots in 100 s; waited 10 s, really 30 s.
  CHECK_THAT(spans[0].run_busy, WithinAbs(0.9, 1e-12));
  CHECK_THAT(spans[0].really_busy, WithinAbs(0.9, 1e-12));
  CHECK_THAT(spans[0].run_waiting, WithinAbs(0.1, 1e-12));
  CHECK_THAT(spans[0].really_waiting, WithinAbs(0.3, 1e-12));
  // Job 3 runs from 3650 to 3710, really from 3640 to 3700.
  CHECK_THAT(spans[36].run_busy, WithinAbs(1.5, 1e-12));
  CHECK_THAT(spans[36].really_busy, WithinAbs(1.8, 1e-12));
  CHECK_THAT(spans[37].run_busy, WithinAbs(0.3, 1e-12));
  CHECK(spans[37].really_busy == 0);
  CHECK(spans[1].run_busy == 0);
}

// Killed at a limit in the run, after 30 s of 100.
TEST_CASE(
    "a job counts in the history for as long as it really ran, and in the run for what that made "
    "of it") {
  const ToldJobs one{.jobs = {{.id = "1", .slots = 2, .run = 30, .really_run = 100}},
                     .queues = {"q"},
                     .users = {"ann"}};
  const auto spans = means_over_time(one, 100);
  REQUIRE(spans.size() == 1);
  CHECK_THAT(spans[0].run_busy, WithinAbs(0.6, 1e-12));
  CHECK_THAT(spans[0].really_busy, WithinAbs(2, 1e-12));
}

TEST_CASE("users beyond ten are one group") {
  ToldJobs many;
  many.queues = {"q"};
  for (std::uint32_t user = 0; user < 14; ++user) {
    many.users.push_back("u" + std::to_string(user));
    for (std::uint32_t job = 0; job <= user; ++job)
      many.jobs.push_back({.id = "1", .user = user, .slots = 1});
  }
  const auto groups = groups_of(many, 0);
  CHECK(group(groups, "user", "u13").jobs == 14);
  CHECK(group(groups, "user", "u4").jobs == 5);
  CHECK(group(groups, "user", "others").jobs == 1 + 2 + 3 + 4);
}

TEST_CASE("a correlation below 0 has its sign in the table") {
  const std::string table = app::groups_csv({{.kind = "all",
                                              .name = "all jobs",
                                              .jobs = 3,
                                              .rank_correlation = -0.0284785,
                                              .distance = 0.25}});
  CHECK(table.ends_with(",-0.028479,0.25\n"));
}

}  // namespace mcsim::testing::nearness_test
