// The names by which stories call jobs, including guests of a cluster.
#pragma once

#include <string>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/job_number.hpp"

namespace mcsim::app {

/// Must hear of each accepted guest (note()); a guest that has left keeps its name.
class JobNames {
 public:
  explicit JobNames(const GridConfig& grid) : grid_(grid), guests_(grid.clusters.size()) {}

  void note(ClusterId cluster, const GuestAccepted& fact) {
    const std::size_t number =
        index_of(fact.guest) - grid_.clusters[index_of(cluster)].trace.size();
    std::vector<GuestAccepted>& guests = guests_[index_of(cluster)];
    if (number >= guests.size()) guests.resize(number + 1);
    guests[number] = fact;
  }
  /// The guest that facts of a cluster call `job`; null: the job is the cluster's own.
  const GuestAccepted* guest(ClusterId cluster, JobIndex job) const {
    const std::size_t own = grid_.clusters[index_of(cluster)].trace.size();
    return index_of(job) < own ? nullptr : &guests_[index_of(cluster)][index_of(job) - own];
  }
  /// `7@C1`; for a guest `401@C2 (7@C1)`: its name there and in its submission cluster.
  std::string name(ClusterId cluster, JobIndex job) const {
    const GuestAccepted* guest = this->guest(cluster, job);
    if (guest == nullptr)
      return job_number(grid_.clusters[index_of(cluster)], job) + "@" + name(cluster);
    return name(cluster, guest->id) + " (" + name(guest->home, guest->job) + ")";
  }
  const std::string& name(ClusterId cluster) const {
    return grid_.clusters[index_of(cluster)].name;
  }
  /// `high@C2`.
  std::string name(ClusterId cluster, QueueId queue) const {
    return grid_.clusters[index_of(cluster)].queues[index_of(queue)].name + "@" + name(cluster);
  }

 private:
  std::string name(ClusterId cluster, JobId id) const {
    return std::to_string(static_cast<std::int64_t>(id)) + "@" + name(cluster);
  }

  const GridConfig& grid_;
  std::vector<std::vector<GuestAccepted>> guests_;  ///< by ClusterId, then by number
};

}  // namespace mcsim::app
