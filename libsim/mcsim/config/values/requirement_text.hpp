// Resource requirement strings, read and written: `select[mem>100 && type==any] rusage[mem=100]`.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/model/requirement.hpp"

namespace mcsim::config {

/// What is wrong with a requirement string, and where.
struct RequirementMistake {
  std::size_t position = 0;  ///< in bytes, from 0; the length of the text: something is missing
  std::string message;
  bool is_unknown_name = false;  ///< of a resource

  bool operator==(const RequirementMistake&) const = default;
};

inline constexpr std::size_t longest_requirement = 4096;
/// The most parentheses and signs within one another.
inline constexpr int deepest_requirement = 64;
/// The largest reserved amount of a resource. Unit: its own (MB of mem, swp and tmp).
inline constexpr std::int64_t most_reserved = 1'000'000'000'000;

/// The sections select, order, rusage, span and same, each at most once and in any order; what
/// stands before the first one, or without any, is select. `resources` is the cluster's table, the
/// built-in ones first. Errors: all mistakes that can be told apart, in the order of their places.
/// Source: Platform LSF 7.3, Administering, "Resource requirement strings".
Expected<ResourceRequirement, std::vector<RequirementMistake>> parse_requirement(
    std::string_view text, std::span<const ResourceConfig> resources);

/// As far as a requirement can be understood: a section with a mistake is empty, and of rusage the
/// part between commas is left out that has one. `text` is what was understood, where not all was.
struct UnderstoodRequirement {
  ResourceRequirement requirement;
  std::vector<RequirementMistake> mistakes;  ///< in the order of their places
};
UnderstoodRequirement understand_requirement(std::string_view text,
                                             std::span<const ResourceConfig> resources);

/// The requirement in LSF's words; parsed again, it is the same one but for `text`.
std::string to_text(const ResourceRequirement& requirement,
                    std::span<const ResourceConfig> resources);

}  // namespace mcsim::config
