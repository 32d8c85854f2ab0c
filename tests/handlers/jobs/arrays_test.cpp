// Job arrays in runs of scenarios. Right times by hand, from docs/rules/arrays.md.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/played_arrays.hpp"

namespace mcsim::testing::arrays_test {

namespace {

using Site = PlayedArrays::Site;

const std::string ten_of_three = R"j({"id": 1, "run": "7s", "name": "a[1-10]%3"})j";

}  // namespace

// Chapter C, the recorded run of 10 elements of 7 s, %3: 1-3 at 0 s, 4-6 at 8 s, 7-9 at 16 s; 10 at
// 23 s there, where sessions come each second.
// Ten slots: two elements run, the third one waits.
TEST_CASE("cancel_at of an array ends all of its elements") {
  const PlayedArrays run(
      R"({"id": 1, "submit": "0s", "name": "a[1-3]", "slots": 5, "run": "10s", "cancel_at": "4s"})");
  CHECK(run.job(1, 1) == "EXIT 0..4");
  CHECK(run.job(1, 2) == "EXIT 0..4");
  CHECK(run.job(1, 3) == "EXIT -..4");
}

TEST_CASE("as many elements of an array run as its limit says, in index order") {
  CHECK(PlayedArrays(ten_of_three).starts(1) == "0 0 0 7 7 7 14 14 14 21");
  CHECK(PlayedArrays(ten_of_three, "", {.interval = "4"}).starts(1) == "0 0 0 8 8 8 16 16 16 24");
  CHECK(PlayedArrays(R"j({"id": 1, "run": "7s", "name": "a[1-12]"})j").starts(1) ==
        "0 0 0 0 0 0 0 0 0 0 7 7");
}

TEST_CASE("the limit of an array counts elements, not slots") {
  CHECK(PlayedArrays(R"j({"id": 1, "run": "7s", "slots": 4, "name": "a[1-4]%2"})j").starts(1) ==
        "0 0 7 7");
  CHECK(PlayedArrays(R"j({"id": 1, "run": "7s", "slots": 4, "name": "a[1-4]%3"})j").starts(1) ==
        "0 0 7 7");  // there are slots for two
}

TEST_CASE("other jobs pass an array that has reached its limit") {
  const PlayedArrays played(ten_of_three + R"j(, {"id": 2, "submit": "1s", "run": "5s"})j");
  CHECK(played.job(2) == "DONE 1..6");
}

TEST_CASE("elements that wait for their limit say so") {
  const PlayedArrays played(ten_of_three, R"j(, "until": "3s")j");
  CHECK(played.job(1, 4) == "PEND");
  CHECK(played.reason(1, 4) == "The job array has reached its running element limit");
  CHECK(played.reason(1, 10) == "The job array has reached its running element limit");
}

TEST_CASE("elements that wait for slots say so, though the limit holds some of them back") {
  const PlayedArrays played(R"j({"id": 9, "run": "60s", "slots": 9}, {"id": 1, "submit": "1s",
    "run": "20s", "name": "a[1-10]%3"})j",
                            R"j(, "until": "3s")j");
  CHECK(played.job(1, 1) == "RUN");
  for (const std::uint32_t element : {2U, 3U, 4U, 10U})
    CHECK(played.reason(1, element) == "Job slot limit reached");
}

TEST_CASE("a suspended element keeps its place in the limit") {
  const PlayedArrays played(
      R"j({"id": 1, "run": "7s", "name": "a[1-6]%2"})j",
      actions({action("1s", "bstop", "1[1]"), action("20s", "bresume", "1[1]")}));
  // One at a time until 20 s: 2 from 0, 3 from 7, 4 from 14, 5 from 21. Element 1 has 6 s left.
  CHECK(played.starts(1) == "0 0 7 14 21 26");
  CHECK(played.job(1, 1) == "DONE 0..26");
}

