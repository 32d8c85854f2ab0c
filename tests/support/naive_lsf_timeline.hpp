// What happens to a cluster from outside, or by the clock, in the naive reference.
#pragma once

#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// PEND or PSUSP.
bool waits(const Job& job);
void apply(State& state, const TimelineEntry& entry);
/// Ignores actions on jobs that have not come yet, or are over.
bool act(State& state, Job& job, const TimelineEntry& entry);
bool is_of_job(const TimelineEntry& entry);
/// Whether any select string names a load index.
bool names_load(const State& state);
/// Whether some queue, application or job reserves it.
bool is_reserved(const State& state, ResourceId id);
/// The resources; those of the site's own that any of these reserves change with what runs.
std::vector<ResourceConfig> resources_in_use(const State& state);

/// A time at which something changes by itself, and whether this may let a job start.
struct ComingTime {
  Time time{};
  bool matters = true;
};
/// The coming times after `after`, at least the next of each kind.
std::vector<ComingTime> coming_times(const State& state, Time after);

}  // namespace mcsim::testing::naive
