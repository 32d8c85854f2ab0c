// The same grid in other words.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/rooms.hpp"
#include "support/told_grid.hpp"

namespace mcsim::testing {

using Renaming = std::map<std::string, std::string>;

/// Other names, in another order and of other lengths. Where the grid draws, clusters and queues
/// keep theirs: they name the streams that draws come from.
Renaming other_names(const ToldGrid& grid, std::uint64_t seed);
/// `text` with each word that is a name replaced: of a scenario, or of what a run of it leaves.
std::string renamed(const std::string& text, const Renaming& names);

/// A scenario with the members of each object in another order, and with the items of those lists
/// that have none: jobs, links, and rows of users, groups, applications and launches. Hosts and
/// queues keep their order, which LSF goes by; so do faults, actions and changes, of which those of
/// one instant happen in it.
std::string with_shuffled_keys(const std::string& scenario, std::uint64_t seed);

/// A first cluster that has nothing to do with the others.
ToldGrid with_unrelated_cluster(ToldGrid grid);
inline const std::string unrelated_cluster = "unrelated";

/// The jobs of one cluster as a trace in the Standard Workload Format. Users, and queues of the
/// cluster, are numbered from 1 by these lists.
std::string trace_of(const ToldGrid& grid, const std::string& cluster,
                     const std::vector<std::string>& users, const std::vector<std::string>& queues);

}  // namespace mcsim::testing
