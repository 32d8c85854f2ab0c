// Each pending reason in a small world of its own.
#include "mcsim/system/lsf_reasons.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/io/reason_text.hpp"
#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::system_lsf_reasons_test {

using Reasons = std::vector<LsfReason>;

namespace {

constexpr QueueId first_queue{};
constexpr HostId first_host{};
constexpr HostId second_host{1};

/// A job as these worlds need it.
struct Asks {
  std::int64_t id = 1;
  std::int32_t slots = 1;
  Duration limit = queues_default;
  std::uint32_t user = 0;
  std::uint32_t profile = 0;
  std::uint16_t queue = 0;
  Duration submit{};
};

Trace trace_of(const std::vector<Asks>& jobs) {
  TraceBuilder builder;
  for (const Asks& asks : jobs) {
    TraceJob job;
    job.id = static_cast<JobId>(asks.id);
    job.submit = at(asks.submit);
    job.run = 1000s;
    job.limit = asks.limit;
    job.user = static_cast<NameId>(asks.user);
    job.profile = static_cast<ProfileId>(asks.profile);
    job.slots = Slots(asks.slots);
    job.queue = static_cast<QueueId>(asks.queue);
    builder.add(job);
  }
  return std::move(builder).freeze();
}

ClusterConfig cluster_of(const std::vector<std::int32_t>& hosts, const std::vector<Asks>& jobs) {
  ClusterConfig cluster = machine(hosts, "lsf", {});
  cluster.trace = trace_of(jobs);
  return cluster;
}

/// Another queue, of this PRIORITY.
QueueConfig& add_queue(ClusterConfig& cluster, std::int32_t priority) {
  QueueConfig queue;
  queue.name = "other";
  queue.priority = priority;
  cluster.queues.push_back(queue);
  return cluster.queues.back();
}

/// Another profile, which jobs name by its number.
JobProfile& add_profile(ClusterConfig& cluster) {
  cluster.profiles.emplace_back();
  return cluster.profiles.back();
}

TimelineEntry on_job(Duration when, TimelineEntry::Kind kind, std::int64_t id) {
  TimelineEntry entry = bkill(when, id);
  entry.kind = kind;
  return entry;
}

TimeWindows window(Duration from, Duration to) { return TimeWindows({{from, to}}); }

/// The reasons of the job with the largest id, 5 s after the start.
Reasons reasons_of_last(const ClusterConfig& cluster, Duration when = 5s) {
  Simulation simulation(grid_of(cluster));
  NoObserver nobody;
  simulation.run_until(at(when), nobody);
  const ClusterWorld& world = simulation.clusters()[0];
  JobSlotId last = none<JobSlotId>;
  world.lsf->jobs.visit([&](JobSlotId id, const LsfJob& job) {
    if (last == none<JobSlotId> || world.lsf->jobs[last].index < job.index) last = id;
  });
  REQUIRE(last != none<JobSlotId>);
  REQUIRE(!world.lsf->jobs[last].is_started());
  LsfReasons answers(world, at(when));
  Reasons reasons = answers.of(last);
  CHECK(std::ranges::find(reasons, answers.main_of(last), &LsfReason::reason) != reasons.end());
  return reasons;
}

PendReason only_reason(const ClusterConfig& cluster, Duration when = 5s) {
  const Reasons reasons = reasons_of_last(cluster, when);
  CHECK(reasons.size() == 1);
  return reasons.front().reason;
}

/// What the first host says to the last job.
PendReason reason_of_first_host(const ClusterConfig& cluster, Duration when = 5s) {
  for (const LsfReason& reason : reasons_of_last(cluster, when))
    if (!reason.hosts.empty() && reason.hosts.front() == first_host) return reason.reason;
  return PendReason::none;
}

}  // namespace

TEST_CASE("a new job waits until its delay is over, and a stopped one until it is resumed") {
  ClusterConfig cluster = cluster_of({1}, {{}});
  cluster.queues[0].new_job_sched_delay = 10s;
  const Reasons delayed = reasons_of_last(cluster);
  CHECK(delayed[0].reason == PendReason::delayed);
  CHECK((delayed[0].over == at(10s)));

  ClusterConfig full = cluster_of({1}, {{}, {.id = 2}});
  full.timeline = {on_job(1s, TimelineEntry::Kind::bstop, 2)};
  CHECK(only_reason(full) == PendReason::stopped);
}

