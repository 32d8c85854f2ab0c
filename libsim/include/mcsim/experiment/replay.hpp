// A run folder's run once more: what it was made from, and up to where it is to be played.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/io/scenario.hpp"
#include "mcsim/policy/registry.hpp"
#include "mcsim/system/recorder.hpp"
#include "mcsim/system/simulation.hpp"

namespace mcsim {

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

/// Tells the recorder and another observer.
template <Observer O>
struct RecorderAnd {
  Recorder recorder;
  O& observer;

  void on(ClusterId cluster, const auto& fact) {
    tell(recorder, cluster, fact);
    tell(observer, cluster, fact);
  }
  bool wants_decisions() const { return mcsim::wants_decisions(observer); }
  bool wants_reports() const { return mcsim::wants_reports(observer); }
  bool wants_launches() const { return mcsim::wants_launches(observer); }
};

/// Called before each instant. The simulation stays where it is until play() returns.
using BeforeInstant = std::function<void(const Simulation& simulation, Time now)>;

/// Plays, and tells `observer`, of which `recorder` is a part.
template <Observer O>
Played play_to(const Replay& replay, const Registry& registry, Recorder& recorder, O& observer,
               const BeforeInstant& before) {
  Simulation simulation(replay.scenario.config, registry);
  const RunState state = simulation.run_until(replay.until, observer, [&](Time now) {
    before(simulation, now);
    return false;
  });
  RunResults results = std::move(recorder).results(simulation, state, replay.until);
  const Time at = results.end;
  return {std::move(simulation), std::move(results), at};
}

/// Plays, and tells `observer` beside a recorder.
template <Observer O>
Played play(const Replay& replay, const Registry& registry, O& observer,
            const BeforeInstant& before) {
  RecorderAnd<O> both{Recorder(replay.scenario.config), observer};
  return play_to(replay, registry, both.recorder, both, before);
}
/// Plays for a recorder alone.
inline Played play(const Replay& replay, const Registry& registry, const BeforeInstant& before) {
  Recorder recorder(replay.scenario.config);
  return play_to(replay, registry, recorder, recorder, before);
}

/// A warning where a run that was played to its end is not the one that the folder has the results
/// of: they were made by another version, or with policies of somebody's own. And one where the run
/// ends before the instant that was asked for.
Diagnostics doubts(const Replay& replay, const Played& played);

}  // namespace mcsim
