// Hosts and their free slots, and the order in which jobs take them: least loaded first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::baseline {

/// One host as it is now.
struct Host {
  std::int32_t ncpus = 1;
  Slots mxj;
  Slots busy;
  bool closed = false;    ///< by hclose: running jobs go on, no job starts
  Time down_until{-1ms};  ///< in the past: the host is up
  bool down = false;

  [[gnu::always_inline]] Slots free() const {
    return down || closed || busy >= mxj ? Slots{} : mxj - busy;
  }
  /// More slots are busy than MXJ allows, since it was reduced: the first ones that end free
  /// nothing.
  bool is_overfull() const { return busy > mxj; }
  /// What it offers: MXJ, or the busy slots if MXJ was reduced below them; nothing while it is
  /// down.
  Slots capacity() const { return down ? Slots{} : std::max(mxj, busy); }
};

/// busy / ncpus in units of 2^-32, so that equal loads are equal numbers.
inline std::int64_t load_of(std::int32_t busy, std::int32_t ncpus) {
  return (std::int64_t{busy} << 32) / ncpus;
}

/// The hosts of a cluster. A parallel job takes the hosts in order of load (busy slots / ncpus),
/// then in configuration order, each with all its free slots, until it has enough.
class HostIndex {
 public:
  explicit HostIndex(const std::vector<HostConfig>& hosts) {
    loads_.clear(hosts.size());
    hosts_.reserve(hosts.size());
    for (const HostConfig& host : hosts) {
      Host fresh;
      fresh.ncpus = host.ncpus;
      fresh.mxj = host.mxj;
      refresh(hosts_.add(fresh), Slots{}, Slots{});
    }
  }

  const Host& operator[](HostId id) const { return hosts_[id]; }
  const Table<HostId, Host>& all() const { return hosts_; }
  std::size_t size() const { return hosts_.size(); }
  /// Slots that a job could take now.
  Slots free() const { return free_; }
  /// What all hosts offer.
  Slots capacity() const { return capacity_; }

  /// Takes `slots`, which must be free, and writes their hosts to `taken`, which is emptied first.
  void take(Slots slots, std::vector<HostSlots>& taken) {
    MCSIM_CHECK(slots <= free_, "a job got more slots than are free");
    taken.clear();
    while (slots > Slots{}) {
      const auto id = static_cast<HostId>(loads_.first_least());
      const Slots part = std::min(slots, hosts_[id].free());
      use(id, hosts_[id].busy + part);
      taken.push_back({id, part});
      tally(taken_);
      slots -= part;
    }
  }

  /// How many hosts take() has taken so far, each as often as it did.
  std::uint64_t hosts_taken() const { return taken_; }

  void give_back(HostSlots part) { use(part.host, hosts_[part.host].busy - part.slots); }

  /// Changes one host and keeps the sums and the order up to date.
  template <class Change>
  void change(HostId id, Change&& apply) {
    Host& host = hosts_[id];
    const Slots free_before = host.free();
    const Slots capacity_before = host.capacity();
    apply(host);
    refresh(id, free_before, capacity_before);
  }

 private:
  /// change() of the busy slots alone, which is by far the most frequent change.
  void use(HostId id, Slots busy) {
    Host& host = hosts_[id];
    if (host.is_overfull() || host.down) return change(id, [&](Host& one) { one.busy = busy; });
    const Slots free_before = host.free();
    host.busy = busy;
    free_ = free_ + host.free() - free_before;
    order(id, host);
  }
  void refresh(HostId id, Slots free_before, Slots capacity_before) {
    const Host& host = hosts_[id];
    free_ = free_ + host.free() - free_before;
    capacity_ = capacity_ + host.capacity() - capacity_before;
    order(id, host);
  }
  void order(HostId id, const Host& host) {
    const bool is_alone = hosts_.size() == 1;  // nothing to compare its load with
    loads_.set(index_of(id), host.free() == Slots{} ? MinTree::nothing
                             : is_alone             ? 0
                                                    : load_of(host.busy.count(), host.ncpus));
  }

  Table<HostId, Host> hosts_;
  MinTree loads_;  ///< by HostId; hosts without a free slot are left out
  Slots free_;
  Slots capacity_;
  std::uint64_t taken_ = 0;
};

}  // namespace mcsim::baseline
