// `--set PATH=VALUE`.
#include "mcsim/config/vocabulary/scenario_paths.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

using Kind = JsonNode::Kind;

/// The rest of a path, read name by name.
class Path {
 public:
  explicit Path(std::string_view text) : rest_(text), is_pointer_(text.starts_with('/')) {
    if (is_pointer_) rest_.remove_prefix(1);
  }

  bool at_end() const { return rest_.data() == nullptr; }

  /// Takes the longest of `names` that comes next, and returns its position.
  std::optional<std::size_t> take(const std::vector<std::string>& names) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (comes_next(names[i]) && (!best || names[i].size() > names[*best].size())) best = i;
    if (best) skip(written(names[*best]).size());
    return best;
  }
  /// What comes next, known or not.
  std::string segment() const { return plain(rest_.substr(0, rest_.find(separator()))); }
  /// Everything that is left, as one name.
  std::string take_all() {
    std::string name = plain(rest_);
    rest_ = {};
    return name;
  }
  /// The path up to what comes next, as the user wrote it.
  std::string_view before(std::string_view whole) const {
    const auto length = static_cast<std::size_t>(rest_.data() - whole.data());
    return whole.substr(0, length > 1 ? length - 1 : 0);
  }

 private:
  char separator() const { return is_pointer_ ? '/' : '.'; }

  bool comes_next(const std::string& name) const {
    const std::string text = written(name);
    return rest_.starts_with(text) &&
           (rest_.size() == text.size() || rest_[text.size()] == separator());
  }
  void skip(std::size_t length) {
    if (rest_.size() == length)
      rest_ = {};
    else
      rest_.remove_prefix(length + 1);
  }
  /// A name as it stands in the path: a JSON Pointer writes ~1 for / and ~0 for ~.
  std::string written(const std::string& name) const {
    return is_pointer_ ? pointer_step(name) : name;
  }
  std::string plain(std::string_view text) const {
    return is_pointer_ ? name_of_step(text) : std::string(text);
  }

  std::string_view rest_;
  bool is_pointer_;
};

/// Walks down to what a path names, and sets the value there.
class Setter {
 public:
  Setter(std::string_view path, const JsonNode& value, JsonPlace place, TreeComplaints& complaints)
      : path_(path), value_(value), place_(place), complaints_(complaints) {}

  void object(JsonNode& node, const VocabularySection& section, Path path) {
    std::vector<std::string> names;
    for (const std::string_view key : all_keys(section)) names.emplace_back(key);
    for (const JsonNode& child : node.children) names.push_back(child.key);
    const Path here = path;
    const auto found = path.take(names);
    if (!found) return complain(here, unknown_key(section, here.segment()));
    if (path.at_end()) return put(node, names[*found]);
    const VocabularyRow* row = find_row(section, names[*found]);
    if (row == nullptr) return complain(path, "nothing is known there");
    inside(node.member(names[*found]), *row, path);
  }

 private:
  void inside(JsonNode& node, const VocabularyRow& row, Path path) {
    const VocabularySection* section = find_section(row.child);
    const bool wants_list = row.type == ValueType::list;
    if (row.is_policy) return policy(node, path);
    if (node.is(Kind::null)) node.kind = wants_list ? Kind::list : Kind::object;
    switch (row.type) {
      case ValueType::list:
        if (section == nullptr || !node.is(Kind::list)) break;
        return list(node, *section, path);
      case ValueType::object:
      case ValueType::overrides:
        if (section == nullptr || !node.is(Kind::object)) break;
        return object(node, *section, path);
      case ValueType::numbered:
      case ValueType::text_map:
      case ValueType::weights:
      case ValueType::expectations:
        if (!node.is(Kind::object)) break;
        return put(node, path.take_all());
      default:
        break;
    }
    complain(path, "nothing has a name there");
  }

  /// A parameter of a policy, which has been given by its name alone or as an object.
  void policy(JsonNode& node, Path path) {
    if (!node.is(Kind::object)) {
      JsonNode object = json_object({});
      object.key = node.key;
      object.place = node.place;
      object.key_place = node.key_place;
      if (node.is(Kind::text)) {
        JsonNode name = json_member("name", json_text(node.text));
        name.place = name.key_place = node.place;
        object.children.push_back(std::move(name));
      }
      node = std::move(object);
    }
    put(node, path.take_all());
  }

