// DISTRIBUTION of export policies: `([cluster, shares] ...)`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"

namespace mcsim {

/// A share assignment as written.
struct DistributionEntry {
  std::string cluster;
  std::int32_t shares = 1;
  std::size_t position = 0;  ///< of the name, in bytes

  bool operator==(const DistributionEntry&) const = default;
};
struct DistributionMistake {
  std::size_t position = 0;  ///< in bytes
  std::string message;
};

/// The entries, at least one; the parentheses around them may be left out, as in LSF's reference.
/// Errors: all mistakes, an unbalanced bracket at its own place.
Expected<std::vector<DistributionEntry>, std::vector<DistributionMistake>> read_distribution(
    std::string_view text);

}  // namespace mcsim
