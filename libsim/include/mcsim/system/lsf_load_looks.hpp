// The looks of sbatchds at load: when, and what follows.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/load_stops.hpp"
#include "mcsim/system/lsf_life.hpp"

namespace mcsim {

/// Every sbatchd looks at each multiple of SBD_SLEEP_TIME since virtual time 0. Those who would
/// find nothing new do not: that changes nothing. Source: docs/load.md, section 4.
template <Observer O>
class LsfLoadLooks {
 public:
  LsfLoadLooks(ClusterWorld& world, O& observer, LsfLife<O>& life)
      : world_(world), state_(*world.lsf), observer_(observer), life_(life) {}

  /// The event that was expected has come.
  void comes() {
    --world_.recurring;
    if (state_.next_look <= life_.now()) state_.next_look = never;
  }
  /// Phase 6: those that are due look.
  void look() {
    if (!state_.has_load_stops || world_.agenda.round() != 1 ||
        next_from(life_.now()) != life_.now())
      return;
    life_.book().hear_of_load();
    for (const HostId host : due())
      if (!world_.config.model.elide || may_find_any(host)) look_at(host);
  }
  /// Sees to it that there is a round when somebody has to look.
  void expect() {
    if (!state_.has_load_stops || state_.started == 0) return;
    const bool is_soon = !world_.config.model.elide || !state_.to_look_at.hosts.empty();
    const Time news = is_soon ? life_.now() : state_.load->next_news(life_.now(), false);
    if (news == never) return;
    const Time next = next_from(std::max(news, life_.now() + 1ms));
    if (state_.next_look <= next) return;
    state_.next_look = next;
    world_.agenda.schedule(next, Phase::preempt, SbatchdsLook{});
    ++world_.recurring;
  }

 private:
  Time next_from(Time time) const {
    const Duration sleep = state_.settings.params.sbd_sleep_time;
    return Time{} + (time - Time{} + sleep - 1ms) / sleep * sleep;
  }
  /// Hosts whose sbatchds may find something, in their order.
  std::vector<HostId> due() {
    std::vector<HostId> hosts;
    if (!world_.config.model.elide) {
      for (std::size_t at = 0; at < state_.hosts.size(); ++at)
        hosts.push_back(static_cast<HostId>(at));
    } else {
      for (const HostId host : state_.to_look_at.hosts)
        state_.jobs.visit_on(
            host, [&](JobSlotId id, Slots) { hosts.push_back(state_.jobs.first_host(id)); });
      std::ranges::sort(hosts);
      const auto [again, end] = std::ranges::unique(hosts);
      hosts.erase(again, end);
    }
    state_.to_look_at.clear();
    return hosts;
  }
  /// Whether a job that its sbatchd looks after is suspended, or on a host where load may suspend
  /// it: now, since a load that comes to a level makes it look again.
  bool may_find_any(HostId host) const {
    bool may = false;
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
      may = may || state_.jobs[id].stopped_for != none<ResourceId>;
      state_.jobs.visit_hosts(
          id, [&](HostSlots part) { may = may || state_.load->may_stop(part.host); });
    });
    return may;
  }
  /// What is told of a host that suspends a job is what its LIM has told last.
  void hear_of(HostId host) {
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
      state_.jobs.visit_hosts(id, [&](HostSlots part) {
        state_.hosts.set_load(part.host, state_.load->known(part.host));
      });
    });
  }
  void look_at(HostId host) {
    if (state_.hosts[host].unreached) return;  // once it is back, its host is shown anew
    hear_of(host);
    const LoadStops rules(world_.config, state_, life_.now());
    const std::vector<LoadStops::Stop> stops = rules.stops(host);
    for (const LoadStops::Stop& stop : stops) {
      tell(observer_, world_.id, stop.why);
      life_.suspend(stop.job, Stage::ssusp, SuspendReason::load, stop.why.index);
    }
    if (stops.empty()) {
      if (const JobSlotId id = rules.goes_on(host); id != none<JobSlotId>) {
        life_.resume(id);
        life_.wake();  // its hosts start others again
      }
    }
    if (rules.looks_again(host)) state_.to_look_at.add(host);
  }

  ClusterWorld& world_;
  LsfState& state_;
  O& observer_;
  LsfLife<O>& life_;
};

}  // namespace mcsim
