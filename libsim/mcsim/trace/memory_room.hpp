// How wide jobs can ever be that reserve memory for each of their slots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/slots.hpp"

namespace mcsim::trace {

/// Hosts that are alike in what bounds such jobs: the most that each ever has.
struct MemoryHosts {
  std::int64_t mb = 0;
  std::int64_t slots = 0;
  std::int64_t hosts = 1;

  bool operator==(const MemoryHosts&) const = default;
};

/// The clusters on whose hosts a job can run, each time in one of them.
class MemoryRoom {
 public:
  void add_cluster(std::vector<MemoryHosts> hosts) { clusters_.push_back(std::move(hosts)); }

  /// The most slots that a job can ever have which wants `mb`, above 0, for each of them. Without
  /// any cluster: no bound.
  std::int64_t slots(std::int64_t mb) const {
    if (clusters_.empty()) return most_slots;
    std::int64_t most = 0;
    for (const auto& cluster : clusters_) {
      std::int64_t sum = 0;
      for (const MemoryHosts& kind : cluster)
        sum += kind.hosts * std::min(kind.slots, kind.mb / mb);
      most = std::max(most, sum);
    }
    return std::min<std::int64_t>(most, most_slots);
  }

 private:
  std::vector<std::vector<MemoryHosts>> clusters_;
};

}  // namespace mcsim::trace
