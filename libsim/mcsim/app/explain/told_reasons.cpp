// Collects pending reasons of forwarded jobs as of the last update.
#include "mcsim/app/explain/told_reasons.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/cluster/forwarding_setup.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/views/reason_text.hpp"

namespace mcsim::app {

ToldReasons::ToldReasons(const GridConfig& config, ClusterId home, Time until, bool names)
    : home_(home), names_(names) {
  if (until >= never - 1ms) return;  // by then all jobs have ended
  constexpr Round last_round = 2;    // an update made and received at `until` itself counts
  for (const LinkConfig& link : config.links) {
    if (link.a != home && link.b != home) continue;
    const ClusterId from = link.a == home ? link.b : link.a;
    const Time made = pend_reason_times(config, from, home).newest_seen(until, last_round, {});
    if (made != never) updates_.push_back({from, made});
  }
  std::ranges::sort(updates_, [](const Update& a, const Update& b) {
    return std::pair(a.made, a.from) > std::pair(b.made, b.from);
  });
}

void ToldReasons::before(const Simulation& simulation, Time now) {
  for (; !updates_.empty() && updates_.back().made < now; updates_.pop_back())
    take_down(simulation.clusters()[index_of(updates_.back().from)], updates_.back().made);
}

ToldLines ToldReasons::at_end(const Simulation& simulation) {
  before(simulation, never);
  return std::move(lines_);
}

void ToldReasons::take_down(const ClusterWorld& world, Time made) {
  SchedulerReasons reasons(world, made);
  world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
    if (!job.is_guest() || job.stage > Stage::psusp) return;
    const Guest& guest = world.forwarding.guests[job.guest];
    if (world.forwarding.neighbours[guest.neighbour].id != home_) return;
    std::vector<std::string>& lines = lines_[{world.id, guest.asked.id}];
    for (const GivenReason& reason : reasons.shared_of(id))
      lines.push_back(pend_line(reason, world.lsf->settings, names_));
  });
}

}  // namespace mcsim::app
