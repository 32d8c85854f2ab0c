// Imports of small histories of our own making, as a user would type them.
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/text/input.hpp"
#include "mcsim/text/words.hpp"
#include "support/catch.hpp"
#include "support/finish_record.hpp"
#include "support/imported.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::import_lsf_test {

TEST_CASE("records become rows in the order of submission, and hosts and queues a cluster") {
  const TempFolder room;
  const std::string acct = room.write(
      "lsb.acct", finish_record({.job = 2, .submit = 5, .start = 5, .end = 20}) + "# a comment\n" +
                      finish_record({.job = 1,
                                     .submit = 0,
                                     .start = 10,
                                     .end = 30,
                                     .user = "bob",
                                     .queue = "night",
                                     .hosts = R"(2 "3*n1" "n2")",
                                     .slots = 4}) +
                      finish_record({.job = 3, .submit = 8, .start = -1, .end = 9}));
  const Imported site = imported(room, {.acct = {acct}, .cluster = "west"});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.table ==
        "submit_time,cancel_at,begin,start_time,finish_time,job_id,index,user,user_group,submit_"
        "queue,"
        "project,app,min_slots,slots,run_time,requested_time,mem,res_req,hosts,exclusive,priority,"
        "name,"
        "depends,exit_code,exit_codes,status,exec_hosts\n"
        "0,,,10,30,1,,bob,,night,default,,,4,20,,,,,,,,,0,,DONE,3*n1 n2\n"
        "5,,,5,20,2,,ann,,normal,default,,,1,15,,,,,,,,,0,,DONE,n1\n"
        "8,9,,,9,3,,ann,,normal,default,,,1,0,,,,,,,,,0,,EXIT,\n");
  // On n1 job 2 has 1 slot from 5 to 20, job 1 has 3 from 10 to 30.
  for (const char* text :
       {R"("start": "2023-11-14T22:13:20Z")", R"("name": "west")", R"({"name": "n1", "ncpus": 4})",
        R"({"name": "n2", "ncpus": 1})", R"({"QUEUE_NAME": "night"})", R"("file": "jobs.csv.zst")"})
    CHECK(site.scenario.find(text) != std::string::npos);
  CHECK(
      site.says("killed before they started: how long they would have run is not known, and "
                "taken for 0 s: 1\n"));
  CHECK(site.says("no --hosts"));
  CHECK(site.says("no --conf"));
  CHECK(site.says("3 jobs from 2023-11-14T22:13:20Z"));
}

