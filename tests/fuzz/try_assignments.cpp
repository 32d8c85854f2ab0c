// Any lines as values of `--set`, and as values of `--vary`: refused with a reason, or a scenario
// that is its own effective form, and variants with names of their own.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fuzz/memory_file.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::testing {
namespace {

constexpr std::string_view assigned_text = R"({"mcsim": 1, "seed": 1,
  "clusters": [{"name": "C.1", "hosts": [{"name": "h[1-2]", "ncpus": 2}, {"name": "i"}],
    "lsb.params": {"MBD_SLEEP_TIME": 10}, "lsb.hosts": {"Host": [{"HOST_NAME": "i", "MXJ": 3}]},
    "lsb.queues": [{"QUEUE_NAME": "a.b", "PRIORITY": 3}, {"QUEUE_NAME": "c"}]},
    {"name": "D", "hosts": [{"name": "d"}]}],
  "jobs": [{"id": 1, "cluster": "C.1", "run": "1s"}, {"id": 2, "cluster": "D", "run": "1s"}]})";

std::vector<std::string> lines_in(std::string_view text) {
  constexpr std::size_t most = 8;
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Returns the effective scenario; empty: it was refused.
std::string effective(std::string_view text, const std::vector<std::string>& sets) {
  const MemoryFile file = file_of(text);
  app::RunRequest request;
  request.input = file.path();
  request.sets = sets;
  const auto loaded =
      app::load_input(request, app::InputKind::scenario, {}, registry::default_registry());
  MCSIM_CHECK(loaded || loaded.error().has_errors(), "refused without a reason");
  return loaded ? loaded->effective : std::string();
}

void try_vary(const std::vector<std::string>& lines) {
  const auto variations = app::read_variations(lines);
  if (!variations) {
    MCSIM_CHECK(variations.error().has_errors(), "refused without a reason");
    return;
  }
  const std::vector<app::Variant> variants = app::combine(*variations);
  MCSIM_CHECK(!variants.empty() && variants.size() <= app::most_variants, "a number of variants");
  std::set<std::string> names;
  for (const app::Variant& variant : variants) {
    MCSIM_CHECK(names.insert(variant.name).second, "two variants of one name");
    MCSIM_CHECK(variant.name.find('/') == std::string::npos, "no name of a folder");
  }
  MCSIM_CHECK(app::short_names(*variations).size() == variations->size(), "a name for each");
  effective(assigned_text, variants.front().assignments());
}

}  // namespace

void try_assignments(std::string_view text) {
  const std::vector<std::string> lines = lines_in(text);
  const std::string found = effective(assigned_text, lines);
  if (!found.empty()) MCSIM_CHECK(effective(found, {}) == found, "another effective scenario");
  try_vary(lines);
}

}  // namespace mcsim::testing
