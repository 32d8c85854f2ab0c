// Tells what decisions cost.
#include "mcsim/cluster/decision_cost.hpp"

namespace mcsim::cluster {

void tell_begin(ClusterWorld& world, Observer& observer, DecisionKind kind) {
  world.work_before = world.work();
  observer.on(world.id, DecisionBegins{world.agenda.now(), kind});
}

void tell_end(ClusterWorld& world, Observer& observer, DecisionKind kind, std::string_view policy) {
  const Work work = world.work() - world.work_before;
  observer.on(world.id, DecisionEnds{world.agenda.now(), kind, policy, work});
}

}  // namespace mcsim::cluster
