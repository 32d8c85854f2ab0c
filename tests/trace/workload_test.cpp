// From rows to jobs: which jobs are replayed, which are left out and why, and every option.
#include "mcsim/trace/workload.hpp"

#include <string>
#include <utility>
#include <vector>

#include "mcsim/model/slot_memory.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"
#include "support/read_trace.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::workload_test {

namespace {

struct Loaded {
  WorkloadReport report;
  std::vector<TraceJob> jobs;  ///< in order of submission
  std::vector<SkippedRow> skipped;
  Texts errors;
  NameTable users;
  NameTable groups;
  std::vector<JobProfile> profiles;

  std::string_view group_of(std::size_t job) const {
    return groups.name(profiles[index_of(jobs[job].profile)].group);
  }
};

Loaded load(const std::string& text, WorkloadOptions options = {}) {
  const TempFolder folder;
  options.file = folder.write("trace", text);
  options.shown_name = "t";
  ReadTrace read(options);
  Loaded result;
  result.users = std::move(read.users);
  result.groups = std::move(read.groups);
  result.skipped = std::move(read.skipped);
  result.profiles = std::move(read.profiles).take();
  if (!read.report) {
    result.errors = texts(read.report.error());
    return result;
  }
  result.report = *read.report;
  const Trace trace = read.freeze();
  for (std::size_t job = 0; job < trace.size(); ++job)
    result.jobs.push_back(trace[static_cast<JobIndex>(job)]);
  return result;
}

/// A row; fields that are not given are unknown.
struct Row {
  std::int64_t job = 1;
  std::string submit = "0", run = "10";
  int allocated = 1, requested = -1;
  std::string limit = "-1";
  int status = 1, user = 1, group = -1, queue = -1;
  std::string memory = "-1", used = "-1";
};

std::string text_of(const Row& row) {
  const auto text = [](auto number) { return std::to_string(number) + " "; };
  return text(row.job) + row.submit + " 5 " + row.run + " " + text(row.allocated) + "-1 " +
         row.used + " " + text(row.requested) + row.limit + " " + row.memory + " " +
         text(row.status) + text(row.user) + text(row.group) + "-1 " + text(row.queue) +
         "-1 -1 -1\n";
}

std::string text_of(const std::vector<Row>& rows) {
  std::string all;
  for (const Row& row : rows) all += text_of(row);
  return all;
}

std::vector<std::int64_t> ids(const Loaded& loaded) {
  std::vector<std::int64_t> result;
  for (const TraceJob& job : loaded.jobs) result.push_back(static_cast<std::int64_t>(job.id));
  return result;
}

using Ids = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a row becomes a job with the trace's own number, times, user and group") {
  const Loaded found = load(text_of({{.job = 7,
                                      .submit = "3",
                                      .run = "60",
                                      .allocated = 2,
                                      .requested = 4,
                                      .limit = "120",
                                      .user = 12,
                                      .group = 5}}));
  REQUIRE(found.jobs.size() == 1);
  const TraceJob& job = found.jobs[0];
  CHECK(job.id == JobId{7});
  CHECK(job.submit == Time{3s});
  CHECK(job.run == 60s);
  CHECK(job.limit == 120s);
  CHECK(job.requested == 120s);
  CHECK(job.trace_wait == 5s);
  CHECK(job.slots == Slots(4));
  CHECK(found.users.name(job.user) == "12");
  CHECK(found.group_of(0) == "5");
}

TEST_CASE("users that are not known have a name too, groups have none") {
  const Loaded found = load(text_of({{.job = 1, .user = -1, .group = -1},
                                     {.job = 2, .user = 5000, .group = 5000},
                                     {.job = 3, .user = -7, .group = 0},
                                     {.job = 4, .user = 5000}}));
  CHECK(found.users.name(found.jobs[0].user) == "-1");
  CHECK(found.group_of(0).empty());
  CHECK(found.users.name(found.jobs[1].user) == "5000");
  CHECK(found.users.name(found.jobs[2].user) == "-7");
  CHECK(found.group_of(2) == "0");
  CHECK(found.jobs[3].user == found.jobs[1].user);
}

