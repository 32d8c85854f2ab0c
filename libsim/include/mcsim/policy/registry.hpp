// Policies by name. A program adds its own to the value that default_registry() returns.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/dispatch.hpp"
#include "mcsim/policy/forward_takers.hpp"  // for policies of a program
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/policy/slot_pool.hpp"

namespace mcsim {

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

/// The name of LSF's own scheduler, which is not a policy but the system floor's.
inline constexpr std::string_view lsf_dispatch = "lsf";

/// Policies by name, family by family.
struct Registry {
  struct Dispatch {
    std::string name;       ///< as `model.dispatch` names it
    bool baseline = false;  ///< implies JOB_SCHEDULING_INTERVAL 0 and missing_limit = run
    std::function<AnyDispatch(const ModelConfig&)> make = {};  ///< none: LSF's own scheduler
  };
  /// How a pool of queues forgets what they have used.
  struct Decay {
    std::string name;  ///< as `model.pool_decay` names it
    MakeDecay make;
  };
  /// How the slots of a pool of queues are shared out.
  struct SlotPool {
    std::string name;  ///< as `model.pool_shares` names it
    ShareOut share_out;
  };
  /// How the receive queue of a forwarded job is chosen.
  struct Forward {
    std::string name;  ///< a setting of MC_PLUGIN_SCHEDULE_ENHANCE as the documentation has it
    ChooseQueue choose;
  };
  /// How exported units are dealt to consumers.
  struct Deal {
    std::string name;  ///< as `model.lease_dealing` names it
    DealUnit next;
  };
  /// Who gets the idle slots of a shared lease.
  struct Reclaim {
    std::string name;  ///< as `model.lease_reclaim` names it
    ReclaimIdle idle_to;
  };
  std::vector<Dispatch> dispatch;
  std::vector<Decay> decay;
  std::vector<SlotPool> slot_pool;
  std::vector<Forward> forward;
  std::vector<Deal> deal;
  std::vector<Reclaim> reclaim;

  /// A program's own forwarding policy, named in scenarios by `model.forward_policy`.
  template <ForwardPolicy P>
  void add(P policy) {
    forward.push_back(
        {std::string(P::name), [policy](const ForwardView& view) { return policy.choose(view); }});
  }

  /// Likewise for leases, named by `model.lease_dealing` and `model.lease_reclaim`.
  template <DealPolicy P>
  void add(P policy) {
    deal.push_back({std::string(P::name), [policy](const DealView& view) {
                      const std::size_t consumer = policy.next(view);
                      check_dealt(view, consumer);
                      return consumer;
                    }});
  }
  template <ReclaimPolicy P>
  void add(P policy) {
    reclaim.push_back(
        {std::string(P::name), [policy](const ReclaimView& view) { return policy.idle_to(view); }});
  }

  /// The entry of that name; null if there is none.
  const Dispatch* find_dispatch(std::string_view name) const { return find(dispatch, name); }
  const Decay* find_decay(std::string_view name) const { return find(decay, name); }
  const SlotPool* find_slot_pool(std::string_view name) const { return find(slot_pool, name); }
  const Forward* find_forward(std::string_view name) const { return find(forward, name); }
  const Deal* find_deal(std::string_view name) const { return find(deal, name); }
  const Reclaim* find_reclaim(std::string_view name) const { return find(reclaim, name); }

 private:
  template <class Entry>
  static const Entry* find(const std::vector<Entry>& entries, std::string_view name) {
    for (const Entry& entry : entries)
      if (entry.name == name) return &entry;
    return nullptr;
  }
};

/// The policies that mcsim brings along, of each family the default first.
Registry default_registry();

}  // namespace mcsim
