// Any bytes as a scenario: refused with a reason, or its effective form is a scenario too, and its
// own effective form.
#include "fuzz/memory_file.hpp"
#include "mcsim/io/scenario.hpp"

using namespace mcsim;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  ScenarioChoices choices;
  choices.dispatch = {"lsf", "fcfs", "easy", "conservative"};
  choices.baselines = {"fcfs", "easy", "conservative"};
  const MemoryFile file = file_of(bytes, count);
  const auto scenario = load_scenario(file.path(), choices);
  if (!scenario) {
    MCSIM_CHECK(scenario.error().has_errors(), "refused without a reason");
    return 0;
  }
  MCSIM_CHECK(!scenario->warnings.has_errors(), "a good scenario with errors");
  const std::string& effective = scenario->effective;
  const MemoryFile again_file =
      file_of(reinterpret_cast<const std::uint8_t*>(effective.data()), effective.size());
  const auto again = load_scenario(again_file.path(), choices);
  MCSIM_CHECK(again.has_value(), "the effective scenario is refused");
  MCSIM_CHECK(again->effective == effective, "another effective scenario");
  return 0;
}