TEST_CASE("rows that cannot be replayed are left out, counted and listed, never in silence") {
  const Loaded found = load(text_of({{.job = 1, .run = "-1"},
                                     {.job = 2, .allocated = -1, .requested = 0},
                                     {.job = 3, .requested = 65},
                                     {.job = 4, .requested = 64},
                                     {.job = 5, .run = "0"}}),
                            {.workload = 3, .largest = {Slots(64)}});
  CHECK(ids(found) == Ids{4, 5});
  CHECK(found.report.rows == 5);
  CHECK(found.report.jobs == 2);
  CHECK(found.report.skipped == SkipCounts{1, 1, 1, 0});
  REQUIRE(found.skipped.size() == 3);
  CHECK(found.skipped[0].reason == SkipReason::no_run_time);
  CHECK(found.skipped[0].detail == "run time (field 4) is unknown");
  CHECK(found.skipped[1].reason == SkipReason::no_slots);
  CHECK(found.skipped[1].job_id == 2);
  CHECK(found.skipped[2].reason == SkipReason::too_many_slots);
  CHECK(found.skipped[2].line == 3);
  CHECK(found.skipped[2].workload == 3);
  CHECK(found.skipped[2].detail == "65 slots; a job can have at most 64");
  CHECK(texts(found.report.warnings) ==
        Texts{"t: warning: 1 job is skipped, which wants more than the cluster ever has: "
              "too_many_slots 1 (each in skipped.csv)",
              "t:1: warning: 2 rows are skipped, without what a job needs: no_run_time 1, no_slots "
              "1 (first here)"});
  CHECK(found.report.warnings.list[0].loss == Loss{.who = "job", .what = "is skipped", .count = 1});
  CHECK(found.report.warnings.list[1].loss == Loss{.who = "row", .what = "is skipped", .count = 2});
  CHECK(name_of(SkipReason::too_many_slots) == "too_many_slots");
}

TEST_CASE("a row that was submitted before the start of the trace is left out, and the rest runs") {
  const Loaded found =
      load(text_of({{.job = 1, .submit = "-50"}, {.job = 2}, {.job = 3, .submit = "-1"}}));
  CHECK(ids(found) == Ids{2});
  CHECK(found.report.skipped == SkipCounts{0, 0, 0, 0, 2});
  REQUIRE(found.skipped.size() == 2);
  CHECK(found.skipped[0].reason == SkipReason::no_submit_time);
  CHECK(found.skipped[0].line == 1);
  CHECK(name_of(SkipReason::no_submit_time) == "no_submit_time");
  CHECK(texts(found.report.warnings) ==  // none is out of order
        Texts{"t:1: warning: 2 rows are skipped, without what a job needs: no_submit_time 2 (first "
              "here)"});
}

TEST_CASE("no more slots are believed than a job can ever have") {
  const std::string row = "1 0 0 10 1000000001 -1 -1 1000000000000000 -1 -1 1 1 1 1 1 1 1 1\n";
  CHECK(load(row).report.skipped == SkipCounts{0, 0, 1, 0});
  CHECK(load(row, {.slots = WorkloadOptions::SlotField::allocated}).report.skipped ==
        SkipCounts{0, 0, 1, 0});
}

TEST_CASE("slots are those requested, or those allocated where that is unknown or asked for") {
  const std::string rows = text_of({{.job = 1, .allocated = 2, .requested = 4},
                                    {.job = 2, .allocated = 2, .requested = -1},
                                    {.job = 3, .allocated = 2, .requested = 0},
                                    {.job = 4, .allocated = -1, .requested = 4}});
  const Loaded requested = load(rows);
  REQUIRE(requested.jobs.size() == 4);
  CHECK(requested.jobs[0].slots == Slots(4));
  CHECK(requested.jobs[1].slots == Slots(2));
  CHECK(requested.jobs[2].slots == Slots(2));
  CHECK(requested.jobs[3].slots == Slots(4));

  const Loaded allocated = load(rows, {.slots = WorkloadOptions::SlotField::allocated});
  CHECK(ids(allocated) == Ids{1, 2, 3});
  CHECK(allocated.jobs[0].slots == Slots(2));
  CHECK(allocated.skipped[0].detail == "allocated processors (field 5) are unknown");
}

