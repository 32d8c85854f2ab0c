// One configuration laid over another, guided by the vocabulary.
#include "mcsim/config/vocabulary/scenario_merge.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"

namespace mcsim::config {
namespace {

using Kind = JsonNode::Kind;

bool is_range(std::string_view name) { return name.find('[') != std::string_view::npos; }

/// The items of a list by name. Each host of a range is found by its own name.
class NamedList {
 public:
  NamedList(JsonNode& list, const VocabularySection& section) : list_(list), section_(section) {
    for (std::size_t at = 0; at < list.children.size(); ++at) note(at);
  }

  void lay_over(const JsonNode& item) {
    const std::string name = name_of(item);
    const auto found = at_.find(name);
    if (found != at_.end() && name_of(list_.children[found->second]) == name)
      return merge_over(list_.children[found->second], item, section_);
    const auto hosts = is_range(name) ? expand_hosts(name) : std::nullopt;
    if (!hosts || !any_known(*hosts)) return is_known(name) ? lay_over_one(name, item) : add(item);
    for (const std::string& host : *hosts) lay_over_one(host, item);
  }

  /// Removes the lines of ranges that were taken apart.
  void finish() {
    std::ranges::sort(apart_, std::greater{});
    for (const std::size_t range : apart_)
      list_.children.erase(list_.children.begin() + static_cast<std::ptrdiff_t>(range));
  }

 private:
  std::string name_of(const JsonNode& item) const {
    const JsonNode* name = item.find(section_.named_by);
    return name == nullptr ? "" : value_text(*name);
  }

  void note(std::size_t at) {
    const std::string name = name_of(list_.children[at]);
    if (name.empty()) return;
    at_.emplace(name, at);
    if (!is_range(name)) return;
    if (const auto hosts = expand_hosts(name))
      for (const std::string& host : *hosts) at_.emplace(host, at);
  }

  bool is_known(const std::string& name) const { return at_.contains(name); }
  bool any_known(const std::vector<std::string>& names) const {
    return std::ranges::any_of(names, [&](const std::string& name) { return is_known(name); });
  }

  /// Lays `item` over one host; a host of a range gets a line of its own first.
  void lay_over_one(const std::string& name, JsonNode item) {
    rename(item, name);
    const auto found = at_.find(name);
    if (found == at_.end()) return add(item);
    if (name_of(list_.children[found->second]) != name) take_apart(found->second);
    merge_over(list_.children[at_.find(name)->second], item, section_);
  }

  void take_apart(std::size_t range) {
    const JsonNode line = list_.children[range];
    list_.children[range].kind = Kind::broken;
    apart_.push_back(range);
    const auto hosts = expand_hosts(name_of(line));
    for (const std::string& host : *hosts) {
      if (at_[host] != range) continue;  // an earlier line has it
      JsonNode one = line;
      rename(one, host);
      at_[host] = list_.children.size();
      list_.children.push_back(std::move(one));
    }
  }

  void rename(JsonNode& item, const std::string& name) const {
    JsonNode& member = item.member(section_.named_by);
    member.kind = Kind::text;
    member.text = name;
  }

  void add(const JsonNode& item) {
    list_.children.push_back(item);
    note(list_.children.size() - 1);
  }

  JsonNode& list_;
  const VocabularySection& section_;
  std::map<std::string, std::size_t, std::less<>> at_;
  std::vector<std::size_t> apart_;  ///< positions of ranges that were taken apart
};

void replace(JsonNode& object, const JsonNode& member) {
  JsonNode& place = object.member(member.key);
  place = member;
}

void merge_member(JsonNode& base, const JsonNode& member, const VocabularyRow* row) {
  JsonNode* known = base.find(member.key);
  const VocabularySection* inner = row == nullptr ? nullptr : find_section(row->child);
  if (known == nullptr || inner == nullptr || known->kind != member.kind)
    return replace(base, member);
  if (member.is(Kind::object)) return merge_over(*known, member, *inner);
  if (!member.is(Kind::list) || inner->named_by.empty()) return replace(base, member);
  NamedList list(*known, *inner);
  for (const JsonNode& item : member.children) list.lay_over(item);
  list.finish();
}

}  // namespace

void merge_over(JsonNode& base, const JsonNode& over, const VocabularySection& section) {
  for (const JsonNode& member : over.children) {
    if (member.is(Kind::broken)) continue;  // complained about
    if (member.is(Kind::null))
      std::erase_if(base.children, [&](const JsonNode& child) { return child.key == member.key; });
    else
      merge_member(base, member, find_row(section, member.key));
  }
}

}  // namespace mcsim::config
