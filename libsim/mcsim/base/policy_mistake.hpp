// What a policy must not decide: a bug of mcsim, if the policy is one of its own, and otherwise of
// the program that has added it.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/base/check.hpp"

namespace mcsim::base {

/// A policy has decided what cannot be, such as to start a job that does not fit.
class PolicyMistake : public InvariantBroken {
 public:
  PolicyMistake(std::string_view policy, std::string_view decision)
      : InvariantBroken("policy " + std::string(policy) + ": " + std::string(decision)),
        policy_(policy),
        decision_(decision) {}

  /// Its name in the registry.
  const std::string& policy() const { return policy_; }
  /// What it has decided, in words.
  const std::string& decision() const { return decision_; }

 private:
  std::string policy_;
  std::string decision_;
};

/// Calls check(), which looks at a decision of the policy: what it finds broken is the policy's
/// mistake.
template <class Check>
void check_decision(std::string_view policy, Check&& check) {
  try {
    check();
  } catch (const InvariantBroken& broken) {
    throw PolicyMistake(policy, broken.what());
  }
}

}  // namespace mcsim::base
