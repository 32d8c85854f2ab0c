// Makes the replicas of variants.
#include "mcsim/app/cells/replicas.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "mcsim/app/cells/cell_id.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/cells/what_is_random.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

Diagnostics wrong_replicas(const SweepRequest& request, const std::vector<Variant>& variants) {
  Diagnostics wrong;
  if (request.resample && *request.resample != "none" && request.replicas == 1)
    wrong.add(about_file("--resample " + in_quotes(*request.resample),
                         "needs --replicas of at least 2: one run says nothing about chance"));
  const auto varies_seed = [](const Variant& variant) {
    return variant.sets.find("seed") != nullptr;
  };
  if (request.replicas > 1 && std::ranges::any_of(variants, varies_seed))
    wrong.add(about_file("--replicas " + std::to_string(request.replicas),
                         "gives each replica a seed of its own: leave seed out of --vary"));
  if (const auto outputs = read_outputs(request.outputs); !outputs) append(wrong, outputs.error());
  return wrong;
}

Diagnostics seeds_beyond(const SweepRequest& request, const std::vector<Scenario>& scenarios) {
  constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  const bool is_beyond = std::ranges::any_of(scenarios, [&](const Scenario& scenario) {
    return scenario.config.seed > largest - (request.replicas - 1);
  });
  if (!is_beyond) return {};
  return {{about_file("--replicas " + std::to_string(request.replicas),
                      "the seeds go on from the scenario's, beyond " + std::to_string(largest))}};
}

namespace {

bool has_workloads(const std::vector<Scenario>& scenarios) {
  return std::ranges::any_of(scenarios, [](const Scenario& scenario) {
    return scenario.config.workloads.size() > 1;  // behind `jobs`
  });
}

}  // namespace

Diagnostics without_luck(const SweepRequest& request, const std::vector<Variant>& variants,
                         const std::vector<Scenario>& scenarios, const Registry& registry) {
  std::size_t count = 0;
  const Variant* first = nullptr;
  for (std::size_t at = 0; at < variants.size(); ++at)
    if (!has_luck(scenarios[at], registry)) {
      ++count;
      if (first == nullptr) first = &variants[at];
    }
  if (count == 0) return {};
  const std::string where =
      count == variants.size()
          ? std::string("nothing here is random: each variant runs once") +
                (!request.resample && has_workloads(scenarios)
                     ? "; --resample weeks draws other traces from one of two weeks or more"
                     : "")
          : "nothing is random in " + std::to_string(count) + " of " +
                std::to_string(variants.size()) + " variants (the first: " + first->title +
                "): these run once, and count as often as the "
                "others";
  Diagnostic said = about_file("--replicas", where);
  said.severity = Severity::warning;
  return {{std::move(said)}};
}

bool by_weeks(const SweepRequest& request) { return request.replicas > 1 && !request.resample; }

Diagnostics drawn_by_weeks(const std::vector<Variant>& variants,
                           const std::vector<Scenario>& scenarios) {
  std::vector<Diagnostics> of_each(scenarios.size());
  for (std::size_t at = 0; at < scenarios.size(); ++at)
    for (const DrawnByWeeks& one : scenarios[at].by_weeks) {
      const std::string& name = scenarios[at].config.workloads[one.workload + 1];  // behind `jobs`
      std::string text =
          "each replica draws the " + std::to_string(one.weeks) + " weeks of " + name + " anew";
      if (one.left_out > 0)
        text += ", without " + counted(one.left_out, "job") + " behind the last whole week";
      of_each[at].add(about_file("--replicas", text + "; --resample none leaves it as it is"));
      of_each[at].list.back().severity = Severity::warning;
    }
  return said_once(of_each, variants);
}

Diagnostics about_resampled_waits(const SweepRequest& request) {
  if (request.replicas < 2 || (request.resample != "hours" && request.resample != "users"))
    return {};
  Diagnostic said = about_file(
      "--resample " + *request.resample,
      "draws " + *request.resample +
          " apart from each other, and waits come out much longer than those of the trace itself: "
          "compare variants by them, but do not take them for its waits");
  said.severity = Severity::warning;
  return {{std::move(said)}};
}

std::vector<Variant> resampled(const SweepRequest& request, std::vector<Variant> variants) {
  if (request.resample)
    for (Variant& variant : variants)
      variant.sets.children.push_back(
          json_member("workloads.*.resample", json_text(*request.resample)));
  return variants;
}

Variant run_of(Variant variant, std::size_t replica, std::uint64_t seed) {
  variant.replica = replica;
  variant.seed = seed;
  if (replica == 0) return variant;
  variant.name += "_r" + std::to_string(replica);
  variant.title += ", replica " + std::to_string(replica);
  variant.sets.children.push_back(json_member("seed", json_whole(static_cast<std::int64_t>(seed))));
  return variant;
}

std::vector<Variant> runs_of(const SweepRequest& request, const std::vector<Variant>& variants,
                             const std::vector<Scenario>& scenarios, const Registry& registry) {
  const std::string common = common_of_cells(request);
  std::vector<Variant> runs;
  runs.reserve(variants.size() * request.replicas);
  for (std::size_t replica = 1; replica <= request.replicas; ++replica)
    for (std::size_t at = 0; at < variants.size(); ++at) {
      const std::uint64_t later = has_luck(scenarios[at], registry) ? replica - 1 : 0;
      const std::uint64_t seed = scenarios[at].config.seed + later;
      runs.push_back(run_of(variants[at], request.replicas == 1 ? 0 : replica, seed));
      runs.back().cell = cell_id(common, scenarios[at].effective, seed);
    }
  return runs;
}

}  // namespace mcsim::app
