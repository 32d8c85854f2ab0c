// What draws random numbers: one test for each purpose of a stream.
#include "mcsim/app/cells/what_is_random.hpp"

#include <algorithm>
#include <string>

#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

bool draws(const DrawnTime& time) { return time.kind != DrawnTime::Kind::constant; }

bool draws(const LaunchFault& fault) {
  using Kind = LaunchFault::Kind;
  const bool has_time =
      fault.kind == Kind::pjl_exits || fault.kind == Kind::ts_dies || fault.kind == Kind::res_dies;
  return (fault.probability > 0 && fault.probability < 1) || (has_time && !fault.at);
}

bool draws(const LaunchProfile& profile) {
  return draws(profile.wrapper_start) || draws(profile.pjl_start) || draws(profile.ts_start) ||
         draws(profile.task_start) || draws(profile.latency) ||
         std::ranges::any_of(profile.faults, [](const LaunchFault& one) { return draws(one); });
}

bool draws(const ElimConfig& elim) {
  return std::ranges::any_of(elim.values,
                             [](const ElimOutput& output) {
                               return output.steps.empty() && output.walk.step != 0;
                             }) ||
         std::ranges::any_of(elim.mishaps, &ElimMishap::drawn);
}

bool draws(const LinkConfig& link) {
  return link.jitter != Duration{} || (link.loss > 0 && link.loss < 1);
}

/// A program's own policies may draw; of the others two do.
bool draws(const ModelConfig& model, const Registry& registry) {
  const bool is_known = default_registry().find_forward(model.forward_policy) != nullptr ||
                        registry.find_forward(model.forward_policy) == nullptr;
  return model.seeded_daemon_phase || model.load_noise > 0 || model.forward_policy == "random" ||
         model.forward_policy == "power-of-d" || !is_known;
}

bool draws(const ClusterConfig& cluster, const Registry& registry) {
  return draws(cluster.model, registry) || !cluster.random_faults.empty() ||
         std::ranges::any_of(cluster.elims, [](const ElimConfig& one) { return draws(one); }) ||
         std::ranges::any_of(cluster.launch.profiles,
                             [](const LaunchProfile& one) { return draws(one); });
}

}  // namespace

bool is_anything_random(const GridConfig& config, const Registry& registry) {
  return std::ranges::any_of(config.links, [](const LinkConfig& link) { return draws(link); }) ||
         std::ranges::any_of(config.clusters, [&](const ClusterConfig& cluster) {
           return draws(cluster, registry);
         });
}

bool has_luck(const Scenario& scenario, const Registry& registry) {
  return scenario.draws_workloads || is_anything_random(scenario.config, registry);
}

Diagnostics idle_seeds(const std::vector<Scenario>& scenarios, const std::vector<Variant>& variants,
                       const Registry& registry) {
  Diagnostics said;
  const auto seed = [](const Scenario& scenario) { return scenario.config.seed; };
  const auto first = seed(scenarios.front());
  if (std::ranges::all_of(scenarios, [&](const Scenario& one) { return seed(one) == first; }))
    return said;
  std::vector<std::size_t> idle;
  for (std::size_t at = 0; at < scenarios.size(); ++at)
    if (!has_luck(scenarios[at], registry)) idle.push_back(at);
  if (idle.empty()) return said;
  const std::string where = idle.size() == scenarios.size()
                                ? "nothing here is random"
                                : "nothing is random in " + std::to_string(idle.size()) + " of " +
                                      std::to_string(scenarios.size()) +
                                      " variants (the first: " + variants[idle.front()].title + ")";
  said.add(about_file("--vary", where + ": whatever their seed is, their results are the same"));
  said.list.back().severity = Severity::warning;
  return said;
}

}  // namespace mcsim::app
