// What a policy lets scenarios set: its parameters, which it names once, for both to list and to
// read them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/policy_values.hpp"

namespace mcsim::policy {

/// One parameter.
struct PolicyParameter {
  enum class Kind : std::uint8_t { whole, number, flag, duration, word };

  std::string name;
  Kind kind{};
  std::string about;         ///< one sentence
  std::int64_t lowest = 0;   ///< of a whole number, a number, or a duration in milliseconds
  std::int64_t highest = 0;  ///< likewise, except of a duration
  std::string allowed{};     ///< of a word: the words, separated by blanks
  PolicyValue::Value fallback{};

  bool operator==(const PolicyParameter&) const = default;
};

/// What `void parameters(PolicyParameters& in)` of a policy is called with. Each call names one
/// parameter and the member that has it: `in.whole("d", d, 1, 1000, "how many queues are drawn")`.
/// The member's value is the default.
class PolicyParameters {
 public:
  /// Only lists.
  PolicyParameters() = default;
  /// Sets the members that `values` name. Values that the policy does not know, or cannot have,
  /// are mcsim's mistake: scenarios are checked.
  explicit PolicyParameters(const PolicyValues& values) : given_(&values) {}

  template <std::integral Whole>
  void whole(std::string_view name, Whole& value, std::int64_t lowest, std::int64_t highest,
             std::string_view about) {
    add({std::string(name),
         PolicyParameter::Kind::whole,
         std::string(about),
         lowest,
         highest,
         {},
         static_cast<std::int64_t>(value)});
    if (const auto* given = find<std::int64_t>()) value = static_cast<Whole>(*given);
  }
  void number(std::string_view name, double& value, std::int64_t lowest, std::int64_t highest,
              std::string_view about) {
    add({std::string(name),
         PolicyParameter::Kind::number,
         std::string(about),
         lowest,
         highest,
         {},
         value});
    if (const auto* given = find<double>()) value = *given;
  }
  void flag(std::string_view name, bool& value, std::string_view about) {
    add({std::string(name), PolicyParameter::Kind::flag, std::string(about), 0, 0, {}, value});
    if (const auto* given = find<bool>()) value = *given;
  }
  /// At least `lowest`; scenarios give it with its unit, 15s.
  void duration(std::string_view name, Duration& value, Duration lowest, std::string_view about) {
    add({std::string(name),
         PolicyParameter::Kind::duration,
         std::string(about),
         lowest.count(),
         0,
         {},
         value});
    if (const auto* given = find<Duration>()) value = *given;
  }
  /// One of the words in `allowed`, which blanks separate.
  void word(std::string_view name, std::string& value, std::string_view allowed,
            std::string_view about) {
    add({std::string(name), PolicyParameter::Kind::word, std::string(about), 0, 0,
         std::string(allowed), value});
    if (const auto* given = find<std::string>()) value = *given;
  }

  const std::vector<PolicyParameter>& list() const { return list_; }
  /// Checks that all values were of parameters.
  void check_all_known() const {
    if (given_ == nullptr) return;
    for (const PolicyValue& value : *given_)
      MCSIM_CHECK(std::ranges::find(list_, value.name, &PolicyParameter::name) != list_.end(),
                  "a policy has no parameter " + value.name);
  }

 private:
  void add(PolicyParameter parameter) { list_.push_back(std::move(parameter)); }
  /// The value of the last parameter; null: not given.
  template <class Type>
  const Type* find() const {
    if (given_ == nullptr) return nullptr;
    const auto found = std::ranges::find(*given_, list_.back().name, &PolicyValue::name);
    if (found == given_->end()) return nullptr;
    const Type* const value = std::get_if<Type>(&found->value);
    MCSIM_CHECK(value != nullptr, "parameter " + found->name + " of a policy is of another type");
    return value;
  }

  const PolicyValues* given_ = nullptr;
  std::vector<PolicyParameter> list_;
};

/// The parameters of a policy; most have none.
template <class P>
std::vector<PolicyParameter> parameters_of(P policy) {
  PolicyParameters in;
  if constexpr (requires { policy.parameters(in); }) policy.parameters(in);
  return in.list();
}

/// The policy with these values of its parameters.
template <class P>
P with_values(P policy, const PolicyValues& values) {
  PolicyParameters in(values);
  if constexpr (requires { policy.parameters(in); }) policy.parameters(in);
  in.check_all_known();
  return policy;
}

}  // namespace mcsim::policy
