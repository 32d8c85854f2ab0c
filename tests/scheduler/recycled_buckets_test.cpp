// Buckets that are used again while lists of waiting buckets still name them for jobs that are
// gone: the new user of a bucket is neither taken for the old one nor forgotten.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/scheduler/state.hpp"
#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::recycled_buckets_test {

namespace {

using Kind = TimelineEntry::Kind;

constexpr NameId ann{0};
constexpr NameId bob{1};
constexpr QueueId high{0};
constexpr QueueId low{1};

/// A job of these tests: its user, what it wants, and where.
struct Wish {
  Duration submit{};
  Duration run = 10s;
  NameId user = ann;
  QueueId queue = low;
  std::int32_t slots = 1;
  std::string res_req{};
};

/// Two hosts with two slots, 1000 MB of memory and 1000 MB of swap space each, and the queues high
/// and low. The wishes are its jobs, numbered from 1.
ClusterConfig world_of(const std::vector<Wish>& wishes) {
  ClusterConfig cluster = machine({2, 2}, "lsf", {});
  for (HostConfig& host : cluster.hosts)
    host.resources = {{resource(builtin::maxmem), 1000, {}}, {resource(builtin::maxswp), 1000, {}}};
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues[0].name = "high";
  cluster.queues[0].priority = 2;
  cluster.queues[1].name = "low";
  TraceBuilder builder;
  for (std::size_t at = 0; at < wishes.size(); ++at) {
    const Wish& wish = wishes[at];
    cluster.profiles.emplace_back().res_req = requirement(cluster, wish.res_req);
    TraceJob job;
    job.id = static_cast<JobId>(at + 1);
    job.submit = testing::at(wish.submit);
    job.run = wish.run;
    job.user = wish.user;
    job.queue = wish.queue;
    job.slots = Slots(wish.slots);
    job.profile = static_cast<ProfileId>(at + 1);
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  return cluster;
}

/// A run that stops at given times, so that its lists can be inspected.
class Steps {
 public:
  explicit Steps(ClusterConfig cluster)
      : grid_(grid_of(std::move(cluster))), simulation_(grid_), recorder_(grid_) {}

  const SchedulerState& until(Duration when) {
    simulation_.run_until(at(when), recorder_);
    check_invariants(simulation_.clusters()[0]);
    return *simulation_.clusters()[0].lsf;
  }
  /// When the job has started, by the end of the run.
  Time start_of(std::size_t job) {
    const RunState state = simulation_.run_until(never, recorder_);
    return std::move(recorder_).results(simulation_, state, never).clusters[0].jobs[job - 1].start;
  }

 private:
  GridConfig grid_;
  Simulation simulation_;
  Recorder recorder_;
};

/// The bucket with which a job waits.
BucketId bucket_of(const SchedulerState& state, std::uint32_t number) {
  BucketId bucket = none<BucketId>;
  state.jobs.visit([&](JobSlotId, const JobState& job) {
    if (index_of(job.index) + 1 == number) bucket = job.bucket;
  });
  return bucket;
}

std::vector<BucketId> parked_for_users(const SchedulerState& state, NameId user) {
  std::vector<BucketId> buckets;
  for (const LineOfUser& line : state.buckets.parked_of_user.value(user))
    buckets.push_back(line.bucket);
  return buckets;
}

/// What a bucket and its waiting lines want of hosts.
SearchSizeId demand_of(const SchedulerState& state, BucketId bucket) {
  return state.buckets[bucket].search_size;
}

std::vector<BucketId> lines_parked_for(const SchedulerState& state, SearchSizeId size) {
  std::vector<BucketId> buckets;
  for (const auto& [bucket, line] : state.searches.sizes[size].parked_lines)
    buckets.push_back(bucket);
  return buckets;
}

bool has(const std::vector<BucketId>& buckets, BucketId bucket) {
  return std::ranges::find(buckets, bucket) != buckets.end();
}

/// Whether the bucket is in the list of what it waits for.
bool is_parked_for_hosts(const SchedulerState& state, BucketId bucket) {
  return state.buckets[bucket].parked == Parked::hosts &&
         has(state.searches.sizes[demand_of(state, bucket)].parked, bucket);
}

}  // namespace

// Job 2 waits for `high` to be active and is killed. Job 3 wants memory that job 1 has until 50 s.
TEST_CASE("a bucket that waited for its queue is used again by a job that waits for hosts") {
  ClusterConfig cluster =
      world_of({{.run = 50s, .slots = 2, .res_req = "rusage[mem=600] span[ptile=1]"},
                {.submit = 10s, .queue = high},
                {.submit = 20s, .res_req = "rusage[mem=500]"}});
  cluster.timeline = {on_queue(5s, Kind::qinact, high), on_host(12s, Kind::hopen, HostId{0}),
                      bkill(15s, 2), on_queue(30s, Kind::qact, high)};
  Steps steps(cluster);
  const BucketId bucket = bucket_of(steps.until(12s), 2);
  REQUIRE(has(steps.until(16s).queues[high].parked, bucket));
  REQUIRE(bucket_of(steps.until(21s), 3) == bucket);
  REQUIRE(is_parked_for_hosts(steps.until(21s), bucket));
  CHECK_FALSE(has(steps.until(31s).queues[high].parked, bucket));
  CHECK((steps.start_of(3) == at(50s)));
}

// Job 3 waits for ann's limit, as her job 1 runs until 40 s, and is killed. Job 4 waits for bob's
// limit, as his job 2 runs until 60 s.
TEST_CASE("a bucket that waited for its user is used again by another user's job") {
  ClusterConfig cluster = world_of({{.run = 40s},
                                    {.run = 60s, .user = bob},
                                    {.submit = 10s, .run = 20s},
                                    {.submit = 20s, .user = bob, .res_req = "rusage[mem=100]"}});
  cluster.queues[1].ujob_limit = 1;
  cluster.timeline = {bkill(15s, 3)};
  Steps steps(cluster);
  const BucketId bucket = bucket_of(steps.until(12s), 3);
  REQUIRE(has(parked_for_users(steps.until(16s), ann), bucket));
  REQUIRE(bucket_of(steps.until(21s), 4) == bucket);
  REQUIRE(has(parked_for_users(steps.until(21s), bob), bucket));
  CHECK_FALSE(has(parked_for_users(steps.until(41s), ann), bucket));
  CHECK((steps.start_of(4) == at(60s)));
}

// Job 2 could only preempt an exclusive job, which is not allowed, and is killed. Job 3 wants
// memory that job 1 has until 50 s.
TEST_CASE("a bucket that is looked at in every session is used again by a job that waits") {
  ClusterConfig cluster =
      world_of({{.run = 50s, .slots = 2, .res_req = "rusage[mem=600] span[ptile=1]"},
                {.submit = 10s, .queue = high, .slots = 5},
                {.submit = 20s, .res_req = "rusage[mem=500]"}});
  cluster.queues[0].preemption.preemptive = true;
  cluster.timeline = {bkill(15s, 2)};
  Steps steps(cluster);
  const BucketId bucket = bucket_of(steps.until(12s), 2);
  REQUIRE(has(steps.until(12s).buckets.parked_volatile, bucket));
  REQUIRE(bucket_of(steps.until(21s), 3) == bucket);
  CHECK_FALSE(has(steps.until(21s).buckets.parked_volatile, bucket));
  REQUIRE(is_parked_for_hosts(steps.until(21s), bucket));
  CHECK((steps.start_of(3) == at(50s)));
}

// Job 3 wants memory that job 1 has until 40 s, and is killed. Job 4 wants swap space that job 2
// has until 60 s, in a queue that is served before that of job 3.
TEST_CASE("a bucket that waited for hosts is used again by a job that waits for other hosts") {
  ClusterConfig cluster =
      world_of({{.run = 40s, .slots = 2, .res_req = "rusage[mem=600] span[ptile=1]"},
                {.run = 60s, .slots = 2, .res_req = "rusage[swp=600] span[ptile=1]"},
                {.submit = 10s, .res_req = "rusage[mem=500]"},
                {.submit = 20s, .queue = high, .res_req = "rusage[swp=500]"}});
  for (HostConfig& host : cluster.hosts) host.mxj = Slots{3};
  cluster.timeline = {bkill(15s, 3)};
  Steps steps(cluster);
  const BucketId bucket = bucket_of(steps.until(12s), 3);
  const SearchSizeId memory = demand_of(steps.until(12s), bucket);
  REQUIRE(has(steps.until(16s).searches.sizes[memory].parked, bucket));
  REQUIRE(bucket_of(steps.until(21s), 4) == bucket);
  REQUIRE(demand_of(steps.until(21s), bucket) != memory);
  REQUIRE(is_parked_for_hosts(steps.until(21s), bucket));
  CHECK(steps.until(41s).searches.sizes[memory].parked.empty());
  CHECK(is_parked_for_hosts(steps.until(41s), bucket));
  CHECK((steps.start_of(4) == at(60s)));
}

// JL/U is 1: job 3 waits for a host without jobs of ann, and is killed. Job 4 waits for `high` to
// be active.
TEST_CASE("a line that waited for hosts is used again with its bucket") {
  ClusterConfig cluster = world_of({{.run = 40s},
                                    {.run = 50s},
                                    {.submit = 10s, .run = 20s},
                                    {.submit = 20s, .user = bob, .queue = high}});
  for (HostConfig& host : cluster.hosts) host.user_limit = 1;
  cluster.timeline = {on_queue(5s, Kind::qinact, high), bkill(15s, 3),
                      on_queue(60s, Kind::qact, high)};
  Steps steps(cluster);
  const BucketId bucket = bucket_of(steps.until(12s), 3);
  const SearchSizeId slot = demand_of(steps.until(12s), bucket);
  REQUIRE(has(lines_parked_for(steps.until(16s), slot), bucket));
  REQUIRE(bucket_of(steps.until(21s), 4) == bucket);
  REQUIRE(has(steps.until(21s).queues[high].parked, bucket));
  CHECK_FALSE(has(lines_parked_for(steps.until(41s), slot), bucket));
  CHECK((steps.start_of(4) == at(60s)));
}

}  // namespace mcsim::testing::recycled_buckets_test
