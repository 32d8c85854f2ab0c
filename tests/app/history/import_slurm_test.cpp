// What sacct prints, imported: rows and hosts worked out by hand.
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/imported.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::import_slurm_test {

namespace {

constexpr const char* january =
    "JobID|JobIDRaw|Submit|Eligible|Start|End|State|AllocCPUS|Partition|User|Account|Group|"
    "Timelimit|NodeList|ReqMem|ElapsedRaw|ExitCode|JobName|Extra\n"
    "100|100|2026-01-05T08:00:00|2026-01-05T08:00:00|2026-01-05T08:00:10|2026-01-05T09:00:10|"
    "COMPLETED|8|batch|ann|chem|users|02:00:00|node[001-002]|4G|3600|0:0|opt|x\n"
    "100.batch|100.batch|2026-01-05T08:00:10|Unknown|2026-01-05T08:00:10|2026-01-05T09:00:10|"
    "COMPLETED|4||||||node001||3600|0:0|batch|x\n"
    "100.0|100.0|2026-01-05T08:00:10|Unknown|2026-01-05T08:00:10|2026-01-05T09:00:10|"
    "COMPLETED|8||||||node[001-002]||3600|0:0|a|x\n"
    "101|101|2026-01-05T08:01:00|2026-01-05T08:05:00|2026-01-05T09:00:20|2026-01-05T09:10:20|"
    "FAILED|5|batch|bob|phys||UNLIMITED|node[001-002]|4000Mn|600|3:0|a \"b\"|x\n"
    "102|102|2026-01-05T08:02:00|2026-01-05T08:02:00|2026-01-05T08:30:00|2026-01-05T08:30:00|"
    "CANCELLED by 1000|0|fast|ann|chem|users|1-00:00:00|None assigned|4G|0|0:0|never|x\n"
    "103|103|2026-01-05T08:03:00|2026-01-05T08:03:00|2026-01-05T10:00:00|Unknown|RUNNING|4|batch|"
    "ann|chem|users|02:00:00|node003|4G|100|0:0|now|x\n"
    "104|104|2026-01-05T08:04:00|2026-01-05T08:04:00|2026-01-05T08:05:00|2026-01-05T08:06:00|"
    "REQUEUED|4|batch|ann|chem|users|02:00:00|node003|4G|60|0:0|again|x\n"
    "104|104|2026-01-05T08:06:00|2026-01-05T08:06:00|2026-01-05T08:07:00|2026-01-05T08:08:00|"
    "TIMEOUT|4|batch|ann|chem|users|00:01:00|node003|4G|60|0:15|again|x\n";

}  // namespace

TEST_CASE("jobs of Slurm become rows, and their hosts a cluster that runs at once") {
  const TempFolder room;
  const Imported site =
      imported(room, {.kind = HistoryKind::slurm, .acct = {room.write("january.txt", january)}});
  INFO(site.answer.err);
  REQUIRE(site.answer.code == ExitCode::done);
  // submit,cancel,start,finish,id,index,user,group,queue,project,app,min_slots,slots,run,limit,mem,res_req,
  // hosts,exclusive,priority,name,depends,exit_code,exit_codes,status,exec_hosts
  CHECK(site.row(",100,,") ==
        "0,,,10,3610,100,,ann,users,batch,chem,,,8,3600,7200,4096,,,,,opt,,0,,DONE,"
        "4*node001 4*node002");
  CHECK(site.row(",101,,") ==
        "60,,,3620,4220,101,,bob,,batch,phys,,,5,600,,4000,,,,,\"a \"\"b\"\"\",,3,,EXIT,"
        "3*node001 2*node002");
  CHECK(site.row(",102,,") ==
        "120,1800,,,1800,102,,ann,users,fast,chem,,,1,0,86400,4096,,,,,never,,0,,EXIT,");
  CHECK(site.row(",103,,").empty());
  CHECK(site.row(",104,,") ==
        "360,,,420,480,104,,ann,users,batch,chem,,,4,60,60,4096,,,,,again,,143,,EXIT,4*node003");
  for (const char* text :
       {R"("start": "2026-01-05T08:00:00Z")", R"({"name": "node001", "ncpus": 4})",
        R"({"name": "node002", "ncpus": 4})", R"({"name": "node003", "ncpus": 4})",
        R"({"QUEUE_NAME": "batch"})", R"({"QUEUE_NAME": "fast"})", R"("name": "site")"})
    CHECK(site.scenario.find(text) != std::string::npos);
  for (const char* text :
       {"jobs that wait or run, left out: 1\n", "runs of jobs that were requeued, left out: 1\n",
        "jobs on several hosts: their CPUs are dealt evenly to these: 2\n",
        "jobs that became eligible after their submission: here they wait from it on: 1\n",
        "as if they were in UTC", "processors of 3 hosts are guessed", "4 jobs from"})
    CHECK(site.says(text));
  CHECK(!std::filesystem::exists(room.path("site/not_understood.txt")));
  CHECK(site.runs());
}

TEST_CASE("elements of arrays, other columns and other times are read too") {
  const TempFolder room;
  const Imported site = imported(room, {.kind = HistoryKind::slurm,
                                        .acct = {room.write("a",
                                                            "state|user|jobid|submit|start|"
                                                            "end|NCPUS|partition|exclusive|"
                                                            "cluster|elapsed|\n"
                                                            "COMPLETED|ann|7_3|1000|1010|"
                                                            "1100|2|p|1|blue|00:01:00|\n"
                                                            "COMPLETED|ann|7_0|1000|1020|"
                                                            "1100|2|p||blue||\n"
                                                            "CANCELLED|ann|7_[4-9]|1000|"
                                                            "None|1100|2|p||blue||\n")}});
  INFO(site.answer.err);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",7,3,") == "0,,,10,100,7,3,ann,,p,,,,2,60,,,,,true,,,,0,,DONE,2*pool");
  CHECK(site.row(",5000000007,,") ==
        "0,,,20,100,5000000007,,ann,,p,,,,2,80,,,,,,,,,0,,DONE,2*pool");
  CHECK(site.says("with 5000000000 added to their numbers: 1\n"));
  CHECK(site.scenario.find(R"({"name": "pool", "ncpus": 4})") != std::string::npos);
  CHECK(site.scenario.find(R"({"QUEUE_NAME": "p", "EXCLUSIVE": "Y"})") != std::string::npos);
  CHECK(site.scenario.find(R"("name": "blue")") != std::string::npos);
  CHECK(site.says(
      "jobs without a NodeList: they are put on one host, pool, that has room for all: 2"));
  CHECK(
      site.says("records of elements of job arrays that were killed before they started, "
                "without their indices: 1, left out"));
  CHECK(site.runs());
}

