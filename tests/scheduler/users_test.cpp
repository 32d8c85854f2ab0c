// The users of jobs, as far as they decide when jobs start.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::users_test {

using Times = std::vector<Time>;

namespace {

/// Three jobs of 10 s that name no user, on four slots.
ClusterConfig nameless_jobs() {
  return flat_machine(4, "lsf",
                      {{.id = 1, .run = 10s}, {.id = 2, .run = 10s}, {.id = 3, .run = 10s}});
}

const Times one_by_one{at(0s), at(10s), at(20s)};

}  // namespace

TEST_CASE("jobs that name no user are all of one user, to UJOB_LIMIT and JL/U") {
  ClusterConfig cluster = nameless_jobs();
  cluster.queues[0].ujob_limit = 1;
  CHECK(start_times(cluster) == one_by_one);
  cluster = nameless_jobs();
  cluster.hosts[0].user_limit = 1;
  CHECK(start_times(cluster) == one_by_one);
}

TEST_CASE("limits for `default` hold for jobs that name no user, those of named users do not") {
  ClusterConfig cluster = nameless_jobs();
  cluster.user_limits = {{.users = {NameId{0}}, .max_jobs = 1}};
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(0s)});
  cluster.user_limits.push_back({.users = {}, .is_default = true, .max_jobs = 1});
  CHECK(start_times(cluster) == one_by_one);
  cluster.user_limits.back().max_jobs = no_limit;
  cluster.user_limits.back().per_processor = {250};
  CHECK(start_times(cluster) == one_by_one);
}

// Users 0, 1 and 2 have a job of one slot each; the limit is 1 slot together for all but user 0. So
// the jobs of 0 and 1 start at once, and that of 2 when that of 1 has ended.
TEST_CASE("a limit for all but some holds for everybody else together, whoever that is") {
  ClusterConfig cluster = nameless_jobs();
  TraceBuilder builder;
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(row)];
    job.user = static_cast<NameId>(row);
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  cluster.user_limits = {{.users = {NameId{0}}, .all_but = true, .together = true, .max_jobs = 1}};
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(10s)});
  cluster.user_limits[0].max_jobs = no_limit;
  cluster.user_limits[0].per_processor = {250};
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(10s)});
}

TEST_CASE("advance reservations keep their slots from jobs that name no user") {
  ClusterConfig cluster = nameless_jobs();
  cluster.reservations = {{.start = at(0s),
                           .end = at(100s),
                           .parts = {{HostId{0}, Slots{3}}},
                           .users = UserList::only({NameId{0}})}};
  CHECK(start_times(cluster) == one_by_one);
}

// The host is full: with ann's job, and with one that bob's job preempts in place of ann's.
TEST_CASE("whom JL/U keeps from preempting is not in the way of the next user's equal job") {
  constexpr QueueId high{1};
  ClusterConfig cluster = flat_machine(2, "lsf",
                                       {{.id = 1, .run = 100s, .queue = high},
                                        {.id = 2, .run = 100s},
                                        {.id = 3, .submit = 10s, .run = 5s, .queue = high},
                                        {.id = 4, .submit = 10s, .run = 5s, .queue = high}});
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues[1].priority = 50;
  cluster.queues[1].preemption.preemptive = true;
  cluster.hosts[0].user_limit = 1;
  TraceBuilder builder;
  for (const std::uint32_t user : {0U, 2U, 0U, 1U}) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(builder.size())];
    job.user = static_cast<NameId>(user);
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(100s), at(10s)});
}

// One of the user's two slots is taken. As the queue reserves slots, what is left may be reserved.
TEST_CASE("whom MAX_JOBS leaves a part is not in the way of the next user's equal job") {
  constexpr QueueId high{1};
  ClusterConfig cluster =
      flat_machine(4, "lsf",
                   {{.id = 1, .run = 100s},
                    {.id = 2, .slots = 3, .run = 100s},
                    {.id = 3, .submit = 10s, .slots = 2, .run = 5s, .queue = high},
                    {.id = 4, .submit = 10s, .slots = 2, .run = 5s, .queue = high}});
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues[1].priority = 50;
  cluster.queues[1].preemption.preemptive = true;
  cluster.queues[1].max_reserve_time = 1000s;
  cluster.user_limits = {{.users = {NameId{0}}, .max_jobs = 2}};
  TraceBuilder builder;
  for (const std::uint32_t user : {0U, 1U, 0U, 1U}) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(builder.size())];
    job.user = static_cast<NameId>(user);
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  CHECK(start_times(cluster)[3] == at(10s));
}

TEST_CASE("in a slot pool what a limit leaves the user without a name is no demand beyond it") {
  ClusterConfig cluster = nameless_jobs();
  cluster.queues[0].ujob_limit = 1;
  cluster.queues[0].pool = PoolId{0};
  cluster.queues[0].slot_share = 100;
  cluster.pools = {{.queues = {QueueId{0}}}};
  CHECK(start_times(cluster) == one_by_one);
}

}  // namespace mcsim::testing::users_test
