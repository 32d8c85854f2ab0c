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

/// The parts of the load vector that change with what runs.
constexpr std::array<std::uint16_t, 4> moved_indices = {builtin::r15s, builtin::r1m, builtin::r15m,
                                                        builtin::ut};

/// How far they may move before it is sent: of one processor, and for each one more. Source: spec
/// 4.2.
constexpr std::array<std::array<double, 2>, 4> send_thresholds = {
    {{0.25, 0.05}, {0.25, 0.04}, {0.25, 0.03}, {0.15, 0}}};

/// Nobody is logged in: for longer than any threshold asks for. Unit: minutes.
constexpr float idle_for = 1440;

}  // namespace

LoadVector LoadBoard::vector_of(const SmoothedLoad& load) {
  LoadVector vector{};
  vector[builtin::it] = idle_for;
  vector[builtin::r15s] = static_cast<float>(load.r15s);
  vector[builtin::r1m] = static_cast<float>(load.r1m);
  vector[builtin::r15m] = static_cast<float>(load.r15m);
  vector[builtin::ut] = static_cast<float>(load.ut);
  return vector;
}

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
    if (has_settled(host, vector)) {
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
