// Queue-based fairshare: how many slots each queue of a pool is entitled to, and which queue comes
// first.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/model_config.hpp"

namespace mcsim::policy {

/// One queue of a pool, as it stands when a session begins.
struct PoolQueue {
  std::int32_t share = 0;           ///< SLOT_SHARE, percent; 0: gets what no other queue can use
  std::int32_t priority = 0;        ///< PRIORITY
  std::int64_t demand = 0;          ///< slots of its running and its pending jobs
  std::optional<Slots> limit = {};  ///< the smallest hard limit on its slots, such as QJOB_LIMIT
  double accumulated = 0;           ///< slot-seconds that it has used, by its decay policy

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
};

/// The answer, by positions in SlotPoolView::queues. If it is passed to the next call, too, that
/// call needs no new memory.
struct SlotPoolAnswer {
  std::vector<Slots> slots;          ///< the entitlement of each queue
  std::vector<std::uint32_t> order;  ///< every queue, in the order in which they are served
};

/// Shares out the slots of one pool of queues: never more than `total` in all, and to no queue more
/// than it can use.
template <class P>
concept SlotPoolPolicy =
    std::copyable<P> && requires(const P policy, const SlotPoolView& view, SlotPoolAnswer& answer) {
      { P::name } -> std::convertible_to<std::string_view>;
      { policy.share_out(view, answer) } -> std::same_as<void>;
    };

/// Any such policy, as a value.
using ShareOut = std::function<void(const SlotPoolView&, SlotPoolAnswer&)>;

/// Checks that an answer keeps that promise, and that its order has each queue once.
inline void check_shared_out(const SlotPoolView& view, const SlotPoolAnswer& answer) {
  const std::size_t size = view.queues.size();
  MCSIM_CHECK(answer.slots.size() == size && answer.order.size() == size,
              "a slot pool policy answers for other queues than those of the pool");
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < size; ++at) {
    MCSIM_CHECK(answer.slots[at].count() <= view.queues[at].useful(),
                "a slot pool policy gives a queue more than it can make use of");
    sum += answer.slots[at].count();
  }
  MCSIM_CHECK(sum <= view.total.count(), "a slot pool policy gives more than the pool has");
  std::vector<bool> seen(size);
  for (const std::uint32_t at : answer.order) {
    MCSIM_CHECK(at < size && !seen[at], "a slot pool policy's order is not one of all queues");
    seen[at] = true;
  }
}

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

/// Writes answer.slots. In each pass the queues, in answer.order, get quota(queue, slots left when
/// the pass began), but no more than are left and than they can use.
template <class Quota>
void hand_out(const SlotPoolView& view, SlotPoolAnswer& answer, Quota quota) {
  answer.slots.assign(view.queues.size(), Slots{});
  std::int64_t left = view.total.count();
  const auto pass = [&](auto most) {
    int wanting = 0;  // queues that could use more
    for (const std::uint32_t at : answer.order) {
      const std::int64_t room = view.queues[at].useful() - answer.slots[at].count();
      const std::int64_t given = std::min({most(view.queues[at]), room, left});
      answer.slots[at] += Slots(static_cast<std::int32_t>(given));
      left -= given;
      wanting += given < room ? 1 : 0;
    }
    return wanting;
  };
  while (true) {
    const std::int64_t before = left;
    const int wanting = pass([&](const PoolQueue& queue) { return quota(queue, before); });
    if (view.one_pass) return;
    if (wanting <= 1 || left == before) break;
  }
  // The rest goes to the only queue that could use more, in one pass instead of many; or to queues
  // without a share, if no other can use more.
  pass([&](const PoolQueue&) { return left; });
}

}  // namespace slot_pool_detail

/// By SLOT_SHARE. By default the queue that has used least in proportion to its share comes first
/// (ties: the larger share, the larger PRIORITY, file order). Pass after pass, each queue gets its
/// share of what was left when the pass began, rounded up, until nothing is left or no queue can
/// use more. Shares are percentages as given; they need not add up to 100. Source: Platform LSF
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
    slot_pool_detail::hand_out(view, answer, [](const PoolQueue& queue, std::int64_t left) {
      return (queue.share * left + 99) / 100;
    });
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
    slot_pool_detail::hand_out(view, answer, [&](const PoolQueue&, std::int64_t left) {
      return (left + queues - 1) / queues;
    });
  }
};

static_assert(SlotPoolPolicy<SlotPoolShares> && SlotPoolPolicy<EqualPoolShares>);

}  // namespace mcsim::policy
