// Reads the scenarios of the variants of a comparison.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "mcsim/app/cells/in_parallel.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/run/run_input.hpp"

namespace mcsim::app {
namespace {

/// " (with dispatch=easy and 3 more variants)".
std::string whose(const std::vector<std::size_t>& those, const std::vector<Variant>& variants) {
  std::string text = " (with " + variants[those.front()].title;
  if (those.size() > 1) text += " and " + std::to_string(those.size() - 1) + " more variant";
  return text + (those.size() > 2 ? "s)" : ")");
}

void share_traces(GridConfig& config, const GridConfig& other) {
  for (std::size_t at = 0; at < config.clusters.size() && at < other.clusters.size(); ++at)
    config.clusters[at].trace.share(other.clusters[at].trace);
}

}  // namespace

Diagnostics said_once(const std::vector<Diagnostics>& of_each,
                      const std::vector<Variant>& variants) {
  std::vector<std::pair<Diagnostic, std::vector<std::size_t>>> all;
  std::map<std::string, std::size_t> known;
  for (std::size_t variant = 0; variant < of_each.size(); ++variant)
    for (const Diagnostic& one : of_each[variant].list) {
      const auto [found, fresh] = known.try_emplace(to_text(one), all.size());
      if (fresh) all.push_back({one, {}});
      auto& those = all[found->second].second;
      if (those.empty() || those.back() != variant) those.push_back(variant);
    }
  Diagnostics once;
  for (auto& [one, those] : all) {
    const bool says_whose = one.file.starts_with("--vary ");
    if (those.size() < variants.size() && !says_whose)  // before a picture
      one.message.insert(std::min(one.message.find('\n'), one.message.size()),
                         whose(those, variants));
    once.add(std::move(one));
  }
  return once;
}

Expected<std::vector<Scenario>, Diagnostics> load_variants(const SweepRequest& request,
                                                           InputKind kind,
                                                           const std::vector<Variant>& variants,
                                                           const Registry& registry,
                                                           SwfCache& traces) {
  std::vector<Scenario> scenarios(variants.size());
  std::vector<Diagnostics> errors(variants.size());
  const auto load = [&](std::size_t at) {
    auto scenario = load_input(request.run, kind, variants[at].assignments(), registry, &traces);
    if (!scenario) {
      errors[at] = std::move(scenario).error();
      return;
    }
    scenarios[at] = std::move(*scenario);
    if (at > 0) share_traces(scenarios[at].config, scenarios[0].config);
  };
  load(0);
  std::atomic<bool> stop = false;
  in_parallel(variants.size() - 1, threads_for(request.jobs), stop,
              [&](std::size_t at) { load(at + 1); });
  if (Diagnostics wrong = said_once(errors, variants); wrong.has_errors())
    return Unexpected(std::move(wrong));
  return scenarios;
}

}  // namespace mcsim::app
