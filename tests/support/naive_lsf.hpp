// The slow right answer for dispatch `lsf` of one cluster: a plain time loop over a State, which
// plays every instant at which anything can happen, and every point of the raster of sessions.
#pragma once

#include <cstdint>
#include <vector>

#include "support/naive_dependencies.hpp"
#include "support/naive_lsf_session.hpp"
#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

class Cluster {
 public:
  Cluster(const ClusterConfig& config, std::uint64_t seed)
      : state_(config, seed), dependencies_(config) {}

  /// Plays up to and including `until`, or until all jobs have ended. Returns the jobs in order of
  /// submission.
  std::vector<Job> run(Time until);

 private:
  Time next_instant() const;
  bool has_round() const {
    return session_in_next_round_ || ends_in_this_round() || comes_in_this_round();
  }
  bool comes_now(std::size_t at) const;
  bool comes_in_this_round() const;
  bool ends_in_this_round() const;
  bool ends_now(const Job& job) const;
  bool is_grid_point(Time time) const;

  void play_round();
  void apply_timeline();
  void bring_hosts_back();
  void miss_hosts();
  void close_windows(const ClusterSettings& before);
  void notice_times();
  void end_jobs();
  void submit_jobs();
  void session();

  State state_;
  NaiveDependencies<Job> dependencies_;
  bool session_in_next_round_ = false;
};

}  // namespace mcsim::testing::naive
