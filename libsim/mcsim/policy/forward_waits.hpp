// Forwarding by the wait that a job may expect.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "mcsim/base/wide.hpp"
#include "mcsim/policy/forward_takers.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/policy/parameters.hpp"

namespace mcsim::policy {

/// How long a job waits in a queue, by what is known of it: the slots that are lacking, each of
/// which comes free once in a mean run time for each slot of the queue; and the way there.
///
/// lacking = max(0, pending + slots of the job - available), in slots.
/// wait = lacking x mean run time / total + latency.
/// The mean run time is that of own jobs that have ended there, as far as the submission cluster
/// has heard; before the first one `usual_run`.
inline Int128 expected_wait_ms(const ForwardView& view, std::size_t at, Duration usual_run,
                               std::int64_t stale_slots = 0) {
  const ForwardCandidate& queue = view.candidates[at];
  const ForwardHistory& seen = view.history[at];
  const std::int64_t lacking =
      std::max<std::int64_t>(0, std::int64_t{queue.pending.count()} + view.slots.count() -
                                    queue.available.count() + stale_slots);
  const std::int64_t total = std::max(queue.total.count(), 1);
  const Duration run = seen.ends > 0 ? seen.mean_run : usual_run;
  return Int128{lacking} * run.count() / total + seen.latency.count();
}

/// The queue with the least expected wait; ties: the first in SNDJOBS_TO. Source: mcsim's own; the
/// estimate is Little's law for a queue whose slots are all busy.
struct LeastExpectedWait {
  static constexpr std::string_view name = "least-expected-wait";
  static constexpr ForwardSight sight = ForwardSight::history;
  Duration usual_run = 1h;

  void parameters(PolicyParameters& in) {
    in.duration("usual_run", usual_run, 1ms, "mean run time where no job has ended yet");
  }

  ForwardAnswer choose(const ForwardView& view) const {
    const Takers takers(view);
    ForwardAnswer best{.rule = ForwardRule::least_wait};
    Int128 least = 0;
    for (std::uint32_t at = 0; at < view.candidates.size(); ++at) {
      if (!takers.takes(view.candidates[at])) continue;
      const Int128 wait = expected_wait_ms(view, at, usual_run);
      if (best && wait >= least) continue;
      best.position = at;
      least = wait;
    }
    return best ? best : nothing_found(view, true);
  }
};

/// Free slots of an old report are believed in less: of the slots that were free when a report was
/// made, half count after each `half_life`, linearly in between. Of queues with slots that still
/// count as free, less those that pending jobs want, the one with most of them for each of its
/// slots; if none has any, the one with least work for each slot. Ties: the first in SNDJOBS_TO.
/// Source: mcsim's own, after Dahlin, "Interpreting stale load information", IEEE TPDS 11(10),
/// 2000.
struct StaleAware {
  static constexpr std::string_view name = "stale-aware";
  static constexpr ForwardSight sight = ForwardSight::history;
  Duration half_life = 5min;

  void parameters(PolicyParameters& in) {
    in.duration("half_life", half_life, 1ms,
                "the age at which half of a report's free slots count");
  }

  /// The slots, in thousandths, that count as free after `age`.
  std::int64_t believed(Slots free, Duration age) const {
    const std::int64_t halvings = age / half_life;
    if (halvings >= 40) return 0;
    const std::int64_t whole = (std::int64_t{free.count()} * 1000) >> halvings;
    const Int128 part = Int128{whole} * (age % half_life).count() / half_life.count() / 2;
    return whole - static_cast<std::int64_t>(part);
  }

  ForwardAnswer choose(const ForwardView& view) const {
    const Takers takers(view);
    ForwardAnswer best{.rule = ForwardRule::most_believed};
    std::int64_t most = 0;
    std::int64_t of = 1;
    for (std::uint32_t at = 0; at < view.candidates.size(); ++at) {
      const ForwardCandidate& queue = view.candidates[at];
      if (!takers.takes(queue)) continue;
      const Time reported = view.history[at].reported;
      const std::int64_t free =
          (reported == never ? 0 : believed(queue.available, view.now - reported)) -
          std::int64_t{queue.pending.count()} * 1000;
      const std::int64_t total = std::max(queue.total.count(), 1);
      if (best && Int128{free} * of <= Int128{most} * total) continue;
      best.position = at;
      most = free;
      of = total;
    }
    return best ? best : nothing_found(view, true);
  }
};

static_assert(ForwardPolicy<LeastExpectedWait> && ForwardPolicy<StaleAware>);

}  // namespace mcsim::policy