TEST_CASE("an element that cannot start lets later ones start") {
  SECTION("stopped while it waits") {
    const PlayedArrays played(
        R"j({"id": 1, "run": "7s", "name": "a[1-4]%1"})j",
        actions({action("1s", "bstop", "1[2]"), action("15s", "bresume", "1[2]")}));
    CHECK(played.starts(1) == "0 21 7 14");
  }
  SECTION("for other hosts than the others") {
    const PlayedArrays played(
        R"j({"id": 9, "run": "2s", "slots": 10}, {"id": 8, "run": "30s", "slots": 5,
             "hosts": "g", "queue": "other"},
            {"id": 1, "submit": "500ms", "run": "7s", "queue": "other", "hosts": "h",
             "name": "a[1-4]%1"})j",
        actions({action("1s", "bmod", "1[1]", R"j(, "hosts": "g")j")}));
    CHECK(played.starts(1) == "30 2 9 16");
  }
  SECTION("two kinds at a time are no more than the limit") {
    const PlayedArrays played(
        R"j({"id": 9, "run": "2s", "slots": 10}, {"id": 8, "run": "2s", "slots": 5,
             "hosts": "g", "queue": "other"},
            {"id": 1, "submit": "500ms", "run": "7s", "queue": "other", "hosts": "h",
             "name": "a[1-4]%1"})j",
        actions({action("1s", "bmod", "1[2-3]", R"j(, "hosts": "g")j")}));
    CHECK(played.starts(1) == "2 9 16 23");
  }
}

TEST_CASE("actions are about all elements of an array, or about those that they name") {
  SECTION("bkill of all") {
    const PlayedArrays played(ten_of_three, actions({action("10s", "bkill", "1")}));
    CHECK(played.job(1, 3) == "DONE 0..7");
    CHECK(played.job(1, 4) == "EXIT 7..10");
    CHECK(played.job(1, 10) == "EXIT -..10");
  }
  SECTION("bkill of some") {
    const PlayedArrays played(ten_of_three, actions({action("1s", "bkill", "1[2,4-6,10]")}));
    CHECK(played.starts(1) == "0 0 0 - - - 1 7 7 -");
    CHECK(played.job(1, 2) == "EXIT 0..1");
    CHECK(played.job(1, 5) == "EXIT -..1");
  }
  SECTION("bstop and bresume of all") {
    const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-4]%2"})j",
                              actions({action("1s", "bstop", "1"), action("11s", "bresume", "1")}));
    CHECK(played.job(1, 1) == "DONE 0..17");
    CHECK(played.job(1, 3) == "DONE 17..24");
  }
  SECTION("btop keeps the order of those that it moves") {
    const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-5]%1"})j",
                              actions({action("1s", "btop", "1[4-5]", R"j(, "by": "admin")j")}));
    CHECK(played.starts(1) == "0 21 28 7 14");
  }
  SECTION("bbot likewise") {
    const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-5]%1"})j",
                              actions({action("1s", "bbot", "1[2-3]")}));
    CHECK(played.starts(1) == "0 21 28 7 14");
  }
  SECTION("bswitch") {
    const PlayedArrays played(
        R"j({"id": 1, "run": "7s", "name": "a[1-4]%2"})j",
        actions({action("1s", "bswitch", "1[4]", R"j(, "queue": "other")j")}));
    CHECK(played.starts(1) == "0 0 7 7");
  }
}

// In line from 85 s on, the first element reserves a slot from the session of 90 s on; the sessions
// of 120, 160 and 200 s pass it over. Job 1 ends at 195 s.
TEST_CASE("moving a whole array frees nothing that its elements have reserved") {
  const auto starts = [](const std::vector<std::string>& all) {
    return PlayedArrays(R"j({"id": 1, "run": "195s", "slots": 9, "hosts": "h"},
                            {"id": 2, "submit": "85s", "run": "7s", "slots": 2, "hosts": "h",
                             "name": "a[1-2]%1"})j",
                        actions(all),
                        {.interval = "10",
                         .params = R"j(, "MBD_SLEEP_TIME": 8)j",
                         .of_queue = R"j(, "SLOT_RESERVE": "MAX_RESERVE_TIME[3]")j"})
        .starts(2);
  };
  CHECK(starts({}) == "210 220");
  CHECK(starts({action("94s", "btop", "2", R"j(, "by": "admin")j")}) == "210 220");
  CHECK(starts({action("94s", "btop", "2")}) == "210 220");
  CHECK(starts({action("94s", "bbot", "2")}) == "210 220");
  CHECK(starts({action("94s", "bmod", "2", R"j(, "array": "%1")j")}) == "210 220");
}

