// What a dispatch policy is: it names the jobs that start in a session, one after the other.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/baseline/dispatch_view.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"

namespace mcsim::baseline {

/// What has happened in a cluster, for policies that keep track of it.
struct DispatchNews {
  enum class Kind : std::uint8_t {
    arrived,        ///< `job` waits
    left,           ///< `job` no longer waits, and has not started
    ended,          ///< a job that ran from `start` on and was expected to end at `end`
    hosts_changed,  ///< other slots than before are free, or will be
  };

  Kind kind{};
  Time now{};
  WaitingJob job{};
  Time start{};
  Time end{};
  Slots slots{};  ///< that the end of that job frees for others
};

/// Decides the order of dispatch of one cluster.
///
/// `line_key(queue)` says which queues share a waiting line and which line comes first. `next` is
/// called until it answers none; it sees each job that it has named as started, but observers may
/// be told of the start only after its next answer. `why_waiting` gives the pending reason of a job
/// that would fit. A policy may remember between calls: it is a value and is copied with the
/// simulation. The flags: `predicts_ends` asks for DispatchView::ends, `per_event()` for a session
/// after every single event instead of one a round, where JOB_SCHEDULING_INTERVAL is 0. A policy
/// whose answer changes with time alone also has `Time next_gate(view) const`: when, after now, to
/// call it again; never: at the next event. If that depends on its options, `bool has_gates()
/// const` says whether it has gates at all. A policy with `void hear(const DispatchNews&)` is told
/// what happens, except for what it starts itself.
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

/// Any dispatch policy, as a value.
class AnyDispatch {
 public:
  // AnyDispatch itself is excluded by name: whether it is a policy would depend on this
  // constructor.
  template <class P>
    requires(!std::same_as<P, AnyDispatch>) && DispatchPolicy<P>
  explicit AnyDispatch(P policy) : held_(Holder<P>(std::move(policy))) {}

  std::string_view name() const { return held_->name(); }
  bool predicts_ends() const { return held_->predicts_ends(); }
  bool per_event() const { return held_->per_event(); }
  bool has_gates() const { return held_->has_gates(); }
  std::int32_t line_key(const QueueConfig& queue) const { return held_->line_key(queue); }
  bool hears() const { return held_->hears(); }
  void hear(const DispatchNews& news) { held_->hear(news); }
  DispatchDecision next(const DispatchView& view) { return held_->next(view); }
  /// When the answer may change without any event. Most policies: never, and has_gates() is false.
  Time next_gate(const DispatchView& view) const { return held_->next_gate(view); }
  PendReason why_waiting(const DispatchView& view, const WaitingJob& job) const {
    return held_->why_waiting(view, job);
  }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual bool predicts_ends() const = 0;
    virtual bool per_event() const = 0;
    virtual bool has_gates() const = 0;
    virtual std::int32_t line_key(const QueueConfig& queue) const = 0;
    virtual bool hears() const = 0;
    virtual void hear(const DispatchNews& news) = 0;
    virtual DispatchDecision next(const DispatchView& view) = 0;
    virtual Time next_gate(const DispatchView& view) const = 0;
    virtual PendReason why_waiting(const DispatchView& view, const WaitingJob& job) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    bool predicts_ends() const override { return P::predicts_ends; }
    bool per_event() const override { return policy.per_event(); }
    bool has_gates() const override {
      if constexpr (requires { policy.has_gates(); })
        return policy.has_gates();
      else
        return requires(const P& held, const DispatchView& view) { held.next_gate(view); };
    }
    std::int32_t line_key(const QueueConfig& queue) const override {
      return policy.line_key(queue);
    }
    bool hears() const override {
      return requires(P& held, const DispatchNews& news) { held.hear(news); };
    }
    void hear(const DispatchNews& news) override {
      if constexpr (requires { policy.hear(news); })
        ask_policy<P>("was told what happened", [&] { policy.hear(news); });
    }
    DispatchDecision next(const DispatchView& view) override {
      return ask_policy<P>("was asked what job starts", [&] { return policy.next(view); });
    }
    Time next_gate(const DispatchView& view) const override {
      if constexpr (requires { policy.next_gate(view); })
        return ask_policy<P>("was asked when to ask again", [&] { return policy.next_gate(view); });
      else
        return never;
    }
    PendReason why_waiting(const DispatchView& view, const WaitingJob& job) const override {
      return ask_policy<P>("was asked why a job waits",
                           [&] { return policy.why_waiting(view, job); });
    }
    P policy;
  };

  Boxed<Interface> held_;
};

}  // namespace mcsim::baseline
