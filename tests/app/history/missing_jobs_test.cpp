// Jobs that lsb.acct has no record of, numbers that come again, bmod and requeues: from the files
// to the table.
#include <string>

#include "support/catch.hpp"
#include "support/imported.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::missing_jobs_test {

namespace {

constexpr std::int64_t t0 = 1'700'000'000;

std::string time(std::int64_t at) { return std::to_string(t0 + at); }

/// Records of lsb.events, as the Lava family writes them. An end in a second in which nothing
/// starts counts as half a second later.
struct Events {
  std::string text{};

  void add(const std::string& kind, std::int64_t at, const std::string& fields) {
    text += "\"" + kind + "\" \"22\" " + time(at) + " " + fields + "\n";
  }
  void submit(std::int64_t at, int job, const std::string& name = "", int slots = 1,
              int limit = -1) {
    const std::string n = std::to_string(slots);
    add("JOB_NEW", at,
        std::to_string(job) + " 1 2 " + n + " " + time(at) + R"( 0 0 -65535 0 0 "ann" )" +
            "-1 -1 -1 -1 -1 -1 -1 -1 -1 " + std::to_string(limit) +
            R"( -1 "" 1.00 18 "normal" "" "n0" "/" "" "" "" "" "/" "" 1 "n1" "" "" ")" + name +
            R"(" "sleep" 0 "" "default" )" + n + R"( "" "" "" "" "" 0 0 "" "" "" -1)");
  }
  void start(std::int64_t at, int job, const std::string& hosts = R"(1 "n1")", int element = 0) {
    add("JOB_START", at,
        std::to_string(job) + " 4 0 0 1.0 " + hosts + R"( "" "" 0 )" + std::to_string(element) +
            " \"\"");
  }
  void status(std::int64_t at, int job, int status, int exit_status = 0, int element = 0) {
    add("JOB_STATUS", at,
        std::to_string(job) + " " + std::to_string(status) + " 0 0 0.0 0 0 " +
            std::to_string(exit_status) + " " + std::to_string(element));
  }
};

/// A record of lsb.acct.
std::string finish(int job, std::int64_t submit, std::int64_t start, std::int64_t end,
                   int element = 0, const std::string& depends = "") {
  return R"("JOB_FINISH" "22" )" + time(end) + " " + std::to_string(job) + " 1 2 1 " +
         time(submit) + " 0 0 " + time(start) + R"( "ann" "normal" "" ")" + depends +
         R"(" "" "n0" "/" "" "" "" "" 0 1 "n1" 64 1.0 "" "x" 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 )" +
         R"("" "default" 0 1 "" )" + std::to_string(element) + " -1 -1 \"\" \"\"\n";
}

Imported site_of(const TempFolder& room, const std::string& acct, const Events& events) {
  return imported(room, {.acct = {room.write("lsb.acct", acct)},
                         .events = {room.write("lsb.events", events.text)}});
}

}  // namespace

TEST_CASE("jobs that ran, waited or ended without a record are in the table, too") {
  const TempFolder room;
  Events events;
  events.submit(0, 1);
  events.submit(10, 2, "", 2);
  events.submit(20, 3, "", 4);
  events.submit(30, 4);
  events.submit(31, 5, "", 1, 20);
  events.start(1, 1);
  events.start(40, 2, R"(2 "n1" "n2")");
  events.status(50, 2, 16);
  events.status(60, 2, 4);
  events.start(70, 4);
  events.status(75, 4, 32, 256);
  events.status(200, 1, 64);  // the last record: the history ends here
  events.add("JOB_SIGNAL", 90, R"(3 1 0 "STOP" 0 "ann")");
  const Imported site = site_of(room, finish(1, 0, 1, 200), events);
  REQUIRE(site.answer.code == ExitCode::done);
  // Job 2 runs since 40, was suspended for 10 s, and is taken to end at 200.
  CHECK(site.row(",2,,ann") == "10,,,40,,2,,ann,,normal,default,,,2,150,,,,n1,,,,,,,RUN,n1 n2");
  // Those that wait run as long as job 1 did, or to their limit.
  CHECK(site.row(",3,,ann") == "20,,,,,3,,ann,,normal,default,,,4,199,,,,n1,,,,,,,PEND,");
  CHECK(site.row(",5,,ann") == "31,,,,,5,,ann,,normal,default,,,1,20,20,,,n1,,,,,,,PEND,");
  CHECK(site.row(",4,,ann") == "30,,,70,75,4,,ann,,normal,default,,,1,5.5,,,,n1,,,,,1,,EXIT,n1");
  CHECK(site.says("that lsb.acct does not have: they are as lsb.events says: 1"));
  CHECK(site.says("as if they had ended then (status RUN in the table): 1"));
  CHECK(site.says("at most to their limit (status PEND): 2"));
  CHECK(site.says("5 jobs from"));
  CHECK(site.scenario.find(R"({"at": "90s", "do": "bstop", "job": "3"})") != std::string::npos);
}