TEST_CASE("between two sessions a job that nothing hinders is a new one") {
  ClusterConfig cluster = cluster_of({1}, {{.submit = 3s}});
  cluster.params.job_scheduling_interval = 10s;
  CHECK(only_reason(cluster) == PendReason::new_job);
}

TEST_CASE("a session that may start no more jobs leaves the others to the next one") {
  ClusterConfig cluster = cluster_of({2}, {{}, {.id = 2}});
  cluster.params.max_dispatch_per_session = 1;
  cluster.params.job_scheduling_interval = 10s;
  CHECK(only_reason(cluster) == PendReason::not_looked_at);
}

TEST_CASE("a queue that is inactive or outside its windows keeps its jobs") {
  ClusterConfig cluster = cluster_of({1}, {{}});
  cluster.timeline = {on_queue(0s, TimelineEntry::Kind::qinact, first_queue)};
  CHECK(only_reason(cluster) == PendReason::queue_inactive);

  ClusterConfig closed = cluster_of({1}, {{}});
  closed.queues[0].dispatch_window = window(1h, 2h);
  const Reasons reasons = reasons_of_last(closed);
  CHECK(reasons[0].reason == PendReason::queue_window);
  CHECK((reasons[0].over == at(1h)));

  ClusterConfig late = cluster_of({1}, {{.limit = 2h}});
  late.queues[0].run_window = window(0h, 1h);
  CHECK(only_reason(late) == PendReason::deadline);
}

TEST_CASE("the slot limit of a queue is a reason with its numbers") {
  ClusterConfig cluster = cluster_of({4}, {{}, {.id = 2}});
  cluster.queues[0].qjob_limit = 1;
  const Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::queue_limit);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 1, .used = 1, .wanted = 1});
  CHECK(reason_with_numbers(reasons[0], cluster, Calendar()) ==
        "The queue has reached its job slot limit (QJOB_LIMIT 1, 1 used, 1 wanted)");

  ClusterConfig parallel = cluster_of({4}, {{}, {.id = 2, .slots = 2}});
  parallel.queues[0].qjob_limit = 2;
  CHECK(only_reason(parallel) == PendReason::queue_limit_parallel);
}

TEST_CASE("a queue of a pool that has its share keeps its jobs, though slots are free") {
  ClusterConfig cluster = cluster_of({4}, {{.id = 1, .slots = 2},
                                           {.id = 2, .slots = 3, .queue = 1, .submit = 1s},
                                           {.id = 3, .slots = 2, .submit = 1s}});
  add_queue(cluster, 1);
  cluster.pools.push_back({.name = "pool", .queues = {QueueId{0}, QueueId{1}}});
  for (QueueConfig& queue : cluster.queues) {
    queue.pool = PoolId{};
    queue.slot_share = 50;
  }
  // The other queue may have two slots too, which are too few for its job.
  const Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::entitlement);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 2, .used = 2, .wanted = 2});
}

TEST_CASE("the limits of a user in a queue, in the cluster and in a group are told apart") {
  const ClusterConfig plain = cluster_of({4}, {{}, {.id = 2}});
  ClusterConfig cluster = plain;
  cluster.queues[0].ujob_limit = 1;
  CHECK(only_reason(cluster) == PendReason::user_queue_limit);
  cluster = plain;
  cluster.user_limits = {{.users = {NameId{0}}, .max_jobs = 1}};
  CHECK(only_reason(cluster) == PendReason::user_limit);
  cluster.user_limits[0].together = true;
  CHECK(only_reason(cluster) == PendReason::group_limit);

  ClusterConfig parallel = cluster_of({4}, {{}, {.id = 2, .slots = 2}});
  parallel.queues[0].ujob_limit = 2;
  CHECK(only_reason(parallel) == PendReason::user_queue_limit_parallel);
  parallel.queues[0].ujob_limit = no_limit;
  parallel.user_limits = {{.users = {NameId{0}}, .max_jobs = 2}};
  CHECK(only_reason(parallel) == PendReason::user_limit_parallel);
  parallel.user_limits[0].together = true;
  CHECK(only_reason(parallel) == PendReason::group_limit_parallel);
}

