// Random tables of receive queues. Numbers are small, so that ties and zeros are common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// One table, and the view of it.
struct ForwardTable {
  std::vector<ForwardCandidate> queues;
  std::vector<ForwardHistory> histories;  ///< by queue; those that are missing have none
  ForwardView view{};

  /// The view with this table's queues as candidates: the table may have been moved.
  ForwardView as_view() {
    histories.resize(queues.size());
    ForwardView seen = view;
    seen.candidates = queues;
    seen.history = histories;
    return seen;
  }
};

inline ForwardCandidate random_candidate(RngStream& stream) {
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::int32_t>(stream.below(bound));
  };
  // Some queues are large, and most numbers are sometimes 0.
  const std::uint64_t scale = below(8) == 0 ? 1'000'000'000 : 2 + stream.below(6);
  const auto slots = [&] { return Slots(below(3) == 0 ? 0 : below(scale)); };
  ForwardCandidate queue{.priority = below(4) * 10,
                         .total = slots(),
                         .available = slots(),
                         .running = slots(),
                         .pending = slots(),
                         .room = below(2) * below(4),
                         .preference = below(4) / 2,
                         .accepts = below(8) != 0,
                         .satisfies = below(8) != 0,
                         .cold = below(10) == 0};
  queue.preemptable = queue.available + slots();
  if (below(4) != 0) queue.lowest_preemptable = below(3) * 5;
  return queue;
}

/// What may have been heard of a queue by the present instant, 0.
inline ForwardHistory random_history(RngStream& stream) {
  const auto time = [&] { return Duration(static_cast<std::int64_t>(stream.below(1'000'000))); };
  const auto number = [&] { return static_cast<std::int64_t>(stream.below(4)); };
  ForwardHistory history{.latency = time() / 1000, .starts = number()};
  if (stream.below(4) != 0) history.reported = Time{} - time();
  if (history.starts > 0) history.mean_wait = time();
  history.ends = std::min(number(), history.starts);
  if (history.ends > 0) history.mean_run = time();
  return history;
}

inline ForwardTable random_table(RngStream& stream) {
  ForwardTable table;
  table.queues.resize(stream.below(stream.below(16) == 0 ? 40 : 7));
  for (ForwardCandidate& queue : table.queues) queue = random_candidate(stream);
  table.histories.resize(table.queues.size());
  for (ForwardHistory& history : table.histories) history = random_history(stream);
  table.view.slots = Slots(static_cast<std::int32_t>(stream.below(5)));
  table.view.free_test = static_cast<ForwardFreeTest>(stream.below(3));
  table.view.key_order = static_cast<ForwardKeyOrder>(stream.below(2));
  table.view.last = static_cast<std::uint32_t>(stream.below(8));
  table.view.decision = stream.next();
  return table;
}

}  // namespace mcsim::testing
