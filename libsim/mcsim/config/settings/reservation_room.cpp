// A sweep over the times at which reservations start and MXJ changes.
#include "mcsim/config/settings/reservation_room.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace mcsim::config {
namespace {

/// The reservations that hold at the current time of the sweep, and the MXJ of the host.
class Sweep {
 public:
  explicit Sweep(const MxjSince& first) : has_(first) {}

  void start(const ReservedSlots& reserved) {
    end_by(reserved.start);
    holds_.emplace(std::pair(reserved.end, started_.size()), reserved.slots);
    started_.push_back(reserved.reservation);
    slots_ += reserved.slots;
    look(reserved.start);
  }
  void change(const MxjSince& mxj) {
    end_by(mxj.since);
    has_ = mxj;
    look(mxj.since);
  }
  std::vector<Shortage> found() && { return std::move(found_); }

 private:
  void end_by(Time now) {
    for (; !holds_.empty() && holds_.begin()->first.first <= now; holds_.erase(holds_.begin()))
      slots_ -= holds_.begin()->second;
  }
  void look(Time now) {
    if (slots_ <= has_.mxj) return;
    std::size_t last = 0;
    for (const auto& [hold, slots] : holds_) last = std::max(last, hold.second);
    found_.push_back({now, started_[last], slots_, has_});
  }

  MxjSince has_;
  std::map<std::pair<Time, std::size_t>, std::int64_t> holds_;  ///< slots by end and order of start
  std::vector<std::size_t> started_;                            ///< in the order of start
  std::int64_t slots_ = 0;
  std::vector<Shortage> found_;
};

}  // namespace

std::vector<Shortage> shortages(std::vector<ReservedSlots> reserved,
                                const std::vector<MxjSince>& mxj) {
  std::ranges::sort(reserved, {}, [](const ReservedSlots& one) {
    return std::tuple(one.start, one.reservation);
  });
  Sweep sweep(mxj.front());
  auto change = std::next(mxj.begin());
  for (const ReservedSlots& next : reserved) {
    for (; change != mxj.end() && change->since <= next.start; ++change) sweep.change(*change);
    sweep.start(next);
  }
  for (; change != mxj.end(); ++change) sweep.change(*change);
  return std::move(sweep).found();
}

}  // namespace mcsim::config
