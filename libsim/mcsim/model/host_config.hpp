// The configuration of a host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/load_index.hpp"
#include "mcsim/model/queue_config.hpp"
#include "mcsim/model/resource.hpp"
#include "mcsim/model/time_window.hpp"

namespace mcsim::model {

/// The host of a provider that a borrowed host stands for.
struct HostHome {
  ClusterId cluster{};
  HostId host{};               ///< of that cluster
  bool takes_parallel = true;  ///< jobs of more than one slot; false: RECV_FROM=N
  Slots most{};                ///< the most that may be exported of it at any time
  bool by_exclusive = true;    ///< some policy exports it at some time by an exclusive lease
  bool by_shared = true;       ///< likewise by a shared one

  bool operator==(const HostHome&) const = default;
};

/// One execution host.
struct HostConfig {
  std::string name{};
  std::int32_t ncpus = 1;
  Slots mxj{1};  ///< job slots; MXJ, by default ncpus
  std::string type{};
  std::string model{};
  double cpuf = 1.0;                       ///< CPU factor
  std::vector<ResourceValue> resources{};  ///< by resource: maxmem, maxswp, maxtmp, ndisks, own
  std::int32_t user_limit = no_limit;      ///< JL/U: slots of one user
  TimeWindows dispatch_window{};
  std::vector<LoadThreshold> thresholds{};
  std::vector<LoadThreshold> busy{};  ///< of lsf.cluster: beyond `sched` lsload shows it as busy
  TimeWindows run_window{};           ///< RUNWINDOW of lsf.cluster, which dispatch_window includes
  /// Jobs of several slots run on hosts of one group only: those of the cluster itself and of
  /// providers that know it, and that it knows, by RemoteClusters; or of one other provider.
  std::uint32_t span_group = 0;
  /// For a host that may be borrowed: its slots come from leases, and MXJ is 0.
  std::optional<HostHome> home{};

  bool operator==(const HostConfig&) const = default;
};

}  // namespace mcsim::model
