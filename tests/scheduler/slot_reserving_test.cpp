// Which jobs reserve slots: SLOT_RESERVE.
#include <algorithm>

#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::slot_reserving_test {

TEST_CASE("a job that its hosts could never hold reserves nothing") {
  ClusterConfig cluster =
      machine({4}, "lsf", {{.id = 1, .slots = 3, .run = 1s}, {.id = 2, .submit = 1h, .run = 1s}});
  cluster.params.job_scheduling_interval = 5s;
  cluster.queues[0].hjob_limit = 2;
  cluster.queues[0].max_reserve_time = 1000h;
  const Time begins = at(1h);
  SECTION("HJOB_LIMIT leaves it two slots of one host") {
    CHECK(run_until(grid_of(cluster), at(2h)).clusters[0].jobs[1].start == begins);
  }
  SECTION("HJOB_LIMIT leaves it all that it asks for: it starts, and nobody waits") {
    cluster.queues[0].hjob_limit = 3;
    const JobOutcomes jobs = run_until(grid_of(cluster), at(2h)).clusters[0].jobs;
    CHECK(jobs[0].start == at(0s));
    CHECK(jobs[1].start == begins);
  }
}

namespace {

/// Two hosts of two slots. A job asks for so many slots of them, and an hour later four jobs for
/// one each: how many of these start then.
std::size_t starts_beside(std::int32_t slots, const std::string& asked,
                          void (*change)(ClusterConfig&)) {
  ClusterConfig cluster = machine({2, 2}, "lsf",
                                  {{.id = 1, .slots = slots, .run = 2h},
                                   {.id = 2, .submit = 1h, .run = 1s},
                                   {.id = 3, .submit = 1h, .run = 1s},
                                   {.id = 4, .submit = 1h, .run = 1s},
                                   {.id = 5, .submit = 1h, .run = 1s}});
  cluster.params.job_scheduling_interval = 5s;
  cluster.queues[0].max_reserve_time = 1000h;
  for (HostConfig& host : cluster.hosts) host.resources = {{resource(builtin::maxmem), 1000, ""}};
  cluster.hosts[0].model = "A";
  cluster.hosts[1].model = "B";
  change(cluster);
  ask_each(cluster, {asked, "", "", "", ""});
  const RunResults results = run_until(grid_of(cluster), at(61min));
  return static_cast<std::size_t>(
      std::ranges::count(results.clusters[0].jobs, at(1h), &JobOutcome::start));
}

void change_nothing(ClusterConfig&) {}

}  // namespace

// Each pair: a job that could be held were the hosts idle has them or, by what is in the way for
// now, keeps them; one that asks for one slot more never could, and keeps nobody from anything.
TEST_CASE("what keeps a job from its hosts for ever keeps it from reserving, too") {
  CHECK(starts_beside(4, "", change_nothing) == 0);
  CHECK(starts_beside(5, "", change_nothing) == 4);
  const auto one_for_each_user = [](ClusterConfig& cluster) {
    for (HostConfig& host : cluster.hosts) host.user_limit = 1;
  };
  CHECK(starts_beside(3, "", one_for_each_user) == 2);  // JL/U holds for them, too
  const auto one_for_a_processor = [](ClusterConfig& cluster) {
    for (HostConfig& host : cluster.hosts) host.ncpus = 1;
    cluster.user_limits = {{.users = {}, .is_default = true, .per_processor = {1000}}};
  };
  CHECK(starts_beside(3, "", one_for_a_processor) == 2);
  const auto one_has_no_memory = [](ClusterConfig& cluster) { cluster.hosts[1].resources.clear(); };
  CHECK(starts_beside(4, "rusage[mem=500]", change_nothing) == 0);
  CHECK(starts_beside(4, "rusage[mem=500]", one_has_no_memory) == 4);
  CHECK(starts_beside(3, "same[model]", change_nothing) == 4);
  CHECK(starts_beside(4, "span[ptile=2]", change_nothing) == 0);
  const auto one_is_narrow = [](ClusterConfig& cluster) { cluster.hosts[1].mxj = Slots(1); };
  CHECK(starts_beside(4, "span[ptile=2]", one_is_narrow) == 3);
}

// Six slots of one host. The first job has four of them until 1 h. The second one may have two of
// its three on that host, for ever; the third one, of another user, reserves the two that are free,
// so that the fourth one does not start before 1 h.
TEST_CASE("a job that its user's limit keeps out keeps nobody else from reserving") {
  ClusterConfig cluster = machine({6}, "lsf", {});
  TraceBuilder jobs;
  const auto add = [&](std::int64_t id, NameId user, std::int32_t slots, Duration run) {
    jobs.add({.id = static_cast<JobId>(id),
              .submit = at(0s),
              .run = run,
              .user = user,
              .slots = Slots(slots)});
  };
  add(1, NameId{1}, 4, 1h);
  add(2, NameId{0}, 3, 1s);
  add(3, NameId{1}, 3, 1s);
  add(4, NameId{1}, 1, 2h);
  cluster.trace = std::move(jobs).freeze();
  cluster.hosts[0].ncpus = 2;
  cluster.params.job_scheduling_interval = 5s;
  cluster.queues[0].max_reserve_time = 1000h;
  cluster.user_limits = {{.users = {NameId{0}}, .per_processor = {1000}}};
  const RunResults results = run_until(grid_of(cluster), at(2h));
  CHECK(results.clusters[0].jobs[1].start == never);
  CHECK(results.clusters[0].jobs[2].start == at(1h));
  CHECK(results.clusters[0].jobs[3].start == at(1h));
}

}  // namespace mcsim::testing::slot_reserving_test