TEST_CASE("what is not understood of sacct is kept with its place") {
  const TempFolder room;
  const std::string head = "JobID|Submit|Start|End|State|AllocCPUS|Partition|User\n";
  const std::string file = room.write("a", head + "1|yesterday|100|200|COMPLETED|1|p|ann\n" +
                                               "2|100|100\n" + "x|50|100|200|COMPLETED|1|p|ann\n" +
                                               "3|50|100|200|COMPLETED|many|p|ann\n" +
                                               "4|50|100|200|COMPLETED|1|p|ann\n");
  const Imported site = imported(room, {.kind = HistoryKind::slurm, .acct = {file}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(room.read("site/not_understood.txt") ==
        file + ":2:3: Submit: expected a time as 2026-01-31T08:00:00\n" +
            "1|yesterday|100|200|COMPLETED|1|p|ann\n" + file +
            ":3:1: expected as many cells as the first line has\n2|100|100\n" + file +
            ":4:1: JobID: expected 12, 12_3 or 12+1\nx|50|100|200|COMPLETED|1|p|ann\n" + file +
            ":5:24: expected a number of CPUs\n3|50|100|200|COMPLETED|many|p|ann\n");
  const Imported none = imported(
      room, {.kind = HistoryKind::slurm, .acct = {room.write("b", "JobID|User\n1|ann\n")}}, "none");
  CHECK(none.answer.code == ExitCode::bad_input);
  CHECK(
      none.says("b:1: lacks columns of sacct -P in its first line: Submit, Start, End, State, "
                "Partition, AllocCPUS (or NCPUS, ReqCPUS)"));
  CHECK(!std::filesystem::exists(room.path("none")));
}

TEST_CASE("names of Slurm's jobs can be hidden") {
  const TempFolder room;
  const Imported site = imported(room, {.kind = HistoryKind::slurm,
                                        .acct = {room.write("january.txt", january)},
                                        .anonymise = true});
  REQUIRE(site.answer.code == ExitCode::done);
  for (const char* name : {"ann", "bob", "chem", "phys", "node", "opt"}) {
    INFO(name);
    CHECK(site.table.find(name) == std::string::npos);
    CHECK(site.scenario.find(name) == std::string::npos);
  }
  CHECK(site.table.find(",batch,") != std::string::npos);
  CHECK(site.runs());
}

}  // namespace mcsim::testing::import_slurm_test
