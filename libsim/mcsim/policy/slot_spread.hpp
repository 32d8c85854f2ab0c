// How the slots of one job are spread over hosts that offer some, one host after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/model/requirement.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::policy {

/// span[hosts=1] (and serial jobs): all slots on the first host that offers them. span[ptile=n]: n
/// on each host that offers n, in order, as often as n goes into the slots; the rest on the first
/// other host that offers it. Otherwise all that each host offers. Whether the slots can be placed
/// does not depend on the order of the hosts.
class SlotSpread {
 public:
  SlotSpread(std::int32_t slots, const ResourceRequirement& asked, std::vector<HostSlots>& parts)
      : parts_(parts), left_(slots) {
    parts_.clear();
    must_have_one_host_ = needs_one_host(slots, asked);
    if (must_have_one_host_ || asked.ptile == 0) return;
    ptile_ = asked.ptile;
    tiles_ = slots / ptile_;
    rest_ = slots % ptile_;
  }

  static bool needs_one_host(std::int32_t slots, const ResourceRequirement& asked) {
    return slots == 1 || asked.one_host || asked.ptile >= slots;
  }

  /// The fewest slots that a host must offer to be of use.
  static std::int32_t least_offer(std::int32_t slots, const ResourceRequirement& asked) {
    if (needs_one_host(slots, asked)) return slots;
    if (asked.ptile == 0) return 1;
    const std::int32_t rest = slots % asked.ptile;
    return rest > 0 ? rest : asked.ptile;
  }

  /// The next host offers `slots`. True: all slots of the job are placed.
  bool offer(HostId host, std::int32_t slots) {
    if (must_have_one_host_)
      take(host, slots >= left_ ? left_ : 0);
    else if (ptile_ == 0)
      take(host, std::min(slots, left_));
    else
      offer_tile(host, slots);
    return left_ == 0;
  }

  /// span[ptile=n]: whether n slots are to be placed on further hosts, on one that offers `slots`,
  /// and what is left over of them, on a host of its own.
  bool is_tiled() const { return ptile_ > 0; }
  bool wants_tiles() const { return tiles_ > 0; }
  bool wants_tile(std::int32_t slots) const { return tiles_ > 0 && slots >= ptile_; }
  bool has_rest() const { return rest_ > 0; }
  std::int32_t rest() const { return rest_; }
  /// A host has what is left over. True: all slots of the job are placed.
  bool give_rest(HostId host) {
    take(host, rest_);
    return left_ == 0;
  }

  /// How many slots are still to be placed.
  std::int32_t left() const { return left_; }
  /// Places the rest, too, where not all slots could be placed.
  void finish() {
    if (rest_host_ != none<HostId> && left_ > 0) take(rest_host_, rest_);
  }

 private:
  void offer_tile(HostId host, std::int32_t slots) {
    if (slots >= ptile_ && tiles_ > 0) {
      take(host, ptile_);
      --tiles_;
    } else if (rest_ > 0 && slots >= rest_ && rest_host_ == none<HostId>) {
      rest_host_ = host;
    }
    if (tiles_ == 0 && (rest_ == 0 || rest_host_ != none<HostId>)) finish();
  }
  void take(HostId host, std::int32_t slots) {
    if (slots > 0) parts_.push_back({host, Slots(slots)});
    left_ -= slots;
  }

  std::vector<HostSlots>& parts_;
  std::int32_t left_;
  std::int32_t ptile_ = 0;  ///< 0: as many on a host as it offers
  std::int32_t tiles_ = 0;  ///< still to be placed
  std::int32_t rest_ = 0;
  HostId rest_host_ = none<HostId>;
  bool must_have_one_host_ = false;
};

/// The most slots of a job that can be placed on hosts that offer these, taken in their order;
/// where one host must have all slots, those of the first host that offers most of them.
inline std::vector<HostSlots> most_of(std::int32_t slots, const ResourceRequirement& asked,
                                      const std::vector<HostSlots>& offers) {
  if (offers.empty()) return {};
  if (SlotSpread::needs_one_host(slots, asked)) {
    const auto offered = [&](const HostSlots& one) { return std::min(one.slots, Slots(slots)); };
    const auto best = std::ranges::max_element(offers, {}, offered);
    return {{best->host, offered(*best)}};
  }
  std::vector<HostSlots> parts;
  SlotSpread spread(slots, asked, parts);
  for (const HostSlots& offered : offers) spread.offer(offered.host, offered.slots.count());
  spread.finish();
  return parts;
}

}  // namespace mcsim::policy
