// Users who always have jobs: over days each gets the part of all slots that his shares say.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/stable_order.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::fairshare_convergence_test {

namespace {

constexpr Duration day = 24h;
constexpr Duration lasts = 3 * day;
constexpr Duration usual_run = 30min;

using Kind = ShareRowConfig::Kind;

/// A tree, and the part of all slots that each user is to have.
struct Shares {
  std::vector<ShareRowConfig> accounts;
  std::vector<double> parts;
};

ShareRowConfig user_row(std::int32_t shares, std::uint32_t user, ShareRow parent) {
  return {.name = "u" + std::to_string(user),
          .kind = Kind::user,
          .parent = parent,
          .shares = shares,
          .users = UserList::only({NameId{user}})};
}

ShareRowConfig group_row(std::string name, std::int32_t shares, ShareRow parent) {
  return {.name = std::move(name),
          .kind = Kind::tree,
          .parent = parent,
          .shares = shares,
          .users = UserList::only({})};
}

Shares four_users() {
  constexpr ShareRow top = none<ShareRow>;
  return {{user_row(40, 0, top), user_row(30, 1, top), user_row(20, 2, top), user_row(10, 3, top)},
          {0.4, 0.3, 0.2, 0.1}};
}

/// 3 to 2; of the 3: 2 to 1, of which the 2: 1 to 2; of the 2: 2 to 1.
Shares three_levels() {
  constexpr ShareRow top = none<ShareRow>;
  return {{group_row("A", 3, top), group_row("B", 2, top), group_row("A1", 2, ShareRow{0}),
           user_row(1, 2, ShareRow{0}), user_row(1, 0, ShareRow{2}), user_row(2, 1, ShareRow{2}),
           user_row(2, 3, ShareRow{1}), user_row(1, 4, ShareRow{1})},
          {2.0 / 15, 4.0 / 15, 0.2, 4.0 / 15, 2.0 / 15}};
}

/// Each hour a fifth more work for each user than he can have done, from 1 to 59 minutes a job.
Trace busy_users(const std::vector<double>& parts, std::int32_t slots, RngStream& stream) {
  std::vector<TraceJob> jobs;
  for (std::size_t user = 0; user < parts.size(); ++user) {
    const auto hourly = static_cast<int>(std::ceil(1.2 * parts[user] * slots * (1h / usual_run)));
    for (Duration submit = 0h; submit < lasts; submit += 1h)
      // The first hour fills the cluster.
      for (int left = submit == 0h ? 2 * hourly : hourly; left > 0; --left) {
        TraceJob job;
        job.submit = at(submit);
        job.run = 1min + static_cast<std::int64_t>(stream.below(58 * 60)) * 1s;
        job.user = static_cast<NameId>(user);
        jobs.push_back(job);
      }
  }
  sort_keeping_ties(jobs, &TraceJob::submit);
  TraceBuilder builder;
  for (TraceJob& job : jobs) {
    job.id = static_cast<JobId>(builder.size() + 1);
    builder.add(job);
  }
  return std::move(builder).freeze();
}

JobOutcomes run_for_days(const ClusterConfig& cluster) {
  const GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(lasts), recorder);
  return std::move(recorder).results(simulation, state, at(lasts)).clusters[0].jobs;
}

/// Of all slot time after the first day.
std::vector<double> parts_of_users(const ClusterConfig& cluster, const JobOutcomes& jobs,
                                   std::size_t users) {
  std::vector<double> parts(users, 0);
  double sum = 0;
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    if (jobs[row].start == never) continue;
    const Duration held =
        std::min(jobs[row].finish, at(lasts)) - std::max(jobs[row].start, at(day));
    if (held <= 0ms) continue;
    parts[index_of(cluster.trace[static_cast<JobIndex>(row)].user)] +=
        static_cast<double>(held.count());
    sum += static_cast<double>(held.count());
  }
  for (double& part : parts) part /= sum;
  return parts;
}

void check_parts(const Shares& shares, std::int32_t slots, const std::string& decay) {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(2); ++seed) {
    RngStream stream(seed, "test/busy_users");
    ClusterConfig cluster = flat_machine(slots, "lsf", {});
    cluster.trace = busy_users(shares.parts, slots, stream);
    cluster.model.fairshare.decay = decay;
    cluster.fairshares = {{.name = "normal", .queues = {QueueId{0}}, .accounts = shares.accounts}};
    cluster.queues[0].fairshare = FairshareId{0};
    const std::vector<double> parts =
        parts_of_users(cluster, run_for_days(cluster), shares.parts.size());
    for (std::size_t user = 0; user < parts.size(); ++user) {
      INFO(decay << ", seed " << seed << ", user " << user << " has " << parts[user] << " of "
                 << shares.parts[user]);
      CHECK(std::abs(parts[user] - shares.parts[user]) <= 0.02 * shares.parts[user]);
    }
  }
}

}  // namespace

TEST_CASE("over days busy users get their shares of 240 slots within 2 per cent of these",
          "[property]") {
  check_parts(four_users(), 240, GENERATE("continuous", "steps", "none"));
}

TEST_CASE("over days busy users of groups in groups get their shares within 2 per cent of these",
          "[property]") {
  check_parts(three_levels(), 480, GENERATE("continuous", "steps", "none"));
}

}  // namespace mcsim::testing::fairshare_convergence_test
