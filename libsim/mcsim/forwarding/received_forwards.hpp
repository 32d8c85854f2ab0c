// Which forwards of one submission cluster an execution cluster had received when it reported.
#pragma once

#include <deque>
#include <tuple>
#include <utility>

#include "mcsim/base/time.hpp"
#include "mcsim/forwarding/mail.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::forwarding {

/// Forwards arrive in the order of their numbers; last_in() is asked for reports in the order in
/// which they were made.
class ReceivedForwards {
 public:
  void add(ForwardId forward, Time now, Round round) {
    last_ = forward;
    last_at_ = {now, round};
    if (!log_.empty() && log_.back().at == now && log_.back().round == round)
      log_.back().forward = forward;
    else
      log_.push_back({now, round, forward});
  }
  /// The last forward; 0: none yet.
  ForwardId last() const { return last_; }
  /// Whether it arrived in this round.
  bool has_come_in(Time now, Round round) const { return last_at_ == std::pair(now, round); }
  /// The last forward that a report counts which is made at `made`, in round 1.
  ForwardId last_in(Time made) {
    while (!log_.empty() &&
           std::tuple(log_.front().at, log_.front().round) <= std::tuple(made, 1U)) {
      reported_ = log_.front().forward;
      log_.pop_front();
    }
    return reported_;
  }

 private:
  struct Entry {
    Time at{};
    Round round = 0;
    ForwardId forward{};
  };
  std::deque<Entry> log_;  ///< those that last_in() has not passed
  ForwardId reported_{};
  ForwardId last_{};
  std::pair<Time, Round> last_at_{};
};

}  // namespace mcsim::forwarding
