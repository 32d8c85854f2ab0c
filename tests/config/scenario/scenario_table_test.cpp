// Workloads that are tables of jobs: what their cells become, and what is said of them.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"
#include "support/run_files.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/without_folders.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::scenario_table_test {

namespace {

/// Two hosts of 4 slots, the table, and what else the scenario, its cluster and its workload say.
struct Site {
  std::string table{};
  std::string of_workload{};
  std::string of_cluster{};
  std::string name = "t.csv";
  std::string keys{};

  Expected<Scenario, Diagnostics> try_load() const {
    const TempFolder folder;
    folder.write(name, table);
    const std::string text = R"({"mcsim": 1, "clusters": [{"name": "C",
 "hosts": [{"name": "h[1-2]", "ncpus": 4, "maxmem": 1000}],
 "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MAX_USER_PRIORITY": 100},
 "lsb.queues": [{"QUEUE_NAME": "q", "EXCLUSIVE": "Y"}, {"QUEUE_NAME": "r"}])" +
                             of_cluster + R"(}],
 "workloads": [{"file": ")" + name +
                             "\"" + of_workload + "}]" + keys + "}";
    return load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  }
  Scenario load() const {
    auto scenario = try_load();
    if (!scenario)
      for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
    REQUIRE(scenario);
    return std::move(*scenario);
  }
  Texts errors() const {
    const auto scenario = try_load();
    REQUIRE_FALSE(scenario);
    return without_folders(texts(scenario.error()));
  }
  Texts warnings() const { return without_folders(texts(load().warnings)); }
  const TraceJob job(std::size_t row = 0) const {
    return load().config.clusters[0].trace[static_cast<JobIndex>(row)];
  }
  JobProfile profile(std::size_t row = 0) const {
    const Scenario scenario = load();
    const ClusterConfig& cluster = scenario.config.clusters[0];
    return cluster.profiles[index_of(cluster.trace[static_cast<JobIndex>(row)].profile)];
  }
};

}  // namespace

