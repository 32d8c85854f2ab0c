// Reads dependency conditions by descent: `||` over `&&` over `!`, as bsub does.
#include "mcsim/config/values/dependency_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "mcsim/config/values/dependency_words.hpp"
#include "mcsim/config/values/requirement_scanner.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

using Word = DependencyStep::Word;
using Elements = DependencyRef::Elements;

static_assert(std::size(dependency_words) == static_cast<std::size_t>(Word::both));

constexpr bool is_name_part(char letter) {
  constexpr std::string_view ends = "()[],&|!<>=\"'*";
  return !requirement::is_blank(letter) && ends.find(letter) == std::string_view::npos;
}

class DependencyParser {
 public:
  explicit DependencyParser(std::string_view text)
      : text_(text), in_(text, 0, text.size(), mistakes_) {}

  Expected<std::vector<DependencyStep>, std::vector<RequirementMistake>> read() && {
    if (in_.at_end())
      in_.expected("a condition such as done(1)");
    else if (read_either() && !in_.at_end())
      in_.expected("&&, || or the end");
    if (!mistakes_.empty()) return Unexpected(std::move(mistakes_));
    return std::move(steps_);
  }

 private:
  /// Each returns false where the syntax is wrong, which has been noted.
  bool read_either() {
    if (!read_both()) return false;
    for (std::size_t at = in_.position(); in_.take("||"); at = in_.position()) {
      if (!read_both()) return false;
      add(Word::either, at);
    }
    return true;
  }

  bool read_both() {
    if (!read_negation()) return false;
    for (std::size_t at = in_.position(); in_.take("&&"); at = in_.position()) {
      if (!read_negation()) return false;
      add(Word::both, at);
    }
    return true;
  }

  bool read_negation() {
    if (++depth_ > deepest_dependency) {
      in_.mistake(in_.position(), "more than " + std::to_string(deepest_dependency) +
                                      " signs and parentheses within one another");
      return false;
    }
    const std::size_t at = in_.position();
    bool good = false;
    if (in_.take("!")) {
      good = read_negation();
      if (good) add(Word::negation, at);
    } else if (in_.take("(")) {
      good = read_either() && close();
    } else {
      good = read_condition();
    }
    --depth_;
    return good;
  }

  bool close() {
    if (in_.take(")")) return true;
    in_.expected(")");
    return false;
  }

  /// `word(...)`, or a job alone, which is done(job).
  bool read_condition() {
    const std::string_view rest = in_.rest();
    const auto end = std::ranges::find_if_not(rest, is_name_part);
    const std::string_view name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    const auto known = std::ranges::find(dependency_words, name);
    const std::size_t at = in_.position();
    std::size_t behind = name.size();
    while (behind < rest.size() && requirement::is_blank(rest[behind])) ++behind;
    if (behind < rest.size() && rest[behind] == '(' && !name.empty()) {
      if (known == std::end(dependency_words)) {
        in_.mistake(at,
                    "expected a condition: done, ended, exit, started, post_done, post_err, "
                    "external or num...; got " +
                        in_quotes(name));
        return false;
      }
      in_.skip(behind + 1);
      step_ = {.word = static_cast<Word>(known - std::begin(dependency_words)), .position = at};
      return read_inside() && close() && finish();
    }
    step_ = {.word = Word::done, .position = at};
    return read_ref() && finish();
  }

  bool finish() {
    steps_.push_back(std::move(step_));
    return true;
  }

  bool read_inside() {
    if (!read_ref()) return false;
    if (step_.counts_elements()) return read_count();
    while (in_.take(",")) {
      if (step_.word == Word::exit) return read_code();
      if (step_.word == Word::external) return read_message();
      if (!read_ref()) return false;
    }
    return true;
  }

  bool read_ref() {
    DependencyRef ref{.position = in_.position()};
    if (in_.sees("\"") || in_.sees("'")) {
      if (!read_quoted(ref)) return false;
    } else {
      const std::string_view word = in_.take_run(is_name_part);
      if (!word.empty() && text::is_digit(word.front())) {
        ref.id = requirement::whole_number<std::int64_t>(word);
        if (!ref.id) {
          in_.mistake(ref.position,
                      "a name that begins with a digit needs quotes, and a job's "
                      "number has only digits; got " +
                          in_quotes(word));
          return false;
        }
      } else {
        ref.name = word;
        // A * that stands behind a blank is none of the name's.
        ref.is_pattern = is_right_behind(ref.position + word.size()) && in_.take("*");
        if (ref.name.empty() && !ref.is_pattern) {
          in_.expected("a job: its number or its name");
          return false;
        }
      }
    }
    if (in_.sees("[") && !read_elements(ref)) return false;
    step_.refs.push_back(std::move(ref));
    return true;
  }
  bool is_right_behind(std::size_t end) const { return in_.position() == end; }