// One job runs at a time. Before job 2, whose elements are moved, waits job 3 of the same user;
// behind it jobs 4 of another one and 5. docs/rules/scheduling.md, section 1, for each element in
// its turn.
TEST_CASE("the elements of an array are moved as one after the other would be") {
  const auto starts = [](const std::vector<std::string>& all) {
    const PlayedArrays played(
        R"j({"id": 1, "run": "10s", "slots": 10, "hosts": "h"},
            {"id": 3, "submit": "1s", "user": "ann", "run": "10s", "slots": 10, "hosts": "h"},
            {"id": 2, "submit": "2s", "user": "ann", "run": "10s", "slots": 10, "hosts": "h",
             "name": "a[1-3]"},
            {"id": 4, "submit": "3s", "user": "bob", "run": "10s", "slots": 10, "hosts": "h"},
            {"id": 5, "submit": "4s", "user": "ann", "run": "10s", "slots": 10, "hosts": "h"})j",
        actions(all));
    return played.starts(2) + ", " + played.starts(3) + ", " + played.starts(4) + ", " +
           played.starts(5);
  };
  const auto same = [](const std::string& what, const std::vector<std::string>& elements,
                       const std::string& more) {
    std::vector<std::string> all;
    for (const std::string& one : elements)
      all.push_back(action("5s", what, "2[" + one + "]", more));
    return all;
  };
  CHECK(starts({}) == "20 30 40, 10, 50, 60");
  CHECK(starts({action("5s", "btop", "2")}) == "10 20 30, 40, 50, 60");
  CHECK(starts({action("5s", "bbot", "2")}) == "30 40 60, 10, 50, 20");
  CHECK(starts({action("5s", "btop", "2", R"j(, "by": "admin")j")}) == "10 20 30, 40, 50, 60");
  CHECK(starts({action("5s", "bbot", "2", R"j(, "by": "admin")j")}) == "40 50 60, 10, 20, 30");
  for (const char* by : {"user", "admin"})
    for (int place = 1; place <= 7; ++place) {
      const std::string more =
          std::string(R"j(, "by": ")j") + by + R"j(", "position": )j" + std::to_string(place);
      CAPTURE(more);
      CHECK(starts({action("5s", "btop", "2", more)}) ==
            starts(same("btop", {"3", "2", "1"}, more)));
      CHECK(starts({action("5s", "bbot", "2", more)}) ==
            starts(same("bbot", {"1", "2", "3"}, more)));
    }
}

TEST_CASE("bmod changes the limit of an array") {
  SECTION("more") {
    const PlayedArrays played(ten_of_three,
                              actions({action("2s", "bmod", "1", R"j(, "array": "%5")j")}));
    CHECK(played.starts(1) == "0 0 0 2 2 7 7 7 9 9");
  }
  SECTION("fewer, and fewer than run") {
    const PlayedArrays played(ten_of_three,
                              actions({action("2s", "bmod", "1", R"j(, "array": "%1")j")}));
    CHECK(played.starts(1) == "0 0 0 7 14 21 28 35 42 49");
  }
  SECTION("none") {
    const PlayedArrays played(ten_of_three,
                              actions({action("2s", "bmod", "1", R"j(, "array": "%0")j")}));
    CHECK(played.starts(1) == "0 0 0 2 2 2 2 2 2 2");
  }
  SECTION("where there was none") {
    const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-14]"})j",
                              actions({action("2s", "bmod", "1", R"j(, "array": "%2")j")}));
    CHECK(played.starts(1) == "0 0 0 0 0 0 0 0 0 0 7 7 14 14");
  }
}

