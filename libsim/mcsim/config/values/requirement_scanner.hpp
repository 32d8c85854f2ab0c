// Looks at one section of a resource requirement string and notes what is wrong with it.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/digits.hpp"

namespace mcsim::config::requirement {

constexpr bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/// Source: LSF configuration reference, lsf.shared, RESOURCENAME: what a name cannot have.
constexpr bool is_name_letter(char letter) {
  constexpr std::string_view forbidden = ":.()[]+-*/!&|<>@=,'\"{}";
  const auto code = static_cast<unsigned char>(letter);
  return code > ' ' && code != 0x7F && forbidden.find(letter) == std::string_view::npos;
}
/// A letter of a type, model or host name that needs no quotes.
constexpr bool is_word_letter(char letter) {
  return is_name_letter(letter) || letter == '.' || letter == '-' || letter == '@';
}

/// All of `text` as a whole number; none: it is something else, or beyond what a T holds.
template <class T>
std::optional<T> whole_number(std::string_view text) {
  T number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Adds a mistake in the order of their places.
inline void note(std::vector<RequirementMistake>& mistakes, std::size_t position,
                 std::string message, bool is_unknown_name = false) {
  const auto place =
      std::ranges::upper_bound(mistakes, position, {}, &RequirementMistake::position);
  mistakes.insert(
      place,
      {.position = position, .message = std::move(message), .is_unknown_name = is_unknown_name});
}

/// The text from `from` to `end`, both positions in the whole text, blanks left out.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t from, std::size_t end,
          std::vector<RequirementMistake>& mistakes)
      : text_(text), position_(from), end_(end), mistakes_(mistakes) {
    skip_blanks();
  }

  std::size_t position() const { return position_; }
  bool at_end() const { return position_ == end_; }
  /// What is still to be read, without blanks before it.
  std::string_view rest() const { return text_.substr(position_, end_ - position_); }
  bool sees(std::string_view symbol) const { return rest().starts_with(symbol); }

  bool take(std::string_view symbol) {
    if (!sees(symbol)) return false;
    skip(symbol.size());
    return true;
  }
  /// The longest run of such letters from here; may be empty.
  template <class Fits>
  std::string_view take_run(Fits fits) {
    const std::string_view run = run_of(rest(), fits);
    skip(run.size());
    return run;
  }
  void skip(std::size_t length) {
    position_ += length;
    skip_blanks();
  }
  void skip_to_end() { position_ = end_; }
  /// Goes to the first of these letters, or to the end.
  void skip_to(std::string_view letters) {
    skip(std::min(rest().find_first_of(letters), end_ - position_));
  }

  std::size_t mistakes() const { return mistakes_.size(); }
  void mistake(std::size_t position, std::string message) {
    note(mistakes_, position, std::move(message));
  }
  void unknown_name(std::size_t position, std::string message) {
    note(mistakes_, position, std::move(message), true);
  }
  /// Notes as a mistake that `wish` does not stand here.
  void expected(const std::string& wish) {
    mistake(position_, "expected " + wish + ", got " + here());
  }

 private:
  template <class Fits>
  static std::string_view run_of(std::string_view left, Fits fits) {
    const auto stop = std::ranges::find_if_not(left, fits);
    return left.substr(0, static_cast<std::size_t>(stop - left.begin()));
  }
  void skip_blanks() {
    while (position_ < end_ && is_blank(text_[position_])) ++position_;
  }
  /// What stands here, as a message shows it.
  std::string here() const {
    const std::string_view left = at_end() ? text_.substr(end_) : rest();
    if (left.empty()) return "the end";
    const std::string_view word = run_of(left, is_word_letter);
    return in_quotes(word.empty() ? left.substr(0, 1) : word);
  }

  std::string_view text_;
  std::size_t position_;
  std::size_t end_;
  std::vector<RequirementMistake>& mistakes_;
};

/// The resource of that name or alias; none: there is no such resource, which is noted as a
/// mistake.
ResourceId find_resource(std::string_view name, std::size_t position,
                         std::span<const ResourceConfig> resources, Scanner& in);

/// Reads the inside of one section into `to`.
void read_select(Scanner& in, std::span<const ResourceConfig> resources, SelectExpression& to);
void read_order(Scanner& in, std::span<const ResourceConfig> resources, ResourceRequirement& to);
void read_rusage(Scanner& in, std::span<const ResourceConfig> resources, ResourceRequirement& to);
void read_span(Scanner& in, ResourceRequirement& to);
void read_same(Scanner& in, std::span<const ResourceConfig> resources, ResourceRequirement& to);

}  // namespace mcsim::config::requirement
