// Runs that are watched, compiled once.
#include "run_watch.hpp"

#include "run_once.hpp"

namespace mcsim {

RunResults run_watched(const GridConfig& config, const Registry& registry, RunWatch& watch,
                       const std::function<bool(Time now, std::uint64_t ended)>& step) {
  return watch.is_asked_for() ? run_once(config, registry, watch, step)
                              : run_once(config, registry, step);
}

}  // namespace mcsim
