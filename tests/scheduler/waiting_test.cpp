// Waiting jobs, and changes that let them start, or must not, though nothing was freed.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::waiting_test {

namespace {

/// Two hosts of 4 slots. Until 1000 s job 1, of another queue and user, has 2 slots of the first
/// one, which job 2 wants as a whole from 10 s on. From 60 s to 1160 s, every 100 s, a job of one
/// slot comes for the second host, and runs 300 s.
ClusterConfig wide_job_among_small_ones() {
  std::vector<JobRow> rows{{.id = 1, .slots = 2, .run = 1000s, .queue = QueueId{1}},
                           {.id = 2, .submit = 10s, .slots = 4, .run = 100s}};
  for (std::int64_t id = 3; id <= 14; ++id)
    rows.push_back({.id = id, .submit = 60s + (id - 3) * 100s, .run = 300s});
  ClusterConfig cluster = machine({4, 4}, "lsf", rows);
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues[0].max_reserve_time = 20'000s;
  for (const HostId host : {HostId{0}, HostId{1}})
    cluster.profiles.emplace_back().hosts = HostPreferences{.all = false, .list = {{host}}};
  TraceBuilder builder;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(row)];
    job.profile = ProfileId{row < 2 ? 1U : 2U};
    job.user = row == 0 ? NameId{0} : none<NameId>;
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  return cluster;
}

/// MAX_JOBS of everybody but the user of job 1.
std::vector<UserLimit> most_jobs(std::int32_t slots) {
  return {{.users = {NameId{0}}}, {.users = {}, .is_default = true, .max_jobs = slots}};
}

}  // namespace

// The high job wants two slots on a host whose load without the victims is above 0.2. Without all
// three low jobs the load is 0. From 30 s on the first low job is within the last 54 per cent of
// its run limit, so it is no victim; then the load is 1/4.
TEST_CASE("a job preempts when time has shielded one of its victims, if load matters to it") {
  ClusterConfig cluster =
      flat_machine(4, "lsf",
                   {{.id = 1, .run = 63s, .limit = 63s},
                    {.id = 2, .run = 1000s},
                    {.id = 3, .run = 1000s},
                    {.id = 4, .submit = 5s, .slots = 2, .run = 10s, .queue = QueueId{1}}});
  QueueConfig high = cluster.queues[0];
  high.name = "high";
  high.priority = 2;
  high.preemption.preemptive = true;
  high.rules.res_req = requirement(cluster, "select[type==any && r15s>0.2]");
  cluster.queues.push_back(high);
  cluster.params.job_scheduling_interval = 10s;
  cluster.params.no_preempt_finish_time.percent = 54;
  CHECK((start_times(cluster)[3] == at(30s)));
}

// The first group of one model, x1 and x2, offers the wide job one slot a host, too few for its
// ptile; it reserves two slots of y. If it tried the first group only, the last job would get y.
TEST_CASE(
    "a job for hosts of one model reserves in the first group of hosts where that comes to "
    "anything") {
  ClusterConfig cluster = machine({2, 2, 3}, "lsf",
                                  {{.id = 1, .run = 100s},
                                   {.id = 2, .run = 200s},
                                   {.id = 3, .run = 300s},
                                   {.id = 4, .submit = 5s, .slots = 4, .run = 10s},
                                   {.id = 5, .submit = 5s, .run = 1000s},
                                   {.id = 6, .submit = 5s, .run = 1000s},
                                   {.id = 7, .submit = 5s, .run = 1000s}});
  cluster.hosts[0].model = cluster.hosts[1].model = "X";
  cluster.hosts[2].model = "Y";
  cluster.hosts[2].ncpus = 1;  // the most loaded one
  cluster.queues[0].max_reserve_time = 1h;
  TraceBuilder builder;
  for (std::uint32_t at = 0; at < 7; ++at) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(at)];
    if (at == 3) job.profile = ProfileId{1};
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  cluster.profiles.emplace_back().res_req = requirement(cluster, "span[ptile=2] same[model]");
  const std::vector<Time> starts = start_times(cluster);
  CHECK((starts[4] == at(5s)));
  CHECK((starts[5] == at(5s)));
  CHECK((starts[6] > at(5s)));
}

// Job 2 reserves the free slot from the session at 0 s on. The one at 30 s is not after its
// MAX_RESERVE_TIME of 30 s: it reserves once more. The one at 40 s passes it over, and job 3
// starts.
TEST_CASE("a job is passed over in the first session after MAX_RESERVE_TIME, not in one at it") {
  ClusterConfig cluster = machine({2}, "lsf",
                                  {{.id = 1, .run = 1000s},
                                   {.id = 2, .slots = 2, .run = 10s},
                                   {.id = 3, .submit = 5s, .run = 10s}});
  cluster.params.job_scheduling_interval = 10s;
  cluster.queues[0].max_reserve_time = 30s;
  CHECK((start_times(cluster)[2] == at(40s)));
}

// With a limit of 4 slots job 2 reserves the 2 free slots of the first host; that leaves 2 for
// small jobs, of which the third starts when the first ends, at 360 s, and so on. At 1000 s two of
// them run, until 1060 s and 1260 s: job 2 reserves 2 slots, then 3, and starts when the limit lets
// it have all 4. Without its reservations it would wait for the last small job.
TEST_CASE("reserved slots count against limits in each session, so a wide job gathers its slots") {
  ClusterConfig cluster = wide_job_among_small_ones();
  SECTION("UJOB_LIMIT") { cluster.queues[0].ujob_limit = 4; }
  SECTION("QJOB_LIMIT") { cluster.queues[0].qjob_limit = 4; }
  SECTION("MAX_JOBS") { cluster.user_limits = most_jobs(4); }
  SECTION("MAX_SLOTS_IN_POOL") {
    cluster.pools = {{.name = "pool", .queues = {QueueId{0}}, .max_slots = 4}};
    cluster.queues[0].pool = PoolId{0};
    cluster.queues[0].slot_share = 100;
  }
  const std::vector<Time> starts = start_times(cluster);
  CHECK(starts[1] == at(1260s));
  CHECK(starts[2] == at(60s));
  CHECK(starts[3] == at(160s));
  CHECK(starts[4] == at(360s));
  CHECK(starts[5] == at(460s));
}

// Two jobs of 1 slot may run beside the 2 slots that job 2 would reserve; but a limit of 3 slots
// never lets it have 4.
TEST_CASE("a job that asks for more slots than a limit ever lets it have reserves none") {
  ClusterConfig cluster = wide_job_among_small_ones();
  SECTION("UJOB_LIMIT") { cluster.queues[0].ujob_limit = 3; }
  SECTION("QJOB_LIMIT") { cluster.queues[0].qjob_limit = 3; }
  SECTION("MAX_JOBS") { cluster.user_limits = most_jobs(3); }
  const std::vector<Time> starts = start_times(cluster);
  CHECK(starts[1] == never);
  for (std::size_t job = 2; job < starts.size(); ++job)
    CHECK(starts[job] == at(60s + static_cast<std::int64_t>(job - 2) * 100s));
}

}  // namespace mcsim::testing::waiting_test
