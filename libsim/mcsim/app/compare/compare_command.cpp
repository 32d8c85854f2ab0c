// Runs one scenario with all combinations of some values, and reports.
#include "mcsim/app/compare/compare_command.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/base/strict.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/compare/compare_files.hpp"
#include "mcsim/app/compare/compare_table.hpp"
#include "mcsim/app/compare/metric_names.hpp"
#include "mcsim/app/compare/replica_report.hpp"
#include "mcsim/app/compare/replicas.hpp"
#include "mcsim/app/compare/same_runs.hpp"
#include "mcsim/app/compare/variant_runs.hpp"
#include "mcsim/app/compare/variations.hpp"
#include "mcsim/app/compare/what_is_random.hpp"
#include "mcsim/app/run/known_metrics.hpp"
#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/run_warnings.hpp"
#include "mcsim/results/run_folder.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

/// A comparison whose variants are all valid scenarios.
struct Comparison {
  const CompareRequest& request;
  std::vector<Variation> variations;
  std::vector<Variant> variants;        ///< each replica is one
  std::string name;                     ///< of the scenario
  std::optional<std::uint64_t> seed{};  ///< none: the variants have different seeds
  std::vector<Variant> originals;       ///< without replicas
  ReplicaPlan replicas;
};

std::optional<std::uint64_t> seed_of(const std::vector<Scenario>& scenarios) {
  const std::uint64_t seed = scenarios.front().config.seed;
  const bool same = std::ranges::all_of(
      scenarios, [&](const Scenario& scenario) { return scenario.config.seed == seed; });
  return same ? std::optional(seed) : std::nullopt;
}

std::string reproducing_line(const Comparison& comparison) {
  std::string line = reproducing_words("compare", comparison.request.run);
  for (const std::string& vary : comparison.request.vary) line += " --vary " + shell_word(vary);
  const CompareRequest& request = comparison.request;
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) line += std::string(option) + shell_word(*value);
  };
  add(" --metrics ", request.metrics);
  if (request.replicas > 1) line += " --replicas " + std::to_string(request.replicas);
  add(" --resample ", request.resample);
  add(" --against ", request.against);
  add(" --confidence ", request.confidence);
  return line + (comparison.seed ? " --seed " + std::to_string(*comparison.seed) : "");
}

/// What replicas say together; empty: there are none, or not all runs are complete.
std::vector<Standings> standings(const Comparison& comparison,
                                 const std::vector<VariantResult>& results) {
  const std::size_t count = comparison.replicas.count;
  if (count < 2 || !std::ranges::all_of(results, &VariantResult::complete)) return {};
  const Summaries all = complete_summaries(results);
  std::vector<Summaries> by_variant;
  for (std::size_t at = 0; at < all.size(); at += count)
    by_variant.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(at),
                            all.begin() + static_cast<std::ptrdiff_t>(at + count));
  const auto& asked = comparison.request.metrics;
  std::vector<std::string> paths = usual_metrics();
  if (asked) {
    paths.clear();
    for (const std::string& name : metric_names(*asked))
      for (const std::string& path : metric_table(all, name).paths) paths.push_back(path);
  }
  return all_standings(paths, by_variant, comparison.replicas.against,
                       comparison.replicas.confidence);
}

/// The member `replicas` of compare.json.
std::optional<JsonNode> replicas_json(const Comparison& comparison,
                                      const std::vector<Standings>& all) {
  if (comparison.replicas.count < 2) return std::nullopt;
  const auto& resample = comparison.request.resample;
  return json_object(
      {json_member("count", json_whole(static_cast<std::int64_t>(comparison.replicas.count))),
       json_member("confidence", json_text(comparison.request.confidence.value_or("95%"))),
       json_member("resample", resample ? json_text(*resample) : JsonNode{}),
       json_member("metrics", standings_json(all, comparison.originals))});
}

/// The report for people, `width` columns wide if possible, but for its last lines. Warnings: about
/// the columns that were asked for.
std::string report(const Comparison& comparison, const std::vector<VariantResult>& results,
                   const std::vector<Standings>& together, std::size_t width,
                   Diagnostics& warnings) {
  const CompareRequest& request = comparison.request;
  const Summaries summaries = complete_summaries(results);
  const auto columns = request.metrics ? chosen_columns(*request.metrics, summaries, warnings)
                                       : usual_columns(summaries);
  if (columns.empty())  // nothing of what was asked for
    for (Diagnostic& one : warnings.list) one.severity = Severity::error;
  std::string text = comparison.name.empty() ? "" : comparison.name + "\n\n";
  if (!together.empty())
    return text +
           replica_report(together, short_names(comparison.variations), comparison.originals,
                          width) +
           "\n";
  text +=
      compare_table(short_names(comparison.variations), comparison.variants, columns, width) + "\n";
  const auto complete = std::ranges::count(results, true, &VariantResult::complete);
  if (static_cast<std::size_t>(complete) < results.size())
    text += "interrupted: " + std::to_string(complete) + " of " + std::to_string(results.size()) +
            " variants are complete\n";
  return text;
}

std::string last_lines(const Comparison& comparison, const RunFolder* folder) {
  const std::string where = folder == nullptr ? "" : "results in: " + folder->shown_name() + "\n";
  return where + "to reproduce: " + reproducing_line(comparison) + "\n";
}

std::optional<Diagnostic> write(RunFolder& folder, const std::string& json, const std::string& csv,
                                bool is_whole) {
  auto failure = folder.write("compare.json", json);
  if (!failure) failure = folder.write("compare.csv", csv);
  return failure ? failure : folder.commit(is_whole);
}