TEST_CASE("records that are there twice are told apart from those of runs that were requeued") {
  const TempFolder room;
  const std::string jobs = finish_record({.job = 1, .submit = 0, .start = 5, .end = 9}) +
                           finish_record({.job = 2, .submit = 0, .start = 5, .end = 9});
  const std::string more = finish_record({.job = 3, .submit = 1, .start = 9, .end = 9}) + jobs;
  const Imported site =
      imported(room, {.acct = {room.write("lsb.acct.1", jobs), room.write("lsb.acct", more)}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("records that are there twice, of which one counts: 2; slots in use were"));
  CHECK_FALSE(site.says("requeued"));
  CHECK(site.says("3 jobs from"));
}

TEST_CASE("a record that is left out is told with the place of the first one") {
  const TempFolder room;
  std::string damaged = finish_record({.job = 3, .submit = 0, .start = 5, .end = 9});
  damaged.replace(damaged.find("JOB_FINISH"), 10, "JOB_FINSH");
  const std::string acct =
      room.write("lsb.acct", finish_record({.job = 1, .submit = 0, .start = 5, .end = 9}) +
                                 finish_record({.job = 2, .submit = 20, .start = 15, .end = 9}) +
                                 damaged + R"("EVENT_ADRSV_FINISH" "10.1" 1700000000 x)" + "\n" +
                                 R"("CHKPNT" "10.1" 1700000000 x)" + "\n");
  const Imported site = imported(room, {.acct = {acct}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("records with times that contradict each other: 1, left out: first " + acct +
                  ":2\n"));
  CHECK(
      site.says("records that are not understood (a kind of record that is not known): 1, left "
                "out: see not_understood.txt, first " +
                acct + ":3:1\n"));
  CHECK(site.says("records of kinds that are not used: CHKPNT 1, EVENT_ADRSV_FINISH 1\n"));
}

TEST_CASE("a file that is given twice, or in an older state, is read once") {
  const TempFolder room;
  const auto job = [](std::int64_t number) {
    return finish_record({.job = number, .submit = 0, .start = 5, .end = 9});
  };
  const auto event = [](std::int64_t at, const char* did) {
    return R"("QUEUE_CTRL" "10.1" )" + std::to_string(t0 + at) + " " + did +
           R"( "normal" 500 "root" "")" + "\n";
  };
  const std::string events = event(1, "2") + event(2, "1");
  const std::string acct = room.write("lsb.acct", job(1) + job(2));
  const std::string copy = room.write("copy", job(1) + job(2));
  const std::string later = room.write("later", job(1) + job(2) + job(3));
  const std::string old = room.write("lsb.events", events);
  const std::string grown = room.write("grown", events + event(3, "2") + event(4, "1"));
  const Imported site = imported(room, {.acct = {acct, copy, later}, .events = {grown, old}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("left out: " + copy + ", since it has the records of " + acct));
  CHECK(site.says("left out: " + acct + ", since " + later + " begins with all of it"));
  CHECK(site.says("left out: " + old + ", since " + grown + " begins with all of it"));
  CHECK_FALSE(site.says("there twice"));
  CHECK(site.says("3 jobs from"));
  CHECK(site.scenario.find(R"("ncpus": 3)") != std::string::npos);
  // One record, and what was copied while the next one was being written.
  const std::string cut = room.write("cut", job(1) + job(2).substr(0, 40));
  const std::string one = room.write("one", job(4));
  const std::string again = room.write("again", job(4));
  const Imported few = imported(room, {.acct = {acct, cut, one, again}}, "few");
  CHECK(few.says("left out: " + cut + ", since " + acct + " begins with all of it"));
  CHECK(few.says("left out: " + again + ", since it has the records of " + one));
  CHECK_FALSE(few.says("there twice"));
  CHECK_FALSE(few.says("not understood"));
  CHECK(few.says("3 jobs from"));
  const Imported alone = imported(room, {.acct = {later}, .events = {grown}}, "alone");
  CHECK(alone.table == site.table);
  CHECK(alone.scenario == site.scenario);
}

TEST_CASE("a record of more than a mebibyte is not understood, and the others are") {
  const TempFolder room;
  for (const std::size_t more : {1UL << 20, 1'200'000UL, 4UL << 20}) {
    INFO(more);
    std::string huge = finish_record({.job = 2, .end = 9});
    huge.insert(huge.size() - 1, std::string(more, 'x'));
    const Imported site =
        imported(room,
                 {.acct = {room.write("lsb.acct", finish_record({.job = 1, .end = 5}) + huge +
                                                      finish_record({.job = 3, .end = 5}))}},
                 "site" + std::to_string(more));
    REQUIRE(site.answer.code == ExitCode::done);
    CHECK(site.says("(more than 1 MiB in a line): 1, left out: see not_understood.txt"));
    CHECK(site.says("2 jobs from"));
  }
}

TEST_CASE("events of another cluster, or of two, are told") {
  const TempFolder room;
  const std::string acct = room.write("lsb.acct", finish_record({.job = 1, .submit = 0, .end = 9}));
  const auto started = [](std::int64_t at, const char* cluster) {
    return R"("MBD_START" "10.1" )" + std::to_string(t0 + at) + R"( "master" ")" + cluster +
           "\" 2 3\n";
  };
  const auto submitted = [](std::int64_t job, std::int64_t at) {
    const std::string time = std::to_string(t0 + at);
    return R"("JOB_NEW" "22" )" + time + " " + std::to_string(job) + " 1 34 1 " + time +
           R"( 0 0 -65535 0 0 "ann" -1 -1 -1 -1 -1 -1 -1 -1 -1 600 -1 "" 1.00 18 "normal" "" "n0" )"
           R"("/" "" "" "" "" "/" "" 0 "" "" "" "x" 0 "" "default" 1 "" "" "" "" "" 0 0 "" )"
           R"("" "" 80 "" "")"
           "\n";
  };
  const Imported other = imported(
      room, {.acct = {acct}, .events = {room.write("a", started(0, "west") + submitted(7, 1))}},
      "other");
  CHECK(other.says("no job of lsb.acct is in lsb.events: are they of one cluster"));
  const Imported two = imported(
      room,
      {.acct = {acct},
       .events = {room.write("b", started(0, "west") + submitted(1, 0) + started(5, "east"))}},
      "two");
  CHECK_FALSE(two.says("no job of lsb.acct is in lsb.events"));
  CHECK(two.says("records of lsb.events are of the clusters west, east, as if they were one"));
}

TEST_CASE("a window that ends before it begins is refused") {
  const TempFolder room;
  const Imported site =
      imported(room, {.acct = {room.write("lsb.acct", finish_record({.job = 1, .end = 5}))},
                      .from = "2026-01-31T00:00:00Z",
                      .to = "2026-01-30T00:00:00Z"});
  CHECK(site.answer.code != ExitCode::done);
  CHECK(site.says("--from: is not before --to"));
}

TEST_CASE("control letters of names are no reason to refuse a table") {
  const TempFolder room;
  const Imported site = imported(
      room,
      {.acct = {room.write("lsb.acct",
                           finish_record({.job = 1, .end = 5, .user = "a\tb\x01"}) +
                               finish_record({.job = 2, .end = 5, .user = "j\xC3\xB6rg\xC2\x85"}) +
                               finish_record({.job = 3, .end = 5, .user = "j\xF6rg\x9F"}))}});
  CHECK(site.row(",1,,").find(",1,,a?b?,,normal,") != std::string::npos);
  CHECK(site.row(",2,,").find(",2,,j\xC3\xB6rg?,,normal,") != std::string::npos);
  CHECK(site.row(",3,,").find(",3,,j\xF6rg?,,normal,") != std::string::npos);
  CHECK(site.runs());
}

TEST_CASE("a damaged index of an element keeps the others from nothing") {
  const TempFolder room;
  const Imported site = imported(
      room, {.acct = {room.write("lsb.acct",
                                 finish_record({.job = 1, .end = 5}) +
                                     finish_record({.job = 1, .end = 5, .element = 3}) +
                                     finish_record({.job = 2, .end = 5, .element = 1}) +
                                     finish_record({.job = 2, .end = 5, .element = 2}) +
                                     finish_record({.job = 3, .end = 5, .element = 1L << 40}))}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("3 jobs from"));
  CHECK(
      site.says("elements of jobs that are no arrays, or with an index that no element has: 2, "
                "left out"));
  CHECK(site.runs());
}

// What random changes of real histories have found.
TEST_CASE("damaged times, hosts and indices leave a table that runs") {
  const TempFolder room;
  const auto at = [](std::int64_t time) { return std::to_string(t0 + time); };
  const std::string start = R"("JOB_START" "22" )" + at(0);
  const std::string events = room.write(
      "lsb.events", start + R"( 9 4 0 0 1.0 1 "n1" "" "" 0 0 "")" + "\n" + R"("JOB_NEW" "22" )" +
                        at(0) + " 1 1 34 1 " + at(0) +
                        R"( 0 0 -65535 0 0 "ann" -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "" 1.00 18 )"
                        R"("normal" "" "n0" "/" "" "" "" "" "/" "" 0 "" "" "" "x" 0 "" "default" )"
                        R"(1 "" "" 0 0 "" "" "" -1)"
                        "\n" +
                        R"("JOB_START" "22" )" + at(1) + R"( 1 4 0 0 1.0 1 "n1" "" "" 0 -1 "")" +
                        "\n");
  // It starts in the second of its submission, by lsb.acct alone.
  const std::string acct = room.write(
      "lsb.acct", finish_record({.job = 1, .submit = 0, .start = 0, .end = 9}) +
                      finish_record({.job = 2, .submit = 0, .start = 1, .end = 1L << 40}) +
                      finish_record({.job = 3, .start = 1, .end = 2, .hosts = R"(2 "" "n1")"}));
  const Imported site = imported(room, {.acct = {acct}, .events = {events}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("2 jobs from"));
  CHECK(site.runs());
}

TEST_CASE("records of more slots, memory or time than any job has are left out") {
  const TempFolder room;
  const auto tail = [](const std::string& run_limit, const std::string& run_time) {
    return R"("" 0 -1 -1 "" "" "" "" 0 "" 0 "" 0 "" "" "" "" 0 "" "" 0 "" 0 "" "" 0 0 )" +
           run_limit + R"( 0 0 "" "" 0 "" 0 0 "" 0 0 "" )" + run_time;
  };
  const std::string huge = "999999999999999999";
  const std::string acct = room.write(
      "lsb.acct",
      finish_record({.job = 1, .submit = 0, .start = 0, .end = 9}) +
          finish_record({.job = 2, .submit = 0, .start = -1, .end = 9, .slots = 3'000'000'000}) +
          finish_record({.job = 3, .end = 9, .tail = R"(0 2000000000000 -1 "" "")"}) +
          finish_record({.job = 4, .end = 9, .tail = tail(huge, "9")}) +
          finish_record({.job = 5, .end = 9, .tail = tail("60", huge)}) +
          finish_record({.job = 6, .end = 9, .tail = tail("60", "9")}));
  const Imported site = imported(room, {.acct = {acct}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("records of more slots, memory or time than any job has: 4, left out"));
  CHECK(site.says("2 jobs from"));
  CHECK(site.runs());
}

TEST_CASE("names that a spreadsheet could split stand in quotes") {
  const TempFolder room;
  const Imported site = imported(
      room, {.acct = {room.write(
                 "lsb.acct",
                 finish_record({.job = 1, .submit = 0, .start = 1, .end = 5, .user = "a;b"}))}});
  CHECK(site.row(",1,,").find(R"(,1,,"a;b",,normal,)") != std::string::npos);
}

TEST_CASE("what is not understood is kept with its place, and the rest is used") {
  const TempFolder room;
  const std::string good = finish_record({.job = 1, .submit = 0, .start = 1, .end = 2});
  const std::string cut = good.substr(0, good.size() / 2) + "\n";
  const std::string acct =
      room.write("lsb.acct", cut + good + "no record\n" + R"("EVENT_ADRSV_FINISH" "10" 5)" + "\n" +
                                 finish_record({.job = 9, .submit = 10, .start = 5, .end = 20}));
  const Imported site = imported(room, {.acct = {acct}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says("times that contradict each other"));
  const auto kept = read_file(room.path("site/not_understood.txt"), "x", 1 << 20);
  REQUIRE(kept);
  CHECK(kept->starts_with(acct + ":1:"));
  CHECK(kept->find("\n" + cut) != std::string::npos);
  CHECK(kept->find(acct + ":3:1: ") != std::string::npos);
  CHECK(kept->find("\nno record\n") != std::string::npos);
}

TEST_CASE("a job that is killed in the second of its submission is killed behind it") {
  const TempFolder room;
  const std::string acct =
      room.write("lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 2}) +
                                 finish_record({.job = 2, .submit = 5, .start = -1, .end = 5}));
  const Imported site = imported(room, {.acct = {acct}});
  CHECK(site.row(",2,,ann") == "5,6,,,5,2,,ann,,normal,default,,,1,0,,,,,,,,,0,,EXIT,");
}

TEST_CASE("without LSF's files only built-in resources can be required") {
  const TempFolder room;
  std::string known = finish_record({.job = 1, .submit = 0, .start = 1, .end = 2});
  known.replace(known.find(R"("normal" "")"), 11, R"("normal" "span[hosts=1]")");
  std::string unknown = finish_record({.job = 2, .submit = 0, .start = 1, .end = 2});
  unknown.replace(unknown.find(R"("normal" "")"), 11, R"("normal" "select[poe>0]")");
  const std::string acct = room.write("lsb.acct", known + unknown);
  const Imported site = imported(room, {.acct = {acct}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",1,,ann") ==
        "0,,,1,2,1,,ann,,normal,default,,,1,1,,,span[hosts=1],,,,,,0,,DONE,n1");
  CHECK(site.row(",2,,ann") == "0,,,1,2,2,,ann,,normal,default,,,1,1,,,,,,,,,0,,DONE,n1");
  CHECK(site.says("that nobody knows: they require none: 1"));
}

TEST_CASE("a number that comes again is another job, and one that was requeued counts once") {
  const TempFolder room;
  const std::string acct =
      room.write("lsb.acct",
                 finish_record({.job = 7, .submit = 0, .start = 1, .end = 2}) +
                     finish_record({.job = 7, .submit = 0, .start = 5, .end = 9}) +
                     finish_record({.job = 7, .submit = 50, .start = 51, .end = 60}) +
                     finish_record({.job = 8, .submit = 60, .start = 61, .end = 62, .element = 1}) +
                     finish_record({.job = 8, .submit = 60, .start = 61, .end = 63, .element = 2}));
  const Imported site = imported(room, {.acct = {acct}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",7,,ann") == "0,,,5,9,7,,ann,,normal,default,,,1,4,,,,,,,,,0,,DONE,n1");
  CHECK(site.row("50,,,51") ==
        "50,,,51,60,10000000007,,ann,,normal,default,,,1,9,,,,,,,,,0,,DONE,n1");
  CHECK(!site.row(",8,1,ann").empty());
  CHECK(!site.row(",8,2,ann").empty());
  CHECK(site.says("records of runs that were requeued, of which the last one counts: 1, left out"));
  CHECK(site.says("jobs with a number that another one had before them: 1"));
  CHECK(site.says("4 jobs from"));
}

TEST_CASE("a window leaves out what ended before, and starts what ran then") {
  const TempFolder room;
  const std::string acct = room.write(
      "lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 90}) +
                      finish_record({.job = 2, .submit = 50, .start = 60, .end = 130}) +
                      finish_record({.job = 3, .submit = 70, .start = 120, .end = 140}) +
                      finish_record({.job = 4, .submit = 150, .start = 151, .end = 160}) +
                      finish_record({.job = 5, .submit = 200, .start = 201, .end = 210}));
  const Imported site = imported(room, {.acct = {acct},
                                        .from = "2023-11-14T22:15:00Z",  // t0 + 100
                                        .to = "2023-11-14T22:16:40Z"});  // t0 + 200
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",1,,ann").empty());
  CHECK(site.row(",2,,ann") == "0,,,0,30,2,,ann,,normal,default,,,1,30,,,,,,,,,0,,DONE,n1");
  CHECK(site.row(",3,,ann") == "0,,,20,40,3,,ann,,normal,default,,,1,20,,,,,,,,,0,,DONE,n1");
  CHECK(site.row(",4,,ann") == "50,,,51,60,4,,ann,,normal,default,,,1,9,,,,,,,,,0,,DONE,n1");
  CHECK(site.row(",5,,ann").empty());
  CHECK(site.says("records of jobs that ended before --from: 1, left out"));
  CHECK(site.says("jobs that ran at --from"));
  CHECK(site.says("jobs that waited at --from"));

  const Imported wrong = imported(room, {.acct = {acct}, .from = "yesterday"}, "wrong");
  CHECK(wrong.answer.code == ExitCode::usage);
  CHECK(wrong.says("expected an instant in UTC"));
  CHECK(!std::filesystem::exists(room.path("wrong")));
}

TEST_CASE("files may be packed and in any order, and missing ones leave nothing behind") {
  const TempFolder room;
  const std::string one =
      room.write("a", finish_record({.job = 7, .submit = 100, .start = 101, .end = 102}));
  const std::string two =
      room.write("b", finish_record({.job = 6, .submit = 1, .start = 2, .end = 3}));
  const Imported site = imported(room, {.acct = {one, two}});
  CHECK(site.table.find(",6,,ann") < site.table.find(",7,,ann"));
  const Imported missing = imported(room, {.acct = {one, room.path("none")}}, "other");
  CHECK(missing.answer.code == ExitCode::bad_input);
  CHECK(!std::filesystem::exists(room.path("other")));
  const Imported again = imported(room, {.acct = {one}});
  CHECK(again.answer.code == ExitCode::run_failed);
  CHECK(again.says("is not empty"));
  const std::string empty = room.write("c", "");
  CHECK(imported(room, {.acct = {empty}}, "third").says("has no job that could be simulated"));
}

TEST_CASE("lsb.events adds groups, limits, suspensions and what people did") {
  const TempFolder room;
  const auto time = [](std::int64_t at) { return std::to_string(t0 + at); };
  const std::string acct = room.write(
      "lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 30, .queue = "night"}));
  const std::string events = room.write(
      "lsb.events",
      "#80\n"
      R"("MBD_START" "22" )" +
          time(-5) +
          R"( "n1" "east" 2 3)"
          "\n" +
          R"("JOB_NEW" "22" )" + time(0) + " 1 1 34 1 " + time(0) +
          R"( 0 0 -65535 0 0 "ann" -1 -1 -1 -1 -1 -1 -1 -1 -1 600 -1 "" 1.00 18 "normal" "" "n0" )"
          R"("/" "" "" "" "" "/" "" 0 "" "" "" "x" 0 "" "default" 1 "" "" "" "physics" "" 0 0 "" )"
          R"("" "" 80 "" "")"
          "\n" +
          R"("JOB_SWITCH" "22" )" + time(0) +
          R"( 9 1 "night" 0 "ann")"
          "\n" +
          R"("JOB_START" "22" )" + time(1) +
          R"( 1 4 0 0 1.0 1 "n1" "" "" 0 0 "")"
          "\n" +
          R"("JOB_STATUS" "22" )" + time(10) + " 1 16 0 0 0.0 0 0 0 0 0 0\n" +
          R"("JOB_STATUS" "22" )" + time(14) + " 1 4 0 0 0.0 0 0 0 0 0 0\n" +
          R"("JOB_STATUS" "22" )" + time(30) + " 1 64 0 0 0.0 0 0 0 0 0 0\n" +
          R"("QUEUE_CTRL" "22" )" + time(12) +
          R"( 2 "normal" 9 "root" "")"
          "\n" +
          R"("JOB_NEW" "22" )" + time(40) + " 2 1\n");
  const Imported site = imported(room, {.acct = {acct}, .events = {events}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",1,,ann") ==
        "0,,,1,30,1,,ann,physics,normal,default,,,1,25.5,600,,,,,80,,,0,,DONE,n1");
  CHECK(site.scenario.find(R"("name": "east")") != std::string::npos);
  CHECK(site.scenario.find(R"({"at": "0s", "do": "bswitch", "job": "1", "queue": "night"})") !=
        std::string::npos);
  CHECK(site.scenario.find(R"({"at": "12s", "do": "qclose", "queue": "normal"})") !=
        std::string::npos);
  CHECK(site.says("events: 1 submission, 1 start, 0 forwards, 0 returns"));
  CHECK(std::filesystem::exists(room.path("site/not_understood.txt")));
}

// mbatchd calls the newest of the older files lsb.events.1; a shell lists it behind lsb.events.
TEST_CASE("rotated lsb.events come in the order of their ages") {
  const TempFolder room;
  const auto at = [](std::int64_t time) { return std::to_string(t0 + time); };
  const std::string acct = room.write(
      "lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 30, .queue = "night"}));
  const std::string move = R"("JOB_SWITCH" "10.1" )";
  const std::vector<std::string> files = {
      room.write("lsb.events", move + at(9) + R"( 9 1 "last" 0 "ann")" + "\n"),
      room.write("lsb.events.1", move + at(8) + R"( 9 1 "late" 0 "ann")" + "\n"),
      room.write("lsb.events.10", move + at(6) + R"( 9 1 "first" 0 "ann")" + "\n"),
      room.write("lsb.events.2", move + at(7) + R"( 9 1 "early" 0 "ann")" + "\n"),
      room.write("lsb.events.index", "#\n")};
  const Imported site = imported(room, {.acct = {acct}, .events = files});
  REQUIRE(site.answer.code == ExitCode::done);
  std::size_t behind = 0;
  for (const char* const queue : {"first", "early", "late", "last"}) {
    const auto found =
        site.scenario.find(R"("do": "bswitch", "job": "1", "queue": ")" + std::string(queue));
    INFO(queue << site.scenario);
    REQUIRE(found != std::string::npos);
    CHECK(found > behind);
    behind = found;
  }
}

TEST_CASE("a file that ends within its last record is told") {
  const TempFolder room;
  const std::string whole = finish_record({.job = 1, .submit = 0, .start = 1, .end = 9});
  const std::string cut = room.write("lsb.acct", whole + whole.substr(0, whole.size() - 4));
  const Imported site = imported(room, {.acct = {cut}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.says(
      "no end of a line follows the last record of a file, which may be cut off: " + cut + ":2"));
  CHECK(!imported(room, {.acct = {room.write("whole", whole)}}, "whole").says("cut off"));
}

}  // namespace mcsim::testing::import_lsf_test
