// A forwarding policy as users name it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"

namespace mcsim::config {

/// What is wrong with a word, and where it begins in the text.
struct WrongWord {
  std::size_t at = 0;
  std::string message;
};

/// The name of the policy that a setting of MC_PLUGIN_SCHEDULE_ENHANCE asks for. `policies`: the
/// names of all policies; empty: not known.
Expected<std::string, std::vector<WrongWord>> read_enhance_setting(
    std::string_view text, std::span<const std::string_view> policies);

/// The same, but the text may also be the name of a policy.
Expected<std::string, std::vector<WrongWord>> read_forward_policy(
    std::string_view text, std::span<const std::string_view> policies);

}  // namespace mcsim::config
