// All features that a random grid can use, under one numbering, and which pairs of them have met.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/random_grid_features.hpp"
#include "support/random_lsf_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Features of neither LSF's scheduler nor job forwarding. Their names are in mixture_features.cpp,
/// in this order.
enum class MixtureFeature : std::uint8_t {
  exclusive_lease,
  shared_lease,
  whole_hosts,
  lease_mem,
  lease_swp,
  lease_licences,
  other_exports,
  lease_inactive,
  keep_one_slot,
  lease_turns,
  borrowing_sender,
  borrowed_hclose,
  lim_load,
  load_noise,
  send_on_change,
  queue_threshold,
  host_threshold,
  busy_threshold,
  lim_down,
  sbatchd_down,
  elim,
  elim_exits,
  elim_hangs,
  elim_half_line,
  elim_garbage,
  elim_wrong_count,
  elim_floods,
  elim_walk,
  elim_on_change,
  lava_elim,
  elim_keeps_values,
  launches,
  wrapper,
  slow_host,
  pjl_cannot_start,
  pjl_exits,
  task_cannot_start,
  ts_dies,
  res_dies,
  random_faults,
  host_down,
  partition,
  bmod,
  fcfs,
  easy,
  conservative,
  other_jobs,  ///< a cluster with a baseline has reconfigurations, faults or actions
  mixture_count
};

inline constexpr std::size_t lsf_feature_count = static_cast<std::size_t>(LsfFeature::count);
inline constexpr std::size_t grid_feature_count = static_cast<std::size_t>(GridFeature::grid_count);
inline constexpr std::size_t feature_count =
    lsf_feature_count + grid_feature_count +
    static_cast<std::size_t>(MixtureFeature::mixture_count);

using AllFeatures = std::bitset<feature_count>;

constexpr std::size_t place_of(MixtureFeature feature) {
  return lsf_feature_count + grid_feature_count + static_cast<std::size_t>(feature);
}
std::string_view name_of_feature(std::size_t place);

AllFeatures all_features(const LsfFeatures& lsf, const GridFeatures& grid);
/// The features of MixtureFeature that a configuration uses; no others.
AllFeatures features_in(const GridConfig& grid);

/// How many grids used each feature, and each pair. It holds no pointers, so that processes can
/// share it.
class FeatureMeetings {
 public:
  void add(const AllFeatures& features);
  void add(const FeatureMeetings& more);
  std::uint64_t of(std::size_t one, std::size_t other) const {
    return pairs_[one * feature_count + other];
  }
  std::uint64_t of(std::size_t feature) const { return of(feature, feature); }
  /// "A and B", for each pair that met in fewer than `least` grids.
  std::vector<std::string> rarer_than(std::uint64_t least) const;

 private:
  std::array<std::uint32_t, feature_count * feature_count> pairs_{};  ///< both ways
};

}  // namespace mcsim::testing