TEST_CASE("an array with more elements than MAX_JOB_ARRAY_SIZE is refused as a whole") {
  const Site small{.params = R"j(, "MAX_JOB_ARRAY_SIZE": 3)j"};
  const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-4]"},
    {"id": 2, "run": "7s", "name": "b[10-12]"})j",
                            "", small);
  for (const std::uint32_t element : {1U, 2U, 3U, 4U})
    CHECK(played.job(1, element) == "REJECTED ARRAY_TOO_LARGE");
  CHECK(played.job(2, 12) == "DONE 0..7");
  REQUIRE(played.warnings().size() == 1);
  CHECK(played.warnings().front().find("MAX_JOB_ARRAY_SIZE of C is 3") != std::string::npos);
}

TEST_CASE("each element is requeued and killed for itself") {
  const Site requeues{.of_queue = R"j(, "REQUEUE_EXIT_VALUES": "99")j"};
  const PlayedArrays played(R"j({"id": 1, "run": "5s", "exit_codes": "99 0", "name": "a[1-2]%1"})j",
                            "", requeues);
  CHECK(played.job(1, 1) == "DONE 5..10");
  CHECK(played.job(1, 2) == "DONE 15..20");
}

TEST_CASE("the elements of an array may stand in its own key") {
  CHECK(PlayedArrays(R"j({"id": 1, "run": "7s", "array": "[1-3]%1"})j").starts(1) == "0 7 14");
  CHECK(PlayedArrays(R"j({"id": 1, "run": "7s", "name": "x", "array": "x[1-3]%1"})j").starts(1) ==
        "0 7 14");
}

