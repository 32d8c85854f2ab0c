// Dependency conditions (bsub -w) as text: `done(1) && (exit("b*", >2) || started(3))`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/model/condition.hpp"

namespace mcsim::config {

inline constexpr std::size_t longest_dependency = 65'536;
/// The most parentheses and signs within one another.
inline constexpr int deepest_dependency = 64;

/// A job, or jobs, that a condition names.
struct DependencyRef {
  /// Which elements of a job array: none says so, a list of ranges, or each its own one.
  enum class Elements : std::uint8_t { unsaid, listed, own };
  struct Range {
    std::int64_t first = 1;
    std::int64_t last = 1;
    std::int64_t step = 1;

    bool operator==(const Range&) const = default;
  };

  std::size_t position = 0;  ///< in the text, in bytes from 0
  std::optional<std::int64_t> id{};
  std::string name{};       ///< where it is no id; without the * of a pattern
  bool is_pattern = false;  ///< name*: all names that begin so
  Elements elements = Elements::unsaid;
  std::vector<Range> ranges{};

  bool operator==(const DependencyRef&) const = default;
};

/// A step of a condition in postfix order: a word about jobs, or an operator.
struct DependencyStep {
  enum class Word : std::uint8_t {
    done,
    ended,
    exit,
    started,
    post_done,
    post_err,
    external,
    numdone,
    numended,
    numexit,
    numhold,
    numpend,
    numrun,
    numstart,
    both,
    either,
    negation
  };

  Word word{};
  std::size_t position = 0;
  std::vector<DependencyRef> refs{};   ///< all must satisfy it
  CompareSign how = CompareSign::any;  ///< with `number`
  std::int32_t number = 0;
  bool is_all = false;  ///< of num...: the number is *, all elements

  bool counts_elements() const { return word >= Word::numdone && word <= Word::numstart; }
  bool operator==(const DependencyStep&) const = default;
};

/// Errors: the mistakes, in the order of their places; the first one in the syntax is the last that
/// is told. Source: IBM Spectrum LSF 10.1, bsub -w; docs/rules/dependencies.md, section 2.
Expected<std::vector<DependencyStep>, std::vector<RequirementMistake>> parse_dependency(
    std::string_view text);

}  // namespace mcsim::config
