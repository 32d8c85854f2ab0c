// Which job of which cluster a fact is about.
#pragma once

#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::results {

/// A job in its submission cluster, and what it is called where a fact was seen.
struct HomeJob {
  ClusterId home{};
  JobIndex job{};
  JobId id{};  ///< in the cluster of the fact
  QueueId queue{};
};

/// Facts of a cluster number guests behind its own jobs.
class GuestNames {
 public:
  explicit GuestNames(const GridConfig& grid) : grid_(grid), guests_(grid.clusters.size()) {}

  void accept(ClusterId cluster, const GuestAccepted& fact);
  HomeJob named(ClusterId cluster, JobIndex job) const;

 private:
  const GridConfig& grid_;
  std::vector<std::vector<HomeJob>> guests_;  ///< by ClusterId, then by JobIndex less its own jobs
};

}  // namespace mcsim::results
