// LIMs that end and begin: whose load is known, which hosts are heard of, and who is the master.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/lsf_life.hpp"

namespace mcsim {

/// Where `model.load` is lim. Source: spec 4.2, 4.3, 4.5; docs/load.md, section 5.
template <Observer O>
class LsfLims {
 public:
  LsfLims(ClusterWorld& world, O& observer, LsfLife<O>& life)
      : world_(world), state_(*world.lsf), observer_(observer), life_(life) {}

  /// Only the LIM of a host ends, and is started again.
  void take_down(const TimelineEntry& entry) {
    if (!state_.load) return;
    Time& until = state_.lims.down_until[entry.host];
    const Time back = end_of(life_.now(), entry.down_for);
    until = std::max(until, back);
    if (back != never) world_.agenda.schedule(back, Phase::change, LimBack{entry.host});
    turned_.push_back(entry.host);
  }
  void come_back(HostId host) { turned_.push_back(host); }
  /// These hosts have gone down or come up, and their LIMs with them.
  void note_hosts(const std::vector<HostId>& hosts) {
    if (state_.load) turned_.insert(turned_.end(), hosts.begin(), hosts.end());
  }

  /// At the end of phase 0.
  void turn() {
    if (turned_.empty()) return;
    std::vector<HostId> hosts = std::exchange(turned_, {});
    std::ranges::sort(hosts);
    for (const HostId host : hosts) turn(host);
    expect_claim();
  }
  /// So many exchanges have come without it. Where there is no master nobody misses it: the next
  /// one knows of nobody.
  void miss(const LimIsMissed& event) {
    if (state_.lims.turns[event.host] != event.turn) return;
    if (state_.lims.election.master() == none<HostId>) return;
    set_heard(event.host, false);
    state_.load->set_available(event.host, false);
  }
  /// Hosts that have come back, or the hosts of a new master, are heard at this exchange.
  void hear() {
    if (state_.lims.election.master() == none<HostId>) return;
    std::vector<HostId> hosts = std::exchange(state_.lims.unheard, {});
    std::ranges::sort(hosts);
    for (const HostId host : hosts) {
      if (!state_.lims.election.is_up(host)) continue;
      set_heard(host, true);
      state_.load->set_available(host, true);
    }
  }
  void claim() {
    if (state_.lims.election.claim(life_.now())) begin_master();
    expect_claim();
  }

 private:
  /// With more silent exchanges a host is unavailable.
  std::int64_t most_missed() const {
    const LimParameters& lim = world_.config.lim;
    return lim.host_inactivity_limit + lim.retry_limit;
  }
  bool is_own(HostId host) const { return !state_.settings.hosts[index_of(host)].home; }
  Time exchange_from(Time time) const { return state_.load->next_exchange(time - 1ms); }

  void turn(HostId host) {
    if (!is_own(host)) return;
    LimState& lims = state_.lims;
    const bool is_up = !state_.hosts[host].down && lims.down_until[host] <= life_.now();
    if (lims.election.is_up(host) == is_up) return;
    ++lims.turns[host];
    tell(observer_, world_.id, LimTurned{life_.now(), host, is_up});
    is_up ? begin(host) : end(host);
  }
  void end(HostId host) {
    LimState& lims = state_.lims;
    state_.load->fall_silent(host);
    const bool was_master = lims.election.master() == host;
    lims.election.fall_silent(host, life_.now());
    const Time missed =
        exchange_from(life_.now()) + most_missed() * state_.load->exchange_interval();
    world_.agenda.schedule(missed, Phase::state, LimIsMissed{host, lims.turns[host]});
    if (!was_master) return;
    state_.load->stop_hearing();
    tell(observer_, world_.id, MasterTurned{life_.now(), none<HostId>});
  }
  void begin(HostId host) {
    state_.load->speak_again(host);
    if (state_.lims.election.speak_again(host, life_.now())) begin_master();
    life_.wake();  // its load will be told: the session says when somebody has to look
    if (!state_.hosts[host].unheard) return;
    state_.lims.unheard.push_back(host);
    expect_hearing();
  }
  /// It knows of nobody yet.
  void begin_master() {
    LimState& lims = state_.lims;
    state_.load->hear_again(lims.election.master());
    tell(observer_, world_.id, MasterTurned{life_.now(), lims.election.master()});
    for (std::size_t at = 0; at < state_.hosts.size(); ++at) {
      const auto host = static_cast<HostId>(at);
      if (!is_own(host)) continue;
      set_heard(host, false);
      lims.unheard.push_back(host);
    }
    expect_hearing();
    lims.mbatchd_on = lims.election.master();
    life_.wake();
  }
  void set_heard(HostId host, bool is_heard) {
    if (state_.hosts[host].unheard == !is_heard) return;
    life_.change_host(host, [&](LsfHost& at) { at.unheard = !is_heard; });
    tell(observer_, world_.id, HostHeard{life_.now(), host, is_heard});
  }
  void expect_hearing() {
    world_.agenda.schedule(state_.load->next_exchange(life_.now()), Phase::state, HostsAreHeard{});
  }
  void expect_claim() {
    const Time next = state_.lims.election.next_claim();
    if (next == never) return;
    world_.agenda.schedule(std::max(next, life_.now() + 1ms), Phase::state, MasterIsClaimed{});
  }

  ClusterWorld& world_;
  LsfState& state_;
  O& observer_;
  LsfLife<O>& life_;
  std::vector<HostId> turned_;  ///< at this instant
};

}  // namespace mcsim
