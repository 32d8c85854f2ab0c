// Judges gates that go by chance.
#include "mcsim/app/compare/interval_gates.hpp"

#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/compare/asked_confidence.hpp"
#include "mcsim/app/compare/replica_report.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// One gate that goes by chance.
struct IntervalGate {
  const JsonNode& node;
  const VariantGates& of;
  std::string pointer;

  const JsonNode& better_than() const { return *node.find("better_than"_key); }
  const std::string& metric() const { return node.find("metric"_key)->text; }
  Diagnostic complaint(std::string message) const {
    const JsonPlace& place = better_than().place;
    return {.severity = Severity::error,
            .file = place.source < of.sources.size() ? of.sources[place.source] : "",
            .line = place.line,
            .column = place.column,
            .pointer = pointer,
            .message = std::move(message)};
  }
};

template <class Visit>
void visit_interval_gates(const VariantGates& gates, Visit&& visit) {
  for (std::size_t at = 0; at < gates.list.children.size(); ++at)
    if (gates.list.children[at].find("better_than"_key) != nullptr)
      visit(IntervalGate{gates.list.children[at], gates,
                         "/gates/" + std::to_string(at) + "/better_than"});
}

/// Calls visit(gate, position of its variant) for each, and says each different complaint once.
Diagnostics all_complaints(
    const std::vector<VariantGates>& gates, const std::vector<Variant>& variants,
    const std::function<std::optional<std::string>(const IntervalGate&, std::size_t)>& visit) {
  std::vector<Diagnostics> of_each(gates.size());
  for (std::size_t at = 0; at < gates.size(); ++at)
    visit_interval_gates(gates[at], [&](const IntervalGate& gate) {
      if (auto message = visit(gate, at)) of_each[at].add(gate.complaint(*std::move(message)));
    });
  return said_once(of_each, variants);
}

std::string not_better(const Standings& all, std::size_t variant,
                       const std::vector<Variant>& variants) {
  const Difference& from = *all.variants[variant].from_reference;
  return all.path + ": " + variants[variant].title + " is not better than " +
         variants[all.reference].title + " beyond chance: the difference is " +
         difference_text(all.path, from);
}

}  // namespace

std::vector<VariantGates> gates_of(const std::vector<Scenario>& scenarios) {
  std::vector<VariantGates> all;
  all.reserve(scenarios.size());
  for (const Scenario& scenario : scenarios) all.push_back({scenario.gates, scenario.sources});
  return all;
}

Diagnostics wrong_interval_gates(const std::vector<VariantGates>& gates,
                                 const std::vector<Variant>& variants, std::size_t replicas) {
  std::vector<std::string_view> titles;
  for (const Variant& variant : variants) titles.push_back(variant.title);
  return all_complaints(
      gates, variants, [&](const IntervalGate& gate, std::size_t) -> std::optional<std::string> {
        const std::string& name = gate.better_than().text;
        if (!find_variant(name, variants))
          return "no variant is called " + in_quotes(name) + known_names(name, titles);
        if (replicas < 2)
          return "needs --replicas of at least 2: one run says nothing about chance";
        return std::nullopt;
      });
}

Diagnostics failed_interval_gates(const Comparison& comparison,
                                  const std::vector<VariantGates>& gates) {
  const auto& variants = comparison.variants;
  std::map<std::pair<std::string, std::size_t>, std::optional<Standings>> known;
  const auto against = [&](const std::string& metric,
                           std::size_t reference) -> const std::optional<Standings>& {
    const auto [found, is_new] = known.try_emplace({metric, reference});
    if (is_new) found->second = standings_against(comparison, metric, reference);
    return found->second;
  };
  return all_complaints(
      gates, variants, [&](const IntervalGate& gate, std::size_t at) -> std::optional<std::string> {
        const std::size_t reference = *find_variant(gate.better_than().text, variants);
        if (at == reference) return std::nullopt;
        const auto& all = against(gate.metric(), reference);
        if (!all) return gate.metric() + ": not all runs have this result";
        if (all->differs(at) && all->is_better_mean(at)) return std::nullopt;
        return not_better(*all, at, variants);
      });
}

}  // namespace mcsim::app
