// The hosts of a cluster at any time, as the configuration alone determines them, without a run.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/wide.hpp"
#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The hosts of a cluster over time, once all entries of an instant have been applied.
class HostHistory {
 public:
  explicit HostHistory(const ClusterConfig& config) : config_(&config) {}

  std::int64_t mxj(HostId host, Time when) const;
  bool is_closed(HostId host, Time when) const;
  bool is_up(HostId host, Time when) const;

  /// MXJ of the hosts that are up, summed over the milliseconds from `from` to `to`.
  Int128 capacity(Time from, Time to) const;

  /// The times at which something may change, in order, with both ends.
  std::vector<Time> moments_between(Time from, Time to) const;

 private:
  const ClusterConfig* config_;
};

}  // namespace mcsim::testing
