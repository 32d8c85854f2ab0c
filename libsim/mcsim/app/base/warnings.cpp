// Warnings in the order in which they matter: by what is lost.
#include "mcsim/app/base/warnings.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <ranges>
#include <utility>

#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t most_warnings = 10;
constexpr std::size_t most_losses = 8;

Diagnostic warning_about(const std::string& input, std::string text) {
  Diagnostic said = about_file(input, std::move(text));
  said.severity = Severity::warning;
  return said;
}

/// "queues", "policies", "ServiceClasses".
std::string plural_of(std::string noun) {
  if (noun.ends_with("y")) return noun.substr(0, noun.size() - 1) + "ies";
  return noun + (noun.ends_with("s") ? "es" : "s");
}

/// "lose fairshare" of "loses fairshare".
std::string plural_verb(const std::string& what) {
  const std::size_t end = std::min(what.find(' '), what.size());
  const std::string verb = what.substr(0, end);
  const std::string rest = what.substr(end);
  if (verb == "is") return "are" + rest;
  if (verb == "has") return "have" + rest;
  return (verb.ends_with("s") ? verb.substr(0, verb.size() - 1) : verb) + rest;
}

/// "3 queues lose fairshare", "2 of 3 Limits are left out", "1 file is not read".
std::string text_of(const Loss& loss) {
  std::string text = std::to_string(loss.count);
  if (loss.of > loss.count) text += " of " + std::to_string(loss.of);
  const bool is_one = std::max(loss.count, loss.of) == 1;
  text += " " + (is_one ? loss.who : plural_of(loss.who)) + " ";
  return text + (loss.count == 1 ? loss.what : plural_verb(loss.what));
}

/// Losses of one kind, added up. How many there are is known for each file.
struct Sum {
  Loss loss;
  std::map<std::string, std::size_t> of;  ///< by file
};

/// How much a warning changes who waits, the most first.
enum class Weight {
  never_runs,  ///< jobs
  may_never,   ///< what jobs may ask for
  is_gone,     ///< a Limit, a host, a section, a file
  is_less,     ///< of a queue, a user, an application: one of the rules for its jobs
  mistyped,    ///< one keyword, that somebody meant
  parameter,   ///< one keyword, that LSF knows
  perhaps,     ///< nobody knows
  nothing,
};

Weight weight_of(const Diagnostic& diagnostic) {
  const std::string& who = diagnostic.loss.who;
  if (diagnostic.is_minor) return Weight::nothing;
  if (who.empty()) return Weight::perhaps;
  if (diagnostic.loss.what.starts_with("loses ")) return Weight::is_less;
  if (who == "job") return Weight::never_runs;
  if (who == "requirement") return Weight::may_never;
  if (who.starts_with("mistyped ") || who.starts_with("misplaced ")) return Weight::mistyped;
  if (who == "parameter" || who == "plugin") return Weight::parameter;
  return Weight::is_gone;
}

Diagnostics errors_of(const Diagnostics& all) {
  Diagnostics errors;
  for (const Diagnostic& one : all.list)
    if (one.severity == Severity::error) errors.add(one);
  return errors;
}

/// By weight, and those of one weight as they were.
Diagnostics weighed_warnings(const Diagnostics& all) {
  Diagnostics warnings;
  for (const Diagnostic& one : all.list)
    if (one.severity == Severity::warning)
      warnings.list.insert(std::ranges::upper_bound(warnings.list, weight_of(one), {}, weight_of),
                           one);
  return warnings;
}

/// The first line, if there is anything to say: of `most` kinds of losses.
void add_summary(Diagnostics& to, const Diagnostics& warnings, const std::string& input,
                 std::size_t most) {
  const auto losses = losses_of(warnings);
  if (losses.empty()) return;
  to.add(warning_about(input, "changes who waits: " + listed_losses(losses, most)));
}

}  // namespace

std::vector<std::string> losses_of(const Diagnostics& diagnostics) {
  std::vector<Sum> sums;
  for (const Diagnostic& one : weighed_warnings(diagnostics).list) {
    if (one.loss.count == 0) continue;
    auto found = std::ranges::find_if(sums, [&](const Sum& sum) {
      return sum.loss.who == one.loss.who && sum.loss.what == one.loss.what;
    });
    if (found == sums.end()) {
      sums.push_back({.loss = {.who = one.loss.who, .what = one.loss.what}, .of = {}});
      found = sums.end() - 1;
    }
    found->loss.count += one.loss.count;
    found->of[one.file] = std::max(found->of[one.file], one.loss.of);
  }
  std::vector<std::string> texts;
  for (Sum& sum : sums) {
    for (const auto& [file, of] : sum.of) sum.loss.of += of;
    texts.push_back(text_of(sum.loss));
  }
  return texts;
}

std::string listed_losses(const std::vector<std::string>& losses, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(losses.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + losses[i];
  if (losses.size() > most)
    text += ", and " + std::to_string(losses.size() - most) +
            (losses.size() == most + 1 ? " more kind of loss" : " more kinds of losses");
  return text;
}

void print_about_input(const Console& console, const Diagnostics& diagnostics,
                       const std::string& input, std::string_view choice) {
  print(console, errors_of(diagnostics));
  if (choice == "none") return;
  Diagnostics warnings = weighed_warnings(diagnostics);
  const bool is_all = choice == "all";
  Diagnostics shown;
  if (!diagnostics.has_errors())
    add_summary(shown, warnings, input, is_all ? warnings.list.size() : most_losses);
  const std::size_t count = warnings.list.size();
  const std::size_t more = is_all || count <= most_warnings ? 0 : count - most_warnings;
  warnings.list.resize(count - more);
  append(shown, warnings);
  if (more > 0)
    shown.add(warning_about(input, "and " + std::to_string(more) +
                                       (more == 1 ? " more warning" : " more warnings") +
                                       ": --warnings all"));
  print(console, shown);
}

}  // namespace mcsim::app
