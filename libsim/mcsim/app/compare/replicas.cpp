// Makes the replicas of variants.
#include "mcsim/app/compare/replicas.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "mcsim/app/compare/what_is_random.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// "95%" or "95": more than 50, less than 100; with at most three decimals.
std::optional<double> read_confidence(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  const auto number = read_decimal(text);
  const auto thousandths = number ? in_units(*number, 3) : std::nullopt;
  if (!thousandths || *thousandths <= 50'000 || *thousandths >= 100'000) return std::nullopt;
  return static_cast<double>(*thousandths) / 100'000;
}

/// By number, name or title.
std::optional<std::size_t> find_variant(const std::string& text,
                                        const std::vector<Variant>& variants) {
  for (std::size_t at = 0; at < variants.size(); ++at)
    if (text == std::to_string(at + 1) || text == variants[at].name || text == variants[at].title)
      return at;
  return std::nullopt;
}

}  // namespace

Expected<ReplicaPlan, Diagnostics> plan_replicas(const CompareRequest& request,
                                                 const std::vector<Variant>& variants) {
  ReplicaPlan plan{.count = request.replicas, .against = 0, .confidence = 0.95};
  Diagnostics wrong;
  const auto complain = [&](const std::string& option, std::string text) {
    wrong.add(about_file(option, std::move(text)));
  };
  const auto needs_replicas = [&](const char* name, const std::optional<std::string>& value) {
    if (value && request.replicas == 1)
      complain(std::string(name) + " " + in_quotes(*value),
               "needs --replicas of at least 2: one run says nothing about chance");
  };
  needs_replicas("--resample", request.resample);
  needs_replicas("--against", request.against);
  needs_replicas("--confidence", request.confidence);
  if (request.confidence) {
    const auto confidence = read_confidence(*request.confidence);
    if (!confidence)
      complain("--confidence " + in_quotes(*request.confidence),
               "expected a percentage above 50 and below 100, such as 95%");
    plan.confidence = confidence.value_or(plan.confidence);
  }
  if (request.against) {
    const auto found = find_variant(*request.against, variants);
    std::vector<std::string_view> titles;
    for (const Variant& variant : variants) titles.push_back(variant.title);
    if (!found)
      complain("--against " + in_quotes(*request.against),
               "no variant is called so" + known_names(*request.against, titles));
    plan.against = found.value_or(0);
  }
  const auto varies_seed = [](const Variant& variant) {
    return variant.sets.find("seed") != nullptr;
  };
  if (request.replicas > 1 && std::ranges::any_of(variants, varies_seed))
    complain("--replicas " + std::to_string(request.replicas),
             "gives each replica a seed of its own: leave seed out of --vary");
  if (wrong.has_errors()) return Unexpected(std::move(wrong));
  return plan;
}

bool have_luck(const CompareRequest& request, const std::vector<Scenario>& scenarios,
               const Registry& registry) {
  return request.resample || std::ranges::any_of(scenarios, [&](const Scenario& scenario) {
           return scenario.draws_workloads || is_anything_random(scenario.config, registry);
         });
}

std::vector<Variant> with_replicas(const CompareRequest& request,
                                   const std::vector<Variant>& variants,
                                   const std::vector<Scenario>& scenarios) {
  const std::size_t count = request.replicas;
  std::vector<Variant> all;
  all.reserve(variants.size() * count);
  for (std::size_t at = 0; at < variants.size(); ++at)
    for (std::size_t replica = 1; replica <= count; ++replica) {
      Variant one = variants[at];
      const std::uint64_t seed = scenarios[at].config.seed + (replica - 1);
      one.name += "_r" + std::to_string(replica);
      one.title += ", replica " + std::to_string(replica);
      one.replica = replica;
      one.sets.children.push_back(json_member("seed", json_whole(static_cast<std::int64_t>(seed))));
      if (request.resample)
        one.sets.children.push_back(
            json_member("workloads.*.resample", json_text(*request.resample)));
      all.push_back(std::move(one));
    }
  return all;
}

}  // namespace mcsim::app
