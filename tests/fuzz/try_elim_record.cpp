// Any bytes as the record of an ELIM: refused with a reason, or played in the order of its times.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <string>

#include "fuzz/memory_file.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::testing {

void try_elim_record(std::string_view text) {
  const MemoryFile record = file_of(text);
  const MemoryFile file = file_of(
      R"({"mcsim": 1, "model": {"load": "lim"}, "clusters": [{"name": "C", "hosts": [
          {"name": "a", "ncpus": 1}]}], "elim": [{"name": "elim.disk", "values": [
          {"resource": "ut", "record": ")" +
      record.path() + R"("}]}]})");
  ScenarioChoices choices;
  choices.dispatch = {"lsf"};
  const auto scenario = load_scenario(file.path(), choices);
  if (!scenario) {
    MCSIM_CHECK(scenario.error().has_errors(), "refused without a reason");
    return;
  }
  for (const ElimConfig& elim : scenario->config.clusters.at(0).elims) {
    for (const ElimOutput& value : elim.values)
      MCSIM_CHECK(std::ranges::is_sorted(value.steps, {}, &ElimLevel::at), "a step too late");
    MCSIM_CHECK(std::ranges::is_sorted(elim.mishaps, {}, &ElimMishap::at), "an end too late");
  }
}

}  // namespace mcsim::testing
