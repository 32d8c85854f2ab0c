// The stories of many jobs of a run, collected while it is played again once.
#pragma once

#include <cstddef>
#include <vector>

#include "mcsim/app/explain/replay.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/usage_results.hpp"
#include "mcsim/report/run_page.hpp"
#include "mcsim/report/run_tables.hpp"

namespace mcsim::app {

/// How many stories a page of a run may have: what each costs grows with the run.
std::size_t most_stories(const Replay& replay, std::size_t jobs);

struct ToldStories {
  std::vector<JobTold> stories;  ///< longest waits first
  Diagnostics doubts{};          ///< warnings of Replay's doubts()
  UsageResults usage{};          ///< of the run, for whoever did not write it
};

/// The stories of the `count` jobs that waited longest; fewer, where their texts are long.
ToldStories tell_stories(const Replay& replay, const Registry& registry, const RunTables& tables,
                         std::size_t count);

}  // namespace mcsim::app
