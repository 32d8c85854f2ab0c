// Records of lsb.events.
#include "mcsim/trace/lsb_event.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::lsb_event_test {

namespace {

using trace::LsbEvent;
using Kind = LsbEvent::Kind;

struct Read {
  std::string line;
  LsbEvent event;
  trace::RecordMistake mistake;

  explicit Read(std::string text) : line(std::move(text)) {
    trace::LsbWords words(line);
    mistake = trace::read_event(words, event);
  }
  Read(const Read&) = delete;
  Read& operator=(const Read&) = delete;
};

const std::string new_job =
    R"x("JOB_NEW" "10.108" 1700000000 17 1001 33554434 4 1700000000 0 0 -65535 0 0 "ann" )x"
    R"x(-1 -1 -1 -1 -1 1048576 -1 -1 -1 7200 -1 ""   1.00 18 "long" "mem>2" "login1" "/home" "" "" )x"
    R"x("" "" "/home/ann" "1700000000.17" 1 "n1" "done(3)" "" "arr[1-10]%3" "sleep 9" 0 "" "weather" )x";
const std::string tail = R"x(4 "linux" "" "" "physics" "" 6160 0 "" "" "" 70 "" "")x";

}  // namespace

TEST_CASE("a submission is read field by field, by LSF 10 and by the Lava family") {
  const Read of(new_job + tail);
  REQUIRE(!of.mistake);
  const LsbEvent& job = of.event;
  CHECK(job.kind == Kind::job_new);
  CHECK(job.at == 1'700'000'000);
  CHECK(job.job == 17);
  CHECK(job.processors == 4);
  CHECK(job.submitted == 1'700'000'000);
  CHECK(job.user == "ann");
  CHECK(job.run_limit == 7200);
  CHECK(job.queue == "long");
  CHECK(job.res_req == "mem>2");
  CHECK(job.depends == "done(3)");
  CHECK(job.name == "arr[1-10]%3");
  CHECK(job.project == "weather");
  CHECK(job.group == "physics");
  CHECK(job.element == 0);
  CHECK(job.user_priority == 70);
}

// The fields of volclava 2.2: oracle/lava/userprio2.
TEST_CASE("a submission of the Lava family has priorities of users, too") {
  const Read of(new_job + R"x(4 "linux" "" 7696 0 "" "" "" 50 "" "")x");
  REQUIRE(!of.mistake);
  CHECK(of.event.user_priority == 50);
  CHECK(of.event.group.empty());
  CHECK(of.event.element == 0);
}

TEST_CASE("an interactive job has a port before its processors, or not") {
  std::string interactive = new_job;
  interactive.replace(interactive.find("33554434"), 8, std::to_string(33'554'434 | 0x4000000));
  for (const std::string port : {"40123 ", ""}) {
    const Read of(interactive + port + tail);
    CHECK(!of.mistake);
    CHECK(of.event.group == "physics");
  }
}

TEST_CASE("what happens to jobs, queues and hosts is read") {
  const Read start(R"x("JOB_START" "22" 1700000100 1 4 0 0 1.0 2 "h1" "h2" "" "" 0 7 "r15s:pg")x");
  CHECK(start.event.element == 7);
  CHECK(start.event.hosts == std::vector<std::string_view>{"h1", "h2"});
  const Read later(
      R"x("JOB_START" "10.108" 5 101 4 0 0 100.0 1 "h01" "" "" 0 "g" 3 "" 2147483647 4194304 "")x");
  CHECK(later.event.group == "g");
  CHECK(later.event.element == 3);

  const Read suspended(R"x("JOB_STATUS" "22" 1700000200 1 16 65538 0 0.0000 0 0 0 7 0 0)x");
  CHECK(suspended.event.status == 16);
  CHECK(suspended.event.element == 7);
  const Read done(
      R"x("JOB_STATUS" "22" 9 1 64 0 0 0.1 8 1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 0 7 0)x");
  CHECK(done.event.status == 64);
  CHECK(done.event.element == 7);
  const Read back(R"x("JOB_STATUS" "10.108" 9 165 1 2903 0 0.0 0 0 0 0 0 0 0 0 "" -1)x");
  CHECK(back.event.reason == 2903);

  // A real record of volclava: exit code 99 (25344 / 256), after which the job was requeued.
  const Read requeued(
      R"x("JOB_STATUS" "22" 9 1 1 311 0 0.0067 0 1 0.003662 0.003075 3808 0 -1 0 0 823 0 0 0 24 )x"
      R"x(-1 0 0 0 24 4 -1 25344 0 0 0)x");
  CHECK(requeued.event.exit_status == 25'344);
  CHECK(requeued.event.element == 0);

  const Read switched(R"x("JOB_SWITCH" "22" 9 2002 6 "hi" 0 "ann")x");
  CHECK(switched.event.job == 6);
  CHECK(switched.event.queue == "hi");
  const Read moved(R"x("JOB_MOVE" "22" 9 2004 11 2 1 0 "carol")x");
  CHECK(moved.event.position == 2);
  CHECK(moved.event.to_top);
  CHECK(moved.event.user == "carol");
  const Read signalled(R"x("JOB_SIGNAL" "40" 9 105 2002 1 "KILL" 0 "ann")x");
  CHECK(signalled.event.signal == "KILL");
  const Read forwarded(R"x("JOB_FORWARD" "10.108" 9 116 0 "east" 0 1 "" -1 -1 "" -1)x");
  CHECK(forwarded.event.cluster == "east");
  const Read accepted(R"x("JOB_ACCEPTACK" "10.108" 9 116 0 1 "" -1 "east" 101)x");
  const Read queue(R"x("QUEUE_CTRL" "22" 9 2 "night" 2001 "root" "")x");
  CHECK(queue.event.operation == 2);
  CHECK(queue.event.queue == "night");
  const Read host(R"x("HOST_CTRL" "22" 9 1 "n7" 2001 "root" "")x");
  CHECK(host.event.host == "n7");
  const Read master(R"x("MBD_START" "22" 9 "n1" "west" 4 3)x");
  CHECK(master.event.cluster == "west");

  for (const Read* of : {&start, &later, &suspended, &done, &back, &switched, &moved, &signalled,
                         &forwarded, &accepted, &queue, &host, &master}) {
    INFO(of->line);
    CHECK(!of->mistake);
    CHECK(of->event.kind != Kind::other);
  }
}

TEST_CASE("what bmod has set is read, of the Lava family and as LSF's reference has it") {
  // -m n2, -w 'done(3)', -W 90, -sp 40: strings whose bits are not set are not there.
  const Read lava(
      R"x("JOB_MODIFY2" "22" 9 "17[2-5]" 131076 512 0 1001 "ann" 1700000000 18 2147483646 0 0 )x"
      R"x(-65535 0 1 "n2" -1 -1 -1 -1 -1 -1 -1 -1 -1 5400 -1 "done(3)" "/home/ann" "" "n0" "/" )x"
      R"x(0 1 "" 0 40)x");
  REQUIRE(!lava.mistake);
  CHECK(lava.event.kind == Kind::job_modify);
  CHECK(lava.event.job == 17);
  CHECK(lava.event.elements == "[2-5]");
  CHECK(lava.event.user == "ann");
  CHECK(lava.event.processors == 0);
  CHECK(lava.event.begin == 0);
  CHECK(lava.event.asked_hosts == std::vector<std::string_view>{"n2"});
  CHECK(lava.event.run_limit == 5400);
  CHECK(lava.event.depends == "done(3)");
  CHECK(lava.event.user_priority == 40);

  // -q night -n 8 -b, and -mn, all strings there.
  const Read lsf(
      R"x("JOB_MODIFY2" "10.108" 9 "18" 2 0 4 0 1001 "ann" 1700000000 18 8 1700003600 0 -65535 0 )x"
      R"x("" "night" 0 "" -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "" "" "" "/home/ann" "" "" "")x");
  REQUIRE(!lsf.mistake);
  CHECK(lsf.event.job == 18);
  CHECK(lsf.event.elements.empty());
  CHECK(lsf.event.queue == "night");
  CHECK(lsf.event.deleted == trace::SubmitOption::hosts);
  CHECK(lsf.event.processors == 8);
  CHECK(lsf.event.begin == 1'700'003'600);
  CHECK(lsf.event.run_limit == -1);

  CHECK(Read(R"x("JOB_MODIFY2" "22" 9 "x17" 0 0 0 1 "ann" 1 18 1 0 0 0 0)x").mistake);
  CHECK(Read(R"x("JOB_MODIFY2" "22" 9 "17" 1 0 0 1 "ann" 1 18 1 0 0 0 0)x").mistake);
}

TEST_CASE("other records are of no use, and cut ones are told with their place") {
  for (const std::string line :
       {"#80", R"x("LOAD_INDEX" "22" 9 0)x", "", R"x("JOB_NEW)x", "\x01\xff"}) {
    const Read of(line);
    CHECK(of.event.kind == Kind::other);
    CHECK(!of.mistake);
  }
  for (std::size_t length = 10; length + 1 < new_job.size(); ++length) {
    const Read of(new_job.substr(0, length));
    INFO(length);
    CHECK(of.mistake);
    CHECK(of.mistake.column <= length + 1);
  }
}

}  // namespace mcsim::testing::lsb_event_test
