// The tree's own small helpers, and the tree as text again.
#include <string>

#include "mcsim/base/check.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::text {
namespace {

using Kind = JsonNode::Kind;
constexpr std::size_t line_width = 100;

bool is_container(const JsonNode& node) { return node.is(Kind::object) || node.is(Kind::list); }

void write_scalar(const JsonNode& node, std::string& out) {
  switch (node.kind) {
    case Kind::boolean:
      out += node.boolean ? "true" : "false";
      break;
    case Kind::whole:
      out += std::to_string(node.whole);
      break;
    case Kind::real:
      out += node.text;
      break;
    case Kind::text:
      out += quoted_json(node.text);
      break;
    default:
      out += "null";
  }
}

/// Appends a node on one line; false, with a part of it, where `out` got longer than `most`.
bool write_compact(const JsonNode& node, std::string& out, std::size_t most = std::string::npos) {
  if (!is_container(node)) {
    write_scalar(node, out);
    return out.size() <= most;
  }
  const bool object = node.is(Kind::object);
  out += object ? '{' : '[';
  for (const JsonNode& child : node.children) {
    if (&child != &node.children.front()) out += ", ";
    if (object) (out += quoted_json(child.key)) += ": ";
    if (!write_compact(child, out, most)) return false;
  }
  out += object ? '}' : ']';
  return out.size() <= most;
}

void write_pretty(const JsonNode& node, std::size_t indent, std::size_t lead, std::string& out) {
  const std::size_t room = line_width > indent + lead ? line_width - indent - lead : 0;
  const bool in_pieces = is_container(node) && !node.children.empty();
  const std::size_t begin = out.size();
  const std::size_t most = !in_pieces ? std::string::npos : indent > 0 ? begin + room : begin;
  if (write_compact(node, out, most)) return;
  out.resize(begin);
  const bool object = node.is(Kind::object);
  out += object ? "{\n" : "[\n";
  for (const JsonNode& child : node.children) {
    out.append(indent + 2, ' ');
    const std::size_t name = out.size();
    if (object) (out += quoted_json(child.key)) += ": ";
    write_pretty(child, indent + 2, out.size() - name + 1, out);
    out += &child == &node.children.back() ? "\n" : ",\n";
  }
  out.append(indent, ' ');
  out += object ? '}' : ']';
}

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  if (kind != Kind::object) return nullptr;
  for (const JsonNode& child : children)
    if (child.key == name) return &child;
  return nullptr;
}

JsonNode* JsonNode::find(std::string_view name) {
  if (kind != Kind::object) return nullptr;
  for (JsonNode& child : children)
    if (child.key == name) return &child;
  return nullptr;
}

JsonNode& JsonNode::member(std::string_view name) {
  MCSIM_CHECK(kind == Kind::object, "only objects have members");
  if (JsonNode* found = find(name)) return *found;
  children.emplace_back().key = name;
  children.back().place = children.back().key_place = place;
  return children.back();
}

JsonNode json_text(std::string value) {
  JsonNode node;
  node.kind = Kind::text;
  node.text = std::move(value);
  return node;
}

JsonNode json_whole(std::int64_t value) {
  JsonNode node;
  node.kind = Kind::whole;
  node.whole = value;
  node.text = std::to_string(value);
  return node;
}

JsonNode json_list(std::vector<JsonNode> items) {
  JsonNode node;
  node.kind = Kind::list;
  node.children = std::move(items);
  return node;
}

JsonNode json_object(std::vector<JsonNode> members) {
  JsonNode node;
  node.kind = Kind::object;
  node.children = std::move(members);
  return node;
}

JsonNode json_member(std::string key, JsonNode value) {
  value.key = std::move(key);
  return value;
}

std::string to_compact_json(const JsonNode& node) {
  std::string out;
  write_compact(node, out);
  return out;
}

std::string to_pretty_json(const JsonNode& node) {
  std::string out;
  write_pretty(node, 0, 0, out);
  return out + '\n';
}

std::string JsonAt::pointer() const {
  if (parent == nullptr) return "";
  const bool in_list = parent->node->is(Kind::list);
  return parent->pointer() + "/" + (in_list ? std::to_string(position) : pointer_step(node->key));
}

std::string JsonAt::pointer_to(std::string_view key) const {
  return pointer() + "/" + pointer_step(key);
}

}  // namespace mcsim::text