TEST_CASE("a table's cells become a job, in whatever order its columns stand") {
  const Site site{
      .table =
          "user,run_time,slots,requested_time,wait_time,job_id,submit_time,submit_queue\n"
          "ann,10.25,3,60,2,7,1.5,r\n"};
  const Scenario scenario = site.load();
  const TraceJob job = site.job();
  CHECK(scenario.warnings.list.empty());
  CHECK(job.id == JobId{7});
  CHECK(job.submit == at(1500ms));
  CHECK(job.run == 10'250ms);
  CHECK(job.limit == 60s);
  CHECK(job.requested == 60s);
  CHECK(job.trace_wait == 2s);
  CHECK(job.slots == Slots(3));
  CHECK(job.queue == QueueId{1});
  CHECK(job.workload == 1);
  CHECK(scenario.config.users.name(job.user) == "ann");
}

TEST_CASE("a table may have a byte order mark, CRLF, quotes, and be packed") {
  const std::string plain = "job_id,submit_time,run_time,user\n1,0,5,\"a, \"\"b\"\"\"\n";
  const std::string other =
      "\xEF\xBB\xBF"
      "job_id,submit_time,run_time,user\r\n\"1\",\"0\",5,\"a, \"\"b\"\"\"";
  const auto user = [](const Site& site) {
    const Scenario scenario = site.load();
    return std::string(scenario.config.users.name(site.job().user));
  };
  CHECK(user({.table = plain}) == "a, \"b\"");
  CHECK(user({.table = other}) == "a, \"b\"");
  CHECK(user({.table = packed(other, Compression::gzip), .name = "t.csv.gz"}) == "a, \"b\"");
  CHECK(user({.table = packed(other, Compression::zstd), .name = "t.csv.zst"}) == "a, \"b\"");
  CHECK(user({.table = packed(other, Compression::xz), .name = "t.csv.xz"}) == "a, \"b\"");
}

TEST_CASE("what a job asks for is read as that of a scenario's own job") {
  const Site site{.table =
                      "job_id,submit_time,run_time,res_req,hosts,exclusive,project,priority,"
                      "mem,mem_limit,exit_codes,rerunnable,user_group\n"
                      "1,0,5,\"select[mem>5] rusage[mem=7]\",h1,yes,p,9,100,200,3 4,Y,g\n"
                      "2,0,5,,,,,,,,,,\n"};
  const JobProfile asked = site.profile();
  CHECK(asked.res_req.text == "select[mem>5] rusage[mem=7]");
  REQUIRE(asked.hosts);
  CHECK(asked.hosts->list.size() == 1);
  CHECK(asked.exclusive);
  CHECK(asked.project != none<NameId>);
  CHECK(asked.priority == 9);
  CHECK(asked.memory == 100 * 1024);
  CHECK(asked.mem_limit == 200 * 1024);
  CHECK(asked.exit_codes == std::vector<std::int32_t>{3, 4});
  CHECK(asked.rerunnable);
  CHECK(asked.group != none<NameId>);
  CHECK(site.profile(1) == JobProfile{});
}

TEST_CASE("what a workload says of all its jobs holds where cells are empty") {
  const Site site{.table =
                      "job_id,submit_time,run_time,res_req,submit_queue\n"
                      "1,0,5,,\n2,0,5,select[mem>5],q\n",
                  .of_workload = R"(, "queue": "r", "res_req": "select[mem>9]")"};
  CHECK(site.profile(0).res_req.text == "select[mem>9]");
  CHECK(site.profile(1).res_req.text == "select[mem>5]");
  CHECK(site.job(0).queue == QueueId{1});
  CHECK(site.job(1).queue == QueueId{0});
}

TEST_CASE("all bad cells of a table are told at once, each at its place") {
  const Site site{.table =
                      "job_id,submit_time,run_time,slots,exclusive,submit_queue,res_req\n"
                      "x,0,5,1,no,q,\n"
                      "2,-1,5,0,no,q,\n"
                      "3,0,5,1,perhaps,q,\n"
                      "4,0,5,1,no,s,\n"
                      "5,0,5,1,no,q,\"select[nothing>1]\"\n"
                      "6,0,5\n"
                      ",0,5,1,no,q,\n"};
  CHECK(site.errors() ==
        Texts{"t.csv:2:1 /job_id: expected a whole number from 0 to 9223372036854775807, got \"x\"",
              "t.csv:3:3 /submit_time: expected seconds from 0 to 1,000 years, got \"-1\"",
              "t.csv:3:8 /slots: expected a whole number from 1 to 2147483647, got \"0\"",
              "t.csv:4:9 /exclusive: expected yes or no (true or false), got \"perhaps\"",
              "t.csv:5:12 /queue: unknown queue \"s\" in C; nearest: q; known: q, r",
              "t.csv:6:22 /res_req: unknown resource \"nothing\"; known: r15s, r1m, r15m, ut, pg, "
              "io, ls, it, tmp, swp, mem, slots and 9 more",
              "t.csv:7: expected 7 fields, as many as the first row names, found 3",
              "t.csv:8:1 /job_id: expected a whole number from 0, got nothing"});
}

TEST_CASE("unknown columns are warned of by name, missing ones are errors") {
  CHECK(Site{.table = "job_id,submit_time,run_time,mood,sloots\n1,0,5,x,1\n"}.warnings() ==
        Texts{"t.csv:1:29: warning: no table of jobs has a column \"mood\": it is not looked at",
              "t.csv:1:34: warning: no table of jobs has a column \"sloots\": it is not looked at; "
              "nearest: slots"});
  CHECK(Site{.table = "id,submit,run\n1,0,5\n"}.errors() ==
        Texts{"t.csv:1: column job_id is missing; with renumber jobs are called 1, 2, 3, ...",
              "t.csv:1: column submit_time is missing",
              "t.csv:1: column run_time is missing, and so are start_time and finish_time",
              "t.csv:1:1: warning: no table of jobs has a column \"id\": it is not looked at; "
              "nearest: job_id",
              "t.csv:1:4: warning: no table of jobs has a column \"submit\": it is not looked at; "
              "nearest: submit_time",
              "t.csv:1:11: warning: no table of jobs has a column \"run\": it is not looked at; "
              "nearest: run_time"});
}

TEST_CASE("rows that cannot be replayed are skipped, and say why") {
  const Scenario scenario =
      Site{.table = "job_id,submit_time,run_time,slots\n1,,5,1\n2,0,,1\n3,0,5,99\n4,0,5,\n"}.load();
  CHECK(scenario.workloads[1].jobs == 1);
  CHECK(scenario.workloads[1].rows == 4);
  REQUIRE(scenario.skipped.size() == 3);
  CHECK(scenario.skipped[0].detail == "submit_time is empty");
  CHECK(scenario.skipped[0].line == 2);
  CHECK(scenario.skipped[1].detail == "run_time is empty");
  CHECK(scenario.skipped[2].detail == "99 slots; a job can have at most 8");
  CHECK(without_folders(texts(scenario.warnings)) ==
        Texts{"t.csv: warning: 1 job is skipped, which wants more than the cluster ever has: "
              "too_many_slots 1 (each in skipped.csv)",
              "t.csv:2: warning: 2 rows are skipped, without what a job needs: no_run_time 1, "
              "no_submit_time 1 (first here)"});
}

TEST_CASE("recorded times give the run time and the wait, where the table does not say them") {
  const TraceJob job =
      Site{.table = "job_id,submit_time,start_time,finish_time\n1,10,15,17.5\n"}.job();
  CHECK(job.run == 2500ms);
  CHECK(job.trace_wait == 5s);
  CHECK(Site{.table = "job_id,submit_time,start_time,finish_time\n1,10,9,17\n2,0,5,4\n"}.errors() ==
        Texts{"t.csv:2:6 /start_time: expected a time from submit_time on",
              "t.csv:3:7 /finish_time: expected a time from start_time on"});
}

// It pended for 1 s, and started a second time 600 s after its submission.
TEST_CASE("where starts are replayed a job starts at its recorded start, whatever its wait was") {
  const std::string table =
      "job_id,submit_time,wait_time,start_time,run_time\n1,10,1,610,5\n2,10,2,,5\n3,10,3,9,5\n";
  const Site usual{.table = table};
  CHECK(usual.job().trace_wait == 1s);
  CHECK(usual.warnings().empty());
  const Site replayed{.table = table, .of_cluster = R"(, "model": {"dispatch": "recorded"})"};
  CHECK(replayed.job(0).trace_wait == 600s);
  CHECK(replayed.job(1).trace_wait == 2s);
}

// What contradicts itself without a wait is an error; a wait beside it counts.
TEST_CASE("a start before the submission, where starts are replayed, is told, its wait counts") {
  const std::string recorded = R"(, "model": {"dispatch": "recorded"})";
  const std::string head = "job_id,submit_time,wait_time,start_time,run_time,slots\n";
  const Site site{.table = head + "1,100,5,105,9,1\n2,100,20,50,9,1\n3,100,3,50,9,99\n",
                  .of_cluster = recorded};
  CHECK(site.job(1).trace_wait == 20s);
  CHECK(std::ranges::count(site.warnings(),
                           "t.csv:3:10: warning: 1 job has a start_time before its submit_time, "
                           "and starts when its wait_time is over (first here)") == 1);
  const Site both{.table = head + "1,100,20,50,9,1\n2,110,0,0,9,1\n", .of_cluster = recorded};
  CHECK(std::ranges::count(both.warnings(),
                           "t.csv:2:10: warning: 2 jobs have a start_time before their "
                           "submit_time, and start when their wait_time is over (first here)") ==
        1);
  CHECK(Site{.table = head + "1,100,,50,9,1\n", .of_cluster = recorded}.errors().back() ==
        "t.csv:2:8 /start_time: expected a time from submit_time on");
}

// Only A replays starts: job 1 starts 50 s after its submission there, and 2 pended for 30 s at B.
TEST_CASE("a cluster that replays starts changes no waits of jobs of another cluster") {
  const TempFolder folder;
  folder.write("t.csv",
               "job_id,submit_cluster,submit_time,start_time,wait_time,run_time\n"
               "1,A,20,70,30,100\n2,B,20,70,30,100\n3,B,20,10,30,100\n");
  const std::string text = R"({"mcsim": 1, "clusters": [
    {"name": "A", "hosts": [{"name": "a", "ncpus": 4}], "model": {"dispatch": "recorded"}},
    {"name": "B", "hosts": [{"name": "b", "ncpus": 4}]}], "workloads": [{"file": "t.csv"}]})";
  const auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  REQUIRE(scenario);
  CHECK(scenario->config.clusters[0].trace[JobIndex{0}].trace_wait == 50s);
  CHECK(scenario->config.clusters[1].trace[JobIndex{0}].trace_wait == 30s);
  CHECK(scenario->config.clusters[1].trace[JobIndex{1}].trace_wait == 30s);
  CHECK(without_folders(texts(scenario->warnings)).empty());
}