TEST_CASE("a missing limit is the run time, the queue's, none or a given one") {
  const std::string rows = text_of({{.job = 1, .run = "30", .limit = "-1", .queue = 0},
                                    {.job = 2, .run = "30", .limit = "0", .queue = 1},
                                    {.job = 3, .run = "30", .limit = "20"}});
  const auto limits = [&](MissingLimit missing) {
    WorkloadOptions options;
    options.missing_limit = missing;
    options.queue_map = {{1, QueueId{1}}};
    std::vector<Duration> result;
    for (const TraceJob& job : load(rows, options).jobs) result.push_back(job.limit);
    return result;
  };
  using Limits = std::vector<Duration>;
  using Kind = MissingLimit::Kind;
  CHECK(limits({Kind::run, {}}) == Limits{30s, 30s, 20s});
  CHECK(limits({Kind::queue, {}}) == Limits{queues_default, queues_default, 20s});
  CHECK(limits({Kind::none, {}}) == Limits{unlimited, unlimited, 20s});
  CHECK(limits({Kind::duration, 45s}) == Limits{45s, 45s, 20s});
}

TEST_CASE("a run time above its limit stays as it is, for the cluster to end the job") {
  const Loaded found = load(text_of({{.run = "100", .limit = "60"}}));
  CHECK(found.jobs[0].run == 100s);
  CHECK(found.jobs[0].limit == 60s);
}

TEST_CASE("the queue is the workload's unless the map names the row's") {
  const Loaded found = load(
      text_of({{.job = 1, .queue = 3},
               {.job = 2, .queue = -1},
               {.job = 3, .queue = 0},
               {.job = 4, .queue = 9}}),
      {.queue = QueueId{5}, .queue_map = {{3, QueueId{1}}, {-1, QueueId{2}}, {0, QueueId{0}}}});
  CHECK(found.jobs[0].queue == QueueId{1});
  CHECK(found.jobs[1].queue == QueueId{2});
  CHECK(found.jobs[2].queue == QueueId{0});
  CHECK(found.jobs[3].queue == QueueId{5});
}

TEST_CASE("a user is called by the map's name, or by the number") {
  const Loaded found =
      load(text_of({{.job = 1, .user = 3}, {.job = 2, .user = 4}}), {.user_map = {{3, "ann"}}});
  CHECK(found.users.name(found.jobs[0].user) == "ann");
  CHECK(found.users.name(found.jobs[1].user) == "4");
}

