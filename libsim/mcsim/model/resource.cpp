// The resources that every cluster has.
#include "mcsim/model/resource.hpp"

#include <algorithm>
#include <array>

namespace mcsim::model {
namespace {

struct Builtin {
  std::string_view name;
  std::string_view alias;
  ResourceKind kind = ResourceKind::numeric;
  bool dynamic = false;
  bool increasing = false;
};

constexpr ResourceKind numeric = ResourceKind::numeric;
constexpr ResourceKind text = ResourceKind::text;

/// In the order of the ids. Source of the directions: the load vector of OpenLava's lsf.h.
constexpr std::array<Builtin, builtin::count> builtins = {{
    {"r15s", "", numeric, true, true},
    {"r1m", "cpu", numeric, true, true},
    {"r15m", "", numeric, true, true},
    {"ut", "", numeric, true, true},
    {"pg", "", numeric, true, true},
    {"io", "", numeric, true, true},
    {"ls", "login", numeric, true, true},
    {"it", "idle", numeric, true, false},
    {"tmp", "", numeric, true, false},
    {"swp", "swap", numeric, true, false},
    {"mem", "", numeric, true, false},
    {"slots", "", numeric, true, false},
    {"ncpus", "", numeric},
    {"ndisks", "", numeric},
    {"maxmem", "", numeric},
    {"maxswp", "", numeric},
    {"maxtmp", "", numeric},
    {"cpuf", "", numeric},
    {"type", "", text},
    {"model", "", text},
    {"hname", "", text},
}};
static_assert(builtins[builtin::slots].name == "slots");
static_assert(builtins[builtin::hname].name == "hname");

}  // namespace

std::vector<ResourceConfig> builtin_resources() {
  std::vector<ResourceConfig> table;
  table.reserve(builtins.size());
  for (const Builtin& one : builtins)
    table.push_back({.name = std::string(one.name),
                     .kind = one.kind,
                     .dynamic = one.dynamic,
                     .increasing = one.increasing});
  return table;
}

ResourceId find_builtin(std::string_view name) {
  if (name.empty()) return none<ResourceId>;
  const auto found = std::ranges::find_if(
      builtins, [&](const Builtin& one) { return one.name == name || one.alias == name; });
  if (found == builtins.end()) return none<ResourceId>;
  return resource(static_cast<std::uint16_t>(found - builtins.begin()));
}

}  // namespace mcsim::model
