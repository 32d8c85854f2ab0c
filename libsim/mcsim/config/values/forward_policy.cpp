// A forwarding policy as users name it: keywords, or its own name.
#include "mcsim/config/values/forward_policy.hpp"

#include <algorithm>

#include "mcsim/policy/schedule_enhance.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

using Names = std::span<const std::string_view>;

bool has(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// The words that a setting can be made of, and the policies with names of one word.
std::vector<std::string_view> known_words(Names policies) {
  std::vector<std::string_view> known(schedule_enhance_keywords.begin(),
                                      schedule_enhance_keywords.end());
  for (const std::string_view name : policies)
    if (name.find(' ') == std::string_view::npos && !has(known, name)) known.push_back(name);
  return known;
}

std::string in_words(const EnhanceMistake& mistake, Names known) {
  switch (mistake.kind) {
    case EnhanceMistake::Kind::repeated:
      return "keyword " + in_quotes(mistake.word) + " is given twice";
    case EnhanceMistake::Kind::alone:
      return "keyword " + in_quotes(mistake.word) + " cannot be combined with others";
    default:
      return "unknown " + in_quotes(mistake.word) + known_names(mistake.word, known);
  }
}

/// `known`: the names that complaints list.
Expected<std::string, std::vector<WrongWord>> read_setting(std::string_view text, Names policies,
                                                           Names known) {
  const auto name = read_schedule_enhance(text);
  std::vector<WrongWord> wrong;
  if (!name)
    for (const EnhanceMistake& mistake : name.error())
      wrong.push_back({mistake.at, in_words(mistake, known)});
  else if (!policies.empty() && !has(policies, *name))
    wrong.push_back({0, "unknown policy " + in_quotes(*name)});
  if (!wrong.empty()) return Unexpected(std::move(wrong));
  return std::string(*name);
}

}  // namespace

Expected<std::string, std::vector<WrongWord>> read_enhance_setting(
    std::string_view text, std::span<const std::string_view> policies) {
  return read_setting(text, policies, schedule_enhance_keywords);
}

Expected<std::string, std::vector<WrongWord>> read_forward_policy(
    std::string_view text, std::span<const std::string_view> policies) {
  if (has(policies, text)) return std::string(text);
  return read_setting(text, policies, known_words(policies));
}

}  // namespace mcsim::config
