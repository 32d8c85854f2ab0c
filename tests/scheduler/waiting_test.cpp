// Waiting jobs, and changes that let them start, or must not, though nothing was freed.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::waiting_test {

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

}  // namespace mcsim::testing::waiting_test
