// Which forwards of one submission cluster an execution cluster had received when it reported, and
// which of them it had sent back.
#pragma once

#include <deque>
#include <tuple>
#include <utility>

#include "mcsim/base/time.hpp"
#include "mcsim/forwarding/mail.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::forwarding {

/// Numbers in the order in which they were given; last_in() is asked for reports in the order in
/// which they were made.
template <class Number>
class NumberLog {
 public:
  /// What a session does in a round is in no report of that round: it counts as of the next one.
  void add(Number number, Time now, Round round) {
    last_ = number;
    last_at_ = {now, round};
    if (!log_.empty() && log_.back().at == now && log_.back().round == round)
      log_.back().number = number;
    else
      log_.push_back({now, round, number});
  }
  /// The last number; 0: none yet.
  Number last() const { return last_; }
  Number next() const { return static_cast<Number>(index_of(last_) + 1); }
  /// Whether it was given in this round.
  bool has_come_in(Time now, Round round) const { return last_at_ == std::pair(now, round); }
  /// The last number that a report counts which is made at `made`, in round 1.
  Number last_in(Time made) {
    while (!log_.empty() &&
           std::tuple(log_.front().at, log_.front().round) <= std::tuple(made, 1U)) {
      reported_ = log_.front().number;
      log_.pop_front();
    }
    return reported_;
  }

 private:
  struct Entry {
    Time at{};
    Round round = 0;
    Number number{};
  };
  std::deque<Entry> log_;  ///< those that last_in() has not passed
  Number reported_{};
  Number last_{};
  std::pair<Time, Round> last_at_{};
};

using ReceivedForwards = NumberLog<ForwardId>;
using SentReturns = NumberLog<ReturnId>;

}  // namespace mcsim::forwarding
