// JSON text as a tree that knows where each of its values stands: what every check of a user's
// JSON walks over. Comments are allowed; nothing is lost or rounded in silence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::text {

/// Where a value or a key stands. `source` is a position in JsonTree::sources; line 0: no line.
struct JsonPlace {
  std::uint32_t source = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool operator==(const JsonPlace&) const = default;
};

/// One value, with its key where it is a member of an object.
struct JsonNode {
  /// `broken`: a value that was complained about, so that readers skip it.
  enum class Kind : std::uint8_t { null, boolean, whole, real, text, list, object, broken };

  Kind kind = Kind::null;
  bool boolean = false;
  std::int64_t whole = 0;
  JsonPlace place;
  JsonPlace key_place;
  std::string key;
  std::string text;  ///< the value of a text; a number as written
  std::vector<JsonNode> children;

  /// The member `name` of an object; null where there is none.
  const JsonNode* find(std::string_view name) const;
  JsonNode* find(std::string_view name);
  /// The member `name`, made (null, at this object's place) where there is none yet.
  JsonNode& member(std::string_view name);
  bool is(Kind other) const { return kind == other; }
};

JsonNode json_text(std::string value);
JsonNode json_whole(std::int64_t value);
JsonNode json_list(std::vector<JsonNode> items);
JsonNode json_object(std::vector<JsonNode> members);
/// `value` as the member `key` of an object.
JsonNode json_member(std::string key, JsonNode value);

struct JsonTree {
  std::vector<std::string> sources;  ///< what JsonPlace::source names: files, "--set PATH=VALUE"
  JsonNode root;
};

/// Larger files and deeper values are refused.
inline constexpr std::size_t largest_json_file = std::size_t{64} << 20;
inline constexpr std::size_t deepest_json = 128;

/// Parses `text`, which begins in line `first_line` of `source`. Errors, all of them: bad syntax
/// (the first mistake), duplicate keys, whole numbers beyond 64 bits, numbers beyond a double,
/// depth;
/// each with the picture of its line.
Expected<JsonTree, Diagnostics> parse_json(std::string_view text, const std::string& source,
                                           std::uint32_t first_line = 1);
/// The text of a file of JSON. Errors: it cannot be read, or is too large.
Expected<std::string, Diagnostics> read_json_text(const std::string& path,
                                                  const std::string& source);
/// The file `path`, called `source` in diagnostics. Errors also: cannot be read, too large, empty.
Expected<JsonTree, Diagnostics> read_json_file(const std::string& path, const std::string& source);

/// One line, without blanks at the ends: `{"a": 1, "b": [1, 2]}`.
std::string to_compact_json(const JsonNode& node);
/// Two blanks a level; what fits into 100 columns stands on one line. Ends with a newline.
std::string to_pretty_json(const JsonNode& node);
/// `text` as a JSON string, with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string quoted_json(std::string_view text);

/// A key as a step of a JSON pointer: `~` and `/` are escaped.
std::string pointer_step(std::string_view key);
/// The key that a step of a JSON pointer stands for.
std::string name_of_step(std::string_view step);

/// A value and the way to it, for the JSON pointer of a complaint. Lives on the stack, from the
/// root inwards, while a tree is walked.
struct JsonAt {
  const JsonAt* parent = nullptr;
  const JsonNode* node = nullptr;
  std::size_t position = 0;  ///< in its list

  JsonAt(const JsonNode& root) : node(&root) {}  // NOLINT(*-explicit-*)
  JsonAt(const JsonAt& list, const JsonNode& item, std::size_t at)
      : parent(&list), node(&item), position(at) {}

  /// `/clusters/0/hosts/1`; of `key` below it: `/clusters/0/hosts/1/name`.
  std::string pointer() const;
  std::string pointer_to(std::string_view key) const;
};

}  // namespace mcsim::text
