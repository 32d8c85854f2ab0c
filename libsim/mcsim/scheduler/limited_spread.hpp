// How the slots of one job are spread over hosts, within what sections Limit leave it together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/limit_rules.hpp"

namespace mcsim::scheduler {

/// A SlotSpread whose job is charged for each host that it is given. What is left over of tiles
/// comes last, on the first other host where limits let the job have it beside the tiles.
class LimitedSpread {
 public:
  LimitedSpread(std::int32_t slots, const ResourceRequirement& asked, std::vector<HostSlots>& parts)
      : parts_(parts), spread_(slots, asked, parts) {}

  SlotSpread& unlimited() { return spread_; }
  std::int32_t left() const { return spread_.left(); }
  const LimitBudget& budget() const { return budget_; }

  /// The next host offers slots, of which `room_for(host, slots)` are left by limits beside the
  /// budget. True: all slots of the job are placed.
  template <class RoomFor>
  bool offer(const LimitRules& limits, const LimitAsker& asker, HostSlots offered,
             RoomFor&& room_for) {
    const std::int32_t room = room_for(offered.host, offered.slots.count());
    if (room == 0) return false;
    if (!spread_.is_tiled()) {
      const std::size_t before = parts_.size();
      const bool done = spread_.offer(offered.host, room);
      take_from(before, limits, asker);
      return done;
    }
    if (spread_.wants_tile(room)) {
      const std::size_t before = parts_.size();
      if (spread_.offer(offered.host, room)) return true;
      take_from(before, limits, asker);
    } else if (spread_.has_rest() && room >= spread_.rest()) {
      for_rest_.push_back(offered.host);
    }
    return !spread_.wants_tiles() && give_rest(limits, asker, room_for);
  }

  /// Gives what is left over of tiles, also where there are not hosts for all tiles.
  template <class RoomFor>
  bool give_rest(const LimitRules& limits, const LimitAsker& asker, RoomFor&& room_for) {
    while (next_for_rest_ < for_rest_.size()) {
      const HostId host = for_rest_[next_for_rest_++];
      if (room_for(host, spread_.rest()) < spread_.rest()) continue;
      const std::size_t before = parts_.size();
      const bool done = spread_.give_rest(host);
      take_from(before, limits, asker);
      next_for_rest_ = for_rest_.size();
      return done;
    }
    return false;
  }

 private:
  void take_from(std::size_t part, const LimitRules& limits, const LimitAsker& asker) {
    for (; part < parts_.size(); ++part) limits.take(asker, parts_[part], budget_);
  }

  std::vector<HostSlots>& parts_;
  SlotSpread spread_;
  LimitBudget budget_;
  std::vector<HostId> for_rest_;  ///< that offer enough of it, in order
  std::size_t next_for_rest_ = 0;
};

}  // namespace mcsim::scheduler