TEST_CASE("a job that its limit has ended is ended by it again, one with an exit code exits") {
  const Site site{.table =
                      "job_id,submit_time,run_time,requested_time,status,end_reason,exit_code\n"
                      "1,0,5,5,EXIT,TERM_RUNLIMIT,140\n"
                      "2,0,5,9,EXIT,,3\n"
                      "3,0,5,9,RUN,,\n"
                      "4,0,5,0,DONE,,0\n"};
  const Scenario scenario = site.load();
  const JobOutcomes jobs = run_all(scenario.config).clusters[0].jobs;
  CHECK(jobs[0].end_reason == EndReason::term_runlimit);
  CHECK(jobs[0].finish == at(5s));
  CHECK(jobs[1].exit_code == 3);
  CHECK(jobs[2].status == JobStatus::done);
  CHECK(site.job(3).limit == queues_default);
  CHECK(without_folders(texts(scenario.warnings)) ==
        Texts{"t.csv: warning: 1 job was not over: it runs only as long as it had until then"});
}

TEST_CASE("numbers of queues and users go by the maps, as those of traces do") {
  const Site site{.table = "job_id,submit_time,run_time,submit_queue,user\n1,0,5,2,7\n2,0,5,3,8\n",
                  .of_workload = R"(, "queue_map": {"2": "r"}, "user_map": {"7": "ann"})"};
  const Scenario scenario = site.load();
  CHECK(site.job(0).queue == QueueId{1});
  CHECK(site.job(1).queue == QueueId{0});
  CHECK(scenario.config.users.name(site.job(0).user) == "ann");
  CHECK(scenario.config.users.name(site.job(1).user) == "8");
  CHECK(without_folders(texts(scenario.warnings)) ==
        Texts{"t.csv:3:7 /queue: warning: C has no queue \"3\": jobs of queues that are numbers go "
              "where queue_map says, else to queue q (said once)"});
}

