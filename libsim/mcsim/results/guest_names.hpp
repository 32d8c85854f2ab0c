// Which job of which cluster a fact is about.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::results {

/// A job in its submission cluster, and what it is called where a fact was seen.
struct HomeJob {
  ClusterId home{};
  JobIndex job{};
  JobId id{};       ///< in the cluster of the fact
  QueueId queue{};  ///< where the fact was seen, now
};

/// Facts of a cluster number guests behind its own jobs.
class GuestNames {
 public:
  explicit GuestNames(const GridConfig& grid) : grid_(grid), guests_(grid.clusters.size()) {}

  void accept(ClusterId cluster, const GuestAccepted& fact);
  void move(ClusterId cluster, const JobSwitched& fact);
  HomeJob named(ClusterId cluster, JobIndex job) const;

 private:
  const GridConfig& grid_;
  std::vector<std::vector<HomeJob>> guests_;  ///< by ClusterId, then by JobIndex less its own jobs
  std::map<std::pair<ClusterId, JobIndex>, QueueId> switched_;  ///< own jobs, by bswitch
};

}  // namespace mcsim::results
