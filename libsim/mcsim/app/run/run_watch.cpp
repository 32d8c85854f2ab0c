// Plays a run with the observers of a watch.
#include "mcsim/app/run/run_watch.hpp"

#include <utility>

#include "mcsim/app/run/run_steps.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/simulation/recorder.hpp"

namespace mcsim::app {

RunResults run_watched(const GridConfig& config, const Registry& registry, RunWatch& watch,
                       const std::function<bool(Time now, std::uint64_t ended)>& step) {
  Simulation simulation(config, registry);
  Recorder recorder(config);
  Observers all{&recorder};
  watch.join(all, simulation);
  Observer& heard = watch.is_asked_for() ? static_cast<Observer&>(all) : recorder;
  const Time until = config.until.value_or(never - 1ms);
  Simulation::Stop stop = now_and_then(simulation, step);
  if (watch.looks())
    stop = [&watch, &simulation, asked = std::move(stop)](Time now) {
      watch.look(simulation);
      return asked(now);
    };
  const RunState state = simulation.run_until(until, heard, stop);
  RunResults results = std::move(recorder).results(simulation, state, until);
  results.at_rest = state == RunState::until && simulation.is_at_rest();
  watch.finish(simulation, results);
  return results;
}

}  // namespace mcsim::app
