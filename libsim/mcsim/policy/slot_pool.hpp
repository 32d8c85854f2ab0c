// Queue-based fairshare: how many slots each queue of a pool is entitled to, and which queue comes
// first.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/model_config.hpp"

namespace mcsim::policy {

/// One queue of a pool, as it stands when a session begins.
struct PoolQueue {
  std::int32_t share = 0;           ///< SLOT_SHARE, percent; 0: gets what no other queue can use
  std::int32_t priority = 0;        ///< PRIORITY
  std::int64_t demand = 0;          ///< slots of its running and its pending jobs
  std::optional<Slots> limit = {};  ///< the smallest hard limit on its slots, such as QJOB_LIMIT
  double accumulated = 0;           ///< slot-seconds that it has used, by its decay policy
  std::string_view name = {};       ///< of the queue

  /// The most slots that it can use.
  std::int64_t useful() const {
    return limit ? std::min<std::int64_t>(demand, limit->count()) : demand;
  }
};

/// A pool of queues: the job slots of its hosts, including those of running jobs.
struct SlotPoolView {
  Slots total;
  bool one_pass = false;  ///< USE_PRIORITY_IN_POOL: what one pass leaves goes by job priority
  std::span<const PoolQueue> queues;  ///< in file order
  PoolOrder order{};                  ///< `model.pool_order`: which queue comes first
  PoolLeftover leftover{};  ///< `model.pool_leftover`: how what the first pass leaves is dealt
};

/// The answer, by positions in SlotPoolView::queues. If it is passed to the next call, too, that
/// call needs no new memory.
struct SlotPoolAnswer {
  std::vector<Slots> slots;          ///< the entitlement of each queue
  std::vector<std::uint32_t> order;  ///< every queue, in the order in which they are served
};

/// Jobs of a queue of a pool run on more or on fewer slots than before.
struct PoolNews {
  Time at{};
  std::string_view queue{};  ///< valid during the call only
  std::int64_t before = 0;   ///< slots
  std::int64_t after = 0;    ///< slots
};

/// Shares out the slots of one pool of queues: never more than `total` in all, and to no queue more
/// than it can use. How often it is asked is up to mcsim: an answer changes nothing. A policy that
/// remembers has `void hear(const PoolNews&)`, and is copied with the simulation.
template <class P>
concept SlotPoolPolicy =
    std::copyable<P> && requires(const P policy, const SlotPoolView& view, SlotPoolAnswer& answer) {
      { P::name } -> std::convertible_to<std::string_view>;
      { policy.share_out(view, answer) } -> std::same_as<void>;
    };

/// Checks that an answer keeps that promise, and that its order has each queue once.
void check_shared_out(std::string_view policy, const SlotPoolView& view,
                      const SlotPoolAnswer& answer);

/// Any such policy, as a value; its answers are checked.
class AnySlotPool {
 public:
  template <class P>
    requires(!std::same_as<P, AnySlotPool>) && SlotPoolPolicy<P>
  explicit AnySlotPool(P policy) : held_(Holder<P>(std::move(policy))) {}

  std::string_view name() const { return held_->name(); }
  /// Throws PolicyMistake where the policy throws, or breaks that promise.
  void operator()(const SlotPoolView& view, SlotPoolAnswer& answer) const {
    held_->share_out(view, answer);
    check_shared_out(name(), view, answer);
  }
  void hear(const PoolNews& news) { held_->hear(news); }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const = 0;
    virtual void hear(const PoolNews& news) = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const override {
      ask_policy<P>("was asked to share out the slots of a pool",
                    [&] { policy.share_out(view, answer); });
    }
    void hear([[maybe_unused]] const PoolNews& news) override {
      if constexpr (requires { policy.hear(news); })
        ask_policy<P>("was told about slots in use", [&] { policy.hear(news); });
    }
    P policy;
  };

  Boxed<Interface> held_;
};

namespace slot_pool_detail {

/// Writes answer.order: ascending by key(queue); ties: PRIORITY downwards, then file order.
template <class Key>
void write_order(std::span<const PoolQueue> queues, std::vector<std::uint32_t>& order, Key key) {
  order.resize(queues.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    MCSIM_CHECK(queues[at].share >= 0 && queues[at].demand >= 0, "a share or demand below 0");
    MCSIM_CHECK(queues[at].accumulated >= 0, "accumulated use is a number of at least 0");
    order[at] = at;
  }
  const auto rank = [&](std::uint32_t at) {
    return std::tuple(key(queues[at]), -std::int64_t{queues[at].priority}, at);
  };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
}

/// Deals slots to the queues of a pool, each by its weight.
template <class Weight>
class Dealing {
 public:
  /// A weight of `whole` would be entitled to everything.
  Dealing(const SlotPoolView& view, SlotPoolAnswer& answer, std::int64_t whole, Weight weight)
      : view_(view), answer_(answer), whole_(whole), weight_(weight), left_(view.total.count()) {
    answer_.slots.assign(view.queues.size(), Slots{});
  }

