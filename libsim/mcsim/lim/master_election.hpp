// Which LIM of a cluster is the master.
#pragma once

#include <algorithm>
#include <cstddef>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/elim_config.hpp"

namespace mcsim::lim {

/// Hosts are numbered from 0 in the order of lsf.cluster, and at first host 0 is the master. If the
/// master's LIM ends, host k claims its place when it has heard nothing for HOST_INACTIVITY_LIMIT +
/// k x MASTER_INACTIVITY_LIMIT exchanges (by default 5 + 2 k); host 0, and any host before the
/// present master, as soon as its LIM runs again. Source: docs/rules/lsf.md, 4.3;
/// docs/rules/load.md, section 5.
class MasterElection {
 public:
  explicit MasterElection(std::size_t hosts = 0, const LimParameters& lim = {})
      : hosts_(hosts),
        exchange_(lim.exchange_interval),
        host_limit_(lim.host_inactivity_limit),
        master_limit_(lim.master_inactivity_limit),
        master_(hosts > 0 ? HostId{0} : none<HostId>) {}

  /// None: there is no master.
  HostId master() const { return master_; }
  bool is_up(HostId host) const { return hosts_[host].is_up; }

  /// The LIM of a host has ended.
  void fall_silent(HostId host, Time now) {
    hosts_[host].is_up = false;
    if (host != master_) return;
    master_ = none<HostId>;
    lost_ = now;
  }
  /// The LIM of a host runs again. Answers whether it is the master now.
  bool speak_again(HostId host, Time now) {
    hosts_[host] = {.is_up = true, .since = now};
    const bool takes_over = master_ == none<HostId> ? host == HostId{0} : host < master_;
    if (takes_over) master_ = host;
    return takes_over;
  }
  /// When a host claims the place, if nothing happens before; never: no host does.
  Time next_claim() const {
    Time next = never;
    if (master_ != none<HostId>) return next;
    for (std::size_t at = 0; at < hosts_.size(); ++at)
      if (hosts_[static_cast<HostId>(at)].is_up) next = std::min(next, claim_of(at));
    return next;
  }
  /// Makes the first host that claims the place by now the master; false if none does.
  bool claim(Time now) {
    if (master_ != none<HostId>) return false;
    for (std::size_t at = 0; at < hosts_.size(); ++at) {
      const auto host = static_cast<HostId>(at);
      if (!hosts_[host].is_up || claim_of(at) > now) continue;
      master_ = host;
      return true;
    }
    return false;
  }

 private:
  struct Host {
    bool is_up = true;
    Time since{};
  };

  Time claim_of(std::size_t number) const {
    const auto exchanges = host_limit_ + master_limit_ * static_cast<std::int64_t>(number);
    return std::max(lost_, hosts_[static_cast<HostId>(number)].since) + exchanges * exchange_;
  }

  Table<HostId, Host> hosts_;
  Duration exchange_{};
  std::int64_t host_limit_ = 0;    ///< HOST_INACTIVITY_LIMIT
  std::int64_t master_limit_ = 0;  ///< MASTER_INACTIVITY_LIMIT
  HostId master_ = none<HostId>;
  Time lost_{};  ///< when the last master ended
};

}  // namespace mcsim::lim
