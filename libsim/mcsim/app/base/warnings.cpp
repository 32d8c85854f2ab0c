// Warnings in the order in which they matter: by what is lost.
#include "mcsim/app/base/warnings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// "3 queues lose fairshare", "2 of 3 Limits are left out", "1 file is not read"; "2 to 3 queues
/// lose fairshare": `least` of them in some variant.
std::string text_of(const Loss& loss, std::size_t least) {
  std::string text = (least < loss.count ? std::to_string(least) + " to " : std::string()) +
                     std::to_string(loss.count);
  if (loss.of > loss.count) text += " of " + std::to_string(loss.of);
  const bool is_one = least == 1 && loss.count == 1;
  text += " " + (is_one && loss.of <= 1 ? loss.who : plural_of(loss.who)) + " ";
  return text + (is_one ? loss.what : plural_verb(loss.what));
}

/// Losses of one kind, added up. How many there are is known for each file.
struct Sum {
  Loss loss;
  std::map<std::string, std::size_t> of;  ///< by file
  std::size_t least = 0;                  ///< of several variants, in the one that loses least

  bool is_of(const Loss& other) const { return loss.who == other.who && loss.what == other.what; }
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
  if (who == "job" || who == "row") return Weight::never_runs;
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

std::vector<Sum> sums_of(const Diagnostics& diagnostics) {
  std::vector<Sum> sums;
  for (const Diagnostic& one : weighed_warnings(diagnostics).list) {
    if (one.loss.count == 0) continue;
    auto found = std::ranges::find_if(sums, [&](const Sum& sum) { return sum.is_of(one.loss); });
    if (found == sums.end()) {
      sums.push_back({.loss = {.who = one.loss.who, .what = one.loss.what}, .of = {}});
      found = sums.end() - 1;
    }
    found->loss.count += one.loss.count;
    found->of[one.file] = std::max(found->of[one.file], one.loss.of);
  }
  for (Sum& sum : sums) {
    for (const auto& [file, of] : sum.of) sum.loss.of += of;
    sum.least = sum.loss.count;
  }
  return sums;
}

/// What variants lose: of each loss the least and the most, in the order of `all`.
std::vector<Sum> sums_over(const std::vector<Diagnostics>& of_each, const Diagnostics& all) {
  std::vector<Sum> sums = sums_of(all);
  std::vector<std::vector<Sum>> of_variants;
  for (const Diagnostics& one : of_each) of_variants.push_back(sums_of(one));
  for (Sum& sum : sums) {
    sum.least = SIZE_MAX;
    sum.loss.count = sum.loss.of = 0;
    for (const std::vector<Sum>& own : of_variants) {
      const auto found =
          std::ranges::find_if(own, [&](const Sum& other) { return other.is_of(sum.loss); });
      const Loss loss = found == own.end() ? Loss{} : found->loss;
      sum.least = std::min(sum.least, loss.count);
      sum.loss.count = std::max(sum.loss.count, loss.count);
      sum.loss.of = std::max(sum.loss.of, loss.of);
    }
  }
  return sums;
}

std::vector<std::string> texts_of(const std::vector<Sum>& sums) {
  std::vector<std::string> texts;
  for (const Sum& sum : sums) texts.push_back(text_of(sum.loss, sum.least));
  return texts;
}

void print_warnings(const Console& console, Diagnostics warnings,
                    const std::vector<std::string>& losses, const std::string& input, bool is_all) {
  Diagnostics shown;
  if (!losses.empty())
    shown.add(warning_about(
        input,
        "changes who waits: " + listed_losses(losses, is_all ? losses.size() : most_losses)));
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

}  // namespace

std::vector<std::string> losses_of(const Diagnostics& diagnostics) {
  return texts_of(sums_of(diagnostics));
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
  const auto losses =
      diagnostics.has_errors() ? std::vector<std::string>{} : losses_of(diagnostics);
  print_warnings(console, weighed_warnings(diagnostics), losses, input, choice == "all");
}

void print_about_variants(const Console& console, const Diagnostics& said,
                          const std::vector<Diagnostics>& of_each, const std::string& input,
                          std::string_view choice) {
  if (choice == "none") return;
  print_warnings(console, weighed_warnings(said), texts_of(sums_over(of_each, said)), input,
                 choice == "all");
}

}  // namespace mcsim::app
