// Checks a tree against the vocabulary: keys that are unknown, planned or missing, values of a
// wrong shape.
#pragma once

#include <string>

#include "mcsim/config/values/scenario_choices.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::config {

/// Complains about all that the vocabulary does not allow in `scenario`, and marks it as broken.
/// Values of LSF's own files are warned of instead, and left out: LSF logs them and goes on. Keys
/// that are mistyped become those that they stand for. True: there was either, so that defaults
/// are missing now. `choices` has the names that
/// model.dispatch and other policies in `model` may have.
bool check_shape(JsonNode& scenario, const ScenarioChoices& choices, TreeComplaints& complaints);

/// What complaints say of a planned key or value.
inline constexpr std::string_view planned_text = "planned, not supported by this version";

/// The row of `key`, in the section or among the planned keys that it borrows; null: unknown.
const VocabularyRow* find_row(const VocabularySection& section, std::string_view key);

/// The row that the mistyped key of an object stands for: the nearest, if it is supported and the
/// object does not have it, or only its default; null: none.
const VocabularyRow* meant_by(std::string_view key, const JsonNode& object,
                              const VocabularySection& section);

/// Whether the section is `set` of a change: inside of it, null stands for a default, and what is
/// left out stays as it is.
bool is_change(const VocabularySection& section);

/// `unknown key "esay"; nearest: easy; known: ...`
std::string unknown_key(const VocabularySection& section, std::string_view key);

/// A value as complaints show it: -4, "esay", a list.
std::string shown(const JsonNode& node);

}  // namespace mcsim::config