TEST_CASE("arrivals and run times are scaled exactly, and run limits as run times") {
  const Loaded found =
      load(text_of({{.submit = "3", .run = "0.001", .limit = "100"},
                    {.job = 2, .submit = "1000000001", .run = "10", .limit = "-1"}}),
           {.scale_arrivals = Ratio{1, 3}, .scale_runtimes = Ratio{15, 10}});
  CHECK(found.jobs[0].submit == Time{1s});
  CHECK(found.jobs[0].run == 2ms);  // 1.5 ms, rounded once
  CHECK(found.jobs[0].limit == 150s);
  CHECK(found.jobs[0].requested == 150s);
  CHECK(found.jobs[1].submit == Time{333'333'333'667ms});
  CHECK(found.jobs[1].limit == 15s);  // the replayed run time
}

TEST_CASE("run limits have a factor of their own, which those that no row gives are spared") {
  const std::string rows = text_of({{.run = "10", .limit = "100"}, {.job = 2, .limit = "0"}});
  const Loaded found = load(rows, {.scale_runtimes = Ratio{2, 1},
                                   .scale_limits = Ratio{1, 2},
                                   .missing_limit = {MissingLimit::Kind::duration, 45s}});
  CHECK(found.jobs[0].run == 20s);
  CHECK(found.jobs[0].limit == 50s);
  CHECK(found.jobs[1].limit == 45s);
  // One that was given does not become one that is missing.
  CHECK(load(rows, {.scale_limits = Ratio{1, 1'000'000}}).jobs[0].limit == 1ms);
}

TEST_CASE("no factor of run times makes a job outrun a limit that it has kept") {
  const std::string rows =
      text_of({{.run = "99.999", .limit = "100"}, {.job = 2, .run = "100", .limit = "100"}});
  for (const Ratio factor : {Ratio{2, 1}, Ratio{1, 3}, Ratio{11, 10}, Ratio{1, 1000}})
    for (const TraceJob& job : load(rows, {.scale_runtimes = factor}).jobs)
      CHECK(job.run <= job.limit);
}

TEST_CASE("jobs may outrun what they ask for if the scenario, or else the trace, allows it") {
  const std::string rows = text_of({{.job = 1, .run = "100", .limit = "50"},
                                    {.job = 2, .run = "40", .limit = "50"},
                                    {.job = 3, .run = "100", .limit = "-1"}});
  const auto may = [&](const std::string& header, WorkloadOptions options) {
    options.missing_limit = {MissingLimit::Kind::queue, {}};
    const Loaded found = load(header + rows, options);
    std::string letters;
    for (const TraceJob& job : found.jobs)
      letters += found.profiles[index_of(job.profile)].overuse ? 'y' : 'n';
    return letters + (found.report.warnings.list.empty() ? "" : " told");
  };
  CHECK(may("; AllowOveruse: True\n", {}) == "yyn told");  // what the queue gives is not asked for
  CHECK(may("; AllowOveruse: False\n", {}) == "nnn");
  CHECK(may("", {}) == "nnn");
  CHECK(may("; AllowOveruse: True\n", {.allow_overuse = false}) == "nnn");
  CHECK(may("; AllowOveruse: False\n", {.allow_overuse = true}) == "yyn");
  CHECK(may("; AllowOveruse: True\n", {.scale_limits = Ratio{3, 1}}) == "yyn");  // none outruns it
}

TEST_CASE("that jobs may outrun what they ask for is told once, with how many do") {
  CHECK(texts(load("; AllowOveruse: True\n" + text_of({{.job = 1, .run = "100", .limit = "50"},
                                                       {.job = 2, .run = "51", .limit = "50"},
                                                       {.job = 3, .run = "50", .limit = "50"}}))
                  .report.warnings) ==
        Texts{"t: warning: AllowOveruse: jobs that run longer than they ask for are not killed, 2 "
              "of them; for the contrary: allow_overuse"});
}

TEST_CASE("what jobs have and no run goes by is told once, with how many have it") {
  const auto row = [](const std::string& job, const std::string& memory,
                      const std::string& partition, const std::string& preceding,
                      const std::string& think) {
    return job + " 0 -1 10 1 -1 -1 1 20 " + memory + " 1 1 1 -1 1 " + partition + " " + preceding +
           " " + think + "\n";
  };
  const auto told = [](const std::string& rows) { return texts(load(rows).report.warnings); };
  const std::string begin = "t: warning: not used: ";
  const std::string none = row("1", "-1", "-1", "-1", "-1");
  CHECK(told(none) == Texts{});
  CHECK(told(none + row("2", "800000", "-1", "-1", "-1") + row("3", "0.5", "-1", "-1", "-1") +
             row("4", "0", "-1", "0", "-1")) ==
        Texts{begin + "requested memory (field 10), of 2 jobs"});
  CHECK(told(none + row("2", "-1", "-1", "1", "60")) == Texts{});
  // One partition is the machine; with two, who is where is lost.
  CHECK(told(row("1", "-1", "1", "-1", "-1") + row("2", "-1", "1", "-1", "-1")) == Texts{});
  CHECK(told(row("1", "5", "1", "-1", "-1") + row("2", "-1", "2", "1", "-1")) ==
        Texts{begin + "requested memory (field 10), of 1 job; partitions (field 16), of 2 jobs"});
}

TEST_CASE("why memory is not used is told with it, and nothing where nobody asks for it") {
  const std::string rows = text_of({{.memory = "1"}, {.job = 2, .used = "1"}});
  const auto told = [&](MemoryField memory) {
    return texts(load(rows, {.memory = memory, .no_memory_since = "it rains"}).report.warnings);
  };
  CHECK(told(MemoryField::requested) ==
        Texts{"t: warning: not used: requested memory (field 10), of 1 job: it rains"});
  CHECK(told(MemoryField::used) ==
        Texts{"t: warning: not used: used memory (field 7), of 1 job: it rains"});
  CHECK(told(MemoryField::none) == Texts{});
}

// 8,191,999 KB and 8,192,000 KB are 8,000 MB, one KB more is 8,001.
TEST_CASE("jobs reserve the memory of their row for each slot, in whole MB") {
  const std::string rows = text_of({{.job = 1, .memory = "8192000"},
                                    {.job = 2, .memory = "8191999"},
                                    {.job = 3, .memory = "8192001", .used = "1024"},
                                    {.job = 4, .memory = "0", .used = "-1"}});
  const auto memory = [&](MemoryField field) {
    const Loaded found = load(rows, {.memory = field, .reserves_memory = true});
    CHECK(found.report.warnings.list.empty());
    std::vector<Amount> all;
    for (const TraceJob& job : found.jobs)
      all.push_back(slot_memory(found.profiles[index_of(job.profile)].res_req) / amount_unit);
    return std::pair(all, found.profiles.size());
  };
  // The first profile asks for nothing; jobs 1 and 2 have one.
  CHECK(memory(MemoryField::requested) ==
        std::pair(std::vector<Amount>{8'000, 8'000, 8'001, 0}, std::size_t{3}));
  CHECK(memory(MemoryField::used) == std::pair(std::vector<Amount>{0, 0, 1, 0}, std::size_t{2}));
}

TEST_CASE("memory of a row leaves the rest of what its job asks for as it is") {
  WorkloadOptions options{.allow_overuse = true, .reserves_memory = true};
  const ResourceUse mem{.resource = resource(builtin::mem), .amount = 5'000};
  const ResourceUse swp{.resource = resource(builtin::swp), .amount = 7'000};
  options.profile.res_req.rusage = {mem, swp};
  options.profile.exclusive = true;
  options.missing_limit = {MissingLimit::Kind::queue, {}};
  const Loaded found = load(text_of({{.job = 1, .limit = "20", .group = 3, .memory = "1024"},
                                     {.job = 2, .group = 4, .memory = "1024"},
                                     {.job = 3, .group = 4}}),
                            options);
  const auto profile = [&](std::size_t job) {
    return found.profiles[index_of(found.jobs[job].profile)];
  };
  const ResourceUse own{.resource = resource(builtin::mem), .amount = 1'000, .per_slot = true};
  CHECK(profile(0).res_req.rusage == std::vector{swp, own});
  CHECK(profile(1).res_req.rusage == std::vector{swp, own});
  CHECK(profile(2).res_req.rusage == std::vector{mem, swp});
  CHECK(found.group_of(0) == "3");
  CHECK(found.group_of(1) == "4");
  CHECK(profile(0).overuse);
  CHECK_FALSE(profile(1).overuse);  // it asks for no time
  CHECK(profile(1).exclusive);
}

// The host has memory for 1 slot of 32,001 MB, and for 2 of 32,000 MB.
TEST_CASE("a row that wants more memory than there ever is is left out, and counted") {
  MemoryRoom room;
  room.add_cluster({{.mb = 64'000, .slots = 16}});
  const Loaded found = load(text_of({{.job = 1, .requested = 2, .memory = "32769024"},
                                     {.job = 2, .requested = 2, .memory = "32768000"},
                                     {.job = 3, .requested = 1, .memory = "65536001"},
                                     {.job = 4, .requested = 16}}),
                            {.reserves_memory = true, .rooms = {room}});
  CHECK(ids(found) == Ids{2, 4});
  CHECK(found.report.skipped == SkipCounts{0, 0, 0, 0, 0, 2});
  REQUIRE(found.skipped.size() == 2);
  CHECK(found.skipped[0].reason == SkipReason::too_much_memory);
  CHECK(found.skipped[0].detail == "2 slots with 32001 MB each; a job can have at most 1 such");
  CHECK(found.skipped[1].line == 3);
  CHECK(found.skipped[1].detail == "1 slot with 64001 MB each; a job can have at most 0 such");
  CHECK(name_of(SkipReason::too_much_memory) == "too_much_memory");
  REQUIRE(found.report.warnings.list.size() == 1);
  CHECK(found.report.warnings.list[0].message ==
        "2 jobs are skipped, which want more than the cluster ever has: too_much_memory 2 (each in "
        "skipped.csv)");
}

// 3,000 rows of 1,000 amounts: one profile for each.
TEST_CASE("jobs of one amount share a profile, however many amounts there are") {
  std::vector<Row> rows;
  for (int job = 1; job <= 3'000; ++job)
    rows.push_back({.job = job, .memory = std::to_string((job % 1'000 + 1) * 1'024)});
  CHECK(load(text_of(rows), {.reserves_memory = true}).profiles.size() == 1'001);
}

TEST_CASE("times that leave the range by scaling are refused") {
  CHECK(load(text_of({{.submit = "31557600000"}, {.job = 2, .run = "31557600000"}}),
             {.scale_arrivals = Ratio{11, 10}, .scale_runtimes = Ratio{2, 1}})
            .errors == Texts{"t:1: submit time after scaling: expected at most 1,000 years",
                             "t:2: run time after scaling: expected at most 1,000 years"});
  CHECK(load(text_of({{.limit = "31557600000"}}), {.scale_limits = Ratio{2, 1}}).errors ==
        Texts{"t:1: requested time after scaling: expected at most 1,000 years"});
}

TEST_CASE("first takes that many replayable rows and reads no further") {
  const std::string rows = text_of({{.job = 1}, {.job = 2, .run = "-1"}, {.job = 3}, {.job = 4}});
  const Loaded found = load("; MaxJobs: 4\n" + rows + "not a row\n", {.first = 2});
  CHECK(ids(found) == Ids{1, 3});
  CHECK(found.report.rows == 3);
  CHECK(found.report.skipped[0] == 1);
  CHECK(texts(found.report.warnings) ==
        Texts{"t:3: warning: 1 row is skipped, without what a job needs: no_run_time 1"});
  CHECK(ids(load(rows, {.first = 99})) == Ids{1, 3, 4});
  CHECK(load(rows, {.first = 0}).jobs.empty());
  CHECK(load("1 2 3 4 5\n1\n", {.first = 1}).report.warnings.list.size() == 1);  // short rows
}

TEST_CASE("the hash is of the whole file, however much of it was replayed") {
  const std::string rows = text_of({{.job = 1}, {.job = 2}, {.job = 3}});
  CHECK(load(rows, {.first = 1}).report.hash == load(rows).report.hash);
  CHECK(load(rows).report.hash != load(rows + "\n").report.hash);
}

TEST_CASE("ids are shifted by id_offset, and counted anew by renumber") {
  const std::string rows =
      text_of({{.job = 9, .submit = "5"}, {.job = 9, .run = "-1"}, {.job = 9, .submit = "2"}});
  CHECK(ids(load(text_of({{.job = 9}}), {.id_offset = 100})) == Ids{109});
  CHECK(ids(load(rows, {.id_offset = 10, .renumber = true})) == Ids{12, 11});
  CHECK(load(text_of({{.job = 3}}), {.id_offset = -4}).errors ==
        Texts{"t:1: job 3 with id_offset -4: expected a job id from 0 to 9223372036854775807"});
  CHECK(load(text_of({{.job = 3}}), {.id_offset = INT64_MAX}).errors.size() == 1);
}

TEST_CASE("an id that comes twice is refused with both its places, in order or not") {
  const Texts twice = {"t:3: job number 5 comes twice; first in line 1"};
  CHECK(load(text_of({{.job = 5}, {.job = 6}, {.job = 5}})).errors == twice);
  CHECK(load(text_of({{.job = 5}, {.job = 4}, {.job = 5}, {.job = 1}})).errors == twice);
  CHECK(load(text_of({{.job = 5}, {.job = 4}, {.job = 5}, {.job = 5}})).errors ==
        Texts{twice[0], "t:4: job number 5 comes twice; first in line 1"});
  CHECK(load(text_of({{.job = 5}, {.job = 5}})).errors.size() == 1);
  CHECK(load(text_of({{.job = 5}, {.job = 5}, {.job = 5}})).errors.size() == 2);
  CHECK(ids(load(text_of({{.job = 5}, {.job = 5, .run = "-1"}}))) == Ids{5});
}

TEST_CASE("rows out of order are sorted, with a word") {
  const Loaded found = load(
      text_of({{.job = 1, .submit = "9"}, {.job = 2, .submit = "3"}, {.job = 3, .submit = "1"}}));
  CHECK(ids(found) == Ids{3, 2, 1});
  CHECK(texts(found.report.warnings) ==
        Texts{"t:2: warning: submit times are not in order from here on; the jobs are sorted"});
}

TEST_CASE("jobs of one instant come in the order of their ids") {
  CHECK(ids(load(text_of({{.job = 8}, {.job = 3}, {.job = 5}}))) == Ids{3, 5, 8});
}

TEST_CASE("bursts between swap-outs are not jobs of their own") {
  const Loaded found = load(text_of({{.job = 1, .status = 1},
                                     {.job = 1, .submit = "-1", .status = 2},
                                     {.job = 1, .submit = "7", .status = 3},
                                     {.job = 2, .status = 0},
                                     {.job = 3, .status = 4}}));
  CHECK(ids(found) == Ids{1, 2, 3});
  CHECK(found.report.skipped == SkipCounts{0, 0, 0, 2});
  CHECK(found.skipped[0].detail == "status 2");
  CHECK(found.report.warnings.list.empty());
  CHECK(found.report.rows == 5);
}

TEST_CASE("a header that promises another number of jobs is a warning and no more") {
  CHECK(texts(load("; MaxJobs: 3\n" + text_of(Row{})).report.warnings) ==
        Texts{"t: warning: MaxJobs says 3, but there is 1 job"});
  CHECK(load("; MaxJobs: 1\n; UnixStartTime: 99\n" + text_of(Row{})).report.warnings.list.empty());
  CHECK(load("; UnixStartTime: 99\n" + text_of(Row{})).jobs[0].submit == Time{0s});
}

TEST_CASE("a trace of which nothing can be replayed is a warning") {
  CHECK(texts(load(text_of({{.run = "-1"}})).report.warnings) ==
        Texts{"t: warning: none of its rows can be replayed",
              "t:1: warning: 1 row is skipped, without what a job needs: no_run_time 1"});
}

TEST_CASE(
    "a trace that is cut off is told by its line, and not blamed for what its header promised") {
  const std::string whole = packed("; MaxJobs: 9\n" + text_of({{.job = 1}, {.job = 2}}));
  const Texts found = load(whole.substr(0, whole.size() - 4)).errors;
  CHECK(found == Texts{"t:4: gzip that is cut off: its end is missing"});
}

TEST_CASE("bad rows, double ids and damage to the file come in one go") {
  const std::string text = text_of({{.job = 1}, {.job = 1}}) + "x 0 0 0 1\n";
  const Texts found = load(packed(text) + "garbage").errors;
  REQUIRE(found.size() == 4);
  CHECK(found[0].starts_with("t: warning: 1 of 3 rows has fewer than 18 fields"));
  CHECK(found[1] == "t:2: job number 1 comes twice; first in line 1");
  CHECK(found[2].starts_with("t:3:1: job number (field 1): expected a whole number"));
  CHECK(found[3] == "t:4: corrupt gzip: something else follows its end");
}

}  // namespace mcsim::testing::workload_test
