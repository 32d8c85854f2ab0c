// What an sbatchd hears of the LIM of its own host: load that the master may not know yet.
#include <algorithm>
#include <utility>

#include "mcsim/base/first_after.hpp"
#include "mcsim/lim/master_load.hpp"

namespace mcsim::lim {

MasterLoad::Own MasterLoad::own(HostId id) const {
  HostLoad load = hosts_[id].load;
  for (const Change& change : log_)
    if (change.host == id && load.running() != change.slots)
      load.change(ticks_by(change.over), change.slots);
  const std::int64_t last = std::max<std::int64_t>(all_exchanges_by(over_) - 1, 0);
  Own own{.vector = measured(id, load, ticks(), last), .reported = elims_.own(id, over_)};
  for (const ClusterElims::Told& told : own.reported)
    if (const std::size_t index = index_of(told.resource); index < builtin::tmp && told.value)
      own.vector[index] = static_cast<float>(*told.value);
  return own;
}

std::vector<HostId> MasterLoad::take_stops() {
  std::vector<HostId> hosts;
  while (!stops_.empty() && stops_.top().first <= ticks()) {
    const auto [ticks_over, id] = stops_.top();
    stops_.pop();
    if (hosts_[id].stop != ticks_over) continue;
    hosts.push_back(id);
    // A level that is reached is not told again, unless noise may hide it.
    const bool has_noise = exchange_.noise > 0;
    expect_stop(id, hosts_[id], ticks() + (has_noise ? 1 : 0), has_noise);
  }
  elims_.visit_changed(over_, [&](HostId id) { hosts.push_back(id); });
  return hosts;
}

Time MasterLoad::next_stop(Time now) {
  while (!stops_.empty() && hosts_[stops_.top().second].stop != stops_.top().first) stops_.pop();
  const Time report = elims_.next_change();
  const Time next =
      stops_.empty() ? report : std::min(report, Time{} + (stops_.top().first - 1) * tick);
  return next == never ? never : std::max(now, next);
}

/// From the tick `from` on, the load of a host moves in one direction. `reached`: also by levels
/// that it has reached by now.
void MasterLoad::expect_stop(HostId id, Host& host, std::int64_t from, bool reached) {
  host.stop = no_flip;
  if (host.is_silent) return;
  for (const LoadLevel& level : levels_[host.levels]) {
    if (!level.stops || (!reached && is_at_stop(host, level, from))) continue;
    const std::int64_t stop = first_stop(host, level, from);
    if (stop != no_flip && (host.stop == no_flip || stop < host.stop)) host.stop = stop;
  }
  if (host.stop != no_flip) stops_.emplace(host.stop, id);
}

/// Whether a host is at a loadStop after so many ticks, if noise is against it.
bool MasterLoad::is_at_stop(const Host& host, const LoadLevel& level, std::int64_t ticks) const {
  const double value = host.load.after(ticks, level.index);
  return static_cast<float>(value + std::max(exchange_.noise, 0.0)) >= level.reached;
}

/// After how many ticks, from `from` on, that is so first; no_flip: never.
std::int64_t MasterLoad::first_stop(const Host& host, const LoadLevel& level,
                                    std::int64_t from) const {
  if (is_at_stop(host, level, from)) return from;
  const double limit = host.load.limit(level.index) + std::max(exchange_.noise, 0.0);
  if (static_cast<float>(limit) < level.reached) return no_flip;
  // This ends: the load comes to its limit.
  return base::first_after(from, [&](std::int64_t at) { return is_at_stop(host, level, at); });
}

}  // namespace mcsim::lim
