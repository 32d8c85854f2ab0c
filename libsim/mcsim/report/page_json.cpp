// Reads and writes the JSON of pages.
#include "mcsim/report/page_json.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace mcsim::report {

JsonNode json_real(double value) {
  constexpr int digits = 6;
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), value,
                                 std::chars_format::general, digits);
  JsonNode node;
  node.kind = JsonNode::Kind::real;
  node.text.assign(room.data(), end.ptr);
  return node;
}

JsonNode json_texts(const std::vector<std::string>& texts) {
  std::vector<JsonNode> items;
  for (const std::string& text : texts) items.push_back(json_text(text));
  return json_list(std::move(items));
}

const JsonNode* find(const JsonNode& root, std::initializer_list<std::string_view> path) {
  const JsonNode* node = &root;
  for (const std::string_view key : path) {
    if (node == nullptr || !node->is(JsonNode::Kind::object)) return nullptr;
    node = node->find(key);
  }
  return node;
}

double number_at(const JsonNode& root, std::initializer_list<std::string_view> path,
                 double otherwise) {
  const JsonNode* const node = find(root, path);
  if (node == nullptr) return otherwise;
  if (node->is(JsonNode::Kind::whole)) return static_cast<double>(node->whole);
  if (!node->is(JsonNode::Kind::real)) return otherwise;
  double number = otherwise;
  std::from_chars(node->text.data(), node->text.data() + node->text.size(), number);
  return number;
}

std::string text_at(const JsonNode& root, std::initializer_list<std::string_view> path) {
  const JsonNode* const node = find(root, path);
  return node == nullptr ? std::string() : node->text;
}

std::string script_json(const JsonNode& value) {
  std::string safe;
  // In JSON these letters stand in strings only, where they may be written so.
  for (const char letter : to_compact_json(value)) switch (letter) {
      case '<':
        safe += "\\u003c";
        break;
      case '>':
        safe += "\\u003e";
        break;
      case '&':
        safe += "\\u0026";
        break;
      default:
        safe += letter;
    }
  return safe;
}

}  // namespace mcsim::report
