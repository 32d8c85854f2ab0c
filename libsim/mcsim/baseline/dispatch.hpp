// What a dispatch policy is: it names the jobs that start in a session, one after the other.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "mcsim/baseline/dispatch_view.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"

namespace mcsim::baseline {

/// What has happened in a cluster, for policies that keep account of it.
struct DispatchNews {
  enum class Kind : std::uint8_t {
    arrived,        ///< `job` waits
    left,           ///< `job`, which waited, waits no more, and has not started
    ended,          ///< a job that ran from `start` on and was expected to end at `end`
    hosts_changed,  ///< other slots are free, or will be
  };

  Kind kind{};
  Time now{};
  WaitingJob job{};
  Time start{};
  Time end{};
  Slots slots{};  ///< that the end of that job gives to others
};

/// Decides the order of dispatch of one cluster.
///
/// `line_key(queue)` says which queues are served as one line and which line comes first; `next` is
/// asked until it answers none, and sees each job that it has named as started, of which observers
/// hear when it has answered again; `why_waiting` gives the pending reason of a job that would fit.
/// A policy may remember between calls: it is a value and is copied with the simulation. The flags:
/// `predicts_ends` asks for DispatchView::ends, `per_event()` for a session after every single
/// event instead of one a round, where JOB_SCHEDULING_INTERVAL is 0. A policy whose answer changes
/// with time alone also has `Time next_gate(view) const`: when, after now, to ask it again; never:
/// when something happens. If that hangs on its options, `bool has_gates() const` says whether it
/// has gates at all. One that has `void hear(const DispatchNews&)` is told what happens; what it
/// starts itself it knows.
template <class P>
concept DispatchPolicy =
    std::copyable<P> && requires(P policy, const P& constant, const DispatchView& view,
                                 const QueueConfig& queue, const WaitingJob& job) {
      { P::name } -> std::convertible_to<std::string_view>;
      { P::predicts_ends } -> std::convertible_to<bool>;
      { constant.line_key(queue) } -> std::same_as<std::int32_t>;
      { constant.per_event() } -> std::same_as<bool>;
      { policy.next(view) } -> std::same_as<DispatchDecision>;
      { constant.why_waiting(view, job) } -> std::same_as<PendReason>;
    };

}  // namespace mcsim::baseline
