// Lengths, parts and counts in words.
#include "mcsim/report/words.hpp"

#include <algorithm>
#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::report_words_test {

TEST_CASE("a length of time has the unit that people would give it") {
  constexpr double second = 1000;
  constexpr double hour = 3600 * second;
  CHECK(length_words(0) == "0 s");
  CHECK(length_words(0.5 * second) == "0.5 s");
  CHECK(length_words(40 * second) == "40 s");
  CHECK(length_words(12 * 60 * second) == "12 min");
  CHECK(length_words(6.7 * hour) == "6.7 h");
  CHECK(length_words(62.4 * hour) == "2.6 days");
  CHECK(length_words(400 * 24 * hour) == "400 days");
}

TEST_CASE("parts are per cent, and counts have commas") {
  CHECK(percent_words(0) == "0 %");
  CHECK(percent_words(0.004) == "0.4 %");
  CHECK(percent_words(0.414) == "41 %");
  CHECK(count_words(7) == "7");
  CHECK(count_words(1'000) == "1,000");
  CHECK(count_words(1'234'567) == "1,234,567");
}

TEST_CASE("the queue that waited longest is told, with its main reason where the summary has it") {
  RunTables tables;
  tables.end = 100'000;
  tables.clusters.number("home");
  tables.queues.number("slow@home");
  tables.queues.number("fast@home");
  tables.statuses.number("DONE");
  tables.jobs.resize(40);
  RunPictures pictures;
  pictures.clusters.resize(1);
  pictures.by_queue = {{.name = "slow@home", .jobs = 20, .mean = 60'000, .within = {}},
                       {.name = "fast@home", .jobs = 20, .mean = 20'000, .within = {}}};
  const auto told = [&](const std::string& reasons) {
    const auto summary = parse_json("{" + reasons + "}", "summary.json");
    REQUIRE(summary);
    std::string all;
    for (const std::string& one : run_words(tables, pictures, summary->root, Calendar{}))
      all += one + "\n";
    return all;
  };
  const std::string first =
      "Jobs of queue slow@home waited longest on average: 60 s (20 jobs), 75 % "
      "of all waiting";
  CHECK(told("").find(first + ".\n") != std::string::npos);
  CHECK(told(R"("wait_by_reason": {"by_queue": {
          "slow@home": {"A": {"jobs": 3, "seconds": 10}, "B": {"jobs": 3, "seconds": 90}},
          "fast@home": {"C": {"jobs": 3, "seconds": 900}}}})")
            .find(first + ". Most of that (90 %) had this reason: B.\n") != std::string::npos);
  CHECK(told(R"("wait_by_reason": {"by_queue": {
          "slow@home": {"A": {"jobs": 3, "seconds": 32}, "B": {"jobs": 3, "seconds": 40},
                        "D": {"jobs": 1, "seconds": 28}}}})")
            .find(first + ". The largest part of that (40 %) had this reason: B.\n") !=
        std::string::npos);
  pictures.by_queue.push_back({.name = "rare@home", .jobs = 2, .mean = 90'000, .within = {}});
  CHECK(
      told("").find("Of queues with 10 jobs or more, jobs of slow@home waited longest on average: "
                    "60 s (20 jobs), 67 % of all waiting") != std::string::npos);
}

TEST_CASE(
    "the queue with most of all waiting is told where it is not the one with the longest mean") {
  RunTables tables;
  tables.end = 100'000;
  tables.clusters.number("home");
  tables.queues.number("slow@home");
  tables.queues.number("large@home");
  tables.jobs.resize(40);
  tables.statuses.number("DONE");
  RunPictures pictures;
  pictures.clusters.resize(1);
  pictures.by_queue = {{.name = "large@home", .jobs = 300, .mean = 20'000, .within = {}},
                       {.name = "slow@home", .jobs = 20, .mean = 100'000, .within = {}}};
  const auto words = run_words(tables, pictures, JsonNode{}, Calendar{});
  CHECK(std::ranges::find(words,
                          "Jobs of queue slow@home waited longest on average: 2 min (20 jobs), 25 "
                          "% of all waiting. Most of all waiting added up, 75 %, is of large@home "
                          "(300 jobs, 20 s on average).") != words.end());
}

TEST_CASE("how long jobs came is told, when the last ended, and which one waited longest") {
  constexpr std::int64_t hour = 3'600'000;
  RunTables tables;
  tables.end = 60 * hour;
  tables.clusters.number("home");
  tables.queues.number("normal@home");
  tables.users.number("7");
  tables.statuses.number("DONE");
  RunJob job;
  job.finish = job.start = job.first_start = hour;
  tables.jobs.resize(2, job);
  tables.jobs[1].id = 12;
  tables.jobs[1].element = 3;
  tables.jobs[1].submit = 10 * hour;
  tables.jobs[1].wait = 20 * hour + 1;
  tables.jobs[1].first_start = 30 * hour + 1;
  tables.jobs[1].start = 30 * hour + 1;
  tables.jobs[1].finish = 50 * hour;
  RunPictures pictures;
  pictures.clusters.resize(1);
  pictures.clusters[0].capacity = 1'288;
  const auto summary = parse_json(R"({"utilization": {"whole_span": 0.71},
      "wait_time": {"median": 3, "p95": 60, "max": 72000.001}})",
                                  "s.json");
  REQUIRE(summary);
  auto words = run_words(tables, pictures, summary->root, Calendar{});
  CHECK(words[0] ==
        "2 jobs came within 10.0 h to 1 cluster with 1,288 slots; the last one ended after 2.1 "
        "days. On average 71 % of the slots were busy.");
  CHECK(words[1] ==
        "Half of the jobs waited at most 3 s, one of twenty more than 60 s, the longest 20.0 h "
        "(job 12[3]@home of queue normal, of user 7).");
  tables.jobs[1].finish = no_instant;
  words = run_words(tables, pictures, summary->root, Calendar{});
  CHECK(
      words[0].starts_with("2 jobs came within 10.0 h to 1 cluster with 1,288 slots; the run "
                           "ended after 2.5 days."));
}

TEST_CASE("jobs that were forwarded are told apart from how often that happened") {
  RunTables tables;
  tables.end = 100'000;
  tables.clusters.number("home");
  tables.statuses.number("DONE");
  tables.jobs.resize(2);
  tables.forwardings = {.jobs = 655, .times = 1'051, .returns = 431, .elsewhere = 620};
  RunPictures pictures;
  pictures.clusters.resize(1);
  const auto words = run_words(tables, pictures, JsonNode{}, Calendar{});
  CHECK(std::ranges::find(words,
                          "655 jobs were forwarded, 1,051 times in all, and returned 431 times; "
                          "620 jobs ran in another cluster.") != words.end());
}

TEST_CASE("of weekdays a page speaks only after two weeks, of hours after one") {
  constexpr std::int64_t day = 24 * std::int64_t{3'600'000};
  RunTables tables;
  tables.clusters.number("home");
  tables.statuses.number("DONE");
  tables.jobs.resize(2);
  RunPictures pictures;
  pictures.clusters.resize(1);
  pictures.week_use.fill(0.5);
  for (std::size_t at = 4 * 24; at < 5 * 24; ++at) pictures.week_use[at] = 0.8;
  for (std::size_t of = 0; of < 7; ++of) pictures.week_use[of * 24 + 3] = 0.82;
  const auto last = [&](std::int64_t days) {
    tables.end = days * day;
    return run_words(tables, pictures, JsonNode{}, Calendar{}).back();
  };
  CHECK(!last(6).starts_with("Slots were busiest"));
  CHECK(last(13) == "Slots were busiest between 3 and 4 h of the day (82 %).");
  CHECK(last(14) ==
        "Slots were busiest on Fridays (80 % of them), and between 3 and 4 h of the day (82 %).");
}

TEST_CASE("when clusters were full is told of each, and who filled them") {
  RunTables tables;
  tables.end = 100'000;
  tables.statuses.number("DONE");
  tables.jobs.resize(2);
  for (const char* name : {"home", "away", "idle", "small"}) tables.clusters.number(name);
  for (const char* name : {"a@home", "b@home"}) tables.queues.number(name);
  for (const char* name : {"ann", "bob"}) tables.users.number(name);
  RunPictures pictures;
  pictures.clusters.resize(4);
  pictures.clusters[0].full = {.total = 10'000, .longest_from = 80'000, .longest = 5'000};
  pictures.clusters[0].queue_when_full = {.who = 1, .part = 0.62};
  pictures.clusters[0].user_when_full = {.who = 0, .part = 0.3};
  pictures.clusters[1].full = {.total = 30'000, .longest_from = 0, .longest = 30'000};
  const auto words = run_words(tables, pictures, JsonNode{}, Calendar{});
  const auto has = [&](const std::string& text) {
    return std::ranges::any_of(words, [&](const std::string& one) { return one == text; });
  };
  CHECK(has(
      "away was full (95 of 100 slots busy, or more) 30 % of the time, longest for 30 s without "
      "a break, from Thu 1 Jan 1970 00:00."));
  CHECK(
      has("home was full 10 % of the time, longest for 5 s without a break, from Thu 1 Jan 1970 "
          "00:01: then queue b@home had 62 % of the slots in use, user ann had 30 %."));
  CHECK(has("idle and small were never full."));
}

TEST_CASE("a backtest's page tells how near the run comes to the history") {
  CHECK(backtest_words({.from = 0,
                        .width = 1,
                        .really_busy = {100, 50},
                        .run_busy = {80, 90},
                        .really_waiting = {3, 0},
                        .run_waiting = {1, 1.5}}) ==
        "As it really was 75.0 slots were busy and 1.5 jobs waited, on average; as the run has it "
        "85.0 and 1.2.");
}

TEST_CASE("reasons of all queues are added up, and the rare ones are left out") {
  RunTables tables;
  tables.end = 100'000;
  tables.clusters.number("home");
  tables.statuses.number("DONE");
  tables.jobs.resize(2);
  RunPictures pictures;
  pictures.clusters.resize(1);
  const auto summary = parse_json(R"({"wait_by_reason": {"by_queue": {
      "a@home": {"A": {"jobs": 3, "seconds": 20}, "B": {"jobs": 3, "seconds": 30}},
      "b@home": {"A": {"jobs": 3, "seconds": 46}, "C": {"jobs": 3, "seconds": 4}}}}})",
                                  "s.json");
  REQUIRE(summary);
  const auto words = run_words(tables, pictures, summary->root, Calendar{});
  CHECK(std::ranges::find(words,
                          "What all jobs waited for: \"A\" (66 % of the time), \"B\" (30 % of "
                          "the time).") != words.end());
}

}  // namespace mcsim::testing::report_words_test
