// The names that a LIM knows, and the environment that it gives an ELIM at its start.
#include "mcsim/lim/elim_contract.hpp"

#include <algorithm>
#include <array>

namespace mcsim::lim {
namespace {

// Source: docs/rules/lsf.md, 4.1, in the order of the load vector.
constexpr std::array<std::string_view, 11> own_indices{"r15s", "r1m", "r15m", "ut",  "pg", "io",
                                                       "ls",   "it",  "tmp",  "swp", "mem"};
// What LIM finds out once, or reads in lsf.cluster.
constexpr std::array<std::string_view, 10> fixed_names{
    "slots", "ncpus", "ndisks", "maxmem", "maxswp", "maxtmp", "cpuf", "type", "model", "hname"};

std::string expected_names(const ElimResources& resources) {
  std::string names;
  for (const ElimResource& resource : resources.all())
    if (resource.expected) names += (names.empty() ? "" : " ") + resource.name;
  return names;
}

}  // namespace

ElimResources::ElimResources() {
  for (const std::string_view name : own_indices)
    add({.name = std::string(name), .target = ElimTarget::built_in});
  for (const std::string_view name : fixed_names)
    add({.name = std::string(name), .target = ElimTarget::fixed});
}

ElimIndex ElimResources::add(const ElimResource& resource) {
  const auto next = static_cast<ElimIndex>(list_.size());
  const auto [place, is_new] = places_.try_emplace(resource.name, next);
  if (is_new)
    list_.push_back(resource);
  else
    list_[static_cast<std::size_t>(place->second)] = resource;
  return place->second;
}

std::optional<ElimIndex> ElimResources::find(std::string_view name) {
  if (const auto place = places_.find(name); place != places_.end()) return place->second;
  if (!takes_any_ || taken_ >= most_taken) return std::nullopt;
  ++taken_;
  return add({.name = std::string(name)});
}

double ElimResources::number_of(std::string_view text) {
  const auto found = std::ranges::find(texts_, text);
  const auto number = static_cast<double>(found - texts_.begin());
  if (found == texts_.end()) texts_.emplace_back(text);
  return number;
}

std::vector<ElimVariable> ElimContract::environment() const {
  const std::string names = expected_names(resources);
  std::optional<std::string> master;
  if (is_master || rules.lava) master = is_master ? "Y" : "N";
  std::optional<std::string> lava_names;
  if (rules.lava) lava_names = names;
  return {{"LSF_RESOURCES", names},
          {"LSF_MASTER", master},
          {"LS_ELIM_RESOURCES", lava_names},
          {"ELIM_ABORT_VALUE", std::to_string(rules.abort_value)}};
}

}  // namespace mcsim::lim
