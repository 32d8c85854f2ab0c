// What decisions cost, as an observer hears it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Keeps each decision.
class WorkLog final : public Observer {
 public:
  struct Decision {
    ClusterId cluster{};
    Time at{};
    DecisionKind kind{};
    std::string policy;
    Work work;
  };

  using Observer::on;
  bool wants_work() const override { return true; }
  void on(ClusterId, const DecisionBegins&) override { ++begun_; }
  void on(ClusterId cluster, const DecisionEnds& fact) override {
    decisions_.push_back({cluster, fact.at, fact.kind, std::string(fact.policy), fact.work});
  }

  std::uint64_t begun() const { return begun_; }
  const std::vector<Decision>& decisions() const { return decisions_; }
  /// The work of the decisions of a kind, those left out that have looked at nothing.
  std::vector<Work> work_of(DecisionKind kind) const {
    std::vector<Work> work;
    for (const Decision& one : decisions_)
      if (one.kind == kind && one.work != Work{}) work.push_back(one.work);
    return work;
  }
  /// Of all decisions of a cluster.
  Work sum_of(ClusterId cluster) const {
    Work sum;
    for (const Decision& one : decisions_)
      if (one.cluster == cluster) sum = sum + one.work;
    return sum;
  }

 private:
  std::uint64_t begun_ = 0;
  std::vector<Decision> decisions_;
};

}  // namespace mcsim::testing
