// Warnings in the order in which they matter.
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

/// 0: it changes who waits; 1: perhaps; 2: it does not.
int rank_of(const Diagnostic& diagnostic) {
  if (diagnostic.loss.count > 0) return 0;
  return diagnostic.is_minor ? 2 : 1;
}

Diagnostics errors_of(const Diagnostics& all) {
  Diagnostics errors;
  for (const Diagnostic& one : all.list)
    if (one.severity == Severity::error) errors.add(one);
  return errors;
}

/// By rank, and those of one rank as they were.
Diagnostics ranked_warnings(const Diagnostics& all) {
  Diagnostics warnings;
  for (const int rank : {0, 1, 2})
    for (const Diagnostic& one : all.list)
      if (one.severity == Severity::warning && rank_of(one) == rank) warnings.add(one);
  return warnings;
}

/// The first line, if there is anything to say.
void add_summary(Diagnostics& to, const Diagnostics& warnings, const std::string& input) {
  const auto losses = losses_of(warnings);
  if (losses.empty()) return;
  std::string text = "changes who waits: ";
  for (std::size_t i = 0; i < std::min(losses.size(), most_losses); ++i)
    text += (i == 0 ? "" : ", ") + losses[i];
  if (losses.size() > most_losses)
    text += " and " + std::to_string(losses.size() - most_losses) + " more";
  to.add(warning_about(input, text));
}

}  // namespace

std::vector<std::string> losses_of(const Diagnostics& diagnostics) {
  std::vector<Sum> sums;  // in the order of the warnings
  for (const Diagnostic& one : diagnostics.list) {
    if (one.severity != Severity::warning || one.loss.count == 0) continue;
    auto found = std::ranges::find_if(sums, [&](const Sum& sum) {
      return sum.loss.who == one.loss.who && sum.loss.what == one.loss.what;
    });
    if (found == sums.end()) {
      sums.push_back({.loss = {.who = one.loss.who, .what = one.loss.what}, .of = {}});
      found = sums.end() - 1;
    }
    found->loss.count += one.loss.count;
    found->of[one.file] = one.loss.of;
  }
  std::vector<std::string> texts;
  for (Sum& sum : sums) {
    for (const auto& [file, of] : sum.of) sum.loss.of += of;
    texts.push_back(text_of(sum.loss));
  }
  return texts;
}

void print_about_input(const Console& console, const Diagnostics& diagnostics,
                       const std::string& input, std::string_view choice) {
  print(console, errors_of(diagnostics));
  if (choice == "none") return;
  Diagnostics warnings = ranked_warnings(diagnostics);
  Diagnostics shown;
  if (!diagnostics.has_errors()) add_summary(shown, warnings, input);
  const std::size_t count = warnings.list.size();
  const bool is_cut = choice != "all" && count > most_warnings;
  if (is_cut) warnings.list.resize(most_warnings);
  append(shown, warnings);
  if (is_cut)
    shown.add(warning_about(
        input, "and " + std::to_string(count - most_warnings) + " more: --warnings all"));
  print(console, shown);
}

}  // namespace mcsim::app