TEST_CASE("hosts that a job cannot use and hosts that are full are counted apart") {
  ClusterConfig cluster = cluster_of({1, 1, 1}, {{}, {.id = 2}});
  cluster.queues[0].hosts = {.all = false, .list = {{first_host}}};
  const Reasons reasons = reasons_of_last(cluster);
  REQUIRE(reasons.size() == 2);
  CHECK(reasons[0].reason == PendReason::host_not_in_queue);
  CHECK(reasons[0].hosts == std::vector<HostId>{HostId{1}, HostId{2}});
  CHECK(pend_line(reasons[0], cluster, false) == " Not usable to the queue: 2 hosts;");
  CHECK(pend_line(reasons[0], cluster, true) == " Not usable to the queue: h2, h3;");
  CHECK(reasons[1].reason == PendReason::host_full);
  CHECK(reason_with_numbers(reasons[1], cluster, Calendar()) ==
        "Job slot limit reached: 1 host (h1; MXJ 1, 1 used, 1 wanted)");
}

TEST_CASE("a host that the job does not name is not asked for") {
  ClusterConfig cluster = cluster_of({1, 1}, {{.id = 1, .profile = 1}, {.id = 2, .profile = 1}});
  add_profile(cluster).hosts = HostPreferences{.all = false, .list = {{second_host}}};
  CHECK(reason_of_first_host(cluster) == PendReason::host_not_asked);
}

TEST_CASE("hosts that are down, closed or outside their windows say so") {
  const ClusterConfig plain = cluster_of({1}, {{.id = 1, .submit = 2s}});
  ClusterConfig cluster = plain;
  cluster.timeline = {host_down(1s, first_host, 1h)};
  CHECK(only_reason(cluster) == PendReason::host_down);
  cluster.timeline = {on_host(1s, TimelineEntry::Kind::hclose, first_host)};
  CHECK(only_reason(cluster) == PendReason::host_closed);
  cluster = plain;
  cluster.hosts[0].dispatch_window = window(1h, 2h);
  CHECK(only_reason(cluster) == PendReason::host_window);
}

TEST_CASE("a host is busy beyond a threshold of its own, or of the queue") {
  ClusterConfig cluster = cluster_of({4}, {{}, {.id = 2, .submit = 100s}});
  cluster.model.load = LoadMode::lim;
  const LoadThreshold threshold{.index = resource(builtin::ut), .sched = 0.1};
  cluster.queues[0].thresholds = {threshold};
  CHECK(only_reason(cluster, 101s) == PendReason::host_busy_for_queue);
  cluster.hosts[0].thresholds = {threshold};
  CHECK(only_reason(cluster, 101s) == PendReason::host_busy);
}

TEST_CASE("an index that nobody has reported is not one that the host does not have") {
  ClusterConfig cluster = cluster_of({4, 4}, {{.id = 2, .profile = 1}});
  cluster.model.load = LoadMode::lim;
  cluster.resources.push_back(
      {.name = "lic", .kind = ResourceKind::numeric, .dynamic = true, .interval = 15});
  cluster.shared_resources.push_back(
      {.resource = resource(builtin::count), .hosts = {0}, .reporters = {0}});
  add_profile(cluster).res_req = requirement(cluster, "select[lic > 0]");
  CHECK(reasons_with_numbers(reasons_of_last(cluster), cluster, Calendar()) ==
        "Job's resource requirements name a resource that the host does not define (lic): 1 host "
        "(h2); No ELIM has reported the load index that is asked for (lic): 1 host (h1)");
  cluster.shared_resources.clear();
  cluster.profiles[1].res_req = requirement(cluster, "rusage[lic=1]");
  CHECK(only_reason(cluster) == PendReason::host_unreported);
}

TEST_CASE("a select string fails on a host for what it is, or for its load") {
  ClusterConfig cluster = cluster_of({4}, {{}, {.id = 2, .profile = 1}});
  add_profile(cluster).res_req = requirement(cluster, "ncpus > 4");
  CHECK(only_reason(cluster) == PendReason::host_select);
  cluster.profiles[1].res_req = requirement(cluster, "r1m < 0.2");
  CHECK(only_reason(cluster) == PendReason::host_load);
  cluster.profiles[1].res_req = requirement(cluster, "mem > 5 && r1m < 0.2");
  CHECK(only_reason(cluster) == PendReason::host_undefined);
  cluster.profiles[1].res_req = requirement(cluster, "r1m < 0.2 && (mem > 5 || ut < 2)");
  CHECK(only_reason(cluster) == PendReason::host_load);

  ClusterConfig of_queue = cluster_of({4}, {{}});
  of_queue.queues[0].rules.res_req = requirement(of_queue, "ncpus > 4");
  CHECK(only_reason(of_queue) == PendReason::host_select_of_queue);
}

