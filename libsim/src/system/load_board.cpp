// Loads that are told, made when they are looked at.
#include "mcsim/system/load_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <utility>

namespace mcsim {
namespace {

constexpr Duration tick = 5s;
/// After so many exchanges without a message a LIM sends in any case.
constexpr std::uint8_t most_unsent = 3;

/// The parts of the load vector that change with what runs.
constexpr std::array<std::uint16_t, 4> moved_indices = {builtin::r15s, builtin::r1m, builtin::r15m,
                                                        builtin::ut};

/// How far they may move before it is sent: of one processor, and for each one more. Source: spec
/// 4.2.
constexpr std::array<std::array<double, 2>, 4> send_thresholds = {
    {{0.25, 0.05}, {0.25, 0.04}, {0.25, 0.03}, {0.15, 0}}};

/// Nobody is logged in: for longer than any threshold asks for. Unit: minutes.
constexpr float idle_for = 1440;

LoadVector vector_of(const SmoothedLoad& load) {
  LoadVector vector{};
  vector[builtin::it] = idle_for;
  vector[builtin::r15s] = static_cast<float>(load.r15s);
  vector[builtin::r1m] = static_cast<float>(load.r1m);
  vector[builtin::r15m] = static_cast<float>(load.r15m);
  vector[builtin::ut] = static_cast<float>(load.ut);
  return vector;
}

}  // namespace

LoadBoard::LoadBoard(LoadExchange exchange, const std::vector<std::int32_t>& processors)
    : exchange_(exchange), hosts_(processors.size()) {
  for (std::size_t at = 0; at < processors.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    hosts_[id].load = HostLoad(processors[at]);
    hosts_[id].processors = processors[at];
    hosts_[id].told = vector_of({});
    if (!is_predictable()) change(id, hosts_[id]);
  }
}

void LoadBoard::begin(Time now, Round round) {
  if (round > 1) return pass(now);
  const Duration before = now - Time{} - 1ms;
  over_ = now - 1ms;
  ticks_ = before < 0ms ? 0 : before / tick + 1;
  exchanges_ = before < 0ms ? 0 : before / exchange_.interval + 1;
}

void LoadBoard::pass(Time now) {
  over_ = now;
  ticks_ = (now - Time{}) / tick + 1;
  exchanges_ = (now - Time{}) / exchange_.interval + 1;
}

Time LoadBoard::next_exchange(Time now) const {
  return Time{} + ((now - Time{}) / exchange_.interval + 1) * exchange_.interval;
}

void LoadBoard::run(HostId id, std::int32_t slots) {
  Host& host = hosts_[id];
  if (host.load.running() == slots) return;
  change(id, host);
  host.load.change(ticks_, slots);
  expect_flip(id, host);
}

void LoadBoard::resize(HostId id, std::int32_t processors) {
  Host& host = hosts_[id];
  if (std::exchange(host.processors, processors) == processors) return;
  change(id, host);
  host.load.resize(ticks_, processors);
  expect_flip(id, host);
}

LoadVector LoadBoard::told(HostId id) const { return overridden(id, hosts_[id].told); }

LoadVector LoadBoard::known(HostId id) const {
  Host host = hosts_[id];
  settle(id, host);
  return overridden(id, host.told);
}

void LoadBoard::fall_silent(HostId id) {
  change(id, hosts_[id]);
  settle_elims();
  elims_.turn(id, false, over_);
  hosts_[id].is_silent = true;
  hosts_[id].flip = no_flip;
}

void LoadBoard::speak_again(HostId id) {
  Host& host = hosts_[id];
  change(id, host);
  settle_elims();
  elims_.turn(id, true, over_);
  host.is_silent = false;
  const std::int32_t running = host.load.running();
  host.load = HostLoad(host.processors);
  host.load.change(ticks_, running);
  expect_flip(id, host);
}

void LoadBoard::stop_hearing() {
  for (std::size_t at = 0; at < hosts_.size(); ++at)
    change(static_cast<HostId>(at), hosts_[static_cast<HostId>(at)]);
  settle_elims();
  is_deaf_ = true;
}

void LoadBoard::hear_again(HostId master) {
  for (std::size_t at = 0; at < hosts_.size(); ++at)
    change(static_cast<HostId>(at), hosts_[static_cast<HostId>(at)]);
  settle_elims();
  elims_.crown(master, over_);
  is_deaf_ = false;
  for (std::size_t at = 0; at < hosts_.size(); ++at)
    expect_flip(static_cast<HostId>(at), hosts_[static_cast<HostId>(at)]);
}

void LoadBoard::open_elims(ElimBoard elims) {
  elims_ = std::move(elims);
  if (!elims_.is_empty()) overrides_.resize(hosts_.size());
}

void LoadBoard::set_available(HostId id, bool is_available) {
  settle_elims();
  elims_.set_available(id, is_available, over_);
}

/// All exchanges that are over have taken place.
void LoadBoard::settle_elims() {
  const bool is_late = std::exchange(elim_exchanges_, exchanges_) != exchanges_;
  if (is_late && !is_deaf_) elims_.settle(Time{} + (exchanges_ - 1) * exchange_.interval);
}

/// mem, swp and tmp are amounts, which jobs reserve: they are not in the vector.
void LoadBoard::hear_elims() {
  settle_elims();
  for (const ElimBoard::Told& told : elims_.take_news()) {
    const std::size_t index = index_of(told.resource);
    if (index >= builtin::tmp) {
      amounts_.push_back(told);
      continue;
    }
    Override& override = overrides_[index_of(told.host)];
    const auto bit = static_cast<std::uint16_t>(1U << index);
    override.indices =
        static_cast<std::uint16_t>(told.value ? override.indices | bit : override.indices & ~bit);
    override.values[index] = static_cast<float>(told.value.value_or(0));
    notice(told.host, hosts_[told.host]);
  }
}

LoadVector LoadBoard::overridden(HostId id, LoadVector vector) const {
  if (overrides_.empty()) return vector;
  const Override& override = overrides_[index_of(id)];
  for (std::size_t index = 0; index < vector.size(); ++index)
    if ((override.indices >> index & 1) != 0) vector[index] = override.values[index];
  return vector;
}

void LoadBoard::watch(LoadWatch watch) {
  watch_ = std::move(watch);
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    change(id, hosts_[id]);
    notice(id, hosts_[id]);
    expect_flip(id, hosts_[id]);
  }
}

