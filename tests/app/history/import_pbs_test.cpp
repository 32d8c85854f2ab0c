// Accounting logs of PBS and Torque, imported: rows and hosts worked out by hand.
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/imported.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::import_pbs_test {

namespace {

// 2026-01-05T08:00:00Z is 1767600000; the log's clock is an hour before it.
constexpr const char* log =
    "01/05/2026 09:00:00;L;license;floating license hour:0 day:0 month:0 max:0\n"
    "01/05/2026 09:00:00;Q;100.pbs01;queue=workq\n"
    "01/05/2026 09:00:10;S;100.pbs01;user=ann group=users project=_pbs_project_default "
    "account=\"chem lab\" jobname=opt queue=workq ctime=1767600000 qtime=1767600000 "
    "etime=1767600000 start=1767600010 exec_host=node1/0*4+node2/0*4 "
    "Resource_List.select=2:ncpus=4\n"
    "01/05/2026 10:00:10;E;100.pbs01;user=ann group=users project=_pbs_project_default "
    "account=\"chem lab\" jobname=opt queue=workq ctime=1767600000 qtime=1767600000 "
    "etime=1767600000 start=1767600010 exec_host=node1/0*4+node2/0*4 "
    "exec_vnode=(node1:ncpus=4)+(node2:ncpus=4) Resource_List.mem=8gb Resource_List.ncpus=8 "
    "Resource_List.nodect=2 Resource_List.place=scatter:excl Resource_List.select=2:ncpus=4 "
    "Resource_List.walltime=02:00:00 session=1 end=1767603610 Exit_status=0 "
    "resources_used.ncpus=8 resources_used.walltime=01:00:00 run_count=1\n"
    "01/05/2026 09:01:00;Q;101.pbs01;user=bob group=users jobname=big queue=workq "
    "ctime=1767600060 Resource_List.nodes=2:ppn=8+1:ppn=4\n"
    "01/05/2026 09:02:00;Q;102.pbs01;queue=workq\n"
    "01/05/2026 09:03:00;D;101.pbs01;requestor=bob@login1\n"
    "01/05/2026 09:03:00;D;102.pbs01;requestor=bob@login1\n"
    "01/05/2026 09:04:00;Q;103.pbs01;queue=workq\n"
    "01/05/2026 09:05:00;R;104[2].pbs01;user=ann queue=workq\n"
    "01/05/2026 09:30:00;E;104[2].pbs01;user=ann group=users project=web jobname=arr queue=longq "
    "ctime=1767600100 qtime=1767600100 etime=1767600200 start=1767601000 "
    "exec_host=node1/0-2,5+node2/7 end=1767601800 Exit_status=271\n"
    "01/05/2026 09:30:01;E;104[].pbs01;user=ann group=users queue=longq ctime=1767600100 "
    "start=1767601000 end=1767601801 Exit_status=0\n";

}  // namespace

TEST_CASE("ends of jobs of PBS become rows, and their hosts a cluster that runs at once") {
  const TempFolder room;
  const Imported site =
      imported(room, {.kind = HistoryKind::pbs, .acct = {room.write("20260105", log)}});
  INFO(site.answer.err);
  REQUIRE(site.answer.code == ExitCode::done);
  // submit,cancel,start,finish,id,index,user,group,queue,project,app,min_slots,slots,run,limit,mem,res_req,
  // hosts,exclusive,priority,name,depends,exit_code,exit_codes,status,exec_hosts
  CHECK(site.row(",100,,") ==
        "0,,,10,3610,100,,ann,users,workq,chem lab,,,8,3600,7200,8192,,,true,,opt,,0,,DONE,"
        "4*node1 4*node2");
  // Deleted at 09:03 of the log: 180 s behind 08:00 UTC. 2 x 8 + 4 slots.
  CHECK(site.row(",101,,") == "60,180,,,180,101,,bob,users,workq,,,,20,0,,,,,,,big,,0,,EXIT,");
  CHECK(site.row(",104,2,") ==
        "100,,,1000,1800,104,2,ann,users,longq,web,,,5,800,,,,,,,arr,,143,,EXIT,4*node1 node2");
  for (const char* text : {R"("start": "2026-01-05T08:00:00Z")", R"({"name": "node1", "ncpus": 8})",
                           R"({"name": "node2", "ncpus": 5})", R"({"QUEUE_NAME": "longq"})",
                           R"({"QUEUE_NAME": "workq", "EXCLUSIVE": "Y"})"})
    CHECK(site.scenario.find(text) != std::string::npos);
  for (const char* text :
       {"ends of job arrays as a whole, of whose elements each has its own, left out: 1\n",
        "runs of jobs that were run again, left out: 1\n",
        "jobs that were deleted before they started, and of which the logs do not say who asked "
        "for how much, left out: 1\n",
        "jobs that were queued and have no end in these logs, left out: 1\n",
        "jobs that became eligible after their submission: here they wait from it on: 1\n",
        "records of kinds that are not used: L 1\n", "3 jobs from"})
    CHECK(site.says(text));
  CHECK(!std::filesystem::exists(room.path("site/not_understood.txt")));
  CHECK(site.runs());
}

// 2026-03-29T01:00:00Z is 1774746000: the clock jumps from 02:00 to 03:00, one hour before UTC to
// two. Job 1 is queued at 00:00 UTC and deleted at 00:30; job 2 at 02:00 and 02:30.
TEST_CASE("a deleted job has the times of its own day where the clock of a log jumps") {
  const auto ended = [](const char* at, const char* id, const std::string& end) {
    return std::string(at) + ";E;" + id +
           ";user=ann queue=workq ctime=1774740000 start=1774740000 end=" + end +
           " Resource_List.ncpus=1 Exit_status=0\n";
  };
  const std::string queued = ";user=bob queue=workq Resource_List.ncpus=1\n";
  const std::string jumping =
      ended("03/29/2026 00:50:00", "8", "1774741800") + "03/29/2026 01:00:00;Q;1" + queued +
      "03/29/2026 01:30:00;D;1;requestor=bob\n" + ended("03/29/2026 03:10:00", "9", "1774746600") +
      "03/29/2026 04:00:00;Q;2" + queued + "03/29/2026 04:30:00;D;2;requestor=bob\n";
  const TempFolder room;
  const Imported site =
      imported(room, {.kind = HistoryKind::pbs, .acct = {room.write("20260329", jumping)}});
  REQUIRE(site.answer.code == ExitCode::done);
  // Virtual time 0 is 1774740000, 23:20 UTC.
  CHECK(site.row(",1,,").starts_with("2400,4200,,,4200,1,"));
  CHECK(site.row(",2,,").starts_with("9600,11400,,,11400,2,"));
}

TEST_CASE("Torque's hosts are named once for each slot") {
  const TempFolder room;
  const Imported site =
      imported(room, {.kind = HistoryKind::pbs,
                      .acct = {room.write("a",
                                          "01/05/2026 08:30:00;E;7.server;user=ann group=users "
                                          "jobname=x queue=batch ctime=1767600000 qtime=1767600000 "
                                          "etime=1767600000 start=1767600000 owner=ann@login "
                                          "exec_host=n1/1+n1/0+n2/3 Resource_List.nodes=2:ppn=2 "
                                          "Resource_List.walltime=3600 session=9 end=1767601800 "
                                          "Exit_status=-11 resources_used.walltime=00:29:00\n"
                                          "01/05/2026 08:40:00;E;8-3.server;user=ann queue=batch "
                                          "ctime=1767600000 start=1767600000 end=1767602400 "
                                          "Resource_List.ncpus=2 Exit_status=2\n")}});
  INFO(site.answer.err);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",7,,") == "0,,,0,1800,7,,ann,users,batch,,,,3,1740,3600,,,,,,x,,1,,EXIT,2*n1 n2");
  CHECK(site.row(",8,3,") == "0,,,0,2400,8,3,ann,,batch,,,,2,2400,,,,,,,,,2,,EXIT,2*pool");
  CHECK(site.says(
      "jobs without exec_host: they are put on one host, pool, that has room for all: 1"));
  CHECK(site.runs());
}

