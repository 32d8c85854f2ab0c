// What single values may look like, by the vocabulary.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// Why `node` is no value for the key of `row`; none: it is one. `allowed`: the values of a choice.
std::optional<std::string> what_is_wrong(const JsonNode& node, const VocabularySection& section,
                                         const VocabularyRow& row,
                                         std::span<const std::string_view> allowed);

/// The wish in words: "a whole number from 1 to 10".
std::string wish(const VocabularySection& section, const VocabularyRow& row);
/// "a duration", "a duration above 0", "a duration of 100ms at least".
std::string duration_wish(const VocabularyRow& row);

}  // namespace mcsim::config
