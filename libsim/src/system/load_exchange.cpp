// What a LIM tells its master at an exchange, if anything.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "mcsim/system/load_board.hpp"

namespace mcsim {
namespace {

/// After so many exchanges without a message a LIM sends in any case.
constexpr std::uint8_t most_unsent = 3;

/// How far an index may move before it is sent: of one processor, and for each one more. Source:
/// spec 4.2.
constexpr std::array<std::array<double, 2>, HostLoad::indices> send_thresholds = {
    {{0.25, 0.05}, {0.25, 0.04}, {0.25, 0.03}, {0.15, 0}}};

}  // namespace

/// All exchanges that are over have taken place. Whether another load was told.
bool LoadBoard::settle(HostId id, Host& host) const {
  const std::int64_t over = exchanges();
  std::int64_t next = std::exchange(host.exchanges, over);
  if (host.is_silent || is_deaf_ || next == over) return false;
  const LoadVector before = host.told;
  if (!exchange_.on_change) {
    host.told = vector_at(id, host, over - 1);
    return host.told != before;
  }
  for (; next < over; ++next) {
    const LoadVector vector = vector_at(id, host, next);
    if (has_settled(host, ticks_at(next))) {
      host.unsent = static_cast<std::uint8_t>((host.unsent + over - next) % (most_unsent + 1));
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
  for (std::size_t index = 0; index < HostLoad::indices; ++index) {
    const auto [one, more] = send_thresholds[index];
    const double moved =
        std::abs(static_cast<double>(vector[index]) - static_cast<double>(host.told[index]));
    if (moved > one + more * (host.processors - 1)) return true;
  }
  return false;
}

/// Whether it tells the same from an exchange on that comes after so many ticks, as far as it
/// matters.
bool LoadBoard::has_settled(const Host& host, std::int64_t ticks) const {
  if (exchange_.noise > 0) return false;
  for (std::size_t index = 0; index < HostLoad::indices; ++index) {
    if (!exchange_.on_change && (watch_.values >> index & 1) == 0) continue;
    const auto limit = static_cast<float>(host.load.limit(index));
    if (host.told[index] != limit) return false;
    if (static_cast<float>(host.load.after(ticks, index)) != limit) return false;
  }
  return true;
}

LoadVector LoadBoard::vector_at(HostId id, const Host& host, std::int64_t exchange) const {
  LoadVector vector = idle_vector();
  const std::int64_t ticks = ticks_at(exchange);
  for (std::size_t index = 0; index < HostLoad::indices; ++index)
    vector[index] = static_cast<float>(host.load.after(ticks, index));
  if (exchange_.noise <= 0) return vector;
  for (std::size_t index = 0; index < HostLoad::indices; ++index) {
    const std::uint64_t draw = exchange_.draws.at(
        index_of(id), static_cast<std::uint64_t>(exchange) * HostLoad::indices + index);
    const double unit = static_cast<double>(draw >> 11) * 0x1p-53;
    float& value = vector[index];
    value = static_cast<float>(
        std::max(static_cast<double>(value) + exchange_.noise * (2 * unit - 1), 0.0));
  }
  vector[builtin::ut] = std::min(vector[builtin::ut], 1.0F);
  return vector;
}

}  // namespace mcsim
