// A run folder's run once more: what it was made from, and up to where it is to be played.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::app {

struct ReplayRequest {
  std::string folder{};
  std::optional<std::string> at{};  ///< --at T as typed; none: the end of the run
  bool partial = false;             ///< takes the folder of an interrupted run too
};

/// What a run folder says of its run.
struct Replay {
  std::string folder;
  Scenario scenario;
  Time until = never - 1ms;     ///< play up to and including this
  std::optional<Time> asked{};  ///< --at
  bool whole = true;            ///< that is the end of a run that was not interrupted
  std::string fingerprint;      ///< of the whole run, as summary.json writes it
};

/// Reads the folder. Errors: it is none; it is of an interrupted run; its inputs have changed; `at`
/// is no time (the only error about "--at").
///
/// Sessions that cannot matter are skipped whatever the scenario says (model.elide): what a replay
/// shows is the same with and without them.
Expected<Replay, Diagnostics> open_replay(const ReplayRequest& request, const Registry& registry);

/// Whether the mistake is how an option was written.
bool is_usage_of_replay(const Diagnostics& wrong);

/// A run that was played up to Replay::until.
struct Played {
  Simulation simulation;
  RunResults results;
  Time at;  ///< what the views show: Replay::until, or the end of the run where that is earlier
};

/// Called before each instant. The simulation stays where it is until play() returns.
using BeforeInstant = std::function<void(const Simulation& simulation, Time now)>;

/// Plays, and tells `observer`.
Played play(const Replay& replay, const Registry& registry, Observer& observer,
            const BeforeInstant& before);
/// Plays for the results alone.
Played play(const Replay& replay, const Registry& registry, const BeforeInstant& before);

/// A warning where a run that was played to its end is not the one that the folder has the results
/// of: they were made by another version, or with policies of somebody's own. And one where the run
/// ends before the instant that was asked for.
Diagnostics doubts(const Replay& replay, const Played& played);

}  // namespace mcsim::app