TEST_CASE("a resource that cannot be reserved is named, with what is left of it") {
  ClusterConfig cluster = cluster_of({4}, {{.id = 1, .profile = 1}, {.id = 2, .profile = 1}});
  cluster.hosts[0].resources = {{.resource = resource(builtin::maxmem), .number = 100}};
  add_profile(cluster).res_req = requirement(cluster, "rusage[mem=60]");
  const Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::host_rusage);
  CHECK(reason_with_numbers(reasons[0], cluster, Calendar()) ==
        "Job's requirements for reserving resource (mem) not satisfied: 1 host (h1; 40 left, 60 "
        "wanted)");

  cluster.queues[0].rules.res_req = std::exchange(cluster.profiles[1].res_req, {});
  CHECK(only_reason(cluster) == PendReason::host_rusage_of_queue);
}

TEST_CASE("an exclusive job keeps others out, and waits itself for an empty host") {
  ClusterConfig cluster = cluster_of({4}, {{.id = 1, .profile = 1}, {.id = 2}});
  add_profile(cluster).exclusive = true;
  cluster.queues[0].exclusive = true;
  CHECK(only_reason(cluster) == PendReason::host_exclusive);
  cluster.trace = trace_of({{.id = 1}, {.id = 2, .profile = 1}});
  CHECK(only_reason(cluster) == PendReason::host_not_empty);
}

TEST_CASE("a host with a suspended job of the same priority starts no other") {
  ClusterConfig cluster = cluster_of({2}, {{.id = 1, .slots = 2},
                                           {.id = 2, .slots = 1, .queue = 1, .submit = 1s},
                                           {.id = 3, .submit = 2s}});
  QueueConfig& urgent = add_queue(cluster, 9);
  urgent.preemption.preemptive = true;
  CHECK(only_reason(cluster) == PendReason::host_suspended);
}

TEST_CASE("a host that has just started a job, or that the job has excluded, is not taken") {
  ClusterConfig cluster = cluster_of({4}, {{}, {.id = 2}});
  cluster.queues[0].job_accept_interval = 60s;
  CHECK(only_reason(cluster) == PendReason::host_accepted);

  ClusterConfig failed = cluster_of({1}, {{.id = 1, .limit = 2000s, .profile = 1}});
  add_profile(failed).exit_codes = {7};
  failed.queues[0].rules.requeue_exit_values = {{.code = 7, .exclude = true}};
  CHECK(only_reason(failed, 2000s) == PendReason::host_excluded);
}

TEST_CASE("the limits of queue and user on a host are told apart") {
  const ClusterConfig plain = cluster_of({4}, {{}, {.id = 2}});
  ClusterConfig cluster = plain;
  cluster.queues[0].hjob_limit = 1;
  CHECK(only_reason(cluster) == PendReason::host_queue_limit);
  cluster = plain;
  cluster.queues[0].pjob_limit = {.thousandths = 250};
  CHECK(only_reason(cluster) == PendReason::host_queue_cpu_limit);
  cluster = plain;
  cluster.hosts[0].user_limit = 1;
  CHECK(only_reason(cluster) == PendReason::host_user_limit);
  cluster = plain;
  cluster.user_limits = {{.users = {NameId{0}}, .per_processor = {.thousandths = 250}}};
  CHECK(only_reason(cluster) == PendReason::host_user_cpu_limit);
  cluster.user_limits[0].together = true;
  CHECK(only_reason(cluster) == PendReason::host_group_cpu_limit);
}

TEST_CASE("slots of an advance reservation are kept from other users") {
  ClusterConfig cluster = cluster_of({1}, {{}});
  cluster.reservations = {{.start = at(0s),
                           .end = at(1h),
                           .parts = {{first_host, Slots(1)}},
                           .users = UserList::only({NameId{7}})}};
  CHECK(only_reason(cluster) == PendReason::host_kept);
}

TEST_CASE("slots that a parallel job has reserved are not free for others") {
  ClusterConfig cluster =
      cluster_of({2}, {{.id = 1}, {.id = 2, .slots = 2, .submit = 1s}, {.id = 3, .submit = 2s}});
  cluster.queues[0].max_reserve_time = 1h;
  CHECK(only_reason(cluster) == PendReason::host_reserved);

  cluster.trace = trace_of(std::vector<Asks>{{.id = 1}, {.id = 2, .slots = 2, .submit = 1s}});
  const Reasons reserving = reasons_of_last(cluster);
  CHECK(reserving[0].reason == PendReason::not_enough_slots);
  CHECK(reserving[0].offers == std::vector{HostSlots{first_host, Slots(1)}});
}

