// Values of the JSON that a page reads.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::report {

/// With at most six digits that count: enough for a picture.
JsonNode json_real(double value);
JsonNode json_texts(const std::vector<std::string>& texts);

/// The value at a path of keys below `root`; null: there is none.
const JsonNode* find(const JsonNode& root, std::initializer_list<std::string_view> path);
/// The number there, whole or not; `otherwise` where there is none.
double number_at(const JsonNode& root, std::initializer_list<std::string_view> path,
                 double otherwise = 0);
/// The text there; empty where there is none.
std::string text_at(const JsonNode& root, std::initializer_list<std::string_view> path);

/// `value` on one line, such that it may stand in an element `script`: nothing in it can end that.
std::string script_json(const JsonNode& value);

}  // namespace mcsim::report
