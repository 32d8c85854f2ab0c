// Reads --vary, and makes all combinations of its values.
#include "mcsim/app/cells/variations.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/utf8.hpp"

namespace mcsim::app {
namespace {

/// Whether an item names values that go together.
bool is_group(const JsonNode& item) {
  const JsonNode* label = item.find("label");
  const JsonNode* set = item.find("set");
  return item.is(JsonNode::Kind::object) && item.children.size() == 2 && label != nullptr &&
         label->is(JsonNode::Kind::text) && set != nullptr && set->is(JsonNode::Kind::object);
}

VariedValue value_of(JsonNode item, const std::string& path) {
  if (!is_group(item)) return {item, {json_member(path, item)}};
  return {json_text(item.find("label")->text), std::move(item.find("set")->children)};
}

Expected<Variation, Diagnostic> read_variation(const std::string& typed) {
  const auto equals = typed.find('=');
  const auto refuse = [&](const std::string& why) {
    return Unexpected(
        about_file("--vary " + typed,
                   R"(expected PATH=JSON-ARRAY, as in 'model.dispatch=["fcfs", "easy"]')" + why));
  };
  if (equals == std::string::npos || equals == 0 || equals + 1 == typed.size()) return refuse("");
  auto array = parse_json(typed.substr(equals + 1), "");
  if (!array) return refuse(": " + array.error().list.front().message);
  if (!array->root.is(JsonNode::Kind::list) || array->root.children.empty())
    return refuse(" with at least one value");
  Variation variation{typed.substr(0, equals), {}};
  for (JsonNode& item : array->root.children) {
    if (is_group(item) && has_control(item.find("label")->text))
      return refuse(", labels without control characters");
    variation.values.push_back(value_of(std::move(item), variation.name));
  }
  return variation;
}

/// Complains about paths that two variations set, and about two variations with one name.
void check_paths(const std::vector<Variation>& variations, Diagnostics& wrong) {
  std::map<std::string, std::size_t, std::less<>> varied_by;
  for (std::size_t at = 0; at < variations.size(); ++at) {
    const auto claim = [&](const std::string& path) {
      const auto [found, fresh] = varied_by.try_emplace(path, at);
      if (!fresh && found->second != at)
        wrong.add(
            about_file("--vary " + variations[at].name, in_quotes(path) + " is varied twice"));
      found->second = at;  // one complaint is enough
    };
    claim(variations[at].name);
    for (const VariedValue& value : variations[at].values)
      for (const JsonNode& set : value.sets) claim(set.key);
  }
}

void check_number(const std::vector<Variation>& variations, Diagnostics& wrong) {
  std::size_t number = 1;
  for (const Variation& variation : variations) {
    number *= variation.values.size();
    if (number <= most_variants) continue;
    return wrong.add(about_file(
        "--vary", "more than " + std::to_string(most_variants) + " combinations of the values"));
  }
}

std::string label_of(const JsonNode& value) {
  return value.is(JsonNode::Kind::text) && !value.text.empty() ? value.text
                                                               : to_compact_json(value);
}

/// A label in a form that can be part of a folder's name.
std::string in_file_name(std::string text) {
  constexpr std::size_t longest = 120;
  for (char& letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 &&
        std::string_view("-.=,+@").find(letter) == std::string_view::npos)
      letter = '_';
  return text.substr(0, longest);
}

/// The last key of a path; of `hosts.+`, which adds to a list, that of the list, too.
std::string last_of(const std::string& path) {
  const bool adds = path.ends_with(".+") || path.ends_with("/+");
  const std::size_t end = adds ? path.size() - 2 : path.size();
  const std::size_t before = end == 0 ? std::string::npos : path.find_last_of("./", end - 1);
  return path.substr(before + 1);
}

/// The number with leading zeros: 1 of 12 is "01".
std::string numbered(std::size_t number, std::size_t of) {
  const std::string digits = std::to_string(number);
  return std::string(std::to_string(of).size() - digits.size(), '0') + digits;
}

}  // namespace

std::vector<std::string> Variant::assignments() const {
  std::vector<std::string> all;
  all.reserve(sets.children.size());
  for (const JsonNode& set : sets.children) all.push_back(set.key + "=" + to_compact_json(set));
  return all;
}

Expected<std::vector<Variation>, Diagnostics> read_variations(
    const std::vector<std::string>& typed) {
  std::vector<Variation> variations;
  Diagnostics wrong;
  if (typed.empty()) wrong.add(about_file("--vary", "missing; expected PATH=JSON-ARRAY"));
  for (const std::string& one : typed) {
    auto variation = read_variation(one);
    if (variation)
      variations.push_back(std::move(*variation));
    else
      wrong.add(std::move(variation.error()));
  }
  check_paths(variations, wrong);
  check_number(variations, wrong);
  if (!wrong.list.empty()) return Unexpected(std::move(wrong));
  return variations;
}

std::vector<std::string> short_names(const std::vector<Variation>& variations) {
  std::vector<std::string> names;
  names.reserve(variations.size());
  for (const Variation& variation : variations) names.push_back(last_of(variation.name));
  std::vector<std::string> shown;
  shown.reserve(variations.size());
  for (std::size_t at = 0; at < names.size(); ++at)
    shown.push_back(std::ranges::count(names, names[at]) > 1 ? variations[at].name : names[at]);
  return shown;
}

std::vector<Variant> combine(const std::vector<Variation>& variations) {
  std::size_t number = 1;
  for (const Variation& variation : variations) number *= variation.values.size();
  const std::vector<std::string> names = short_names(variations);
  std::vector<Variant> variants(number);
  for (std::size_t at = 0; at < number; ++at) {
    Variant& variant = variants[at];
    variant.values.kind = variant.sets.kind = JsonNode::Kind::object;
    std::size_t every = number;  // how many variants in a row have the same value
    for (std::size_t varied = 0; varied < variations.size(); ++varied) {
      const auto& values = variations[varied].values;
      every /= values.size();
      const VariedValue& value = values[at / every % values.size()];
      variant.labels.push_back(label_of(value.shown));
      variant.title += (varied == 0 ? "" : ", ") + names[varied] + "=" + variant.labels.back();
      variant.values.children.push_back(json_member(variations[varied].name, value.shown));
      variant.sets.children.insert(variant.sets.children.end(), value.sets.begin(),
                                   value.sets.end());
    }
    variant.name = numbered(at + 1, number) + "_" + in_file_name(variant.title);
  }
  return variants;
}

}  // namespace mcsim::app
