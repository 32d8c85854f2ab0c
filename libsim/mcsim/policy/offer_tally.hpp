// Whether hosts that offer slots are enough for a parallel job, while what they offer changes.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::policy {

/// What the hosts of one group offer a job that may be spread over several hosts. SlotSpread
/// decides which of them it gets.
class GroupTally {
 public:
  GroupTally(std::int32_t slots, const ResourceRequirement& asked)
      : slots_(slots), ptile_(asked.ptile) {}

  /// Adds a host's offer of `slots`; with sign -1: removes it.
  void count(std::int32_t slots, std::int32_t sign) {
    sum_ += std::int64_t{sign} * slots;
    if (ptile_ == 0) return;
    if (slots >= ptile_)
      full_ += sign;
    else if (slots >= rest())
      partial_ += sign;
  }
  bool suffices() const {
    if (ptile_ == 0) return sum_ >= slots_;
    const std::int32_t tiles = slots_ / ptile_;
    return full_ >= tiles && (rest() == 0 || full_ + partial_ > tiles);
  }

 private:
  std::int32_t rest() const { return slots_ % ptile_; }

  std::int32_t slots_;
  std::int32_t ptile_;
  std::int64_t sum_ = 0;
  std::int32_t full_ = 0;     ///< hosts that offer ptile
  std::int32_t partial_ = 0;  ///< hosts that offer less, and enough for the rest
};

/// Hosts by group: one for all of them, or those of same[]. Other hosts do not count.
class OfferTally {
 public:
  OfferTally(std::size_t hosts, std::int32_t slots, const ResourceRequirement& asked,
             const std::vector<std::vector<HostSlots>>& groups)
      : groups_(groups.size(), GroupTally(slots, asked)), hosts_(hosts) {
    for (std::uint32_t group = 0; group < groups.size(); ++group)
      for (const HostSlots& member : groups[group]) hosts_[member.host].group = group;
  }

  bool counts(HostId host) const { return hosts_[host].group != nowhere; }
  /// A host that counts offers that many now; at first each offers none.
  void set(HostId host, std::int32_t slots) {
    GroupTally& group = groups_[hosts_[host].group];
    if (group.suffices()) --enough_;
    if (hosts_[host].slots > 0) group.count(hosts_[host].slots, -1);
    if (slots > 0) group.count(slots, 1);
    hosts_[host].slots = slots;
    if (group.suffices()) ++enough_;
  }
  bool suffices() const { return enough_ > 0; }

 private:
  static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);
  struct Host {
    std::uint32_t group = nowhere;
    std::int32_t slots = 0;
  };
  std::vector<GroupTally> groups_;
  Table<HostId, Host> hosts_;
  std::uint32_t enough_ = 0;  ///< groups that suffice
};

}  // namespace mcsim::policy
