// The checks of a decision's question that all families share: its objects against their rows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::config {

/// Complains about keys that `section` does not have, that are missing, and values of a wrong
/// shape, and marks these as broken. Lists and objects inside are left to the caller; null counts
/// as leaving out a key that is not required. False: `object` is no object.
bool check_question(JsonNode& object, const JsonAt& at, const VocabularySection& section,
                    TreeComplaints& complaints);

/// Removes the members of these keys, which decisions.jsonl has beside the question.
void drop(JsonNode& object, std::span<const std::string_view> keys);

/// `key` as a number that its row keeps within 32 bits.
std::int32_t small_number(const Fields& fields, std::string_view key, std::int32_t fallback = 0);

/// The member `key`, seconds of at least 0 and at most 1,000 years; 0 where there is none to read.
Duration seconds_in(const JsonNode& object, const JsonAt& at, const char* key,
                    TreeComplaints& complaints);

/// The member `key`, a number of at least 0; 0 where there is none to read.
double read_number(const JsonNode& object, const JsonAt& at, const char* key,
                   TreeComplaints& complaints);

}  // namespace mcsim::config
