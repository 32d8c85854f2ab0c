// When sbatchds look at load, and which jobs they suspend and resume.
#include "mcsim/handlers/load/sbatchd_checks.hpp"
#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void SbatchdChecks::comes() {
  if (state_.sbatchds.next_check <= life_.now()) state_.sbatchds.next_check = never;
}

void SbatchdChecks::look() {
  if (!state_.features.has_load_stops || world_.agenda.round() != 1 ||
      next_from(life_.now()) != life_.now())
    return;
  life_.places().hear_of_load();
  for (const HostId host : state_.load->take_stops()) state_.news.to_check.add(host);
  for (const HostId host : due())
    if (!world_.config.model.elide || may_find_any(host)) look_at(host);
}

void SbatchdChecks::expect() {
  if (!state_.features.has_load_stops || state_.jobs.started() == 0) return;
  const bool is_soon = !world_.config.model.elide || !state_.news.to_check.hosts.empty();
  const Time news = is_soon ? life_.now()
                            : std::min(state_.load->next_news(life_.now(), false),
                                       state_.load->next_stop(life_.now()));
  if (news == never) return;
  const Time next = next_from(std::max(news, life_.now() + 1ms));
  if (state_.sbatchds.next_check <= next) return;
  state_.sbatchds.next_check = next;
  world_.agenda.schedule(next, phase::periodic, SbatchdsCheck{});
}

Time SbatchdChecks::next_from(Time time) const {
  const Duration sleep = state_.settings.params.sbd_sleep_time;
  return Time{} + (time - Time{} + sleep - 1ms) / sleep * sleep;
}

std::vector<HostId> SbatchdChecks::due() {
  std::vector<HostId> hosts;
  if (!world_.config.model.elide) {
    for (std::size_t at = 0; at < state_.hosts.size(); ++at)
      hosts.push_back(static_cast<HostId>(at));
  } else {
    for (const HostId host : state_.news.to_check.hosts)
      state_.jobs.visit_on(
          host, [&](JobSlotId id, Slots) { hosts.push_back(state_.jobs.first_host(id)); });
    std::ranges::sort(hosts);
    const auto [again, end] = std::ranges::unique(hosts);
    hosts.erase(again, end);
  }
  state_.news.to_check.clear();
  return hosts;
}

bool SbatchdChecks::may_find_any(HostId host) const {
  bool may = false;
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
    may = may || state_.jobs[id].stopped_for != none<ResourceId>;
    const HostId first = state_.jobs.first_host(id);
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      may = may || state_.load->may_stop(part.host, part.host == first);
    });
  });
  return may;
}

void SbatchdChecks::hear_of(HostId host) {
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      state_.hosts.set_load(part.host, state_.load->known(part.host));
    });
  });
}

void SbatchdChecks::look_at(HostId host) {
  // Once it is back, its host is shown anew; and so it is if its LIM is.
  if (state_.hosts[host].unreached || !state_.load->answers(host)) return;
  hear_of(host);
  const LoadStops rules(world_.config, state_, life_.now(), host);
  const std::vector<LoadStops::Stop> stops = rules.stops();
  for (const LoadStops::Stop& stop : stops) {
    observer_.on(world_.id, stop.why);
    life_.suspend(stop.job, Stage::ssusp, SuspendReason::load, stop.why.index);
  }
  if (stops.empty()) {
    if (const JobSlotId id = rules.goes_on(); id != none<JobSlotId>) {
      life_.resume(id);
      life_.wake();  // its hosts may start other jobs again
    }
  }
  if (rules.looks_again()) state_.news.to_check.add(host);
}

}  // namespace mcsim::handlers
