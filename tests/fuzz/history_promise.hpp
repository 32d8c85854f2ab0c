// What an import promises of any bytes: refused with a reason, or a scenario that has jobs, or is
// refused with a reason itself.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>

#include "mcsim/app/history/import_history.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/words.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

inline void keep_history_promise(const TempFolder& folder, ImportRequest request) {
  request.cluster = "site";
  request.folder = folder.path("site");
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = import_history(request, Console{out, err});
  if (code != ExitCode::done) {
    MCSIM_CHECK(code == ExitCode::bad_input, "a strange end of an import");
    MCSIM_CHECK(!err.str().empty(), "refused without a reason");
    return;
  }
  ScenarioChoices choices;
  choices.dispatch = {"lsf"};
  const auto scenario = load_scenario(folder.path("site/scenario.json"), choices);
  if (!scenario) {  // names that no site has are refused there
    MCSIM_CHECK(scenario.error().has_errors(), "refused without a reason");
    return;
  }
  const std::uint64_t jobs =
      scenario->workloads.back().jobs +
      static_cast<std::uint64_t>(std::ranges::count_if(
          scenario->workloads.back().skipped, [](std::uint64_t count) { return count > 0; }));
  MCSIM_CHECK(jobs > 0, "an import without a job");
}

}  // namespace mcsim::testing
