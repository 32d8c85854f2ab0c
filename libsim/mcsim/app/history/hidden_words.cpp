// Takes texts apart into words, and hides those that are names.
#include "mcsim/app/history/hidden_words.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "mcsim/model/resource.hpp"
#include "mcsim/text/digits.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// What ends a word, and LSF's own words, of a kind of text.
struct Grammar {
  NameFamily family;
  std::string_view ends;
  std::string_view own_words;
};

constexpr std::string_view host_ends = " \t()[],~@/+=<>&|:\"'!*;{}";

constexpr Grammar grammar_of(WordKind kind) {
  switch (kind) {
    case WordKind::persons:
    case WordKind::shares:
      return {NameFamily::person, " \t()[],~@/!\"'", "all default others USER_SHARES"};
    case WordKind::hosts:
      return {NameFamily::host, host_ends, "all none default others allremote"};
    case WordKind::requirement:
      return {NameFamily::host, host_ends,
              "select order rusage span same cu affinity hosts ptile duration decay defined any "
              "local type model pref maxcus usablecuslots balance excl stripe core socket numa "
              "thread alljobs threshold"};
    case WordKind::queues:
    case WordKind::send_queues:
      return {NameFamily::cluster, " \t()[],~@+!", "allclusters none all"};
    case WordKind::clusters:
      return {NameFamily::cluster, " \t()[],~+@", "allclusters all"};
    case WordKind::projects:
      return {NameFamily::project, " \t()~!", "all default"};
    case WordKind::apps:
      return {NameFamily::app, " \t()~!", "all"};
    case WordKind::others:
      return {NameFamily::other, " \t", ""};
    case WordKind::settings:
      return {NameFamily::other, " \t()[],~/:+%!|=",
              "y n Y N yes no YES NO Yes No true false all infinit INFINIT EXCLUDE "
              "MAX_RESERVE_TIME default"};
    case WordKind::dependency:
      return {NameFamily::job, "()[],&|!<>=\"'* \t",
              "done ended exit started post_done post_err external numdone numended numexit "
              "numhold numpend numrun numstart"};
  }
  return {};
}

bool is_one_of(std::string_view words, std::string_view word) {
  const auto all = split_words(words);
  return std::ranges::find(all, word) != all.end();
}

/// 12, 001-128, 0.5, 1h, 500ms, 7.8G: digits, at most one point, and perhaps a unit behind them.
bool is_number_word(std::string_view word) {
  constexpr std::string_view units = " h m s d ms min K M G T P E KB MB GB TB PB EB ";
  std::size_t digits = 0;
  std::size_t points = 0;
  std::size_t at = 0;
  for (; at < word.size(); ++at) {
    if (is_digit(word[at]))
      ++digits;
    else if (word[at] == '.')
      ++points;
    else if (word[at] != '-')
      break;
  }
  if (at == word.size()) return points <= 1;  // a lone - asks for the default
  const std::string unit = " " + std::string(word.substr(at)) + " ";
  return digits > 0 && points <= 1 && units.find(unit) != std::string_view::npos;
}

class Hiding {
 public:
  Hiding(Pseudonyms& names, WordKind kind, std::string_view text, std::string_view own_words)
      : names_(names), kind_(kind), text_(text), grammar_(grammar_of(kind)), own_(own_words) {}

  std::string run() && {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (kind_ == WordKind::dependency && (letter == '"' || letter == '\''))
        take_quoted();
      else if (is_end(letter))
        pass(text_[at_++]);
      else
        take_word();
    }
    return std::move(out_);
  }

 private:
  bool is_end(char letter) const { return grammar_.ends.find(letter) != std::string_view::npos; }
  void pass(char letter) {
    out_ += letter;
    if (letter != ' ' && letter != '\t') before_ = letter;
    gap_ = letter == ' ' || letter == '\t';
  }

  void take_word() {
    std::size_t end = at_;
    while (end < text_.size() && !is_end(text_[end])) ++end;
    std::string_view word = text_.substr(at_, end - at_);
    const char behind = end < text_.size() ? text_[end] : '\0';
    at_ = end;
    // order[-slots]
    if (kind_ == WordKind::requirement && word.size() > 1 && word[0] == '-') {
      out_ += '-';
      word.remove_prefix(1);
    }
    out_ += is_kept(word, behind) ? word : hide(word);
    before_ = 'a';
    gap_ = false;
  }

  /// `behind`: the letter behind the word.
  bool is_kept(std::string_view word, char behind) const {
    if (is_one_of(grammar_.own_words, word) || is_one_of(own_, word)) return true;
    switch (kind_) {
      case WordKind::persons:
      case WordKind::projects:
      case WordKind::apps:
      case WordKind::others:
        return false;  // users, groups and projects may be called by a number
      case WordKind::shares:
      case WordKind::clusters:
        return before_ == ',' && is_number_word(word);
      case WordKind::queues:
      case WordKind::send_queues:
        if (before_ == '+' && is_number_word(word)) return true;
        return before_ != '@' && (kind_ == WordKind::queues || behind == '@');
      case WordKind::requirement:
        if (is_number_word(word)) return true;
        return model::find_builtin(word) != none<model::ResourceId>;
      case WordKind::hosts:
      case WordKind::settings:
      case WordKind::dependency:
        return is_number_word(word);
    }
    return false;
  }

  std::string_view hide(std::string_view word) {
    const bool is_cluster = kind_ == WordKind::hosts && before_ == '@' && !gap_;
    if (is_cluster) return names_.of(NameFamily::cluster, word);
    if (kind_ == WordKind::settings && before_ == '/') return names_.of(NameFamily::host, word);
    return names_.of(grammar_.family, word);
  }

  /// A name of a dependency in quotes, which may be a number; without the closing quote it is none.
  void take_quoted() {
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return pass(text_[at_++]);
    std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    const bool is_pattern = name.ends_with('*');
    if (is_pattern) name.remove_suffix(1);
    out_ += text_[at_];
    out_ += hidden_job_name(names_, name);
    if (is_pattern) out_ += '*';
    pass(text_[end]);
    at_ = end + 1;
  }

  Pseudonyms& names_;
  WordKind kind_;
  std::string_view text_;
  Grammar grammar_;
  std::string_view own_;
  std::string out_;
  std::size_t at_ = 0;
  char before_ = '\0';  ///< the last sign; 'a': a word
  bool gap_ = false;    ///< a blank stands between them
};

}  // namespace

std::string hidden_words(Pseudonyms& names, WordKind kind, std::string_view text,
                         std::string_view own_words) {
  return Hiding(names, kind, text, own_words).run();
}

std::string hidden_job_name(Pseudonyms& names, std::string_view name) {
  const std::size_t bracket = name.find('[');
  std::string made = names.make(NameFamily::job, name.substr(0, bracket));
  if (bracket == std::string_view::npos) return made;
  const std::string_view elements = name.substr(bracket);
  if (elements.find_first_not_of("[]0123456789,-:% *") != std::string_view::npos)
    return names.make(NameFamily::job, name);
  return made.append(elements);
}

bool has_pattern(std::string_view dependency) {
  for (std::size_t at = 1; at < dependency.size(); ++at)
    if (dependency[at] == '*' &&
        std::string_view(" \t([,\"'").find(dependency[at - 1]) == std::string_view::npos)
      return true;
  return false;
}

}  // namespace mcsim::app