TEST_CASE("elements of an array wait one by one") {
  const TempFolder room;
  Events events;
  events.submit(0, 7, "sim[1-4]%2");
  events.start(1, 7, R"(1 "n1")", 1);
  events.start(1, 7, R"(1 "n1")", 2);
  events.status(50, 7, 64, 0, 1);
  const Imported site = site_of(room, finish(7, 0, 1, 50, 1), events);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",7,1,ann").starts_with("0,,,1,50,7,1,"));
  CHECK(site.row(",7,2,ann") ==
        "0,,,1,,7,2,ann,,normal,default,,,1,49,,,,n1,,,sim[1-4]%2,,,,RUN,n1");
  CHECK(site.row(",7,3,ann").ends_with(",PEND,"));
  CHECK(site.row(",7,4,ann").ends_with(",PEND,"));
  CHECK(site.says("(status PEND): 2"));
  CHECK(site.runs());
}

TEST_CASE("what happened to a job of a number that comes again is not the first one's") {
  const TempFolder room;
  Events events;
  events.submit(0, 1);
  events.start(1, 1);
  events.status(5, 1, 16);
  events.add("JOB_SIGNAL", 5, R"(1 1 0 "STOP" 0 "ann")");
  events.status(9, 1, 4);
  events.status(20, 1, 64);
  events.submit(100, 1);
  events.add("JOB_MOVE", 101, R"(1 1 1 1 0 "ann")");
  events.start(110, 1);
  events.status(130, 1, 64);
  const Imported site = site_of(room, finish(1, 0, 1, 20) + finish(1, 100, 110, 130), events);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",20,1,").find(",normal,default,,,1,15.5,") != std::string::npos);
  CHECK(site.row(",10000000001,").find(",normal,default,,,1,20.5,") != std::string::npos);
  CHECK(site.scenario.find(R"({"at": "5s", "do": "bstop", "job": "1"})") != std::string::npos);
  CHECK(site.scenario.find(R"({"at": "101s", "do": "btop", "job": "10000000001")") !=
        std::string::npos);
}

TEST_CASE("a job that was requeued by its exit code exits so again") {
  const TempFolder room;
  Events events;
  events.submit(0, 1);
  events.start(1, 1);
  events.status(10, 1, 1, 99 << 8);
  events.start(12, 1);
  events.status(21, 1, 64);
  const Imported site = site_of(room, finish(1, 0, 12, 21), events);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",1,,ann") == "0,,,12,21,1,,ann,,normal,default,,,1,9.5,,,,,,,,,0,99 0,DONE,n1");
  CHECK(site.scenario.find(R"("REQUEUE_EXIT_VALUES": "99")") != std::string::npos);
  CHECK(site.says("REQUEUE_EXIT_VALUES of 1 queue is guessed from these"));
  CHECK(site.runs());
}

TEST_CASE("a job waits for what it waited for before a bmod, and then for what bmod says") {
  const TempFolder room;
  Events events;
  events.submit(0, 1);
  events.submit(0, 2);
  events.start(1, 1);
  // -w 'ended(1)' and -m n2, of a job that was submitted with -m n1.
  events.add("JOB_MODIFY2", 5,
             R"("2" 131076 0 0 1 "ann" )" + time(0) +
                 R"( 18 2147483646 0 0 -65535 0 1 "n2" -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 )" +
                 R"x("ended(1)" "/" "" "n0" "/" 0 1 "" 0)x");
  events.status(10, 1, 64);
  events.start(11, 2, R"(1 "n2")");
  events.status(20, 2, 64);
  std::string second = finish(2, 0, 11, 20, 0, "ended(1)");
  second.replace(second.find(R"(0 1 "n1")"), 8, R"(1 "n2" 1 "n2")");
  const Imported site = site_of(room, finish(1, 0, 1, 10) + second, events);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",2,,ann") == "0,,,11,20,2,,ann,,normal,default,,,1,9.5,,,,n1,,,,,0,,DONE,n2");
  CHECK(site.scenario.find(
            R"x({"at": "5s", "do": "bmod", "job": "2", "hosts": "n2", "depends": "ended(1)"})x") !=
        std::string::npos);
  CHECK(site.runs());
}

TEST_CASE("elements that were killed together before they started have a row each") {
  const TempFolder room;
  Events events;
  events.submit(0, 9, "many[1-5]");
  events.start(1, 9, R"(1 "n1")", 1);
  events.status(3, 9, 64, 0, 1);
  // As LSF 10.108 has it: index -1, and 2 to 5 at the end.
  std::string killed = finish(9, 0, 1, 8, -1);
  killed.replace(killed.find(" " + time(1) + " \"ann\""), 11, " 0");
  killed.replace(killed.find(R"(1 "n1" 64)"), 9, "0 32");
  killed.replace(killed.find("\"\" -1 -1 -1"), 18,
                 R"("" "" -1 0 0 "" "" "" "" 0 "" 0 "" -1 "" "" "" "" -1 "" "" 5136 "" 0 "" "" )"
                 R"(0 0 -1 4194304 0 "" "" -1 "" -1 0 "" 0 0 "" 0 "/" 0 "" 0.0 0 0 0 0 0 -1 1 )"
                 R"(2 5 1 0 0 0 0)");
  const Imported site = site_of(room, finish(9, 0, 1, 3, 1) + killed, events);
  REQUIRE(site.answer.code == ExitCode::done);
  INFO(killed);
  CHECK(site.says("5 jobs from"));
  CHECK(site.row(",9,5,ann").starts_with("0,8,,,8,9,5,"));
  CHECK(!site.says("status PEND"));
}

}  // namespace mcsim::testing::missing_jobs_test