  bool read_quoted(DependencyRef& ref) {
    const char quote = in_.rest().front();
    const std::size_t end = in_.rest().find(quote, 1);
    if (end == std::string_view::npos) {
      in_.mistake(ref.position, "expected a quote that closes this one");
      return false;
    }
    std::string_view name = in_.rest().substr(1, end - 1);
    if (name.empty() || name == "*") {
      ref.is_pattern = !name.empty();
      if (name.empty()) in_.mistake(ref.position, "expected a name in the quotes");
    } else if (const auto bracket = name.find('['); bracket != std::string_view::npos) {
      // "name[3]" is name[3].
      if (!read_list(ref, name.substr(bracket), ref.position + 1 + bracket)) return false;
      name = name.substr(0, bracket);
    }
    if (name.ends_with('*')) {
      ref.is_pattern = true;
      name.remove_suffix(1);
    }
    ref.name = name;
    in_.skip(end + 1);
    return true;
  }

  bool read_elements(DependencyRef& ref) {
    const std::size_t end = in_.rest().find(']');
    if (end == std::string_view::npos) {
      in_.mistake(in_.position(), "expected a ] that closes this [");
      return false;
    }
    if (!read_list(ref, in_.rest().substr(0, end + 1), in_.position())) return false;
    in_.skip(end + 1);
    return true;
  }

  /// `[*]`, `[1,3-7:2]`. `at`: where it stands.
  bool read_list(DependencyRef& ref, std::string_view list, std::size_t at) {
    const auto wrong = [&, list] {
      in_.mistake(at, "expected [*], or elements as [1,3-7:2] has them, got " + in_quotes(list));
      return false;
    };
    if (list.size() < 3 || !list.ends_with(']')) return wrong();
    list = list.substr(1, list.size() - 2);
    if (list == "*") {
      ref.elements = Elements::own;
      return true;
    }
    ref.elements = Elements::listed;
    while (true) {
      const std::size_t comma = list.find(',');
      const auto range = range_of(list.substr(0, comma));
      if (!range) return wrong();
      ref.ranges.push_back(*range);
      if (comma == std::string_view::npos) return true;
      list.remove_prefix(comma + 1);
    }
  }

  static std::optional<DependencyRef::Range> range_of(std::string_view text) {
    DependencyRef::Range range;
    const std::size_t colon = text.find(':');
    const std::size_t dash = text.substr(0, colon).find('-');
    const auto number = [](std::string_view part) {
      return requirement::whole_number<std::int64_t>(part).value_or(0);
    };
    range.first = range.last = number(text.substr(0, std::min(dash, colon)));
    if (dash != std::string_view::npos) range.last = number(text.substr(0, colon).substr(dash + 1));
    if (colon != std::string_view::npos) range.step = number(text.substr(colon + 1));
    const bool good = range.first >= 1 && range.last >= range.first && range.step >= 1 &&
                      (colon == std::string_view::npos || dash != std::string_view::npos);
    return good ? std::optional(range) : std::nullopt;
  }

  /// `, [op] code` of exit.
  bool read_code() {
    read_operator();
    return read_number("an exit code");
  }

  /// `, op n | n | *` of num...; nothing: at least one.
  bool read_count() {
    step_.how = CompareSign::ge;
    step_.number = 1;
    if (!in_.take(",")) return true;
    read_operator();
    if (in_.take("*")) {
      step_.is_all = true;
      return true;
    }
    return read_number("a number, or * for all elements");
  }

  void read_operator() {
    // Those of two letters come before their first letters alone.
    constexpr std::array<std::pair<std::string_view, CompareSign>, 6> signs{
        {{"==", CompareSign::eq},
         {"!=", CompareSign::ne},
         {"<=", CompareSign::le},
         {">=", CompareSign::ge},
         {"<", CompareSign::lt},
         {">", CompareSign::gt}}};
    step_.how = CompareSign::eq;
    for (const auto& [sign, how] : signs)
      if (in_.take(sign)) {
        step_.how = how;
        return;
      }
  }

  bool read_number(const std::string& what) {
    const std::size_t at = in_.position();
    const std::string_view digits = in_.take_run(text::is_digit);
    const auto number = requirement::whole_number<std::int32_t>(digits);
    if (digits.empty())
      in_.expected(what);
    else if (!number)
      in_.mistake(at, "expected " + what + " of 32 bits, got " + in_quotes(digits));
    step_.number = number.value_or(0);
    return !digits.empty();
  }

  /// The text of external(job, "text"): nobody posts any.
  bool read_message() {
    const std::size_t end = in_.sees("\"") || in_.sees("'") ? in_.rest().find(in_.rest().front(), 1)
                                                            : in_.rest().find(')');
    if (end == std::string_view::npos) {
      in_.expected("the text of a message");
      return false;
    }
    in_.skip(end + (in_.sees("\"") || in_.sees("'") ? 1 : 0));
    return true;
  }

  void add(Word word, std::size_t at) { steps_.push_back({.word = word, .position = at}); }

  std::string_view text_;
  std::vector<RequirementMistake> mistakes_;
  requirement::Scanner in_;
  std::vector<DependencyStep> steps_;
  DependencyStep step_;
  int depth_ = 0;
};

}  // namespace

Expected<std::vector<DependencyStep>, std::vector<RequirementMistake>> parse_dependency(
    std::string_view text) {
  if (text.size() > longest_dependency)
    return Unexpected(std::vector<RequirementMistake>{
        {.position = longest_dependency,
         .message = "longer than " + std::to_string(longest_dependency) + " bytes"}});
  return DependencyParser(text).read();
}

}  // namespace mcsim::config
