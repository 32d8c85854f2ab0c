// Profiles of jobs that reserve memory by their rows.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "mcsim/model/slot_memory.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::trace {

/// The profiles of jobs of one cluster that reserve memory for each of their slots.
class MemoryProfiles {
 public:
  explicit MemoryProfiles(const WorkloadSink& into) : into_(into) {}

  std::int64_t most_slots_in(QueueId queue, std::int64_t mb) const {
    return into_.rooms.empty() ? most_slots : into_.rooms[index_of(queue)].slots(mb);
  }

  [[gnu::noinline]] ProfileId of(std::int64_t mb, NameId group, bool overuses) {
    const auto [known, is_new] = known_.try_emplace({mb, group, overuses});
    if (is_new) {
      JobProfile profile = into_.profile;
      profile.group = group;
      profile.overuse = overuses;
      set_slot_memory(profile.res_req, mb * amount_unit);
      known->second = into_.profiles.of(profile);
    }
    return known->second;
  }

 private:
  const WorkloadSink& into_;
  std::map<std::tuple<std::int64_t, NameId, bool>, ProfileId> known_;
};

}  // namespace mcsim::trace
