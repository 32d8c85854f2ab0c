// Loads that are told, made when they are looked at.
#include "mcsim/system/load_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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
    if (exchange.noise > 0) change(id, hosts_[id]);
  }
}

void LoadBoard::Host::tell(const LoadVector& vector) {
  has_news = has_news || vector != told;
  told = vector;
}

void LoadBoard::begin(Time now, Round round) {
  if (round > 1) return pass(now);
  const Duration before = now - Time{} - 1ms;
  ticks_ = before < 0ms ? 0 : before / tick + 1;
  exchanges_ = before < 0ms ? 0 : before / exchange_.interval + 1;
}

void LoadBoard::pass(Time now) {
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
}

void LoadBoard::resize(HostId id, std::int32_t processors) {
  Host& host = hosts_[id];
  if (std::exchange(host.processors, processors) == processors) return;
  change(id, host);
  host.load.resize(ticks_, processors);
}

LoadVector LoadBoard::known(HostId id) const {
  Host host = hosts_[id];
  settle(id, host);
  return host.told;
}

void LoadBoard::fall_silent(HostId id) {
  settle(id, hosts_[id]);
  hosts_[id].is_silent = true;
}

void LoadBoard::speak_again(HostId id) {
  Host& host = hosts_[id];
  change(id, host);
  host.is_silent = false;
  const std::int32_t running = host.load.running();
  host.load = HostLoad(host.processors);
  host.load.change(ticks_, running);
}

std::vector<HostId> LoadBoard::news() {
  std::vector<HostId> news;
  std::erase_if(moving_, [&](HostId id) {
    Host& host = hosts_[id];
    settle(id, host);
    if (std::exchange(host.has_news, false)) news.push_back(id);
    host.is_moving = !host.is_silent && !has_settled(host, vector_of(host.load.after(ticks_)));
    return !host.is_moving;
  });
  return news;
}

/// What runs there is about to change.
void LoadBoard::change(HostId id, Host& host) {
  settle(id, host);
  if (!std::exchange(host.is_moving, true)) moving_.push_back(id);
}

/// All exchanges that are over have taken place.
void LoadBoard::settle(HostId id, Host& host) const {
  std::int64_t next = std::exchange(host.exchanges, exchanges_);
  if (host.is_silent || next == exchanges_) return;
  if (!exchange_.on_change) return host.tell(vector_at(id, host, exchanges_ - 1));
  for (; next < exchanges_; ++next) {
    const LoadVector vector = vector_at(id, host, next);
    if (has_settled(host, vector)) {
      host.unsent =
          static_cast<std::uint8_t>((host.unsent + exchanges_ - next) % (most_unsent + 1));
      return;
    }
    if (!sends(host, vector)) {
      ++host.unsent;
      continue;
    }
    host.tell(vector);
    host.unsent = 0;
  }
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

/// Whether it tells the same from an exchange on at which its vector is this one.
bool LoadBoard::has_settled(const Host& host, const LoadVector& vector) const {
  return exchange_.noise <= 0 && host.told == vector && vector == vector_of(host.load.limit());
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
