// Pending reasons that hosts have against a job, each in a small world.
#include "mcsim/cluster/reasons.hpp"

#include <vector>

#include "mcsim/views/reason_text.hpp"
#include "support/catch.hpp"
#include "support/reason_worlds.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::host_reasons_test {

using namespace reason_worlds;

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

TEST_CASE("whose requirement fails is told, also where the load decides") {
  ClusterConfig cluster = cluster_of({4}, {{}, {.id = 2, .profile = 1}});
  cluster.queues[0].rules.res_req = requirement(cluster, "r1m < 0.2");  // it is 0.25
  add_profile(cluster);
  CHECK(only_reason(cluster) == PendReason::host_load_of_queue);
  // What the job asks for keeps it away for ever, the queue's load does not.
  cluster.profiles[1].res_req = requirement(cluster, "ncpus > 4");
  CHECK(only_reason(cluster) == PendReason::host_select);
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

TEST_CASE("slots of clusters that no job may span are enough, and RemoteClusters is named") {
  ClusterConfig cluster = cluster_of({2, 2}, {{.id = 1, .slots = 4}});
  cluster.hosts[1].span_group = 1;
  const Reasons reasons = reasons_of_last(cluster);
  REQUIRE(reasons.size() == 2);
  CHECK(reason_with_numbers(reasons[0], cluster, Calendar()) ==
        "Not enough job slots in clusters that list each other in RemoteClusters (4 offered on 2 "
        "hosts, at most 2 of them usable together (h1); 4 wanted)");
  CHECK(reasons[1].reason == PendReason::not_enough_slots);
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

}  // namespace mcsim::testing::host_reasons_test