TEST_CASE("what is not understood of a log is kept with its place") {
  const TempFolder room;
  const std::string file =
      room.write("a",
                 "no time;E;1.s;user=ann\n"
                 "01/05/2026 08:00:00;End;1.s;user=ann\n"
                 "01/05/2026 08:00:00;E;one.s;user=ann\n"
                 "01/05/2026 08:00:00;E;1.s;user=ann queue=q ctime=then end=1767602400\n"
                 "01/05/2026 08:00:00;E;1.s;user=ann queue=q ctime=1767600000\n"
                 "01/05/2026 08:00:00;E;1.s;user=ann queue=q ctime=1767600000 start=1767600000 "
                 "end=1767602400 exec_host=n1/x\n"
                 "01/05/2026 08:00:00;E;1.s;user=ann queue=q ctime=1767600000 start=1767600000 "
                 "end=1767602400 exec_host=n1/0\n");
  const Imported site = imported(room, {.kind = HistoryKind::pbs, .acct = {file}});
  REQUIRE(site.answer.code == ExitCode::done);
  const std::string kept = room.read("site/not_understood.txt");
  for (const char* text :
       {":1:1: expected a time as 01/31/2026 08:00:00, and a ; behind it\n",
        ":2:21: expected the kind of a record, one letter\n",
        ":3:23: expected a job as 12.server or 12[3].server\n",
        ":4:1: ctime: expected seconds since 1970\n", ":5:1: an end without ctime, qtime or end\n",
        ":6:1: exec_host: expected hosts as node1/0*4+node2/0-3\n"})
    CHECK(kept.find(file + text) != std::string::npos);
  CHECK(!site.row(",1,,ann").empty());
}

}  // namespace mcsim::testing::import_pbs_test