TEST_CASE("jobs of a table wait for each other, by numbers that follow id_offset and renumber") {
  for (const std::string more : {"", R"(, "id_offset": 100)", R"(, "renumber": true)"}) {
    INFO(more);
    const Scenario scenario =
        Site{.table =
                 "job_id,submit_time,run_time,depends,user,name\n"
                 "40,0,50,,ann,first\n30,1,5,done(40),ann,\n20,2,5,ended(first),ann,\n",
             .of_workload = more}
            .load();
    CHECK(scenario.warnings.list.empty());
    const JobOutcomes jobs = run_all(scenario.config).clusters[0].jobs;
    CHECK(jobs[0].start == at(0s));
    CHECK(jobs[1].start >= at(50s));
    CHECK(jobs[2].start >= at(50s));
  }
}

TEST_CASE("a table has job arrays, by one row or by a row for each element") {
  const auto indices = [](const std::string& table) {
    const Scenario scenario = Site{.table = table}.load();
    const auto& arrays = scenario.config.clusters[0].arrays.rows;
    REQUIRE(arrays.size() == 1);
    CHECK(scenario.config.clusters[0].trace.size() == 4);
    CHECK(arrays[0].spec.indices.size() == 3);
    return arrays[0].spec.indices[2];
  };
  CHECK(indices("job_id,submit_time,run_time,array\n1,0,5,[1-5:2]\n2,0,5,\n") == 5);
  CHECK(indices("job_id,submit_time,run_time,index\n1,0,5,1\n1,0,5,2\n1,0,5,4\n2,0,5,0\n") == 4);
  CHECK(Site{.table = "job_id,submit_time,run_time,index,user\n1,0,5,1,ann\n1,0,6,2,bob\n"}
            .warnings() ==
        Texts{"t.csv: warning: 1 element of job arrays has another user, queue or time than the "
              "first one of the array, and gets those; with renumber each is a job of its own"});
}

