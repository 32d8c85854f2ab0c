// Records of lsb.acct: the same job as LSF 10, LSF 9 and a scheduler of the Lava family write it,
// cut short, and damaged.
#include "mcsim/trace/lsb_finish.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::lsb_finish_test {

namespace {

using trace::FinishRecord;
using trace::LsbWords;

// To the login shell: what all have.
const std::string head =
    R"x("JOB_FINISH" "10.108" 1700000500 17 1001 33554498 4 1700000000 0 0 1700000100 "ann" "long" )x"
    R"x("select[mem>2] span[hosts=1]" "done(3)" "" "login1" "/home" "" "out.%J" "" "1700000000.17" )x";
const std::string asked = R"x(2 "n1" "n2" )x";
const std::string hosts = R"x(2 "3*n1" "n2" )x";
const std::string middle =
    R"x(64 60.0 "a ""fine"" name" "#!/bin/sh;echo ""hello"";sleep 400" )x"
    R"x(12.5 0.25 102400 0 -1 0 0 3026323 0 0 0 0 -1 0 0 0 125 64 -1 "" "weather" 0 4 "/bin/sh" )x";
const std::string lsf =
    R"x("" 0 204800 0 "" "" "" "" 0 "" 0 "" -1 "/weather/ann" "" "wrf" "" -1 "" "" 7184 "" 1700000100 )x"
    R"x("" "" 2 1110 "default" 1032 "0" 2 n1 100 0 12 1 0 n2 50 0 11 1 1 "k" "v" )x"
    R"x(3600 4194304 150000 "select[type == local] span[hosts=1] " )x"
    R"x("" -1 "east" 241 1700000090 "" 0 0 "" 380 "/home" 0 "" 0.000000)x";

struct Read {
  std::string line;  ///< what the texts of `record` are parts of
  FinishRecord record;
  trace::RecordMistake mistake;
};

/// Kept where it is: the record's texts point into the line.
void read(const std::string& line, Read& to) {
  to.line = line;
  LsbWords words(to.line);
  REQUIRE(words.text() == "JOB_FINISH");
  to.mistake = trace::read_finish(words, to.record);
}

std::int64_t slots_of(const FinishRecord& record) {
  std::int64_t slots = 0;
  trace::visit_hosts(record.hosts, [&](std::string_view, std::int32_t count) { slots += count; });
  return slots;
}

}  // namespace

TEST_CASE("a record of LSF 10 is read field by field") {
  Read of;
  read(head + asked + hosts + middle + lsf, of);
  const FinishRecord& job = of.record;
  REQUIRE(!of.mistake);
  CHECK(job.ended == 1'700'000'500);
  CHECK(job.job == 17);
  CHECK(job.is_exclusive());
  CHECK(job.processors == 4);
  CHECK(job.submitted == 1'700'000'000);
  CHECK(job.started == 1'700'000'100);
  CHECK(job.user == "ann");
  CHECK(job.queue == "long");
  CHECK(job.res_req == "select[mem>2] span[hosts=1]");
  CHECK(job.depends == "done(3)");
  CHECK(job.asked_hosts == std::vector<std::string_view>{"n1", "n2"});
  CHECK(slots_of(job) == 4);
  CHECK(job.is_done());
  CHECK(trace::without_doubled_quotes(job.name) == R"x(a "fine" name)x");
  CHECK(job.project == "weather");
  CHECK(job.exit_code() == 0);
  CHECK(job.most_processors == 4);
  CHECK(job.element == 0);
  CHECK(job.max_memory == 204'800);
  CHECK(job.app == "wrf");
  CHECK(job.run_limit == 3600);
  CHECK(job.source_cluster.empty());
  CHECK(job.destination_cluster == "east");
  CHECK(job.run_time == 380);
}

TEST_CASE("a record of the Lava family has the index behind the login shell") {
  Read of;
  read(head + asked + hosts + middle + R"x(5 1234 -1 "" "")x", of);
  REQUIRE(!of.mistake);
  CHECK(of.record.element == 5);
  CHECK(of.record.max_memory == 1234);
  CHECK(of.record.run_limit == -1);
}

TEST_CASE("a record that is cut behind what all have is kept as far as it goes") {
  const std::string common = head + asked + hosts + middle;
  const std::string whole = common + lsf;
  int before = 0;
  for (std::size_t length = common.size() - 1; length <= whole.size(); ++length) {
    Read of;
    read(whole.substr(0, length), of);
    INFO(length);
    CHECK(!of.mistake);
    CHECK(of.record.most_processors == 4);
    const int known = (of.record.max_memory >= 0) + !of.record.app.empty() +
                      (of.record.run_limit > 0) + !of.record.destination_cluster.empty() +
                      (of.record.run_time > 0);
    CHECK(known >= before);
    before = known;
  }
  CHECK(before == 5);
}

TEST_CASE("a record that lacks what all have says what, and where") {
  const std::string common = head + asked + hosts + middle;
  for (std::size_t length = 15; length + 14 < common.size(); ++length) {
    Read of;
    read(common.substr(0, length), of);
    INFO(length);
    CHECK(of.mistake);
    CHECK(of.mistake.column >= 14);
    CHECK(of.mistake.column <= length + 1);
  }
  Read of;
  std::string text_for_number = common;
  text_for_number.replace(text_for_number.find("1700000000"), 10, "\"soon\"");
  read(text_for_number, of);
  CHECK(of.mistake.what == std::string("expected the times of submission and start"));
  CHECK(of.mistake.column == text_for_number.find("\"soon\"") + 1);
}

TEST_CASE("hosts may lack their number, and a job may have none") {
  for (const std::string number : {"2 ", ""}) {
    Read of;
    read(head + asked + number + R"x("3*n1" "n2" )x" + middle + lsf, of);
    CHECK(!of.mistake);
    CHECK(slots_of(of.record) == 4);
    CHECK(of.record.status == 64);
  }
  for (const std::string number : {"0 ", ""}) {
    Read of;
    read(head + "0 " + number + middle + lsf, of);
    CHECK(!of.mistake);
    CHECK(of.record.hosts.empty());
    CHECK(of.record.status == 64);
  }
}

TEST_CASE("elements that were killed together before they started are in one record") {
  // The end of such a record of LSF 10.108: elements 678 to 1000.
  const std::string tail =
      R"x("" -1 0 0 "" "" "" "" 0 "" 0 "" -1 "" "" "" "" -1 "" "" 5136 "" 0 "" "" 0 0 )x"
      R"x(-1 4194304 0 "" "" -1 "" -1 0 "" 0 0 "" 0 "/tools" 0 "" 0.000000 0.00 0.00 0.00 0.00 )x"
      R"x(0 -1 2 678 1000 1 1200 1300 50 0 0 0 0)x";
  Read of;
  read(head + "0 0 " + middle + tail, of);
  REQUIRE(!of.mistake);
  CHECK(of.record.element == -1);
  REQUIRE(of.record.elements.size() == 2);
  CHECK(of.record.elements[0].first == 678);
  CHECK(of.record.elements[0].last == 1000);
  CHECK(of.record.elements[1].step == 50);
}

TEST_CASE("a signal that ended a job is its exit code plus 128") {
  FinishRecord record;
  record.exit_status = 65'280;
  CHECK(record.exit_code() == 255);
  record.exit_status = 9;
  CHECK(record.exit_code() == 137);
}

}  // namespace mcsim::testing::lsb_finish_test
