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

/// Called where something has been thrown: whatever a policy throws is its mistake, but for
/// RunFailed. `asked`: what it was asked, as in "was asked where to forward a job".
[[noreturn, gnu::cold]] void blame_policy(std::string_view policy, std::string_view asked);

/// What ask() answers, which asks a policy P. Inlined, and with nothing to keep for blame_policy():
/// policies are asked often.
template <class P, class Ask>
[[gnu::always_inline]] inline auto ask_policy(const char* asked, Ask&& ask) {
  try {
    return ask();
  } catch (...) {
    blame_policy(P::name, asked);
  }
}

}  // namespace mcsim::base
