// What the page of a comparison says at its top, in words: which setting is better, and how sure.
#pragma once

#include <string>
#include <vector>

#include "mcsim/report/compare_page.hpp"

namespace mcsim::report {

/// What compare.json says of a metric over replicas; null: nothing.
const JsonNode* standing_of(const CompareContents& contents, const std::string& metric);
/// What that says of a variant; null: nothing.
const JsonNode* standing_of(const CompareContents& contents, const std::string& metric,
                            const ComparedVariant& variant);

/// `lsb.params.MBD_SLEEP_TIME of cluster north`, for each path that was varied; empty: none was.
std::string varied_words(const CompareContents& contents);

/// Some sentences, the most important first.
std::vector<std::string> compare_words(const CompareContents& contents);

}  // namespace mcsim::report