TEST_CASE("elements are forwarded singly, and count while they are away") {
  const auto played = [](const std::string& until) {
    return PlayedArrays::of_text(R"j({"mcsim": 1, "links_default": {"latency": "0s"},
      "clusters": [
        {"name": "A", "hosts": [{"name": "a", "ncpus": 1}],
         "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 1},
         "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "r@B"}]},
        {"name": "B", "hosts": [{"name": "b", "ncpus": 10}],
         "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 1},
         "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "A"}]}],
      "jobs": [{"id": 1, "cluster": "A", "run": "7s", "name": "a[1-6]%3"}])j" +
                                 until + "}");
  };
  const PlayedArrays early = played(R"j(, "until": "4s")j");
  for (const std::uint32_t element : {1U, 2U, 3U}) CHECK(early.job(1, element) == "RUN");
  for (const std::uint32_t element : {4U, 5U, 6U}) {
    CHECK(early.job(1, element) == "PEND");
    CHECK(early.reason(1, element) == "The job array has reached its running element limit");
  }
  const PlayedArrays all = played("");
  for (std::uint32_t element = 1; element <= 6; ++element)
    CHECK(all.job(1, element).starts_with("DONE"));
}

// Dependencies on arrays: docs/rules/dependencies.md, section 2.

TEST_CASE("a job waits for an array, for elements of it, or for a number of them") {
  struct Row {
    const char* condition;
    const char* comes;
  };
  // Elements 1 and 2 run from 0 to 7 s, 3 and 4 from 7 to 14 s, 5 from 14 to 21 s. Element 4 is
  // killed at 9 s; so 5 starts then, and ends at 16 s. It is stopped from 2 s to 3 s.
  const Row row = GENERATE(values<Row>({
      {"ended(1)", "DONE 16..19"},
      {"done(1[1])", "DONE 7..10"},
      {"done(1[1-3])", "DONE 14..17"},
      {"done(1[1,5])", "DONE 16..19"},
      {"exit(1[4])", "DONE 9..12"},
      {"done(1)", "PEND"},
      {"!done(1)", "DONE 1..4"},
      {"started(1)", "DONE 9..12"},
      {"started(1[3])", "DONE 7..10"},
      {"done(a) || exit(a[4])", "DONE 9..12"},
      {"done(a[3])", "DONE 14..17"},
      {"ended(a)", "DONE 16..19"},
      {"numdone(1, 2)", "DONE 7..10"},
      {"numdone(1, >= 3)", "DONE 14..17"},
      {"numdone(1, > 4)", "PEND"},
      {"numdone(1, *)", "PEND"},
      {"numdone(1)", "DONE 7..10"},
      {"numended(1, *)", "DONE 16..19"},
      {"numexit(1, 1)", "DONE 9..12"},
      {"numrun(1, 0)", "DONE 7..10"},
      {"numpend(1, < 3)", "DONE 2..5"},
      {"numpend(1, 0)", "DONE 9..12"},
      {"numstart(1, >= 4)", "DONE 7..10"},
      {"numhold(1, 1)", "DONE 2..5"},
      {"numended(1, >= 3) && exit(1[4])", "DONE 9..12"},
  }));
  INFO(row.condition);
  const PlayedArrays played(
      R"j({"id": 1, "run": "7s", "name": "a[1-5]%2"}, {"id": 2, "submit": "1s", "run": "3s",
           "depends": ")j" +
          std::string(row.condition) + "\"}",
      actions({action("2s", "bstop", "1[5]"), action("3s", "bresume", "1[5]"),
               action("9s", "bkill", "1[4]")}));
  CHECK(played.job(2) == row.comes);
}

TEST_CASE("elements wait for the elements of the same index, or all for the same") {
  const std::string parent = R"j({"id": 1, "run": "7s", "name": "a[1-3]%1"})j";
  const auto child = [&](const char* depends) {
    return parent + R"j(, {"id": 2, "submit": "1s", "run": "1s", "name": "b[1-3]", "depends": ")j" +
           depends + "\"}";
  };
  CHECK(PlayedArrays(child("done(1[*])")).starts(2) == "7 14 21");
  CHECK(PlayedArrays(child("done(a[*])")).starts(2) == "7 14 21");
  CHECK(PlayedArrays(child("done(1[2])")).starts(2) == "14 14 14");
  CHECK(PlayedArrays(child("done(1)")).starts(2) == "21 21 21");
}

TEST_CASE("an array whose elements are others than those it waits for is refused") {
  const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-3]"},
    {"id": 2, "submit": "1s", "run": "1s", "name": "b[1-4]", "depends": "done(1[*])"},
    {"id": 3, "submit": "1s", "run": "1s", "depends": "done(1[4])"},
    {"id": 4, "submit": "1s", "run": "1s", "depends": "done(3[1])"},
    {"id": 5, "submit": "1s", "run": "1s", "depends": "numdone(3, 1)"})j");
  CHECK(played.job(2, 4) == "REJECTED DEPENDENCY_UNKNOWN");
  for (const std::int64_t job : {3, 4, 5}) CHECK(played.job(job) == "REJECTED DEPENDENCY_UNKNOWN");
  CHECK(played.warnings().size() >= 4);
}

TEST_CASE("a limit and a condition hold back the same element one after the other") {
  // Element 2 of the child may start from 14 s on, but element 1 runs until 17 s.
  const PlayedArrays played(R"j({"id": 1, "run": "7s", "name": "a[1-3]%1"},
    {"id": 2, "submit": "1s", "run": "10s", "name": "b[1-3]%1", "depends": "done(1[*])"})j");
  CHECK(played.starts(2) == "7 17 27");
}

TEST_CASE("of an array with a name that is given twice, only the latest counts if so configured") {
  const std::string jobs = R"j({"id": 1, "run": "20s", "name": "a[1-2]"},
    {"id": 2, "submit": "1s", "run": "5s", "name": "a[1-2]%1"},
    {"id": 3, "submit": "2s", "run": "1s", "depends": "done(a)"})j";
  CHECK(PlayedArrays(jobs).job(3) == "DONE 20..21");
  CHECK(PlayedArrays(jobs, "", {.params = R"j(, "JOB_DEP_LAST_SUB": 1)j"}).job(3) == "DONE 11..12");
}

}  // namespace mcsim::testing::arrays_test