TEST_CASE("a job that has reserved slots for as long as it may is passed over once") {
  ClusterConfig cluster = cluster_of({2}, {{.id = 1}, {.id = 2, .slots = 2}});
  cluster.queues[0].max_reserve_time = 10s;
  cluster.params.job_scheduling_interval = 5s;
  CHECK(reasons_of_last(cluster, 5s)[0].reason == PendReason::not_enough_slots);
  CHECK(reasons_of_last(cluster, 12s)[0].reason == PendReason::reservation_over);
  CHECK(reasons_of_last(cluster, 15s)[0].reason == PendReason::not_enough_slots);
}

TEST_CASE("slots that lie on too many hosts are enough, but not for the spanning requirement") {
  ClusterConfig cluster = cluster_of({2, 2}, {{.id = 1, .slots = 4, .profile = 1}});
  add_profile(cluster).res_req = requirement(cluster, "span[hosts=1]");
  const Reasons reasons = reasons_of_last(cluster);
  REQUIRE(reasons.size() == 2);
  CHECK(reasons[0].reason == PendReason::span);
  CHECK(reasons[1].reason == PendReason::not_enough_slots);
  CHECK(reasons_with_numbers(reasons, cluster, Calendar()) ==
        "Not enough processors to meet the job's spanning requirement (4 offered on 2 hosts, at "
        "most 2 of them usable together (h1); 4 wanted); Not enough job slot(s): 2 hosts (h1, h2; "
        "each 2 offered; 4 in all, 4 wanted)");
}

TEST_CASE("of hosts that must have a value in common the best group is named") {
  ClusterConfig cluster = cluster_of({2, 2, 4, 2}, {{.id = 1, .slots = 6, .profile = 1}});
  for (const std::size_t fast : {0U, 1U, 3U}) cluster.hosts[fast].cpuf = 2.0;
  add_profile(cluster).res_req = requirement(cluster, "same[cpuf]");
  cluster.hosts[3].user_limit = 1;
  const Reasons reasons = reasons_of_last(cluster);
  CHECK(reason_with_numbers(reasons[0], cluster, Calendar()) ==
        "Not enough processors to meet the job's spanning requirement (9 offered on 4 hosts, at "
        "most 5 of them usable together (h1, h2, h4); 6 wanted)");
}

TEST_CASE("a full host says how many of its slots jobs use, and how many are held back for whom") {
  ClusterConfig kept = cluster_of({8}, {{.id = 1, .slots = 5}, {.id = 2, .submit = 1s}});
  kept.reservations = {{.start = at(0s),
                        .end = at(1h),
                        .parts = {{first_host, Slots(3)}},
                        .users = UserList::only({NameId{7}})}};
  CHECK(reason_with_numbers(reasons_of_last(kept)[0], kept, Calendar()) ==
        "Job slots are kept for an advance reservation: 1 host (h1; MXJ 8, 5 used, 3 kept for "
        "advance reservations, 1 wanted)");
  kept.reservations[0].start = at(100s);
  CHECK(reason_with_numbers(reasons_of_last(kept)[0], kept, Calendar()) ==
        "Job slots are kept for an advance reservation: 1 host (h1; MXJ 8, 5 used, 3 kept for "
        "advance reservations, 1 wanted)");

  ClusterConfig reserved = cluster_of(
      {4}, {{.id = 1, .slots = 2}, {.id = 2, .slots = 4, .submit = 1s}, {.id = 3, .submit = 2s}});
  reserved.queues[0].max_reserve_time = 1h;
  CHECK(reason_with_numbers(reasons_of_last(reserved)[0], reserved, Calendar()) ==
        "Job slots are reserved for other jobs: 1 host (h1; MXJ 4, 2 used, 2 reserved, 1 wanted)");
  reserved.queues[0].qjob_limit = 5;
  reserved.trace = trace_of(std::vector<Asks>{{.id = 1, .slots = 2},
                                              {.id = 2, .slots = 3, .submit = 1s},
                                              {.id = 3, .slots = 2, .submit = 2s}});
  CHECK(reason_with_numbers(reasons_of_last(reserved)[0], reserved, Calendar())
            .ends_with(" (QJOB_LIMIT 5, 2 used, 2 reserved, 2 wanted)"));
}