TEST_CASE("elements stay in their order where the table is not in that of submission") {
  std::string rows = "job_id,submit_time,run_time,index\n";
  for (int job = 30; job > 0; --job)
    for (int element = 1; element <= 4; ++element)
      rows += std::to_string(job) + "," + std::to_string(job) + "," + std::to_string(element) +
              "," + std::to_string(element) + "\n";
  const Scenario scenario = Site{.table = rows}.load();
  const Trace& trace = scenario.config.clusters[0].trace;
  REQUIRE(trace.size() == 120);
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    CHECK(static_cast<std::size_t>(job.id) == row / 4 + 1);
    CHECK(job.run == std::chrono::seconds(row % 4 + 1));
  }
}

TEST_CASE("each element has its own run time, and the name that LSF records has the limit") {
  const Scenario scenario = Site{.table =
                                     "job_id,submit_time,run_time,index,name\n1,0,5,1,sim[1-9]%2\n"
                                     "1,0,7,2,sim[1-9]%2\n1,0,9,5,sim[1-9]%2\n"}
                                .load();
  CHECK(scenario.warnings.list.empty());
  const ClusterConfig& cluster = scenario.config.clusters[0];
  REQUIRE(cluster.arrays.size() == 1);
  CHECK(cluster.arrays.rows[0].name == "sim");
  CHECK(cluster.arrays.rows[0].spec.limit == 2);
  CHECK(cluster.trace[JobIndex{0}].run == 5s);
  CHECK(cluster.trace[JobIndex{1}].run == 7s);
  CHECK(cluster.trace[JobIndex{2}].run == 9s);
}

TEST_CASE("numbers that come twice in a cluster are errors, with both lines") {
  CHECK(Site{.table = "job_id,submit_time,run_time\n3,0,5\n1,0,5\n3,9,5\n"}.errors() ==
        Texts{"t.csv:4 /job_id: job 3 comes twice in C; first in line 2"});
  CHECK(Site{.table = "job_id,submit_time,run_time\n3,0,5\n1,0,5\n3,9,5\n3,9,5\n"}.errors() ==
        Texts{"t.csv:4 /job_id: job 3 comes twice in C; first in line 2",
              "t.csv:5 /job_id: job 3 comes twice in C; first in line 2"});
  // An array is where its first element is.
  CHECK(Site{.table = "job_id,submit_time,run_time,index\n1,0,10,1\n1,0,10,2\n2,0,20,0\n"
                      "1,0,20,3\n"}
            .errors() == Texts{"t.csv:5 /job_id: job 1 comes twice in C; first in line 2"});
  // No field of the last row is there to be looked at any more.
  CHECK(Site{.table = "job_id,submit_time,run_time\n3,0,5\n3,9,5\n7\n"}.errors() ==
        Texts{"t.csv:3 /job_id: job 3 comes twice in C; first in line 2",
              "t.csv:4: expected 3 fields, as many as the first row names, found 1"});
}

TEST_CASE("times with more than three decimals are rounded, texts that are not UTF-8 are Latin-1") {
  const Site site{.table =
                      "job_id,submit_time,run_time,user\n1,0.0004,5.1236,J\xF6rg\n2,0,5,ann\n"};
  CHECK(site.job(0).run == 5124ms);
  CHECK(site.load().config.users.name(site.job(0).user) == "J\xC3\xB6rg");
  CHECK(site.warnings() ==
        Texts{"t.csv:2:3: warning: 2 times have more than three decimals: rounded to milliseconds "
              "(first here)",
              "t.csv:2:17: warning: 1 text is not UTF-8: taken for ISO 8859-1 (first here)"});
}

