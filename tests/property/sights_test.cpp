// What faults have hidden behind occurs in the random worlds that the naive references and the
// invariants are tried on, and often enough to matter.
#include <cstdint>
#include <initializer_list>

#include "support/catch.hpp"
#include "support/random_grid.hpp"
#include "support/random_leases.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/random_mixture.hpp"
#include "support/sights.hpp"

namespace mcsim::testing::sights_test {

namespace {

using enum Sight;

template <class Draw>
SightCounts counts_of(std::uint64_t worlds, Draw&& draw) {
  SightCounts counts;
  for (std::uint64_t seed = 1; seed <= worlds; ++seed) counts.play(draw(seed));
  return counts;
}

struct Wish {
  Sight sight;
  std::uint64_t per_cent;
};

void check(const SightCounts& counts, std::initializer_list<Wish> wishes) {
  for (const Wish& wish : wishes) {
    INFO(words_of(wish.sight) << ": in " << counts.of(wish.sight) << " of " << counts.worlds());
    CHECK(100 * counts.of(wish.sight) >= wish.per_cent * counts.worlds());
  }
}

}  // namespace

TEST_CASE("random worlds of LSF's scheduler have wide jobs, hosts down and closed, in pools",
          "[property]") {
  const auto draw = [](std::uint64_t seed) { return random_lsf_world(seed).grid; };
  check(counts_of(2'000, draw),
        {{wide_job_in_pool, 15}, {pool_beside_down_host, 6}, {pool_beside_closed_host, 6}});
}

TEST_CASE("random grids suspend wide jobs where jobs are forwarded to, and forward jobs again",
          "[property][forwarding]") {
  const auto draw = [](std::uint64_t seed) { return random_grid_world(seed).grid; };
  check(counts_of(300, draw), {{wide_job_in_pool, 20},
                               {pool_beside_down_host, 6},
                               {pool_beside_closed_host, 2},
                               {wide_job_preempted, 18},
                               {wide_guest_suspended, 2},
                               {forward_beside_suspended, 10},
                               {return_home, 40},
                               {second_forward, 30}});
}

TEST_CASE("random leases have wide jobs over several of them, and queues that prefer them",
          "[property]") {
  check(counts_of(300, random_leases),
        {{wide_job_over_leases, 20}, {wide_job_over_providers, 6}, {borrowed_host_preferred, 12}});
}

TEST_CASE("random leases of what ELIMs report have jobs that reserve it", "[property][elim]") {
  const auto draw = [](std::uint64_t seed) {
    GridConfig grid = random_leases(seed);
    give_told_licences(grid, seed);
    return grid;
  };
  check(counts_of(100, draw), {{told_resource_reserved, 50}, {told_resource_of_one_host, 20}});
}

TEST_CASE("mixtures have all of what faults have hidden behind", "[property][swarm]") {
  const auto draw = [](std::uint64_t seed) { return random_mixture(seed).grid; };
  check(counts_of(300, draw), {{wide_job_in_pool, 15},
                               {pool_beside_down_host, 6},
                               {pool_beside_closed_host, 2},
                               {wide_job_preempted, 12},
                               {wide_guest_suspended, 2},
                               {forward_beside_suspended, 5},
                               {return_home, 30},
                               {second_forward, 25},
                               {wide_job_over_leases, 4},
                               {wide_job_over_providers, 1},
                               {borrowed_host_preferred, 15},
                               {told_resource_reserved, 4},
                               {told_resource_of_one_host, 1}});
}

}  // namespace mcsim::testing::sights_test
