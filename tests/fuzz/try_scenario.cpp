// Any bytes as a scenario: refused with a reason, or its effective form is a valid scenario that is
// its own effective form.
#include "fuzz/targets.hpp"

#include "fuzz/memory_file.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::testing {

void try_scenario(std::string_view text) {
  ScenarioChoices choices;
  choices.dispatch = {"lsf", "fcfs", "easy", "conservative"};
  choices.baselines = {"fcfs", "easy", "conservative", "recorded"};
  const MemoryFile file = file_of(text);
  const auto scenario = load_scenario(file.path(), choices);
  if (!scenario) {
    MCSIM_CHECK(scenario.error().has_errors(), "refused without a reason");
    return;
  }
  MCSIM_CHECK(!scenario->warnings.has_errors(), "a good scenario with errors");
  const std::string& effective = scenario->effective;
  const MemoryFile again_file = file_of(effective);
  const auto again = load_scenario(again_file.path(), choices);
  MCSIM_CHECK(again.has_value(), "the effective scenario is refused");
  MCSIM_CHECK(again->effective == effective, "another effective scenario");
}

}  // namespace mcsim::testing