/// Prints the diagnostics in `member` of all variants. Returns whether there were any.
bool tell(const Comparison& comparison, const std::vector<VariantResult>& results,
          Diagnostics VariantResult::* member, const Console& console) {
  std::vector<Diagnostics> of_each;
  of_each.reserve(results.size());
  for (const VariantResult& result : results) of_each.push_back(result.*member);
  const Diagnostics all = said_once(of_each, comparison.variants);
  print(console, all);
  return !all.list.empty();
}

/// Simulates, writes and prints. The scenarios are valid, and the folder, if any, can be written.
ExitCode run(const Comparison& comparison, std::vector<Scenario> scenarios, RunFolder* folder,
             const Registry& registry, const Console& console) {
  const CompareRequest& request = comparison.request;
  const InterruptWatch interrupts;
  const auto results =
      run_variants(request, comparison.variants, std::move(scenarios), folder, registry, console);
  if (!results) {
    print(console, results.error());
    return ExitCode::run_failed;
  }
  const bool is_whole = std::ranges::all_of(*results, &VariantResult::complete);
  const std::vector<Standings> together = standings(comparison, *results);
  const std::string json =
      compare_json(comparison.variants, *results, replicas_json(comparison, together));
  // Before the folder is in place: where memory ends by then, nothing is left.
  Diagnostics warnings;
  const std::string text = report(comparison, *results, together, console.out_width(), warnings);
  if (folder != nullptr)
    if (const auto failure =
            write(*folder, json, compare_csv(comparison.variants, *results), is_whole)) {
      print(console, {{*failure}});
      return ExitCode::run_failed;
    }
  if (!is_whole && folder != nullptr) print(console, about_interrupted(request.run, *folder));
  tell(comparison, *results, &VariantResult::warnings, console);
  print(console, warnings);
  if (request.run.json)
    console.out << json;
  else if (!request.run.quiet)
    console.out << text << last_lines(comparison, folder);
  const bool gate = tell(comparison, *results, &VariantResult::gates, console);
  if (!is_whole) return ExitCode::interrupted;
  if (warnings.has_errors()) return ExitCode::usage;
  return gate ? ExitCode::gate : ExitCode::done;
}

/// The metrics of gates that no run has. One that only some variants have, such as a queue's, fails
/// behind the others' runs.
Diagnostics gates_of_none(const CompareRequest& request, const std::vector<Scenario>& scenarios,
                          const std::vector<Variant>& variants, const Registry& registry) {
  std::vector<Diagnostics> of_each;
  for (const Scenario& scenario : scenarios) {
    of_each.push_back(unknown_gates(request.run, scenario, registry));
    if (of_each.back().list.empty()) return {};
  }
  return said_once(of_each, variants);
}

}  // namespace

ExitCode compare_command(const CompareRequest& request, const Registry& registry,
                         const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  auto variations = read_variations(request.vary);
  if (!variations) return fail(variations.error(), ExitCode::usage);
  const auto kind = kind_to_run(request.run);
  if (!kind) return fail(kind.error().why, kind.error().code);
  std::vector<Variant> variants = combine(*variations);
  auto replicas = plan_replicas(request, variants);
  if (!replicas) return fail(replicas.error(), ExitCode::usage);
  auto scenarios = load_variants(request, *kind, variants, registry);
  const auto tell_about_input = [&](const Diagnostics& all) {
    print_about_input(console, all, request.run.input, request.run.warnings);
  };
  if (!scenarios) {
    tell_about_input(scenarios.error());
    return code_of(scenarios.error());
  }
  if (variants.size() > 1) {
    Diagnostics idle = idle_programs(request.run.programs, *scenarios);
    if (request.run.strict) idle = as_errors(std::move(idle));
    tell_about_input(idle);
    if (idle.has_errors()) return ExitCode::bad_input;
  }
  std::vector<Diagnostics> warnings;
  for (Scenario& scenario : *scenarios) warnings.push_back(scenario.warnings);
  tell_about_input(said_once(warnings, variants));
  if (const auto unknown = gates_of_none(request, *scenarios, variants, registry);
      !unknown.list.empty())
    return fail(unknown, ExitCode::bad_input);
  if (request.metrics)
    if (const auto unknown = unknown_metrics(*request.metrics, request.run, *scenarios, registry);
        !unknown.list.empty())
      return fail(unknown, ExitCode::usage);
  print(console, idle_seeds(*scenarios, variants, registry));
  print(console, same_runs(*scenarios, variants));
  const auto seed = seed_of(*scenarios);
  const std::vector<Variant> originals = variants;
  if (replicas->count > 1 && !have_luck(request, *scenarios, registry)) {
    Diagnostic idle = about_file("--replicas " + std::to_string(replicas->count),
                                 "nothing here is random: each variant runs once; --resample weeks "
                                 "draws other traces from that of the scenario");
    idle.severity = Severity::warning;
    print(console, {{idle}});
    replicas->count = 1;
  }
  if (replicas->count > 1) {
    variants = with_replicas(request, originals, *scenarios);
    scenarios = load_variants(request, *kind, variants, registry);
    if (!scenarios) {
      tell_about_input(scenarios.error());
      return code_of(scenarios.error());
    }
  }
  const Comparison comparison{request,
                              std::move(*variations),
                              std::move(variants),
                              scenarios->front().config.name,
                              seed,
                              originals,
                              *replicas};
  if (!request.run.folder)
    return run(comparison, std::move(*scenarios), nullptr, registry, console);
  auto folder = RunFolder::create(*request.run.folder, RunFolder::Of::comparison);
  if (!folder) return fail(folder.error(), ExitCode::run_failed);
  return run(comparison, std::move(*scenarios), &*folder, registry, console);
}

}  // namespace mcsim::app
