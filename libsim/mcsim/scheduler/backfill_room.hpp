// What jobs may use of slots that others have reserved: the shorter, the more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "mcsim/base/grown.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/scheduler/slot_reservations.hpp"

namespace mcsim::scheduler {

/// How long a job of so many slots may be to start on reserved slots. It may be told of more than
/// there is, and never of less.
class BackfillRoom {
 public:
  /// Counts what is reserved now, unless that was done.
  void count(const SlotReservations& reservations) {
    if (counted_ == reservations.changes()) return;
    counted_ = reservations.changes();
    std::vector<SlotReservation> latest(reservations.begin(), reservations.end());
    std::erase_if(latest, [](const auto& one) { return one.predicted_start == never; });
    std::ranges::sort(latest, std::greater{}, &SlotReservation::predicted_start);
    all_.clear();
    one_host_.clear();
    of_host_.clear();
    std::int64_t sum = 0;
    for (const SlotReservation& one : latest) {
      sum += one.slots;
      add(all_, {sum, one.predicted_start});
      std::int64_t& on_host = grown(of_host_, one.host);
      on_host += one.slots;
      add(one_host_, {on_host, one.predicted_start});
    }
  }

  /// When a job must end at the latest to find so many reserved slots, on any hosts or on one;
  /// Time::min(): there are not so many.
  Time latest_end(std::int64_t slots, bool one_host) const {
    const std::vector<Step>& steps = one_host ? one_host_ : all_;
    const auto step = std::ranges::lower_bound(steps, slots, {}, &Step::slots);
    return step == steps.end() ? Time::min() : step->until;
  }

 private:
  /// So many slots are reserved for starts at this time or later.
  struct Step {
    std::int64_t slots;
    Time until;
  };
  static void add(std::vector<Step>& steps, Step next) {
    if (steps.empty() || next.slots > steps.back().slots) steps.push_back(next);
  }

  std::uint64_t counted_ = 0;
  std::vector<Step> all_;       ///< more and more slots
  std::vector<Step> one_host_;  ///< likewise, on the host that has most
  std::vector<std::int64_t> of_host_;
};

}  // namespace mcsim::scheduler