TEST_CASE("jobs of a table that can never start are told with how many they are") {
  const Diagnostics said = Site{.table =
                                    "job_id,submit_time,run_time,res_req\n1,0,5,type==X\n"
                                    "2,0,5,\n3,0,5,type==X\n"}
                               .load()
                               .warnings;
  REQUIRE(said.list.size() == 1);
  CHECK(said.list[0].message == "no host can ever satisfy \"type==X\" (job 1 and 1 more such job)");
  CHECK(said.list[0].line == 2);
  CHECK(said.list[0].loss == Loss{.who = "job", .what = "can never start", .count = 2});
}

TEST_CASE("a job of a table that can never start is told in the file that says so") {
  const TempFolder folder;
  folder.write("jan.csv", "job_id,submit_time,run_time,slots\n1,0,5,2\n");
  folder.write("feb.csv", "job_id,submit_time,run_time,slots\n7,0,5,3\n8,0,5,5\n");
  const auto said = [&](const std::string& queue, const std::string& of_workload) {
    const auto scenario =
        load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
"hosts": [{"name": "h[1-2]", "ncpus": 4}], "lsb.queues": [{"QUEUE_NAME": "q")" +
                                                 queue + R"(}]}],
"workloads": [{"file": "jan.csv"},
{"file": "feb.csv")" + of_workload + "}]}"),
                      choices_of(default_registry()));
    REQUIRE(scenario);
    return without_folders(texts(scenario->warnings));
  };
  // Jobs of both tables are of one kind, whose first row is in jan.csv.
  CHECK(
      said(R"(, "RES_REQ": "span[hosts=1]")", "") ==
      Texts{"feb.csv:3 /queue: warning: 5 job slots on one host are wanted, by span[hosts=1]; its "
            "hosts have at most 4: the job can never start (job 8)"});
  CHECK(said("", R"(, "res_req": "type==X")") ==
        Texts{"s.json:4:32 /workloads/1/res_req: warning: no host can ever satisfy \"type==X\" "
              "(job 7 and 1 more such job)"});
}

// Job 1, in line 2, asks for the same but for its slots, and may start.
TEST_CASE("a job of a table that can never start is told by its number, at its line") {
  const Diagnostics said =
      Site{.table =
               "job_id,submit_time,run_time,slots,submit_queue,user\n7,0,5,2,q,u\n"
               "9,1,5,4,r,u\n8,2,5,5,q,u\n6,3,5,6,q,u\n",
           .of_cluster = R"(, "lsb.users": {"User": [
                                    {"USER_NAME": "default", "MAX_JOBS": 4}]})"}
          .load()
          .warnings;
  REQUIRE(said.list.size() == 1);
  CHECK(said.list[0].message ==
        "5 job slots are wanted; MAX_JOBS of its user is 4: the job can never start (job 8 and 1 "
        "more such job, of 5 to 6 slots)");
  CHECK(said.list[0].line == 4);
  CHECK(said.list[0].column == 0);
}

TEST_CASE("rows say their clusters where the workload names none") {
  const TempFolder folder;
  folder.write("t.csv", "job_id,submit_cluster,submit_time,run_time\n1,B,0,5\n1,A,0,5\n2,B,0,5\n");
  const std::string text = R"({"mcsim": 1, "clusters": [
    {"name": "A", "hosts": [{"name": "a", "ncpus": 4}]},
    {"name": "B", "hosts": [{"name": "b", "ncpus": 4}]}], "workloads": [{"file": "t.csv"}]})";
  const auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  REQUIRE(scenario);
  CHECK(scenario->config.clusters[0].trace.size() == 1);
  CHECK(scenario->config.clusters[1].trace.size() == 2);
}

}  // namespace mcsim::testing::scenario_table_test
