// A shared lease whose provider is idle is worth as much to its consumer as own slots, except for
// the time until it has the slots.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lease_worlds.hpp"

namespace mcsim::testing::lease_throughput_test {

namespace {

struct Batch {
  std::vector<JobRow> rows;
  Duration work{};
  Duration longest{};
};

/// Jobs of one slot that are all submitted at the beginning. The first one occupies the consumer's
/// own slot all the time.
Batch random_batch(RngStream& dice) {
  Batch batch;
  batch.rows.push_back({.id = 1, .run = 1000h});
  for (std::int64_t id = 2; id < 200; ++id) {
    const Duration run(static_cast<std::int64_t>(1 + dice.below(3600)) * 1000);
    batch.rows.push_back({.id = id, .run = run});
    batch.work += run;
    batch.longest = std::max(batch.longest, run);
  }
  return batch;
}

Time last_finish(const RunResults& results) {
  Time last{};
  const auto& jobs = results.clusters[index_of(consumer)].jobs;
  for (std::size_t at = 1; at < jobs.size(); ++at) last = std::max(last, jobs[at].finish);
  return last;
}

}  // namespace

TEST_CASE("a shared lease with an idle provider is as good as slots of one's own, but for a delay",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(60); ++seed) {
    INFO("seed " << seed);
    RngStream dice(seed, "lease throughput");
    const Batch batch = random_batch(dice);
    std::vector<std::int32_t> hosts;
    std::int32_t slots = 0;
    for (std::uint64_t more = 1 + dice.below(4); more > 0; --more) {
      hosts.push_back(static_cast<std::int32_t>(1 + dice.below(8)));
      slots += hosts.back();
    }
    GridConfig grid = lender_and_borrower(hosts, {}, batch.rows);
    const Duration delay((1 + static_cast<std::int64_t>(dice.below(60))) * 60'000);
    grid.clusters[0].params.reclaim_delay = delay;
    for (std::size_t host = 0; host < hosts.size(); ++host) {
      grid.clusters[0].exports.push_back(named({static_cast<HostId>(host)}, hosts[host]));
      grid.clusters[0].exports.back().is_shared = true;
    }
    // Any list schedule on own slots would end by then.
    const Time owned = Time{} + batch.work / slots + batch.longest;
    const Duration until_granted = delay + 3s;
    CHECK((last_finish(run_all(grid)) <= owned + until_granted));
    // No schedule can end earlier.
    CHECK((last_finish(run_all(grid)) >= Time{} + batch.work / slots));
  }
}

}  // namespace mcsim::testing::lease_throughput_test
