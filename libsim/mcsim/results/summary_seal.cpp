// Sums up what a summary says, as it is written.
#include "mcsim/results/summary_seal.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::results {
namespace {

void take_digest_out(JsonNode& summary) {
  JsonNode* const engine = summary.find("engine");
  if (engine == nullptr) return;
  std::erase_if(engine->children, [](const JsonNode& child) { return child.key == "digest"; });
}

/// 62.500 and 62.5 are the same number, and so are 1.000000 and 1.
void drop_last_zeros(JsonNode& node) {
  if (node.is(JsonNode::Kind::real) && node.text.find('.') != std::string::npos &&
      node.text.find_first_of("eE") == std::string::npos) {
    node.text.erase(node.text.find_last_not_of('0') + 1);
    if (node.text.back() == '.') node.text.pop_back();
  }
  for (JsonNode& child : node.children) drop_last_zeros(child);
}

/// A byte of a name that is no text is written as an escape, and read as the letter U+FFFD.
std::uint64_t digest_without(JsonNode summary) {
  constexpr std::string_view escape = "\\ufffd";
  drop_last_zeros(summary);
  std::string text = to_compact_json(summary);
  for (std::size_t at = 0; (at = text.find(escape, at)) != std::string::npos;)
    text.replace(at, escape.size(), "\xEF\xBF\xBD");
  return XXH64(text.data(), text.size(), 0);
}

}  // namespace

std::uint64_t summary_digest(const JsonNode& summary) {
  JsonNode rest = summary;
  take_digest_out(rest);
  return digest_without(std::move(rest));
}

std::string sealed_summary(JsonNode summary) {
  take_digest_out(summary);
  JsonNode digest = json_text(hexadecimal(digest_without(summary)));
  summary.member("engine").children.push_back(json_member("digest", std::move(digest)));
  return to_pretty_json(summary);
}

}  // namespace mcsim::results
