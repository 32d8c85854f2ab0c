// The invariants of job arrays: who counts against their limits, and who is in line.
#include <cstdint>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/check.hpp"

namespace mcsim::cluster {
namespace {

void check_array(const ClusterWorld& world, ArrayId array) {
  const std::uint32_t size = world.config.arrays[array].spec.indices.size();
  std::int32_t started = 0;
  for (std::uint32_t place = 0; place < size; ++place) {
    const JobSlotId id = world.arrays.slot(array, place);
    if (id == none<JobSlotId>) continue;
    const JobState& job = world.lsf->jobs[id];
    MCSIM_CHECK(index_of(job.index) == index_of(world.config.arrays[array].first) + place,
                "another job is taken for an element of an array");
    if (world.arrays.limit(array) == 0) continue;
    started += job.is_started() || job.stage == Stage::away ? 1 : 0;
    MCSIM_CHECK(world.arrays.is_in_line(array, place) == (job.stage == Stage::pending),
                "an element of an array is in line, and should not be, or the other way round");
  }
  MCSIM_CHECK(world.arrays.limit(array) == 0 || world.arrays.started(array) == started,
              "other elements count against the limit of an array than have started");
}

}  // namespace

void check_lsf_arrays(const ClusterWorld& world) {
  for (std::size_t at = 0; at < world.config.arrays.size(); ++at)
    check_array(world, static_cast<ArrayId>(at));
}

}  // namespace mcsim::cluster
