// The value of MC_PLUGIN_SCHEDULE_ENHANCE, and the forwarding policy that it names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"

namespace mcsim::policy {

/// The keywords, as the documentation writes them.
inline constexpr std::array<std::string_view, 6> schedule_enhance_keywords = {
    "RESOURCE_ONLY",        "COUNT_PREEMPTABLE",
    "HIGH_QUEUE_PRIORITY",  "PREEMPTABLE_QUEUE_PRIORITY",
    "PENDING_WHEN_NOSLOTS", "DYN_CLUSTER_WEIGHTING"};

/// What is wrong with one word of the value.
struct EnhanceMistake {
  enum class Kind : std::uint8_t {
    unknown,   ///< not a keyword
    repeated,  ///< it was given before
    alone,     ///< RESOURCE_ONLY or DYN_CLUSTER_WEIGHTING, together with other keywords
  };
  Kind kind{};
  std::size_t at = 0;     ///< where the word begins in the text
  std::string_view word;  ///< as the text has it

  bool operator==(const EnhanceMistake&) const = default;
};

/// The name of the policy that `text` asks for: keywords in any order, capitals or not, with blanks
/// between them. Any keyword but RESOURCE_ONLY and DYN_CLUSTER_WEIGHTING implies COUNT_PREEMPTABLE;
/// without any keyword it is "not defined". Source: Platform LSF 8.0.1, lsb.params; that
/// DYN_CLUSTER_WEIGHTING stands alone: unverified. Errors: every word that is wrong, in order.
Expected<std::string_view, std::vector<EnhanceMistake>> read_schedule_enhance(
    std::string_view text);

}  // namespace mcsim::policy
