// Observers of all facts alike, and several observers of one run.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "mcsim/cluster/facts.hpp"

namespace mcsim::cluster {

template <class Derived, class List>
class HearsAlike;
template <class Derived>
class HearsAlike<Derived, FactList<>> : public Observer {};
template <class Derived, class Fact, class... Rest>
class HearsAlike<Derived, FactList<Fact, Rest...>> : public HearsAlike<Derived, FactList<Rest...>> {
 public:
  using HearsAlike<Derived, FactList<Rest...>>::on;
  void on(ClusterId cluster, const Fact& fact) override {
    static_cast<Derived*>(this)->hear(cluster, fact);
  }
};

/// Passes each fact to `template <class Fact> void hear(ClusterId, const Fact&)` of `Derived`.
template <class Derived>
using HearsEveryFact = HearsAlike<Derived, AllFacts>;

/// Tells several observers, one after the other. They must outlive it.
class Observers final : public HearsEveryFact<Observers> {
 public:
  Observers(std::initializer_list<Observer*> all) : all_(all) {}
  void add(Observer& one) { all_.push_back(&one); }

  template <class Fact>
  void hear(ClusterId cluster, const Fact& fact) {
    for (Observer* const one : all_) one->on(cluster, fact);
  }
  bool wants_decisions() const override { return any(&Observer::wants_decisions); }
  bool wants_pools() const override { return any(&Observer::wants_pools); }
  bool wants_reports() const override { return any(&Observer::wants_reports); }
  bool wants_work() const override { return any(&Observer::wants_work); }
  bool wants_launches() const override { return any(&Observer::wants_launches); }
  bool wants_signals() const override { return any(&Observer::wants_signals); }
  void prefetch(ClusterId cluster, JobIndex job) const override {
    for (const Observer* const one : all_) one->prefetch(cluster, job);
  }

 private:
  bool any(bool (Observer::*wants)() const) const {
    return std::ranges::any_of(all_, [&](const Observer* one) { return (one->*wants)(); });
  }

  std::vector<Observer*> all_;
};

}  // namespace mcsim::cluster
