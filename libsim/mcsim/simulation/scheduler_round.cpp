// Rounds of clusters under LSF's scheduler.
#include "mcsim/simulation/scheduler_round.hpp"

#include "mcsim/simulation/cluster_rounds.hpp"

namespace mcsim::simulation {

void tell_news(Observer& observer, ClusterWorld& world) {
  if (!observer.wants_reports() || !world.forwarding.publisher.has_news()) return;
  for (const Publisher::News& news : world.forwarding.publisher.take_news())
    observer.on(world.id, ReportMade{news.made, news.reader, news.queues});
}

void apply_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now, Round round,
               const std::vector<ClusterWorld>& grid) {
  SchedulerRound(world, observer, counts).apply(now, round, grid);
}
void decide_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts,
                std::vector<ClusterWorld>& grid) {
  if (world.sessions.take(world.agenda.now())) SchedulerRound(world, observer, counts).decide(grid);
}
void hear_last_loads(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time end) {
  SchedulerRound(world, observer, counts).hear_last_loads(end);
}

}  // namespace mcsim::simulation