TEST_CASE("few hosts have each their own numbers, many a range") {
  ClusterConfig cluster = cluster_of({2, 4}, {{.id = 1, .slots = 6}, {.id = 2}});
  CHECK(reasons_with_numbers(reasons_of_last(cluster), cluster, Calendar()) ==
        "Job slot limit reached: 2 hosts (h1: MXJ 2, 2 used; h2: MXJ 4, 4 used; 1 wanted)");
  cluster.hosts[1].mxj = Slots(2);
  cluster.trace = trace_of(std::vector<Asks>{{.id = 1, .slots = 4}, {.id = 2}});
  CHECK(reasons_with_numbers(reasons_of_last(cluster), cluster, Calendar()) ==
        "Job slot limit reached: 2 hosts (h1, h2; each MXJ 2, 2 used; 1 wanted)");

  ClusterConfig wide = cluster_of({2, 4, 2, 2, 8}, {{.id = 1, .slots = 18}, {.id = 2}});
  CHECK(reasons_with_numbers(reasons_of_last(wide), wide, Calendar()) ==
        "Job slot limit reached: 5 hosts (MXJ 2 to 8, 2 to 8 used; 1 wanted)");

  ClusterConfig some = cluster_of({2, 4}, {{.id = 1}, {.id = 2, .slots = 6}});
  CHECK(reasons_with_numbers(reasons_of_last(some), some, Calendar()) ==
        "Not enough job slot(s): 2 hosts (h1: 1 offered; h2: 4 offered; 5 in all, 6 wanted)");
}

TEST_CASE("what is left of a resource is told of each host, and who does not have it") {
  ClusterConfig cluster = cluster_of({1, 1, 1}, {{.id = 1, .profile = 1}});
  cluster.hosts[0].resources = {{.resource = resource(builtin::maxmem), .number = 100}};
  cluster.hosts[1].resources = {{.resource = resource(builtin::maxmem), .number = 200}};
  add_profile(cluster).res_req = requirement(cluster, "rusage[mem=300]");
  CHECK(reasons_with_numbers(reasons_of_last(cluster), cluster, Calendar()) ==
        "Job's requirements for reserving resource (mem) not satisfied: 3 hosts (h1: 100 left; "
        "h2: 200 left; h3: not there; 300 wanted)");
}

TEST_CASE("the main reason is one of hosts that the queue has, though most it has not") {
  ClusterConfig cluster = cluster_of({1, 1, 1}, {{.id = 1, .profile = 1}});
  cluster.queues[0].hosts = {.all = false, .list = {{first_host}}};
  add_profile(cluster).res_req = requirement(cluster, "ncpus > 4");
  GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  NoObserver nobody;
  simulation.run_until(at(5s), nobody);
  const ClusterWorld& world = simulation.clusters()[0];
  LsfReasons reasons(world, at(5s));
  world.lsf->jobs.visit(
      [&](JobSlotId id, const LsfJob&) { CHECK(reasons.main_of(id) == PendReason::host_select); });
}

TEST_CASE("the recorder gives each job that pends at the end its main reason") {
  ClusterConfig cluster = cluster_of({1, 1, 1}, {{}, {.id = 2}});
  cluster.queues[0].hosts = {.all = false, .list = {{first_host}}};
  GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(5s), recorder);
  const RunResults results = std::move(recorder).results(simulation, state, at(5s));
  CHECK(results.clusters[0].jobs[0].pend_reason == PendReason::none);
  CHECK(results.clusters[0].jobs[1].pend_reason == PendReason::host_full);
}

TEST_CASE("a queue that has its share of a pool keeps that reason where all slots are taken") {
  ClusterConfig cluster = cluster_of(
      {2}, {{.id = 1}, {.id = 2, .queue = 1}, {.id = 3, .queue = 1, .submit = 1s}, {.id = 4}});
  add_queue(cluster, 1);
  cluster.pools.push_back({.name = "pool", .queues = {QueueId{0}, QueueId{1}}});
  for (QueueConfig& queue : cluster.queues) {
    queue.pool = PoolId{};
    queue.slot_share = 50;
  }
  Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::entitlement);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 1, .used = 1, .wanted = 1});
  cluster.pools[0].use_priority = true;
  reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::pool_limit);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 2, .used = 2, .wanted = 1});
}

}  // namespace mcsim::system_lsf_reasons_test
