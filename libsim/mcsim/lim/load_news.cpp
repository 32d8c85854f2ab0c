// Which reported loads matter to the scheduler, and when the next ones will be.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "mcsim/base/first_after.hpp"
#include "mcsim/lim/master_load.hpp"

namespace mcsim::lim {

void MasterLoad::watch(LoadWatch watch) {
  watch_ = std::move(watch);
  levels_.watch(watch_);
  is_watched_ = !is_predictable() || watch_.values != 0 || !watch_.levels.empty() ||
                watch_.of_host.size() > 0 || watch_.stops_for_others;
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    Host& host = hosts_[id];
    host.levels = levels_.row_of(id, host.processors);
    change(id, host);
    notice(id, host, true);
    expect_flip(id, host);
  }
}

std::vector<HostId> MasterLoad::news() {
  settle_elims();  // what they report may make LIMs send
  if (is_watched_) hear_lims();
  if (has_elims_) hear_elims();
  for (const HostId id : noticed_) hosts_[id].has_news = false;
  return std::exchange(noticed_, {});
}

void MasterLoad::hear_lims() {
  const std::int64_t over = exchanges();
  if (std::exchange(heard_, over) == over) return look_at_moving(rested_);
  while (!flips_.empty() && flips_.top().first < over) {
    const auto [exchange, id] = flips_.top();
    flips_.pop();
    if (hosts_[id].flip != exchange) continue;
    if (settle(id, hosts_[id])) notice(id, hosts_[id], true);
    expect_flip(id, hosts_[id]);
  }
  look_at_moving(0);
}

/// Forgets those of moving_, from a place on, that have come to rest. Within an exchange those that
/// were looked at before need not be looked at again, but it must not matter who has looked when.
void MasterLoad::look_at_moving(std::size_t from) {
  const auto first = moving_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto rest = std::remove_if(first, moving_.end(), [&](HostId id) {
    Host& host = hosts_[id];
    if (settle(id, host)) notice(id, host, !is_predictable());
    const bool has_come_to_rest =
        has_settled(host, host.sent, ticks()) && has_settled(host, host.told, ticks());
    host.is_moving = host.is_silent ? host.told != host.sent : !has_come_to_rest;
    return !host.is_moving;
  });
  moving_.erase(rest, moving_.end());
  rested_ = moving_.size();
}

Time MasterLoad::next_news(Time now, bool by_value) {
  if (!moving_.empty() && (by_value || !is_predictable())) return known_from(exchanges_by(now));
  Time next = never;
  if (const Time change = elims_.next_change(); change != never && !is_deaf_)
    next = known_from(std::max(exchanges_by(now), all_exchanges_by(change - 1ms)));
  while (!flips_.empty() && hosts_[flips_.top().second].flip != flips_.top().first) flips_.pop();
  if (flips_.empty()) return next;
  return std::min(next, std::max(now, known_from(flips_.top().first)));
}

/// What runs on the host is about to change.
void MasterLoad::change(HostId id, Host& host) {
  if (!log_.empty()) read_log();
  if (!sent_for_elims_.empty()) settle_elims();
  const bool matters = watch_.values != 0 || !is_predictable();
  const bool passes = !is_predictable() || (host.flip != no_flip && host.flip < exchanges());
  const bool is_news = settle(id, host);
  if (pulls_late()) take_part(id, host, all_exchanges_by(over_));
  if (is_news && (matters || !levels_[host.levels].empty())) notice(id, host, passes);
  if (matters && !std::exchange(host.is_moving, true)) moving_.push_back(id);
}

void MasterLoad::notice(HostId id, Host& host, bool passes) {
  host.has_passed = host.has_passed || passes;
  if (!std::exchange(host.has_news, true)) noticed_.push_back(id);
}

/// What runs on the host has changed.
void MasterLoad::expect_flip(HostId id, Host& host) {
  expect_stop(id, host, ticks());
  host.flip = no_flip;
  if (!is_predictable() || host.is_silent || is_deaf_) return;
  for (const LoadLevel& level : levels_[host.levels]) {
    const std::int64_t flip = next_flip(host, level, host.flip);
    if (flip != no_flip) host.flip = flip;
  }
  if (host.flip != no_flip) flips_.emplace(host.flip, id);
}

/// Whether at an exchange the load of the host has crossed a level since its last report.
bool MasterLoad::flips_by(const Host& host, const LoadLevel& level, std::int64_t exchange) const {
  const double value = host.load.after(ticks_at(exchange), level.index);
  return level.side(static_cast<float>(value)) != level.side(host.told[level.index]);
}

/// The first exchange at which the load of the host has crossed a level since its last report, if
/// that is before exchange `before`. From the next exchange on the load moves in one direction.
std::int64_t MasterLoad::next_flip(const Host& host, const LoadLevel& level,
                                   std::int64_t before) const {
  const std::int64_t over = exchanges();
  if (flips_by(host, level, over)) return over;
  if (before != no_flip && (before <= over || !flips_by(host, level, before - 1))) return no_flip;
  const auto limit = static_cast<float>(host.load.limit(level.index));
  if (level.side(limit) == level.side(host.told[level.index])) return no_flip;
  // This ends: the load comes to its limit.
  return base::first_after(over, [&](std::int64_t at) { return flips_by(host, level, at); });
}

}  // namespace mcsim::lim
