// Plays the run of a run folder again: its scenario, and up to which instant it is played.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::app {

struct ReplayRequest {
  std::string folder{};
  std::optional<std::string> at{};  ///< --at T as typed; none: the end of the run
  bool partial = false;             ///< accepts the folder of an interrupted run too
  PolicyOptions programs{};         ///< --policy
};

/// The contents of a run folder, read for a replay.
struct Replay {
  std::string folder;
  Scenario scenario;
  Time until = never - 1ms;     ///< the last instant to play
  std::optional<Time> asked{};  ///< --at
  bool whole = true;            ///< `until` is the end of a run that was not interrupted
  bool has_stalled = false;     ///< nothing will ever start the jobs that wait at the end
  std::string fingerprint;      ///< of the whole run, as in summary.json
  Diagnostics changed{};        ///< warnings about the files of the folder
  std::int64_t forwards = 0;    ///< how often a job was forwarded in the run
};

/// Reads the folder. Errors: it is not a run folder; its run was interrupted; its files or inputs
/// have changed; `at` is not a time (the only error about "--at").
///
/// Sessions that cannot matter are skipped even if the scenario says otherwise (model.elide): a
/// replay shows the same with and without them.
Expected<Replay, Diagnostics> open_replay(const ReplayRequest& request, const Registry& registry);

/// Whether the mistake is in how an option was written.
bool is_usage_of_replay(const Diagnostics& wrong);

/// A run that was played up to Replay::until.
struct Played {
  Simulation simulation;
  RunResults results;
  Time at;  ///< the instant that views show: Replay::until, or an earlier end of the run
};

/// Called before each instant. The simulation keeps its address until play() returns.
using BeforeInstant = std::function<void(const Simulation& simulation, Time now)>;

/// Plays; `observer` hears the facts.
Played play(const Replay& replay, const Registry& registry, Observer& observer,
            const BeforeInstant& before);
/// Plays for the results alone.
Played play(const Replay& replay, const Registry& registry, const BeforeInstant& before);

/// Warnings: those about the files; a run that was played to its end has another fingerprint than
/// the folder, since its results are of another version or of other policies; or the run ends
/// before the instant that was asked for.
Diagnostics doubts(const Replay& replay, const Played& played);

}  // namespace mcsim::app
