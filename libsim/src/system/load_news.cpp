// Of loads that are told, what is news to the scheduler, and when something will be.
#include <algorithm>
#include <compare>
#include <utility>

#include "mcsim/system/load_board.hpp"

namespace mcsim {

void LoadBoard::watch(LoadWatch watch) {
  watch_ = std::move(watch);
  is_watched_ = !is_predictable() || watch_.values != 0 || !watch_.levels.empty() ||
                watch_.of_host.size() > 0;
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    change(id, hosts_[id]);
    notice(id, hosts_[id], true);
    expect_flip(id, hosts_[id]);
  }
}

std::vector<HostId> LoadBoard::news() {
  if (is_watched_) hear_lims();
  if (!elims_.is_empty()) hear_elims();
  for (const HostId id : noticed_) hosts_[id].has_news = false;
  return std::exchange(noticed_, {});
}

void LoadBoard::hear_lims() {
  const std::int64_t over = exchanges();
  if (std::exchange(heard_, over) == over) return;
  while (!flips_.empty() && flips_.top().first < over) {
    const auto [exchange, id] = flips_.top();
    flips_.pop();
    if (hosts_[id].flip != exchange) continue;
    if (settle(id, hosts_[id])) notice(id, hosts_[id], true);
    expect_flip(id, hosts_[id]);
  }
  std::erase_if(moving_, [&](HostId id) {
    Host& host = hosts_[id];
    if (settle(id, host)) notice(id, host, !is_predictable());
    host.is_moving = !host.is_silent && !has_settled(host, vector_of(host.load.after(ticks())));
    return !host.is_moving;
  });
}

Time LoadBoard::next_news(Time now, bool by_value) {
  if (!moving_.empty() && (by_value || !is_predictable())) return next_exchange(now);
  Time next = never;
  if (const Time change = elims_.next_change(); change != never && !is_deaf_)
    next = next_exchange(std::max(now, change - 1ms));
  while (!flips_.empty() && hosts_[flips_.top().second].flip != flips_.top().first) flips_.pop();
  if (flips_.empty()) return next;
  return std::min(next, std::max(now, Time{} + flips_.top().first * exchange_.interval));
}

/// What runs there is about to change.
void LoadBoard::change(HostId id, Host& host) {
  read_all(id, host);
  const bool matters = watch_.values != 0 || !is_predictable();
  const bool is_news = matters || !watch_.levels.empty() ||
                       (watch_.of_host.size() > 0 && !watch_.of_host[id].empty());
  const bool passes = !is_predictable() || (host.flip != no_flip && host.flip < exchanges());
  if (settle(id, host) && is_news) notice(id, host, passes);
  if (matters && !std::exchange(host.is_moving, true)) moving_.push_back(id);
}

void LoadBoard::notice(HostId id, Host& host, bool passes) {
  host.has_passed = host.has_passed || passes;
  if (!std::exchange(host.has_news, true)) noticed_.push_back(id);
}

/// What runs there has changed.
void LoadBoard::expect_flip(HostId id, Host& host) {
  host.flip = no_flip;
  if (!is_predictable() || host.is_silent || is_deaf_) return;
  const auto expect = [&](const LoadWatch::Level& level) {
    const std::int64_t flip = next_flip(id, host, level);
    if (flip != no_flip && (host.flip == no_flip || flip < host.flip)) host.flip = flip;
  };
  for (const LoadWatch::Level& level : watch_.levels) expect(level);
  if (watch_.of_host.size() > 0)
    for (const LoadWatch::Level& level : watch_.of_host[id]) expect(level);
  if (host.flip != no_flip) flips_.emplace(host.flip, id);
}

/// The first exchange at which the host is on another side of a level than as it was told last.
/// From the next one on the load goes one way.
std::int64_t LoadBoard::next_flip(HostId id, const Host& host,
                                  const LoadWatch::Level& level) const {
  const auto side = [&](float value) {
    const auto number = static_cast<double>(value);
    const double load =
        level.index == builtin::ut ? number : effective_run_queue(number, host.processors);
    return load <=> level.level;
  };
  const auto side_at = [&](std::int64_t exchange) {
    return side(vector_at(id, host, exchange)[level.index]);
  };
  const std::int64_t over = exchanges();
  const auto told = side(host.told[level.index]);
  if (side_at(over) != told) return over;
  if (side(vector_of(host.load.limit())[level.index]) == told) return no_flip;
  std::int64_t same = over;
  std::int64_t step = 1;
  while (side_at(same + step) == told) {  // not for ever: in the end it is at its limit
    same += step;
    step *= 2;
  }
  std::int64_t other = same + step;
  while (other - same > 1) {
    const std::int64_t middle = same + (other - same) / 2;
    (side_at(middle) == told ? same : other) = middle;
  }
  return other;
}

}  // namespace mcsim
