// Members of an object; where one is missing, or was complained about, its default: that of its row
// in the vocabulary. Initializers of the model's structs are for programs that make a GridConfig
// themselves; tests/config/vocabulary/field_defaults_test.cpp holds them to the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {

/// The default of a row as text: `fallback` without its quotes, else the beginning of
/// `fallback_rule`, before a `;`.
constexpr std::string_view default_text(const VocabularyRow& row) {
  if (row.fallback.empty()) return row.fallback_rule.substr(0, row.fallback_rule.find(';'));
  if (!row.fallback.starts_with('"')) return row.fallback;
  return row.fallback.substr(1, row.fallback.size() - 2);
}

/// What is said behind a mistake in a value of LSF's own files: LSF goes on as if the value were
/// not there, and without the entry that needs it. `is_lsf_10`: whether the cluster runs LSF 10 or
/// a later one, if that is known.
std::string ignored_text(const VocabularySection& section, const VocabularyRow& row,
                         std::optional<bool> is_lsf_10 = std::nullopt);
/// What whoever waits loses by that.
Loss loss_of_value(const VocabularySection& section, const VocabularyRow& row);

/// What `read` makes of the default's text; it returns none for a text that it cannot read.
template <class Read>
auto read_default(const VocabularyRow& row, Read read) {
  auto value = read(default_text(row));
  MCSIM_CHECK(value, "a default of the vocabulary cannot be read");
  return *std::move(value);
}
/// The same of the member's text, if it can be read.
template <class Read>
auto read_or_default(const Fields& fields, const VocabularyRow& row, Read read) {
  if (const auto text = fields.text(row.key))
    if (auto value = read(*text)) return *std::move(value);
  return read_default(row, read);
}

std::string text_of(const Fields& fields, const VocabularyRow& row);
bool flag_of(const Fields& fields, const VocabularyRow& row);
std::int64_t whole_of(const Fields& fields, const VocabularyRow& row);
/// A whole number that its row keeps within 32 bits.
std::int32_t count_of(const Fields& fields, const VocabularyRow& row);
/// The same where it may be infinit: no_limit then.
std::int32_t up_to(const Fields& fields, const VocabularyRow& row);
Duration duration_of(const Fields& fields, const VocabularyRow& row);
/// A whole number of seconds.
Duration seconds_of(const Fields& fields, const VocabularyRow& row);

/// Sets `value` to what the member names, if it is there. The row allows the names of the
/// enumeration's values, in its order.
template <class Enum>
void read_choice(const JsonNode& object, const VocabularyRow& row, Enum& value) {
  read_choice(object, row.key, row.allowed, value);
}

}  // namespace mcsim::config