  void list(JsonNode& node, const VocabularySection& section, Path path) {
    const Path here = path;
    std::vector<std::string> names;
    names.reserve(node.children.size());
    for (const JsonNode& item : node.children) names.push_back(name_of(item, section));
    if (const auto found = path.take(names)) return items(node, section, path, *found, *found + 1);
    Path behind = path;
    if (behind.take({"+"})) return append(node, section, behind);
    std::vector<std::string> positions{"*"};
    for (std::size_t i = 0; i < names.size(); ++i) positions.push_back(std::to_string(i));
    const auto found = path.take(positions);
    if (found == 0U) return items(node, section, path, 0, names.size());
    if (found) return items(node, section, path, *found - 1, *found);
    std::vector<std::string_view> known;
    for (const std::string& name : names)
      if (!name.empty()) known.push_back(name);
    if (known.empty()) known.assign(positions.begin(), positions.end());
    const std::string segment = here.segment();
    complain(here, in_quotes(segment) + " names nothing" + known_names(segment, known));
  }

  /// `+` is a new item at the end.
  void append(JsonNode& list, const VocabularySection& section, Path path) {
    if (!path.at_end()) {
      JsonNode item = json_object({});
      item.place = item.key_place = place_;
      object(item, section, path);
      list.children.push_back(std::move(item));
    } else if (!value_.is(Kind::null)) {
      list.children.push_back(value_);
    }
  }

  /// A section Limit may have a NAME, though changes do not go by it: not all have one.
  static std::string name_of(const JsonNode& item, const VocabularySection& section) {
    const JsonNode* name = item.find(section.named_by.empty() ? "NAME" : section.named_by);
    return name == nullptr ? "" : value_text(*name);
  }

  void items(JsonNode& list, const VocabularySection& section, Path path, std::size_t from,
             std::size_t to) {
    if (to - from == 1 && is_gap(list.children[from]))
      return complain(path, "is left out, as the warnings say");
    if (path.at_end()) return put_items(list, from, to);
    for (std::size_t i = from; i < to; ++i)
      if (list.children[i].is(Kind::object))
        object(list.children[i], section, path);
      else if (!is_gap(list.children[i]))
        complain(path, "nothing has a name there");
  }

  void put_items(JsonNode& list, std::size_t from, std::size_t to) {
    const auto first = list.children.begin();
    if (value_.is(Kind::null))
      list.children.erase(first + static_cast<std::ptrdiff_t>(from),
                          first + static_cast<std::ptrdiff_t>(to));
    else
      std::replace_if(
          first + static_cast<std::ptrdiff_t>(from), first + static_cast<std::ptrdiff_t>(to),
          [](const JsonNode& item) { return !is_gap(item); }, value_);
  }
  /// The place of an item of LSF's files that is left out.
  static bool is_gap(const JsonNode& item) { return item.is(Kind::broken); }

  void put(JsonNode& object, const std::string& key) {
    if (value_.is(Kind::null) && object.find(key) != nullptr) {
      std::erase_if(object.children, [&](const JsonNode& child) { return child.key == key; });
      return;
    }
    JsonNode& child = object.member(key);
    child = value_;
    child.key = key;
  }

  void complain(const Path& at, std::string message) {
    const std::string_view before = at.at_end() ? path_ : at.before(path_);
    if (!before.empty()) message = std::string(before) + ": " + message;
    complaints_.error(place_, "", std::move(message));
  }

  std::string_view path_;
  const JsonNode& value_;
  JsonPlace place_;
  TreeComplaints& complaints_;
};

void move_to(JsonNode& node, JsonPlace place) {
  node.place = node.key_place = place;
  for (JsonNode& child : node.children) move_to(child, place);
}

JsonPlace add_source(JsonTree& tree, const std::string& source) {
  tree.sources.push_back(source);
  return {.source = static_cast<std::uint32_t>(tree.sources.size() - 1)};
}

}  // namespace

JsonNode json_or_text(const std::string& text) {
  auto tree = parse_json(text, "");
  return tree ? std::move(tree->root) : json_text(text);
}

void set_path(JsonTree& tree, const std::string& assignment, const std::string& source,
              TreeComplaints& complaints) {
  const JsonPlace place = add_source(tree, source);
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    return complaints.error(place, "", "expected PATH=VALUE, got " + in_quotes(assignment));
  const std::string_view path = std::string_view(assignment).substr(0, equals);
  JsonNode value = json_or_text(assignment.substr(equals + 1));
  move_to(value, place);
  if (tree.root.is(Kind::object))
    Setter(path, value, place, complaints).object(tree.root, vocabulary().front(), Path(path));
}

void set_key(JsonTree& tree, std::string_view key, JsonNode value, const std::string& source) {
  const JsonPlace place = add_source(tree, source);
  if (!tree.root.is(Kind::object)) return;
  JsonNode& child = tree.root.member(key);
  child = std::move(value);
  move_to(child, place);
  child.key = key;
}

}  // namespace mcsim::config
