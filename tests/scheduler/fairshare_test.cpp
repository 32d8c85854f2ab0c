// Whose job starts next by user fairshare, in a running cluster. docs/rules/fairshare.md
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::fairshare_test {

namespace {

using Kind = ShareRowConfig::Kind;

ShareRowConfig account(std::string name, Kind kind, std::int32_t shares,
                       std::vector<std::uint32_t> users, ShareRow parent = none<ShareRow>) {
  ShareRowConfig row{.name = std::move(name), .kind = kind, .parent = parent, .shares = shares};
  row.users = UserList::only({});
  for (const std::uint32_t user : users) row.users.users.push_back(NameId{user});
  return row;
}

ShareRowConfig everybody(Kind kind, std::int32_t shares, std::vector<NameId> but = {}) {
  return {.name = kind == Kind::each ? "default" : "others",
          .kind = kind,
          .shares = shares,
          .users = {.all = true, .users = std::move(but)}};
}

/// A job of user `a`, `b` and so on.
struct UserJob {
  char user = 'a';
  Duration submit{};
  Duration run = 10h;
  std::uint16_t queue = 0;
  std::int32_t slots = 1;
  Duration limit = unlimited;
  ProfileId profile{};
};

Trace trace_of_users(const std::vector<UserJob>& jobs) {
  TraceBuilder builder;
  for (const UserJob& one : jobs) {
    TraceJob job;
    job.id = static_cast<JobId>(builder.size() + 1);
    job.submit = at(one.submit);
    job.run = one.run;
    job.limit = one.limit;
    job.slots = Slots(one.slots);
    job.queue = static_cast<QueueId>(one.queue);
    job.user = static_cast<NameId>(one.user - 'a');
    job.profile = one.profile;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

/// A job of 10 h for each letter.
std::vector<UserJob> jobs_of(const std::string& letters) {
  std::vector<UserJob> jobs;
  for (const char user : letters) jobs.push_back({.user = user});
  return jobs;
}

/// Queues of these PRIORITY values on one host, without trees.
ClusterConfig cluster_of(std::int32_t slots, const std::vector<UserJob>& jobs,
                         const std::vector<std::int32_t>& priorities = {30}) {
  ClusterConfig cluster = flat_machine(slots, "lsf", {});
  const QueueConfig usual = std::exchange(cluster.queues, {}).front();
  for (const std::int32_t priority : priorities) {
    cluster.queues.push_back(usual);
    cluster.queues.back().name = "queue" + std::to_string(cluster.queues.size());
    cluster.queues.back().priority = priority;
  }
  cluster.trace = trace_of_users(jobs);
  return cluster;
}

void give_tree(ClusterSettings& cluster, const std::vector<std::uint16_t>& queues,
               std::vector<ShareRowConfig> accounts, bool by_queue = false) {
  FairshareConfig tree{.by_queue = by_queue, .accounts = std::move(accounts)};
  for (const std::uint16_t queue : queues) {
    tree.queues.push_back(QueueId{queue});
    cluster.queues[queue].fairshare = static_cast<FairshareId>(cluster.fairshares.size());
  }
  tree.name = cluster.queues[queues.front()].name;
  if (queues.size() > 1) tree.of = FairshareConfig::Of::queues;
  tree.index();
  cluster.fairshares.push_back(std::move(tree));
}

/// The jobs that start at virtual time 0 on so many slots.
std::vector<bool> started_at_once(ClusterConfig cluster, std::int32_t slots) {
  cluster.hosts[0].ncpus = slots;
  cluster.hosts[0].mxj = Slots(slots);
  std::vector<bool> started;
  for (const Time start : start_times(std::move(cluster))) started.push_back(start == at(0s));
  return started;
}

/// The letters of the jobs that start at virtual time 0, in the order in which they do: the last of
/// n jobs is the one that does not start where there are n - 1 slots.
std::string order_of_starts(const ClusterConfig& cluster, const std::string& letters,
                            std::int32_t count) {
  std::string order;
  std::vector<bool> before(cluster.trace.size(), false);
  for (std::int32_t slots = 1; slots <= count; ++slots) {
    const std::vector<bool> now = started_at_once(cluster, slots);
    for (std::size_t at = 0; at < now.size(); ++at)
      if (now[at] && !before[at]) order += letters[at];
    before = now;
  }
  return order;
}

/// One queue with this tree.
std::string order_by(std::vector<ShareRowConfig> accounts, const std::string& jobs,
                     std::int32_t count) {
  ClusterConfig cluster = cluster_of(1, jobs_of(jobs));
  give_tree(cluster, {0}, std::move(accounts));
  return order_of_starts(cluster, jobs, count);
}

/// bswitch at 80 s.
TimelineEntry switched(JobId job, QueueId queue) {
  TimelineEntry entry;
  entry.at = at(80s);
  entry.kind = TimelineEntry::Kind::bswitch;
  entry.job = job;
  entry.queue = queue;
  return entry;
}

/// As they were submitted.
std::vector<Time> starts_of(const ClusterConfig& cluster) { return start_times(cluster); }

const std::vector<ShareRowConfig> alike{everybody(Kind::each, 1)};

/// Of what accounts are charged, only run time weighs, by 50 for each hour, and stays undiminished.
void weigh_run_time_only(ClusterConfig& cluster, bool with_history) {
  FairshareFactors& factors = cluster.fairshares.front().factors;
  factors = {.cpu_time = 0, .run_time = 50, .run_job = 0, .hist_hours = 0};
  factors.run_time_decay = true;
  factors.enable_hist_run_time = with_history;
}

}  // namespace

TEST_CASE("eight slots are dealt 6 to 2 by shares of 3 and 1, whoever came first") {
  const std::vector<ShareRowConfig> accounts{account("u1", Kind::user, 3, {0}),
                                             account("u2", Kind::user, 1, {1})};
  CHECK(order_by(accounts, "abababababababababab", 8) == "aabaaaba");
  CHECK(order_by(accounts, "bbbbbbbbbbaaaaaaaaaa", 8) == "aabaaaba");
}

TEST_CASE("twelve slots go to two named users and to two of default by their shares") {
  CHECK(order_by({account("A", Kind::user, 10, {0}), account("B", Kind::user, 6, {1}),
                  everybody(Kind::each, 4, {NameId{0}, NameId{1}})},
                 "aaaaaaaabbbbbbbbccccccccdddddddd", 12) == "abacdabaabcd");
}

TEST_CASE("nine slots are dealt to groups first, then within the group that has shares") {
  const std::vector<ShareRowConfig> accounts{
      account("eng", Kind::tree, 2, {}), account("ops", Kind::collective, 1, {2, 3}),
      account("a", Kind::user, 3, {0}, ShareRow{0}), account("b", Kind::user, 1, {1}, ShareRow{0})};
  CHECK(order_by(accounts, "cdabcdabcdabcdabcdabcdab", 9) == "acabdaaca");
  CHECK(order_by(accounts, "aaaaaabbbbbbccccccdddddd", 9) == "aacabcaac");
}

// Source: Administering Platform LSF 7.3, fairshare of queues of equal PRIORITY. Queues A, B and C,
// in which jobs arrive in the order C B A B A.
TEST_CASE("of queues of equal PRIORITY those without shares are one, and each tree is a block") {
  const std::string letters = "CBABA";
  std::vector<UserJob> jobs;
  for (const char queue : letters)
    jobs.push_back({.user = 'a', .queue = static_cast<std::uint16_t>(queue - 'A')});
  const auto order_with_trees = [&](const std::vector<std::uint16_t>& queues) {
    ClusterConfig cluster = cluster_of(1, jobs, {30, 30, 30});
    for (const std::uint16_t queue : queues) give_tree(cluster, {queue}, alike);
    return order_of_starts(cluster, letters, 5);
  };
  CHECK(order_with_trees({}) == "CBABA");
  CHECK(order_with_trees({0, 1, 2}) == "AABBC");
  CHECK(order_with_trees({0, 2}) == "AABBC");
  CHECK(order_with_trees({1}) == "CAABB");
  CHECK(order_with_trees({0}) == "AACBB");
}

// The user of the upper queue has shares for two jobs of three.
TEST_CASE("queues that share a tree serve users as one queue, or each in its own turn") {
  const std::vector<ShareRowConfig> accounts{account("a", Kind::user, 1, {0}),
                                             account("b", Kind::user, 2, {1})};
  const std::string letters = "aaaaabbbbbcc";
  std::vector<UserJob> jobs;
  for (const char user : letters)
    jobs.push_back({.user = user, .queue = static_cast<std::uint16_t>(user - 'a')});
  const auto order_in = [&](bool by_queue, std::int32_t outside) {
    ClusterConfig cluster = cluster_of(1, jobs, {40, 30, outside});
    give_tree(cluster, {0, 1}, accounts, by_queue);
    return order_of_starts(cluster, letters, 8);
  };
  CHECK(order_in(false, 20) == "babbabba");
  CHECK(order_in(false, 50) == "ccbabbab");
  CHECK(order_in(true, 35) == "aaaaaccb");
}

TEST_CASE(
    "of one user the job of the queue of larger PRIORITY is next, or the one that came first") {
  const std::string letters = "aabb";
  ClusterConfig cluster =
      cluster_of(1, {{.queue = 1}, {.queue = 1}, {.queue = 0}, {.queue = 0}}, {40, 30});
  give_tree(cluster, {0, 1}, alike);
  CHECK(order_of_starts(cluster, letters, 4) == "bbaa");
  cluster.model.fairshare.crossqueue_job_order = FairshareOptions::JobOrder::fcfs;
  CHECK(order_of_starts(cluster, letters, 4) == "aabb");
}

TEST_CASE("a user without an account is refused, or comes after all accounts") {
  ClusterConfig cluster = cluster_of(1, jobs_of("cccab"));
  give_tree(cluster, {0}, {account("a", Kind::user, 1, {0}), account("b", Kind::user, 1, {1})});
  const JobOutcomes refused = outcomes(cluster);
  CHECK(refused[0].status == JobStatus::rejected);
  CHECK(refused[0].end_reason == EndReason::user_without_share);
  CHECK(refused[3].start == at(0s));
  cluster.model.fairshare.no_share = FairshareOptions::NoShare::last;
  CHECK(order_of_starts(cluster, "cccab", 5) == "abccc");
}

// The first slot is free at 100 s, the others one second later each. By then the user with jobs on
// three slots is behind the other one until that one has as many.
TEST_CASE("a job of several slots weighs as much as several jobs") {
  std::vector<UserJob> jobs{{.user = 'a', .slots = 3}, {.user = 'c', .run = 100s}};
  for (int n = 1; n <= 3; ++n) jobs.push_back({.user = 'c', .run = 100s + n * 1s});
  const std::string behind = "aabbbb";
  for (const char user : behind) jobs.push_back({.user = user, .submit = 10s});
  ClusterConfig cluster = cluster_of(7, jobs);
  give_tree(cluster, {0}, alike);
  for (FairshareConfig& tree : cluster.fairshares)
    tree.factors.cpu_time = tree.factors.run_time = 0;
  const std::vector<Time> starts = starts_of(cluster);
  CHECK(starts[7] == at(100s));
  CHECK(starts[8] == at(101s));
  CHECK(starts[9] == at(102s));
  CHECK(starts[5] == at(103s));  // as many slots each, and it stands first
}

// One slot. The first job has cost its user an hour of CPU time, which counts for more than
// nothing.
TEST_CASE(
    "what a user has used puts him behind, also after a reconfiguration, until it has faded") {
  ClusterConfig cluster =
      cluster_of(1, {{.user = 'a', .run = 1h}, {.user = 'a', .run = 1h}, {.user = 'b', .run = 1h}});
  give_tree(cluster, {0}, alike);
  CHECK(starts_of(cluster) == std::vector<Time>{at(0h), at(2h), at(1h)});
  ClusterSettings other = cluster;
  other.params.max_dispatch_per_session = 100;
  cluster.timeline = {reconfigure(30min, other)};
  CHECK(starts_of(cluster) == std::vector<Time>{at(0h), at(2h), at(1h)});
  cluster.timeline.clear();
  cluster.model.fairshare.cpu_per_slot = 0;
  CHECK(starts_of(cluster) == std::vector<Time>{at(0h), at(1h), at(2h)});
  cluster.fairshares[0].factors.enable_hist_run_time = true;
  CHECK(starts_of(cluster) == std::vector<Time>{at(0h), at(2h), at(1h)});
}

// Both have a job on the only two slots; b's has run longer. Then one job of each, and one slot.
TEST_CASE("a running job that is switched takes its slots along to the tree of its new queue") {
  ClusterConfig cluster = cluster_of(2,
                                     {{.user = 'a', .queue = 1},
                                      {.user = 'c', .run = 100s},
                                      {.user = 'a', .submit = 50s, .run = 1h},
                                      {.user = 'b', .submit = 60s, .run = 1h}},
                                     {30, 30});
  give_tree(cluster, {0}, alike);
  CHECK(starts_of(cluster)[2] == at(100s));
  cluster.timeline = {switched(JobId{1}, QueueId{0})};
  CHECK(starts_of(cluster)[3] == at(100s));
}

// At 100 s a has a job that has run for 100 s, of which 20 s in the queue with shares; b for 50 s.
TEST_CASE("with RUN_TIME_DECAY the run time of a switched job goes along to its new account") {
  ClusterConfig cluster = cluster_of(3,
                                     {{.user = 'a', .queue = 1},
                                      {.user = 'c', .run = 100s},
                                      {.user = 'b', .submit = 50s},
                                      {.user = 'a', .submit = 60s, .run = 1h},
                                      {.user = 'b', .submit = 61s, .run = 1h}},
                                     {30, 30});
  give_tree(cluster, {0}, alike);
  weigh_run_time_only(cluster, false);
  cluster.timeline = {switched(JobId{1}, QueueId{0})};
  CHECK(starts_of(cluster)[4] == at(100s));
}

// The same, but the queue comes to have shares at 80 s.
TEST_CASE("with RUN_TIME_DECAY jobs have run for new accounts since they started") {
  ClusterConfig cluster = cluster_of(3, {{.user = 'a'},
                                         {.user = 'c', .run = 100s},
                                         {.user = 'b', .submit = 50s},
                                         {.user = 'a', .submit = 60s, .run = 1h},
                                         {.user = 'b', .submit = 61s, .run = 1h}});
  ClusterConfig with_tree = cluster;
  give_tree(with_tree, {0}, alike);
  weigh_run_time_only(with_tree, false);
  cluster.timeline = {reconfigure(80s, with_tree)};
  CHECK(starts_of(cluster)[4] == at(100s));
}

// At 100 s a's first job has run for 50 s and has ended; the second one is in another queue by
// then. b's has run for 30 s.
TEST_CASE("a job that leaves an account takes no run time of finished jobs along") {
  ClusterConfig cluster = cluster_of(3,
                                     {{.user = 'a', .run = 50s},
                                      {.user = 'c', .run = 100s},
                                      {.user = 'a', .submit = 50s},
                                      {.user = 'b', .submit = 70s},
                                      {.user = 'a', .submit = 85s, .run = 1h},
                                      {.user = 'b', .submit = 86s, .run = 1h}},
                                     {30, 30});
  give_tree(cluster, {0}, alike);
  weigh_run_time_only(cluster, true);
  cluster.timeline = {switched(JobId{3}, QueueId{1})};
  CHECK(starts_of(cluster)[5] == at(100s));
}

// a's job of 76 s is remembered as long as the files say so, and b is first; else a, who came
// first.
TEST_CASE("what finished jobs have left counts as long as ENABLE_HIST_RUN_TIME stands") {
  ClusterConfig cluster = cluster_of(1, {{.user = 'a', .run = 76s},
                                         {.user = 'c', .run = 44s},
                                         {.user = 'a', .submit = 62s},
                                         {.user = 'b', .submit = 77s}});
  give_tree(cluster, {0}, alike);
  weigh_run_time_only(cluster, true);
  cluster.fairshares.front().factors.run_time_decay = false;
  const ClusterSettings with = cluster;
  ClusterSettings without = cluster;
  without.fairshares.front().factors.enable_hist_run_time = false;
  CHECK(starts_of(cluster)[3] == at(120s));
  cluster.timeline = {reconfigure(100s, without)};
  CHECK(starts_of(cluster)[2] == at(120s));
  cluster.timeline.push_back(reconfigure(110s, with));
  CHECK(starts_of(cluster)[3] == at(120s));
}

// The partition is the first of two hosts: b has a slot there, a has one on the other host.
TEST_CASE("slots on hosts outside of a host partition do not count for its shares") {
  ClusterConfig cluster = machine({2, 1}, "lsf", {});
  const auto only_on = [&](std::uint32_t host) {
    cluster.profiles.push_back({.hosts = HostPreferences{.all = false, .list = {{HostId{host}}}}});
    return static_cast<ProfileId>(cluster.profiles.size() - 1);
  };
  const ProfileId inside = only_on(0);
  const ProfileId outside = only_on(1);
  cluster.trace = trace_of_users({{.user = 'a', .profile = outside},
                                  {.user = 'b', .profile = inside},
                                  {.user = 'c', .run = 100s, .profile = inside},
                                  {.user = 'b', .submit = 50s, .run = 1h, .profile = inside},
                                  {.user = 'a', .submit = 60s, .run = 1h, .profile = inside}});
  give_tree(cluster, {0}, alike);
  CHECK(starts_of(cluster)[3] == at(100s));
  cluster.fairshares.front().of = FairshareConfig::Of::host_partition;
  cluster.fairshares.front().hosts = {HostId{0}};
  CHECK(starts_of(cluster)[4] == at(100s));
}

// The tree has no account for or below the group: a has the slot of its job all the same.
TEST_CASE("a job of a group that the tree does not know is charged where nobody has elected it") {
  ClusterConfig cluster = cluster_of(2,
                                     {{.user = 'a', .queue = 1, .profile = ProfileId{1}},
                                      {.user = 'c', .run = 100s},
                                      {.user = 'a', .submit = 50s, .run = 1h},
                                      {.user = 'b', .submit = 60s, .run = 1h}},
                                     {30, 30});
  cluster.profiles.push_back(cluster.profiles.front());
  cluster.profiles.back().group = NameId{25};
  give_tree(cluster, {0}, alike);
  cluster.timeline = {switched(JobId{1}, QueueId{0})};
  CHECK(starts_of(cluster)[3] == at(100s));
}

TEST_CASE("shares elect the job that preempts, and a victim's slots go on counting for its user") {
  ClusterConfig cluster = cluster_of(2,
                                     {{.user = 'a', .queue = 1},
                                      {.user = 'b', .queue = 1},
                                      {.user = 'a', .submit = 10s, .run = 1h},
                                      {.user = 'b', .submit = 10s, .run = 1h},
                                      {.user = 'c', .submit = 10s, .run = 1h}},
                                     {40, 30});
  cluster.queues[0].preemption.preemptive = true;
  give_tree(cluster, {0, 1}, alike);
  const std::vector<Time> starts = starts_of(cluster);
  CHECK(starts[4] == at(10s));
  CHECK(starts[2] == at(10s));
  CHECK(starts[3] == at(10s + 1h));
}

// Each of two hosts has one free slot. A job of two slots for the first host only reserves the one
// there; it leaves the other one to the user who has nothing.
TEST_CASE("slots that a job has reserved count for its user at once") {
  ClusterConfig cluster = machine({2, 2}, "lsf", {});
  cluster.profiles.push_back({.hosts = HostPreferences{.all = false, .list = {{HostId{0}}}}});
  cluster.trace = trace_of_users({{.user = 'c', .limit = 10h},
                                  {.user = 'c', .limit = 10h},
                                  {.user = 'a', .submit = 5s, .slots = 2, .profile = ProfileId{1}},
                                  {.user = 'a', .submit = 5s},
                                  {.user = 'b', .submit = 5s}});
  give_tree(cluster, {0}, alike);
  CHECK(starts_of(cluster)[3] == at(5s));
  cluster.queues[0].max_reserve_time = 10h;
  CHECK(starts_of(cluster)[4] == at(5s));
  CHECK(starts_of(cluster)[3] > at(5s));
}

TEST_CASE("bsub -sp orders the jobs of one user, and not users") {
  ClusterConfig cluster = cluster_of(1, {{.user = 'b', .run = 100s},
                                         {.user = 'a', .submit = 5s, .run = 100s},
                                         {.user = 'a', .submit = 5s, .run = 100s},
                                         {.user = 'b', .submit = 5s, .run = 100s}});
  cluster.profiles.push_back({.priority = 50});
  TraceBuilder builder;
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(row)];
    if (row > 1) job.profile = ProfileId{1};
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  CHECK(starts_of(cluster)[2] == at(100s));
  give_tree(cluster, {0}, alike);
  CHECK(starts_of(cluster) == std::vector<Time>{at(0s), at(300s), at(100s), at(200s)});
}

TEST_CASE("the slots that a queue has of a pool are dealt to its users by their shares") {
  const std::string letters = "aaaabbbbccccdddd";
  std::vector<UserJob> jobs;
  for (const char user : letters)
    jobs.push_back({.user = user, .queue = static_cast<std::uint16_t>(user < 'c' ? 0 : 1)});
  ClusterConfig cluster = cluster_of(8, jobs, {40, 30});
  cluster.pools = {{.name = "pool", .queues = {QueueId{0}, QueueId{1}}}};
  for (QueueConfig& queue : cluster.queues) {
    queue.pool = PoolId{0};
    queue.slot_share = 50;
  }
  give_tree(cluster, {0}, alike);
  give_tree(cluster, {1}, {account("c", Kind::user, 1, {2}), account("d", Kind::user, 3, {3})});
  std::string started;
  const std::vector<bool> now = started_at_once(cluster, 8);
  for (std::size_t at = 0; at < now.size(); ++at)
    if (now[at]) started += letters[at];
  CHECK(started == "aabbcddd");
}

}  // namespace mcsim::testing::fairshare_test
