// What mbatchd makes of a host's silence.
#include "mcsim/handlers/load/host_silence.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {
namespace {

/// The hosts for which `is` holds, each once, in their order.
template <class Is>
std::vector<HostId> taken(std::vector<HostId>& from, Is&& is) {
  std::vector<HostId> hosts = std::exchange(from, {});
  std::erase_if(hosts, [&](HostId host) { return !is(host); });
  std::ranges::sort(hosts);
  hosts.erase(std::ranges::unique(hosts).begin(), hosts.end());
  return hosts;
}

}  // namespace

void HostSilence::begin(const TimelineEntry& entry) {
  const Time back = end_of(life_.now(), entry.down_for);
  Time& until = state_.hosts[entry.host].down_until;
  until = std::max(until, back);
  if (back != never) world_.agenda.schedule(back, phase::change, HostBack{entry.host});
  sbatchds_.take_down(entry);
  timeline_.lose_jobs_on({entry.host}, HostLoss::begins);
  const auto [silent, is_new] =
      state_.sbatchds.silent.try_emplace(entry.host, SilentHost{life_.now(), missed_at()});
  if (!is_new) return;
  world_.agenda.schedule(silent->second.missed, phase::change, HostIsMissed{entry.host});
  state_.jobs.visit_on(entry.host, [&](JobSlotId id, Slots) {
    if (state_.jobs.first_host(id) == entry.host) life_.history_of(state_.jobs[id]);
  });
}

void HostSilence::miss_late() {
  for (const auto& [host, silent] : state_.sbatchds.silent)
    if (silent.missed <= life_.now()) state_.sbatchds.may_be_missed.push_back(host);
}

std::vector<HostId> HostSilence::turn() {
  const std::vector<HostId> ended =
      taken(state_.sbatchds.may_be_back, [&](HostId host) { return is_over(host); });
  if (!ended.empty()) timeline_.lose_jobs_on(ended, HostLoss::is_over);
  for (const HostId host : ended) {
    state_.sbatchds.silent.erase(host);
    timeline_.come_back(host);
  }
  std::vector<HostId> turned =
      taken(state_.sbatchds.may_be_missed, [&](HostId host) { return is_missed(host); });
  for (const HostId host : turned) life_.change_host(host, [](HostState& at) { at.down = true; });
  if (!turned.empty()) timeline_.lose_jobs_on(turned, HostLoss::missed);
  turned.insert(turned.end(), ended.begin(), ended.end());
  return turned;
}

bool HostSilence::is_over(HostId host) const {
  return state_.sbatchds.silent.contains(host) && state_.hosts[host].down_until <= life_.now();
}

/// Where there is no mbatchd, the next one will miss it.
bool HostSilence::is_missed(HostId host) const {
  const auto silent = state_.sbatchds.silent.find(host);
  return silent != state_.sbatchds.silent.end() && silent->second.missed <= life_.now() &&
         !state_.hosts[host].down && !state_.lacks_mbatchd();
}

/// After more than so many exchanges, as with a LIM that ends.
Time HostSilence::missed_at() const {
  const LimParameters& lim = world_.config.lim;
  const Duration interval = lim.exchange_interval;
  const Duration now = life_.now() - Time{};
  const Duration first = (now + interval - 1ms) / interval * interval;
  return Time{} + first + lim.most_missed() * interval;
}

}  // namespace mcsim::handlers
