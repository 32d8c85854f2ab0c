// The sections of a resource requirement string.
#include "mcsim/config/values/requirement_text.hpp"

#include <algorithm>
#include <array>
#include <bitset>

#include "mcsim/config/values/requirement_scanner.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace requirement {

ResourceId find_resource(std::string_view name, std::size_t position,
                         std::span<const ResourceConfig> resources, Scanner& in) {
  const auto found = std::ranges::find(resources, name, &ResourceConfig::name);
  if (found != resources.end())
    return resource(static_cast<std::uint16_t>(found - resources.begin()));
  const ResourceId aliased = find_builtin(name);
  if (aliased != none<ResourceId> && index_of(aliased) < resources.size()) return aliased;
  std::vector<std::string_view> known;
  for (const ResourceConfig& one : resources) known.push_back(one.name);
  in.unknown_name(position, "unknown resource " + in_quotes(name) + known_names(name, known));
  return none<ResourceId>;
}

namespace {

constexpr std::array<std::string_view, 5> sections = {"select", "order", "rusage", "span", "same"};
constexpr std::array<std::string_view, 2> left_out = {"cu", "affinity"};

/// Where the quoted word that begins at `place` ends; `place` itself: nothing is quoted there.
std::size_t end_of_quoted(std::string_view text, std::size_t place) {
  if (text[place] != '"' && text[place] != '\'') return place;
  const auto closed = text.find(text[place], place + 1);
  return closed == std::string_view::npos ? place : closed;
}

/// The first of `letters` from `place` on that is not quoted, or the end of the text.
std::size_t find_unquoted(std::string_view text, std::size_t place, std::string_view letters) {
  for (; place < text.size(); ++place) {
    if (letters.find(text[place]) != std::string_view::npos) return place;
    place = end_of_quoted(text, place);
  }
  return text.size();
}

/// `name` before the bracket at `bracket`, blanks between them or not; empty: there is none.
std::string_view name_before(std::string_view text, std::size_t bracket) {
  std::size_t end = bracket;
  while (end > 0 && is_blank(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_name_letter(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

/// Goes from section to section and hands each to its reader.
class Sections {
 public:
  Sections(std::string_view text, std::span<const ResourceConfig> resources)
      : text_(text), resources_(resources) {}

  UnderstoodRequirement read() && {
    skip_blanks();
    if (place_ < text_.size() && next_section() > place_) read_bare_select();
    for (skip_blanks(); place_ < text_.size(); skip_blanks()) read_section();
    result_.text = mistakes_.empty() ? std::string(text_) : to_text(result_, resources_);
    return {std::move(result_), std::move(mistakes_)};
  }

 private:
  void mistake(std::size_t position, std::string message) {
    note(mistakes_, position, std::move(message));
  }
  void skip_blanks() {
    while (place_ < text_.size() && is_blank(text_[place_])) ++place_;
  }
  std::size_t offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  /// Where the next `name[` begins, or the end of the text.
  std::size_t next_section() const {
    const std::size_t bracket = find_unquoted(text_, place_, "[");
    if (bracket == text_.size()) return bracket;
    const std::string_view name = name_before(text_, bracket);
    return name.empty() ? bracket : std::max(place_, offset(name));
  }

  void read_bare_select() {
    const std::size_t end = next_section();
    if (refuse_compound(end)) return;
    given_.set(0);
    Scanner in(text_, place_, end, mistakes_);
    read_select(in, resources_, result_.select);
    if (!mistakes_.empty()) result_ = {};
    place_ = end;
  }

  /// `{select[...]} || {select[...]}` and `1*{...} + 2*{...}` came with LSF 8 and 9.
  bool refuse_compound(std::size_t end) {
    const std::size_t brace = find_unquoted(text_.substr(0, end), place_, "{");
    if (brace == end) return false;
    mistake(brace, "alternative and compound requirements ({...}) are not supported");
    place_ = text_.size();
    result_ = {};
    return true;
  }

  void read_section() {
    const std::size_t begin = next_section();
    if (begin > place_) {
      if (refuse_compound(begin)) return;
      Scanner(text_, place_, begin, mistakes_).expected("a section such as rusage[...]");
      place_ = begin;
      return;
    }
    const std::size_t bracket = text_.find('[', place_);
    const std::string_view name = name_before(text_, bracket);
    place_ = bracket + 1;
    const std::size_t end = close(name);
    const bool is_closed = end < text_.size() && text_[end] == ']';
    const bool is_empty = std::ranges::all_of(text_.substr(place_, end - place_), is_blank);
    if (is_closed || !is_empty) read_inside(name, begin, end);  // else it has been complained about
    place_ = is_closed ? end + 1 : end;
  }

  /// Where the inside of this section ends: at its bracket, or where the next section begins.
  std::size_t close(std::string_view name) {
    std::size_t end = find_unquoted(text_, place_, "[]");
    while (end < text_.size() && text_[end] == '[') {
      const std::string_view next = name_before(text_, end);
      if (std::ranges::find(sections, next) != sections.end() && offset(next) >= place_) {
        end = offset(next);
        break;
      }
      end = find_unquoted(text_, end + 1, "[]");
    }
    if (end == text_.size() || text_[end] != ']')
      Scanner(text_, end, end, mistakes_)
          .expected("\"]\" at the end of " + std::string(name) + "[");
    return end;
  }

  void read_inside(std::string_view name, std::size_t begin, std::size_t end) {
    const auto found = std::ranges::find(sections, name);
    if (found == sections.end()) {
      const bool is_known = std::ranges::find(left_out, name) != left_out.end();
      const std::string what = is_known ? std::string(name) + "[...] is not supported"
                                        : "unknown section " + in_quotes(name);
      return mistake(begin, what + known_names(name, sections));
    }
    const auto which = static_cast<std::size_t>(found - sections.begin());
    const bool is_second = given_[which];
    if (is_second) mistake(begin, std::string(name) + " is given twice");
    given_.set(which);
    ResourceRequirement before = result_;
    const std::size_t mistakes_before = mistakes_.size();
    Scanner in(text_, place_, end, mistakes_);
    if (name == "select") read_select(in, resources_, result_.select);
    if (name == "order") read_order(in, resources_, result_);
    if (name == "rusage") read_rusage(in, resources_, result_);
    if (name == "span") read_span(in, result_);
    if (name == "same") read_same(in, resources_, result_);
    const bool has_mistake = mistakes_.size() > mistakes_before && name != "rusage";
    if (is_second || has_mistake) result_ = std::move(before);
  }

  std::string_view text_;
  std::span<const ResourceConfig> resources_;
  std::size_t place_ = 0;
  std::bitset<sections.size()> given_;
  ResourceRequirement result_;
  std::vector<RequirementMistake> mistakes_;
};

}  // namespace
}  // namespace requirement

UnderstoodRequirement understand_requirement(std::string_view text,
                                             std::span<const ResourceConfig> resources) {
  if (text.size() > longest_requirement)
    return {.requirement = {},
            .mistakes = {{.position = longest_requirement,
                          .message = "expected at most " + std::to_string(longest_requirement) +
                                     " bytes, got " + std::to_string(text.size())}}};
  return requirement::Sections(text, resources).read();
}

Expected<ResourceRequirement, std::vector<RequirementMistake>> parse_requirement(
    std::string_view text, std::span<const ResourceConfig> resources) {
  UnderstoodRequirement understood = understand_requirement(text, resources);
  if (!understood.mistakes.empty()) return Unexpected(std::move(understood.mistakes));
  return std::move(understood.requirement);
}

}  // namespace mcsim::config
