// A dispatch policy of any type, as a value.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "mcsim/baseline/dispatch.hpp"

namespace mcsim::baseline {

/// Any dispatch policy, as a value.
class AnyDispatch {
 public:
  // Its own type is left out by name: whether that is a policy would depend on this constructor.
  template <class P>
    requires(!std::same_as<P, AnyDispatch>) && DispatchPolicy<P>
  explicit AnyDispatch(P policy) : held_(std::make_unique<Holder<P>>(std::move(policy))) {}
  AnyDispatch(const AnyDispatch& other) : held_(other.held_->copy()) {}
  AnyDispatch(AnyDispatch&&) noexcept = default;
  AnyDispatch& operator=(const AnyDispatch& other) { return *this = AnyDispatch(other); }
  AnyDispatch& operator=(AnyDispatch&&) noexcept = default;
  ~AnyDispatch() = default;

  std::string_view name() const { return held_->name(); }
  bool predicts_ends() const { return held_->predicts_ends(); }
  bool per_event() const { return held_->per_event(); }
  bool has_gates() const { return held_->has_gates(); }
  std::int32_t line_key(const QueueConfig& queue) const { return held_->line_key(queue); }
  bool hears() const { return held_->hears(); }
  void hear(const DispatchNews& news) { held_->hear(news); }
  DispatchDecision next(const DispatchView& view) { return held_->next(view); }
  /// When the answer may change though nothing happens; never for most policies, has_gates() false.
  Time next_gate(const DispatchView& view) const { return held_->next_gate(view); }
  PendReason why_waiting(const DispatchView& view, const WaitingJob& job) const {
    return held_->why_waiting(view, job);
  }

 private:
  struct Interface {
    Interface() = default;
    Interface(const Interface&) = default;
    Interface& operator=(const Interface&) = delete;
    virtual ~Interface() = default;
    virtual std::unique_ptr<Interface> copy() const = 0;
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
    std::unique_ptr<Interface> copy() const override { return std::make_unique<Holder>(*this); }
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
      if constexpr (requires { policy.hear(news); }) policy.hear(news);
    }
    DispatchDecision next(const DispatchView& view) override { return policy.next(view); }
    Time next_gate(const DispatchView& view) const override {
      if constexpr (requires { policy.next_gate(view); })
        return policy.next_gate(view);
      else
        return never;
    }
    PendReason why_waiting(const DispatchView& view, const WaitingJob& job) const override {
      return policy.why_waiting(view, job);
    }
    P policy;
  };

  std::unique_ptr<Interface> held_;
};

}  // namespace mcsim::baseline