std::vector<HostId> LoadBoard::news() {
  if (std::exchange(heard_, exchanges_) != exchanges_) {
    while (!flips_.empty() && flips_.top().first < exchanges_) {
      const auto [exchange, id] = flips_.top();
      flips_.pop();
      if (hosts_[id].flip != exchange) continue;
      if (settle(id, hosts_[id])) notice(id, hosts_[id]);
      expect_flip(id, hosts_[id]);
    }
    std::erase_if(moving_, [&](HostId id) {
      Host& host = hosts_[id];
      if (settle(id, host)) notice(id, host);
      host.is_moving = !host.is_silent && !has_settled(host, vector_of(host.load.after(ticks_)));
      return !host.is_moving;
    });
  }
  if (!elims_.is_empty()) hear_elims();
  for (const HostId id : noticed_) hosts_[id].has_news = false;
  return std::exchange(noticed_, {});
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
  const bool matters = watch_.values != 0 || !is_predictable();
  const bool is_watched = matters || !watch_.levels.empty() ||
                          (watch_.of_host.size() > 0 && !watch_.of_host[id].empty());
  if (settle(id, host) && is_watched) notice(id, host);
  if (matters && !std::exchange(host.is_moving, true)) moving_.push_back(id);
}

void LoadBoard::notice(HostId id, Host& host) {
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
  const auto told = side(host.told[level.index]);
  if (side_at(exchanges_) != told) return exchanges_;
  if (side(vector_of(host.load.limit())[level.index]) == told) return no_flip;
  std::int64_t same = exchanges_;
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

/// All exchanges that are over have taken place. Whether another load was told.
bool LoadBoard::settle(HostId id, Host& host) const {
  std::int64_t next = std::exchange(host.exchanges, exchanges_);
  if (host.is_silent || is_deaf_ || next == exchanges_) return false;
  const LoadVector before = host.told;
  if (!exchange_.on_change) {
    host.told = vector_at(id, host, exchanges_ - 1);
    return host.told != before;
  }
  for (; next < exchanges_; ++next) {
    const LoadVector vector = vector_at(id, host, next);
    if (has_settled(host, vector)) {
      host.unsent =
          static_cast<std::uint8_t>((host.unsent + exchanges_ - next) % (most_unsent + 1));
      break;
    }
    if (!sends(host, vector)) {
      ++host.unsent;
      continue;
    }
    host.told = vector;
    host.unsent = 0;
  }
  return host.told != before;
}

bool LoadBoard::sends(const Host& host, const LoadVector& vector) const {
  if (host.unsent >= most_unsent) return true;
  for (std::size_t at = 0; at < moved_indices.size(); ++at) {
    const auto [one, more] = send_thresholds[at];
    const std::uint16_t index = moved_indices[at];
    const double moved =
        std::abs(static_cast<double>(vector[index]) - static_cast<double>(host.told[index]));
    if (moved > one + more * (host.processors - 1)) return true;
  }
  return false;
}

/// Whether it tells the same from an exchange on at which its vector is this one, as far as it
/// matters.
bool LoadBoard::has_settled(const Host& host, const LoadVector& vector) const {
  if (exchange_.noise > 0) return false;
  const LoadVector limit = vector_of(host.load.limit());
  return std::ranges::all_of(moved_indices, [&](std::uint16_t index) {
    const bool matters = exchange_.on_change || (watch_.values >> index & 1) != 0;
    return !matters || (host.told[index] == vector[index] && vector[index] == limit[index]);
  });
}

LoadVector LoadBoard::vector_at(HostId id, const Host& host, std::int64_t exchange) const {
  LoadVector vector = vector_of(host.load.after(exchange * exchange_.interval / tick + 1));
  if (exchange_.noise <= 0) return vector;
  for (std::size_t at = 0; at < moved_indices.size(); ++at) {
    const std::uint64_t draw = exchange_.draws.at(
        index_of(id), static_cast<std::uint64_t>(exchange) * moved_indices.size() + at);
    const double unit = static_cast<double>(draw >> 11) * 0x1p-53;
    float& value = vector[moved_indices[at]];
    value = static_cast<float>(
        std::max(static_cast<double>(value) + exchange_.noise * (2 * unit - 1), 0.0));
  }
  vector[builtin::ut] = std::min(vector[builtin::ut], 1.0F);
  return vector;
}

}  // namespace mcsim
