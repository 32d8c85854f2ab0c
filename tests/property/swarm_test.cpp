// A short slice of the swarm: grids that combine all features, with invariants checked after each
// instant, and played in other ways. tools/swarm plays any number of them.
//
// MCSIM_SWARM: how many grids (default 200); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/swarm_worlds.hpp"

namespace mcsim::testing::swarm_test {

namespace {

void check_world(std::uint64_t seed) {
  const SwarmWorld world = swarm_world(seed);
  const std::string found = first_wrong(world.kind, world.grid);
  if (found.empty()) return;
  const auto find = [&](const GridConfig& grid) { return first_wrong(world.kind, grid); };
  const GridConfig small = shrunk(world.grid, find);
  FAIL("seed " << seed << ", " << name_of(world.kind) << ": " << found
               << "\nin the smallest such grid: " << find(small) << "\n"
               << to_text(small));
}

}  // namespace

TEST_CASE("grids of the swarm in which something was wrong", "[property][swarm]") {
  struct Found {
    std::uint64_t seed;
    const char* what;
  };
  const Found all[] = {
      {2868, "slots of an inactive lease's host counted from a job's end until the next session"},
      {25510, "a job stayed on hosts that were missed at once"},
      {56684, "a report that was faster than a job on its way home was forgotten"},
      {73601, "the naive reference switched a job by the slots that it had, not that it asked for"},
      {73770,
       "nobody looked when a suspended job could take back what its queue no longer asks for"},
      {1010109, "conservative with overruns had no session around a predicted end"},
      {1014757, "a job killed for a license, with its first host at home, was in no lease's facts"},
      {1038497, "a lease silent about memory took away what another one gave of the host"},
      {1057073, "the naive grid forgot the start of a job killed where it was forwarded to"},
      {1057654, "reasons were asked for a time before the last reconfiguration"},
      {1067216, "slots that a provider's jobs left were handed over late"},
      {1104804, "guests went back after a trial in the order of rows that had been used before"},
      {2011253, "the naive grid told hosts of before a job was forwarded and came back"},
      {2130143, "the naive grid rounded the use of a queue of a pool where nothing changed"},
      {2166663, "btop let go of the slots that a job had reserved"},
      {2203875, "suspended jobs were thought to be in the way of one that resumes"},
      {2320943, "the naive grid reported an infinite backlog less by what was in it"},
      {2353916, "a provider's instance had other hosts after a change, which no scenario says"},
      {2454316, "a launched job at its limit, whose sbatchd was down, ended when it was stopped"},
      {2500942, "a job that started again within an instant was thought to be killed twice"},
      {2567730, "a report was held to be wrong for borrowed hosts that a link had cut off"},
      {2728530, "a grant of more slots with less memory left jobs that held more"},
      {4070684, "a report of a cluster whose hosts fall silent was held to be wrong"},
      {9037543,
       "a site's resource that nobody asked for any more was not counted where jobs held it"},
      {9051402, "a report was held to be wrong after the inactive time of a lease was over"},
      {11022565, "a user whom MAX_JOBS left a part kept others' equal jobs from preempting"},
      {13032643, "the naive reference resumed a job on a host that had lost the resource"},
      {13057593, "the naive grid forgot a job that waits for one that a session kills"},
      {13065036, "a report was held to be wrong for a lease that an evaluation made inactive"},
      {13096830,
       "whether a host was heard at an exchange at which its LIM was blocked was left open"},
      {13114584, "when there would be news of load depended on who had asked before"},
      {13130754, "a job was held to resume on slots that suspended jobs had"},
      {13131338, "whether a host was heard before or after a new master was chosen was left open"},
      {13212903, "a reconfiguration that changed nothing rounded what a queue had used"},
      {14124264, "ELIMs were counted to the last fact, though they had been heard of later"},
      {15057003, "a job that a user's limit keeps out for ever kept equal jobs from reserving"},
      {15089184, "what victims of a session left was lent at some later event"},
      {16058089, "the naive reference looked around the end of a job that frees no slot"},
  };
  for (const Found& found : all) {
    INFO(found.what);
    check_world(found.seed);
  }
}

TEST_CASE("nothing is wrong with any of the first grids of the swarm", "[property][swarm]") {
  const std::uint64_t grids = number_from_environment("MCSIM_SWARM", 200);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  for (std::uint64_t seed = first; seed < first + grids; ++seed) check_world(seed);
}

}  // namespace mcsim::testing::swarm_test
