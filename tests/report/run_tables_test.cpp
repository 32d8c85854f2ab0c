// jobs.csv and segments.csv as a page reads them.
#include "mcsim/report/run_tables.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::run_tables_test {

namespace {

constexpr const char* job_names =
    "job_id,submit_cluster,submit_queue,user,slots,submit_time,exec_cluster,start_time,finish_time,"
    "wait_time,status,exec_hosts,first_start_time\n";

/// Job 1 waits 5 s at home and runs 10.5 s away, on two hosts; job 2 never starts.
const std::string two_jobs = std::string(job_names) +
                             "1,home,normal,ann,3,0,away,5,15.500,5,DONE,2*a1 a2,5\n"
                             "2,home,normal,'=bob,1,7,,,,13,PEND,,\n";

RunTables known() {
  RunTables tables;
  tables.end = 20'000;
  tables.clusters.number("home");
  tables.clusters.number("away");
  tables.hosts = {{"h1", 0, 4, 0}, {"a1", 1, 2, 1}};
  return tables;
}

Expected<RunTables, Diagnostics> read(const TempFolder& room) {
  return read_run_tables(room.path(), known());
}

std::string complaint(const Expected<RunTables, Diagnostics>& tables) {
  REQUIRE(!tables);
  std::string text = to_text(tables.error().list.front());
  return text.substr(text.rfind('/') + 1);
}

}  // namespace

TEST_CASE("without segments a job is one bar from its start to its end") {
  const TempFolder room;
  room.write("jobs.csv", two_jobs);
  const auto tables = read(room);
  REQUIRE(tables);
  CHECK(!tables->has_segments);
  REQUIRE(tables->jobs.size() == 2);
  CHECK(tables->jobs[0].submit == 0);
  CHECK(tables->jobs[0].finish == 15'500);
  CHECK(tables->jobs[0].wait == 5'000);
  CHECK(tables->jobs[1].start == no_instant);
  CHECK(!tables->jobs[1].is_over());
  CHECK(tables->users.names() == std::vector<std::string>{"ann", "=bob"});
  CHECK(tables->queues.names() == std::vector<std::string>{"normal@home"});
  REQUIRE(tables->bars.size() == 1);
  const Bar& bar = tables->bars.front();
  CHECK(bar.start == 5'000);
  CHECK(bar.end == 15'500);
  REQUIRE(bar.parts == 2);
  CHECK(tables->hosts[tables->parts[bar.first_part].host].name == "a1");
  CHECK(tables->parts[bar.first_part].slots == 2);
  const HostPart& second = tables->parts[bar.first_part + 1];
  CHECK(second.slots == 1);
  CHECK(tables->hosts[second.host].name == "a2");  // the scenario did not name it
  CHECK(tables->hosts[second.host].cluster == 1);
  CHECK(tables->hosts[second.host].slots == 0);
}

TEST_CASE("forwardings are counted by jobs, and by how often they were") {
  const TempFolder room;
  const std::string names = job_names;
  room.write("jobs.csv", names.substr(0, names.size() - 1) + ",forwards,returns\n" +
                             "1,home,normal,ann,1,0,away,5,15,5,DONE,a1,5,3,2\n"
                             "2,home,normal,ann,1,0,home,5,15,5,DONE,h1,5,1,1\n"
                             "3,home,normal,ann,1,0,home,5,15,5,DONE,h1,5,0,0\n");
  const auto tables = read(room);
  REQUIRE(tables);
  CHECK(tables->forwardings == Forwardings{.jobs = 2, .times = 4, .returns = 3, .elsewhere = 1});
}

TEST_CASE("segments are bars, but for those that are reserved, and open ones end with the run") {
  const TempFolder room;
  room.write("jobs.csv", two_jobs);
  room.write("segments.csv",
             "job_id,submit_cluster,attempt,cluster,queue,state,start,end,slots,hosts\n"
             "1,home,1,away,guests,reserved,1,5,3,2*a1 a2\n"
             "1,home,1,away,guests,run,5,8,3,2*a1 a2\n"
             "1,home,1,away,guests,suspended,8,12,3,2*a1 a2\n"
             "1,home,1,away,guests,run,12,,3,2*a1 a2\n");
  const auto tables = read(room);
  REQUIRE(tables);
  CHECK(tables->has_segments);
  REQUIRE(tables->bars.size() == 3);
  CHECK(tables->bars[1].state == BarState::suspended);
  CHECK(tables->bars[2].end == 20'000);
}

TEST_CASE("a borrowed host is one of the cluster that borrows it, and stands in another") {
  const TempFolder room;
  room.write("jobs.csv",
             std::string(job_names) + "1,home,normal,ann,1,0,home,5,15,5,DONE,a1@away,5\n");
  const auto tables = read(room);
  REQUIRE(tables);
  const HostRow& host = tables->hosts[tables->parts.front().host];
  CHECK(host.name == "a1@away");
  CHECK(host.cluster == 0);
  CHECK(host.home == 1);
}

TEST_CASE("a table that is not what the reference says is refused with its place") {
  const TempFolder room;
  room.write("jobs.csv", "job_id,submit_cluster\n1,home\n");
  CHECK(complaint(read(room)) == "jobs.csv:1: column submit_queue is missing");
  room.write("jobs.csv", std::string(job_names) + "1,home,normal,ann,1,x,,,,,PEND,,\n");
  CHECK(complaint(read(room)) == "jobs.csv:2:21: expected seconds, got \"x\"");
  room.write("jobs.csv", std::string(job_names) + "1,home,normal,ann,1,0,home,5,9,5,DONE,x*h1,5\n");
  CHECK(complaint(read(room)) ==
        "jobs.csv:2:39: expected slots and hosts, as 16*a001 4*a002, got \"x*h1\"");
  room.write("jobs.csv", two_jobs);
  room.write("segments.csv",
             "job_id,submit_cluster,attempt,cluster,queue,state,start,end,slots,hosts\n"
             "9,home,1,home,normal,run,5,8,1,h1\n");
  CHECK(complaint(read(room)) ==
        "segments.csv:2:1: expected a job of jobs.csv, in its order, got \"9\"");
}

}  // namespace mcsim::testing::run_tables_test
