// How a receive queue is counted, and which jobs its kinds of hosts satisfy.
#include "mcsim/forwarding/queue_counters.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "mcsim/scheduler/state.hpp"
#include "support/catch.hpp"
#include "support/requirements.hpp"

namespace mcsim::testing::queue_counters_test {

namespace {

constexpr QueueId in{0};

/// The queue `in` of PRIORITY 50 may use the hosts 0, 1 and 2 of four; each has 8 slots. It may
/// preempt the queues of PRIORITY 10, 20 and 30.
SchedulerState four_hosts() {
  SchedulerState state;
  ClusterSettings& settings = state.settings;
  settings.resources = sample_resources();
  for (const char* type : {"SUN", "LINUX", "SUN", "IRIX"})
    settings.hosts.push_back({.mxj = Slots{8}, .type = type});
  settings.hosts[2].resources = {{.resource = resource(bigmem), .number = 1},
                                 {.resource = resource(scratch), .number = 5}};
  for (const std::int32_t priority : {50, 10, 20, 30})
    settings.queues.push_back({.priority = priority});
  settings.queues[0].preemption.preemptive = true;
  settings.queues[0].hosts = {.all = false, .list = {{HostId{0}}, {HostId{1}}, {HostId{2}}}};
  state.hosts = ClusterHosts(settings);
  state.queues.resize(4);
  return state;
}

QueueCounters counted(const SchedulerState& state) {
  return count_queue({}, state, count_plan(state, in), Time{}, Time{});
}

bool satisfied(std::string_view select, const HostKinds& kinds) {
  return could_satisfy(select_of(select), kinds, sample_resources(), "SUN");
}

}  // namespace

TEST_CASE("of the hosts of a queue those count that are neither closed nor unavailable") {
  SchedulerState state = four_hosts();
  state.hosts[HostId{0}].running = 3;
  state.hosts[HostId{0}].suspended = 2;
  state.hosts[HostId{0}].reserved = 1;
  state.hosts[HostId{1}].mxj = 4;  // MXJ was reduced below what runs there
  state.hosts[HostId{1}].running = 6;
  CHECK(counted(state).total == Slots{8 + 4 + 8});
  CHECK(counted(state).available == Slots{2 + 0 + 8});
  state.hosts[HostId{2}].closed = true;
  state.hosts[HostId{1}].unheard = true;
  CHECK(counted(state).total == Slots{8});
  CHECK(counted(state).available == Slots{2});
  CHECK(kinds_of(state, in) == HostKinds{.types = {"SUN"}});
}

// Of 8 slots of host 0 a job runs on one, and 7 have a suspended job of PRIORITY 20, then 50. In a
// cluster with preemption its slots are free to jobs of larger PRIORITY only.
TEST_CASE("slots of suspended jobs are available to whom a session would give them") {
  SchedulerState state = four_hosts();
  state.features.counts_suspended = false;
  state.jobs = JobsInFlight(4);
  JobState suspended;
  suspended.stage = Stage::ssusp;
  suspended.queue = QueueId{2};
  const JobSlotId id = state.jobs.add(suspended);
  state.jobs.place(id, {{HostId{0}, Slots{7}}});
  state.hosts[HostId{0}].running = 1;
  state.hosts[HostId{0}].suspended = 7;
  state.hosts[HostId{0}].ssusp_jobs = 1;
  CHECK(counted(state).available == Slots{7 + 8 + 8});
  state.jobs[id].queue = in;
  CHECK(counted(state).available == Slots{0 + 8 + 8});
}

TEST_CASE("slots beside an exclusive job are available to nobody") {
  SchedulerState state = four_hosts();
  state.hosts[HostId{0}].running = 2;
  state.hosts[HostId{0}].exclusive_jobs = 1;
  CHECK(counted(state).total == Slots{24});
  CHECK(counted(state).available == Slots{0 + 8 + 8});
}

TEST_CASE("running and pending slots are those of the queue, on whatever hosts") {
  SchedulerState state = four_hosts();
  state.queues[in].count = {.running = 5, .suspended = 9};
  state.queues[in].pending_slots = 70;
  CHECK(counted(state).priority == 50);
  CHECK(counted(state).running == Slots{5});
  CHECK(counted(state).pending == Slots{70});
  CHECK(counted(state).preemptable == Slots{24});
  CHECK(counted(state).lowest_preemptable == ForwardCandidate::nothing);
  CHECK(counted(state).is_open);
  state.queues[in].active = false;
  CHECK_FALSE(counted(state).is_open);
  state.queues[in].active = true;
  state.queues[in].open = false;
  CHECK_FALSE(counted(state).is_open);
}

TEST_CASE("slots of jobs that may be preempted count, and the lowest queue with such jobs") {
  SchedulerState state = four_hosts();
  state.settings.queues[0].hosts = {};
  state.places.open_slots = {.hosts = 4, .all = 32, .idle = 24};
  state.queues[QueueId{2}].count.running = 5;
  state.queues[QueueId{3}].count.running = 3;
  CHECK(counted(state).available == Slots{24});
  CHECK(counted(state).preemptable == Slots{24 + 5 + 3});
  CHECK(counted(state).lowest_preemptable == 20);
}

TEST_CASE("each type and Boolean resource must be there, whichever host has the other") {
  const HostKinds kinds = kinds_of(four_hosts(), in);
  CHECK(kinds == HostKinds{.types = {"LINUX", "SUN"}, .booleans = {resource(bigmem)}});
  CHECK(satisfied("type==LINUX && bigmem", kinds));  // no host is both
  CHECK_FALSE(satisfied("type==IRIX", kinds));
  CHECK(satisfied("type==IRIX || bigmem", kinds));
  CHECK(satisfied("type==local", kinds));
  CHECK(satisfied("type!=LINUX", kinds));
  CHECK(satisfied("mem>1000000 && licence && defined(scratch)", kinds));  // taken for granted
  const HostKinds only_linux{.types = {"LINUX"}};
  CHECK_FALSE(satisfied("type==LINUX && bigmem", only_linux));
  CHECK_FALSE(satisfied("type!=LINUX", only_linux));
  CHECK_FALSE(satisfied("type==local", only_linux));
  CHECK(satisfied("type==any", only_linux));
  CHECK_FALSE(satisfied("mem>1", {}));
}

}  // namespace mcsim::testing::queue_counters_test
