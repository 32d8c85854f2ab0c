// Conservative backfilling as the rule says it: a list of reservations, and for each question all
// moments at which something changes.
//
// The first `depth` waiting jobs have reservations. When a running job ends before its time, or a
// job with a reservation leaves, the reservations are taken one by one: each is removed and made
// again at the earliest time. Where hosts have changed, jobs may outrun their estimates, or the
// time of a reservation has passed between two sessions, all reservations are removed and then made
// again one by one. Then new jobs get theirs. Jobs that are due start; then, in their order, jobs
// without a reservation that delay none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "mcsim/base/time.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

class NaiveCluster;
struct NaiveJob;

class NaiveConservative {
 public:
  void pass(NaiveCluster& cluster);
  /// The next moment at which a job with a reservation may start.
  Time next_check(const NaiveCluster& cluster) const;

  // What has happened since the last pass.
  bool hosts_changed = true;
  bool freed = false;
  void ended(const NaiveCluster& cluster, const NaiveJob& job);
  void left(std::size_t position);

 private:
  std::int64_t free_at(const NaiveCluster& cluster, Time time) const;
  Time earliest(const NaiveCluster& cluster, const NaiveJob& job) const;
  bool fits(const NaiveCluster& cluster, const NaiveJob& job, Time from) const;
  std::vector<std::size_t> line(const NaiveCluster& cluster) const;
  void make_anew(NaiveCluster& cluster);
  void move_forward(NaiveCluster& cluster);
  void reserve_new(NaiveCluster& cluster);
  bool start_one(NaiveCluster& cluster);

  std::map<std::size_t, Time> reserved_;  ///< by position of the job
};

}  // namespace mcsim::testing
