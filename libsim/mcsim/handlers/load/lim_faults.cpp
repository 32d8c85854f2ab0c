// What follows when LIMs end and begin.
#include "mcsim/handlers/load/lim_faults.hpp"
#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void LimFaults::take_down(const TimelineEntry& entry) {
  if (!state_.load) return;
  Time& until = state_.lims.down_until[entry.host];
  const Time back = end_of(life_.now(), entry.down_for);
  until = std::max(until, back);
  if (back != never) world_.agenda.schedule(back, phase::change, LimBack{entry.host});
  turned_.push_back(entry.host);
}

void LimFaults::note_hosts(const std::vector<HostId>& hosts) {
  if (state_.load) turned_.insert(turned_.end(), hosts.begin(), hosts.end());
}

void LimFaults::turn() {
  if (turned_.empty()) return;
  std::vector<HostId> hosts = std::exchange(turned_, {});
  std::ranges::sort(hosts);
  for (const HostId host : hosts) turn(host, state_.load->elims().is_blocked(host));
  expect_claim();
}

void LimFaults::miss_now(const LimIsMissed& event) {
  if (state_.lims.turns[event.host] != event.turn) return;
  if (state_.lims.election.master() == none<HostId>) return;
  set_heard(event.host, false);
  state_.load->set_available(event.host, false);
}

void LimFaults::hear_now() {
  if (state_.lims.election.master() == none<HostId>) return;
  std::vector<HostId> hosts = std::exchange(state_.lims.unheard, {});
  std::ranges::sort(hosts);
  for (const HostId host : hosts) {
    if (!state_.lims.election.is_up(host)) continue;
    set_heard(host, true);
    state_.load->set_available(host, true);
  }
}

void LimFaults::look_now(HostId host) {
  const auto due = state_.lims.waits.find(host);
  if (due == state_.lims.waits.end() || due->second != life_.now()) return;
  state_.lims.waits.erase(due);
  turn(host, state_.load->wait_of(host).is_blocked);
  expect_wait(host);
}

void LimFaults::settle() {
  std::ranges::sort(missed_, {}, &LimIsMissed::host);
  for (const LimIsMissed& event : std::exchange(missed_, {})) miss_now(event);
  if (std::exchange(hears_, false)) hear_now();
  const bool claims = std::exchange(claims_, false);
  if (claims && state_.lims.election.claim(life_.now())) begin_master();
  std::ranges::sort(waiting_);
  const std::vector<HostId> waiting = std::exchange(waiting_, {});
  for (const HostId host : waiting) look_now(host);
  if (claims || !waiting.empty()) expect_claim();
}

void LimFaults::turn(HostId host, bool is_blocked) {
  if (!is_own(host)) return;
  LimState& lims = state_.lims;
  const Time host_back = state_.hosts[host].down_until;
  const bool runs = std::max(host_back, lims.down_until[host]) <= life_.now();
  if (!runs && state_.load->elims().is_blocked(host)) state_.load->end_blocked(host);
  const bool is_up = runs && !is_blocked;
  if (lims.election.is_up(host) == is_up) return;
  ++lims.turns[host];
  const bool was_blocked = state_.load->elims().is_blocked(host);
  observer_.on(world_.id, LimTurned{life_.now(), host, is_up, runs && (is_blocked || was_blocked)});
  is_up ? begin(host) : end(host, runs);
}

void LimFaults::end(HostId host, bool is_blocked) {
  LimState& lims = state_.lims;
  state_.load->fall_silent(host, is_blocked);
  const bool was_master = lims.election.master() == host;
  lims.election.fall_silent(host, life_.now());
  const Time missed = exchange_from(life_.now()) +
                      world_.config.lim.most_missed() * state_.load->exchange_interval();
  world_.agenda.schedule(missed, phase::state, LimIsMissed{host, lims.turns[host]});
  if (!was_master) return;
  state_.load->stop_hearing();
  lims.has_mbatchd = false;
  lims.mbatchd_from = never;
  observer_.on(world_.id, MasterTurned{life_.now(), none<HostId>});
}

void LimFaults::begin(HostId host) {
  state_.load->speak_again(host);
  if (state_.lims.election.speak_again(host, life_.now())) begin_master();
  expect_wait(host);
  life_.wake();  // its load will be reported: the session schedules the next look
  if (state_.features.has_load_stops) state_.news.to_check.add(host);
  if (!state_.hosts[host].unheard) return;
  state_.lims.unheard.push_back(host);
  expect_hearing();
}

void LimFaults::begin_master() {
  LimState& lims = state_.lims;
  state_.load->hear_again(lims.election.master());
  observer_.on(world_.id, MasterTurned{life_.now(), lims.election.master()});
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    if (!is_own(host)) continue;
    set_heard(host, false);
    lims.unheard.push_back(host);
  }
  expect_hearing();
  lims.mbatchd_on = lims.election.master();
  lims.has_mbatchd = false;
  lims.mbatchd_from = life_.now() + world_.config.model.mbatchd_start;
  world_.agenda.schedule(lims.mbatchd_from, phase::change, MbatchdStarts{});
}

bool LimFaults::has_mbatchd_started() {
  LimState& lims = state_.lims;
  if (lims.has_mbatchd || lims.mbatchd_from != life_.now()) return false;
  lims.has_mbatchd = true;
  life_.wake();
  return true;
}

void LimFaults::set_heard(HostId host, bool is_heard) {
  if (state_.hosts[host].unheard == !is_heard) return;
  life_.change_host(host, [&](HostState& at) { at.unheard = !is_heard; });
  observer_.on(world_.id, HostHeard{life_.now(), host, is_heard});
}

void LimFaults::expect_hearing() {
  world_.agenda.schedule(state_.load->next_exchange(life_.now()), phase::state, HostsAreHeard{});
}

void LimFaults::expect_wait(HostId host) {
  const Time next = state_.load->wait_of(host).next_look;
  if (next == never) return;
  const Time look = std::max(next, life_.now() + 1ms);
  state_.lims.waits[host] = look;
  world_.agenda.schedule(look, phase::state, LimMayWait{host});
}

void LimFaults::expect_claim() {
  const Time next = state_.lims.election.next_claim();
  if (next == never) return;
  world_.agenda.schedule(std::max(next, life_.now() + 1ms), phase::state, MasterIsClaimed{});
}

}  // namespace mcsim::handlers
