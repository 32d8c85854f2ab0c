// Job arrays as text: `name[1-100:2,7]%10`, as bsub -J has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/model/array_spec.hpp"

namespace mcsim::config {

/// In bytes, with its name. Source: IBM Spectrum LSF 10.1, bsub -J.
inline constexpr std::size_t longest_array_text = 255;
/// Source: IBM Spectrum LSF 10.1, lsb.params, MAX_JOB_ARRAY_SIZE: the most that it can be.
inline constexpr std::int64_t largest_array_index = 2'147'483'646;
/// That one array has here: each is a job of its own in memory.
inline constexpr std::int64_t most_array_elements = 10'000'000;

/// `[3]`, `[1-10:2]`, `[5-]`, `[-5]`.
struct ArrayRange {
  std::size_t position = 0;            ///< in the text, in bytes from 0
  std::int64_t first = 1;              ///< 1: of `[-5]`
  std::optional<std::int64_t> last{};  ///< none: as far as MAX_JOB_ARRAY_SIZE lets it go
  std::int64_t step = 1;

  bool operator==(const ArrayRange&) const = default;
};

struct ArrayText {
  std::string name{};
  std::vector<ArrayRange> ranges{};
  std::int32_t limit = 0;  ///< %n; 0: none

  bool operator==(const ArrayText&) const = default;
};

/// Errors: the mistakes, in the order of their places. Source: IBM Spectrum LSF 10.1, bsub -J;
/// docs/rules/arrays.md, section 1.
Expected<ArrayText, std::vector<RequirementMistake>> parse_array(std::string_view text);

/// `%10`, of bmod. Likewise.
Expected<std::int32_t, std::vector<RequirementMistake>> parse_array_limit(std::string_view text);

/// A list of elements as actions name them: `2-5,8`, the inside of its brackets; `at`: where that
/// stands. Open ranges are mistakes there.
Expected<std::vector<ArrayRange>, std::vector<RequirementMistake>> parse_elements(
    std::string_view text, std::size_t at = 0);

/// The indices of ranges, each once, ascending. `max_size`: MAX_JOB_ARRAY_SIZE, which says where
/// `[n-]` ends: n + (max_size - 1) * step. None: more than most_array_elements, or beyond
/// largest_array_index.
std::optional<ArrayIndices> indices_of(const std::vector<ArrayRange>& ranges,
                                       std::int64_t max_size);

}  // namespace mcsim::config