  void deal() {
    deal_shares();
    if (view_.one_pass) return;
    if (view_.leftover == PoolLeftover::ratio)
      while (deal_by_ratio()) {
      }
    else
      while (deal_shares()) {
      }
    // What remains is for the only queue that could use more, or for those without a share.
    for (const std::uint32_t at : answer_.order) give(at, left_);
  }

 private:
  /// What a queue could use beyond what it has.
  std::int64_t room(std::uint32_t at) const {
    return view_.queues[at].useful() - answer_.slots[at].count();
  }
  void give(std::uint32_t at, std::int64_t most) {
    const std::int64_t given = std::min({most, room(at), left_});
    answer_.slots[at] += Slots(static_cast<std::int32_t>(given));
    left_ -= given;
  }
  std::int64_t weight(std::uint32_t at) const { return weight_(view_.queues[at]); }
  static std::int64_t part(std::int64_t of, std::int64_t weight, std::int64_t whole) {
    return (of * weight + whole - 1) / whole;
  }

  /// A pass: each queue gets its part of what was left when the pass began. Returns whether another
  /// one may give more than one queue something.
  bool deal_shares() {
    const std::int64_t before = left_;
    int wanting = 0;
    for (const std::uint32_t at : answer_.order) {
      give(at, part(before, weight(at), whole_));
      wanting += room(at) > 0 ? 1 : 0;
    }
    return wanting > 1 && left_ != before;
  }

  /// A pass: what is left goes to the queues that could use more, in proportion to their weights.
  /// Returns whether one could get more by another pass.
  bool deal_by_ratio() {
    std::int64_t weights = 0;  // of those that are still to be dealt to
    for (const std::uint32_t at : answer_.order) weights += room(at) > 0 ? weight(at) : 0;
    if (weights == 0) return false;
    for (const std::uint32_t at : answer_.order) {
      const std::int64_t own = room(at) > 0 ? weight(at) : 0;
      if (own == 0) continue;
      give(at, part(left_, own, weights));
      weights -= own;
    }
    return left_ > 0;
  }

  const SlotPoolView& view_;
  SlotPoolAnswer& answer_;
  std::int64_t whole_;
  Weight weight_;
  std::int64_t left_;
};

}  // namespace slot_pool_detail

/// By SLOT_SHARE. By default the queue that has used least in proportion to its share comes first
/// (ties: the larger share, the larger PRIORITY, file order). In the first pass each queue gets its
/// share of all slots, rounded up. What is left goes to those that could use more, in proportion to
/// their shares; or pass after pass as in the first one, each by what was left when it began.
/// Shares are percentages as given; they need not add up to 100. Source: Platform LSF
/// Administration Guide 6.2, "Queue-based Fairshare", with the numbers of its examples of slot
/// allocation; the rule that yields them: docs/rules/lsf.md, 5, inferred.
struct SlotPoolShares {
  static constexpr std::string_view name = "lsf";

  void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const {
    slot_pool_detail::write_order(view.queues, answer.order, [&](const PoolQueue& queue) {
      const double share = -queue.share;
      switch (view.order) {
        case PoolOrder::use:
          return std::pair(queue.accumulated, share);
        case PoolOrder::shares:
          return std::pair(share, queue.accumulated);
        default:
          return std::pair(use_per_share(queue), share);
      }
    });
    slot_pool_detail::Dealing(view, answer, 100, [](const PoolQueue& queue) {
      return std::int64_t{queue.share};
    }).deal();
  }

 private:
  /// A quotient, so that comparing stays an order: comparing rounded products would not be one.
  static double use_per_share(const PoolQueue& queue) {
    if (queue.share == 0) return std::numeric_limits<double>::infinity();
    return queue.accumulated / queue.share;
  }
};

/// A baseline: all queues get the same share, whatever their SLOT_SHARE. The queue that has used
/// least comes first, as in every PoolOrder if shares are equal.
struct EqualPoolShares {
  static constexpr std::string_view name = "equal";

  void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const {
    const auto queues = static_cast<std::int64_t>(view.queues.size());
    slot_pool_detail::write_order(view.queues, answer.order,
                                  [](const PoolQueue& queue) { return queue.accumulated; });
    slot_pool_detail::Dealing(view, answer, queues, [](const PoolQueue&) {
      return std::int64_t{1};
    }).deal();
  }
};

static_assert(SlotPoolPolicy<SlotPoolShares> && SlotPoolPolicy<EqualPoolShares>);

}  // namespace mcsim::policy
