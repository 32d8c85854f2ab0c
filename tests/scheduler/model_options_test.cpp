// The rules that docs/rules/scheduling.md infers and lets the user choose (section 12): for each
// option a small world in which it decides, with the numbers computed by hand.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::model_options_test {

namespace {

using Times = std::vector<Time>;
using Change = std::function<void(ModelConfig&)>;

QueueConfig queue_with(const std::string& name, std::int32_t priority) {
  QueueConfig queue;
  queue.name = name;
  queue.priority = priority;
  return queue;
}

QueueConfig preemptive(std::int32_t priority) {
  QueueConfig queue = queue_with("high", priority);
  queue.preemption.preemptive = true;
  return queue;
}

/// Queues of one pool, by priority and share.
void make_pool(ClusterConfig& cluster,
               const std::vector<std::pair<std::int32_t, std::int32_t>>& queues) {
  cluster.queues.clear();
  cluster.pools = {{.name = "pool"}};
  for (const auto& [priority, share] : queues) {
    const auto id = static_cast<QueueId>(cluster.queues.size());
    cluster.queues.push_back(queue_with("q" + std::to_string(index_of(id)), priority));
    cluster.queues.back().pool = PoolId{};
    cluster.queues.back().slot_share = share;
    cluster.pools[0].queues.push_back(id);
  }
}

Times starts_with(ClusterConfig cluster, const Change& change) {
  change(cluster.model);
  return start_times(std::move(cluster));
}

Trace of_user(NameId user, const Trace& trace) {
  TraceBuilder builder;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    TraceJob job = trace[static_cast<JobIndex>(row)];
    job.user = user;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

void as_usual(ModelConfig&) {}

/// Six jobs of one slot in each of two queues with shares of 80 and 20, on six slots.
ClusterConfig two_shares() {
  std::vector<JobRow> rows;
  for (std::int64_t id = 0; id < 12; ++id)
    rows.push_back({.id = id, .run = 100s, .queue = static_cast<QueueId>(id % 2)});
  ClusterConfig cluster = flat_machine(6, "lsf", rows);
  make_pool(cluster, {{1, 80}, {1, 20}});
  return cluster;
}

std::int64_t started_at_once(const Times& starts, std::size_t queue) {
  std::int64_t count = 0;
  for (std::size_t at_job = queue; at_job < starts.size(); at_job += 2)
    count += starts[at_job] == at(0s) ? 1 : 0;
  return count;
}

const QueueId low{0};
const QueueId middle{1};
const QueueId high{2};

}  // namespace

TEST_CASE("pool_shares: by SLOT_SHARE 5 and 1 of 6 slots, equally 3 and 3") {
  const Times usual = starts_with(two_shares(), as_usual);
  CHECK(started_at_once(usual, 0) == 5);
  CHECK(started_at_once(usual, 1) == 1);
  const Times equal = starts_with(two_shares(), [](auto& model) { model.pool_shares = "equal"; });
  CHECK(started_at_once(equal, 0) == 3);
  CHECK(started_at_once(equal, 1) == 3);
}

TEST_CASE("pool_hist_hours: use that HIST_HOURS would keep is forgotten") {
  // Queue 0 has used 3,600 slot-seconds up to 1 h, queue 1 1,800 up to 10.5 h. At 11 h without
  // decay queue 1 comes first; with 5 hours to a tenth, queue 0 has some 40 left and queue 1 some
  // 1,500.
  const Duration hour = std::chrono::hours(1);
  ClusterConfig cluster =
      flat_machine(1, "lsf",
                   {{.id = 1, .run = hour, .queue = low},
                    {.id = 2, .submit = 10 * hour, .run = hour / 2, .queue = middle},
                    {.id = 3, .submit = 11 * hour, .run = hour, .queue = low},
                    {.id = 4, .submit = 11 * hour, .run = hour, .queue = middle}});
  make_pool(cluster, {{1, 50}, {1, 50}});
  cluster.params.hist_hours = 0;
  CHECK(starts_with(cluster, as_usual) ==
        Times{at(0s), at(10 * hour), at(12 * hour), at(11 * hour)});
  CHECK(starts_with(cluster, [](auto& model) { model.pool_hist_hours = 5; }) ==
        Times{at(0s), at(10 * hour), at(11 * hour), at(12 * hour)});
}

TEST_CASE("pool_order: of one slot at a time the queue gets the next that the order names") {
  // Used at 100 s: queue 0 (share 50) 200 slot-seconds, 4 a share; queue 1 (share 10) 50, 5 a
  // share; queue 2 (share 30) 90, 3 a share. Then each wants the only remaining slot.
  ClusterConfig cluster =
      flat_machine(4, "lsf",
                   {{.id = 1, .slots = 2, .run = 100s, .queue = low},
                    {.id = 2, .run = 50s, .queue = middle},
                    {.id = 3, .run = 90s, .queue = high},
                    {.id = 4, .submit = 100s, .slots = 3, .run = 1000s, .queue = QueueId{3}},
                    {.id = 5, .submit = 100s, .run = 10s, .queue = low},
                    {.id = 6, .submit = 100s, .run = 10s, .queue = middle},
                    {.id = 7, .submit = 100s, .run = 10s, .queue = high}});
  make_pool(cluster, {{1, 50}, {1, 10}, {1, 30}});
  cluster.queues.push_back(queue_with("outside", 9));
  cluster.model.pool_decay = "none";
  const auto order = [&](PoolOrder rule) {
    const Times starts = starts_with(cluster, [&](ModelConfig& model) { model.pool_order = rule; });
    return Times(starts.begin() + 4, starts.end());
  };
  CHECK(order(PoolOrder::use_per_share) == Times{at(110s), at(120s), at(100s)});
  CHECK(order(PoolOrder::use) == Times{at(120s), at(100s), at(110s)});
  CHECK(order(PoolOrder::shares) == Times{at(100s), at(120s), at(110s)});
}

TEST_CASE("pool_turn: the whole pool takes its turns at its highest PRIORITY") {
  // The pool's queues, PRIORITY 40 and 20, are entitled to one of two slots each; the queue of
  // PRIORITY 30 is outside.
  ClusterConfig cluster = flat_machine(2, "lsf",
                                       {{.id = 1, .run = 10s, .queue = low},
                                        {.id = 2, .run = 10s, .queue = middle},
                                        {.id = 3, .run = 10s, .queue = high}});
  make_pool(cluster, {{40, 50}, {20, 50}});
  cluster.queues.push_back(queue_with("outside", 30));
  CHECK(starts_with(cluster, as_usual) == Times{at(0s), at(10s), at(0s)});
  CHECK(starts_with(cluster, [](auto& model) { model.pool_turn = PoolTurn::strict; }) ==
        Times{at(0s), at(10s), at(0s)});
  CHECK(starts_with(cluster, [](auto& model) { model.pool_turn = PoolTurn::highest; }) ==
        Times{at(0s), at(0s), at(10s)});
}

TEST_CASE("pool_turn: neighbours of one pool take turns in its order, or strictly by PRIORITY") {
  // A queue of PRIORITY 50 takes one of two slots. Each queue of the pool is entitled to one.
  ClusterConfig cluster = flat_machine(2, "lsf",
                                       {{.id = 1, .run = 10s, .queue = low},
                                        {.id = 2, .run = 10s, .queue = middle},
                                        {.id = 3, .run = 100s, .queue = high}});
  make_pool(cluster, {{40, 10}, {30, 90}});
  cluster.queues.push_back(queue_with("outside", 50));
  CHECK(starts_with(cluster, as_usual) == Times{at(10s), at(0s), at(0s)});
  CHECK(starts_with(cluster, [](auto& model) { model.pool_turn = PoolTurn::strict; }) ==
        Times{at(0s), at(10s), at(0s)});
}

TEST_CASE("victim_order: the job that started last is preempted, or the one submitted last") {
  // Job 2 waits for three slots until 10 s, job 3 starts before it. At 20 s one slot is wanted.
  ClusterConfig cluster =
      flat_machine(4, "lsf",
                   {{.id = 1, .slots = 2, .run = 10s, .queue = low},
                    {.id = 2, .submit = 1s, .slots = 3, .run = 100s, .queue = low},
                    {.id = 3, .submit = 2s, .run = 100s, .queue = low},
                    {.id = 4, .submit = 20s, .run = 50s, .queue = middle}});
  cluster.queues = {queue_with("low", 1), preemptive(2)};
  const auto finish = [&](VictimOrder order) {
    cluster.model.victim_order = order;
    Times times;
    for (const JobOutcome& job : outcomes(cluster)) times.push_back(job.finish);
    return times;
  };
  CHECK(finish(VictimOrder::started) == Times{at(10s), at(160s), at(102s), at(70s)});
  CHECK(finish(VictimOrder::submitted) == Times{at(10s), at(110s), at(152s), at(70s)});
}

TEST_CASE("victim_hosts: the queue of the lowest PRIORITY loses, or who is on the first host") {
  // Hosts of one slot, with jobs of queues of PRIORITY 2, 1, 1 and 2.
  ClusterConfig cluster = machine({1, 1, 1, 1}, "lsf", {});
  cluster.queues = {queue_with("low", 1), queue_with("middle", 2), preemptive(3)};
  const auto victims = [&](std::int32_t slots, VictimHosts rule) {
    std::vector<JobRow> rows{{.id = 1, .run = 100s, .queue = middle},
                             {.id = 2, .submit = 1s, .run = 100s, .queue = low},
                             {.id = 3, .submit = 2s, .run = 100s, .queue = low},
                             {.id = 4, .submit = 3s, .run = 100s, .queue = middle}};
    rows.push_back({.id = 5, .submit = 10s, .slots = slots, .run = 50s, .queue = high});
    cluster.trace = trace_of(rows);
    cluster.model.victim_hosts = rule;
    std::vector<std::int64_t> late;
    const auto jobs = outcomes(cluster);
    for (std::size_t job = 0; job < 4; ++job)
      if (jobs[job].finish - jobs[job].start > 100s)
        late.push_back(static_cast<std::int64_t>(job + 1));
    return late;
  };
  using Jobs = std::vector<std::int64_t>;
  CHECK(victims(1, VictimHosts::by_queue) == Jobs{2});
  CHECK(victims(1, VictimHosts::in_order) == Jobs{1});
  CHECK(victims(2, VictimHosts::by_queue) == Jobs{2, 3});
  CHECK(victims(2, VictimHosts::in_order) == Jobs{1, 2});
}

TEST_CASE("resume_order: the job that started first goes on first, or that was suspended first") {
  // Preempted: job 2 at 10 s, job 1 at 20 s. A slot is free again at 110 s, another at 220 s.
  ClusterConfig cluster = flat_machine(2, "lsf",
                                       {{.id = 1, .run = 300s, .queue = low},
                                        {.id = 2, .submit = 1s, .run = 300s, .queue = low},
                                        {.id = 3, .submit = 10s, .run = 100s, .queue = middle},
                                        {.id = 4, .submit = 20s, .run = 200s, .queue = middle}});
  cluster.queues = {queue_with("low", 1), preemptive(2)};
  const auto finish = [&](ResumeOrder order) {
    cluster.model.resume_order = order;
    const auto jobs = outcomes(cluster);
    return Times{jobs[0].finish, jobs[1].finish};
  };
  CHECK(finish(ResumeOrder::started) == Times{at(390s), at(511s)});
  CHECK(finish(ResumeOrder::suspended) == Times{at(500s), at(401s)});
}

TEST_CASE("reservation_backfill: who may use slots before their reservation begins") {
  // One of two slots is reserved from 100 s to 200 s.
  ClusterConfig cluster = flat_machine(2, "lsf",
                                       {{.id = 1, .run = 50s, .limit = 50s},
                                        {.id = 2, .run = 300s, .limit = 300s},
                                        {.id = 3, .run = 300s, .limit = 300s}});
  cluster.trace = of_user(NameId{0}, cluster.trace);
  cluster.reservations = {{.start = at(100s),
                           .end = at(200s),
                           .parts = {{HostId{0}, Slots{1}}},
                           .users = UserList::only({NameId{7}})}};
  const auto starts = [&](ReservationBackfill rule) {
    return starts_with(cluster, [&](ModelConfig& model) { model.reservation_backfill = rule; });
  };
  CHECK(starts(ReservationBackfill::run_limit) == Times{at(0s), at(0s), at(200s)});
  CHECK(starts(ReservationBackfill::nobody) == Times{at(0s), at(50s), at(200s)});
  CHECK(starts(ReservationBackfill::anybody) == Times{at(0s), at(0s), at(50s)});
}

TEST_CASE(
    "rusage_decay_step: what decays becomes free in steps of MBD_SLEEP_TIME, or shorter ones") {
  // 100 MB decay over 100 s; the second job wants 40. In steps of 50 s half is free at 50 s; in
  // steps of 10 s 40 MB are free at 40 s.
  ClusterConfig cluster =
      flat_machine(2, "lsf", {{.id = 1, .run = 200s}, {.id = 2, .submit = 1s, .run = 10s}});
  cluster.hosts[0].resources = {{resource(builtin::maxmem), 100.0, {}}};
  cluster.params.mbd_sleep_time = 50s;
  const auto asks = [](Amount megabytes, Duration duration) {
    JobProfile profile;
    profile.res_req.rusage = {
        {resource(builtin::mem), megabytes * amount_unit, duration, duration < unlimited}};
    return profile;
  };
  cluster.profiles = {asks(100, 100s), asks(40, unlimited)};
  TraceBuilder builder;
  TraceJob second = cluster.trace[JobIndex{1}];
  second.profile = ProfileId{1};
  builder.add(cluster.trace[JobIndex{0}]);
  builder.add(second);
  cluster.trace = std::move(builder).freeze();
  CHECK(starts_with(cluster, as_usual) == Times{at(0s), at(50s)});
  CHECK(starts_with(cluster, [](auto& model) { model.rusage_decay_step = 10s; }) ==
        Times{at(0s), at(40s)});
}

TEST_CASE("memlimit_kill: a job over its memory limit is killed at SBD_SLEEP_TIME, or at once") {
  ClusterConfig cluster = flat_machine(1, "lsf", {{.id = 1, .submit = 5s, .run = 100s}});
  cluster.profiles[0].memory = 2000;
  cluster.profiles[0].mem_limit = 1000;
  JobOutcome job = outcomes(cluster)[0];
  CHECK((job.finish == at(35s)));
  CHECK((job.end_reason == EndReason::term_memlimit));
  cluster.model.memlimit_at_once = true;
  job = outcomes(cluster)[0];
  CHECK((job.start == at(5s)));
  CHECK((job.finish == at(5s)));
  CHECK((job.end_reason == EndReason::term_memlimit));
}

}  // namespace mcsim::testing::model_options_test
