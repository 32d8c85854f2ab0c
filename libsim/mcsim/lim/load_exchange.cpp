// What a LIM reports to its master at an exchange, if anything.
#include <algorithm>
#include <cmath>
#include <utility>

#include "mcsim/lim/master_load.hpp"

namespace mcsim::lim {
/// Plays all exchanges that are over. Answers whether the reported load has changed.
bool MasterLoad::settle(HostId id, Host& host) const {
  const std::int64_t over = exchanges();
  take_part(id, host, over);
  if (host.exchanges > over || host.told == host.sent) return false;
  host.told = host.sent;
  return true;
}

/// Makes `host.sent` what the master knows after `over` exchanges.
void MasterLoad::take_part(HostId id, Host& host, std::int64_t over) const {
  if (host.exchanges >= over) return;
  std::int64_t next = std::exchange(host.exchanges, over);
  if (host.is_silent || is_deaf_) return;
  if (!exchange_.on_change) {
    host.sent = vector_at(id, host, over - 1);
    return;
  }
  for (; next < over; ++next) {
    const LoadVector vector = vector_at(id, host, next);
    if (has_settled(host, host.sent, ticks_at(next))) {
      const std::int64_t sent = last_sent(id, next, over);
      const std::int64_t unsent = sent < next ? host.unsent + over - next : over - 1 - sent;
      host.unsent = static_cast<std::uint8_t>(unsent % (exchange_.most_unsent + 1));
      break;
    }
    if (!sends(host, vector) && last_sent(id, next, next + 1) < next) {
      ++host.unsent;
      continue;
    }
    host.sent = vector;
    host.unsent = 0;
  }
}

/// The last exchange from `from` on and before `to` at which its ELIMs made it send; -1: none.
std::int64_t MasterLoad::last_sent(HostId id, std::int64_t from, std::int64_t to) const {
  if (sent_for_elims_.empty()) return -1;
  const std::vector<std::int64_t>& sent = sent_for_elims_[index_of(id)];
  const auto end = std::ranges::lower_bound(sent, to);
  return end == sent.begin() || *(end - 1) < from ? -1 : *(end - 1);
}

bool MasterLoad::sends(const Host& host, const LoadVector& vector) const {
  if (host.unsent >= exchange_.most_unsent) return true;
  for (std::uint16_t index = 0; index < HostLoad::indices; ++index) {
    const double moved =
        std::abs(static_cast<double>(vector[index]) - static_cast<double>(host.sent[index]));
    if (moved > send_threshold(resource(index), host.processors)) return true;
  }
  return false;
}

/// Whether the host keeps reporting `vector`, in the indices that matter, from the exchange on that
/// comes after so many ticks.
bool MasterLoad::has_settled(const Host& host, const LoadVector& vector, std::int64_t ticks) const {
  if (exchange_.noise > 0) return false;
  for (std::size_t index = 0; index < HostLoad::indices; ++index) {
    if (is_predictable() && (watch_.values >> index & 1) == 0) continue;
    const auto limit = static_cast<float>(host.load.limit(index));
    if (vector[index] != limit) return false;
    if (static_cast<float>(host.load.after(ticks, index)) != limit) return false;
  }
  return true;
}

LoadVector MasterLoad::vector_at(HostId id, const Host& host, std::int64_t exchange) const {
  return measured(id, host.load, ticks_at(exchange), exchange);
}

/// What a LIM has after so many ticks, with the noise of an exchange.
LoadVector MasterLoad::measured(HostId id, const HostLoad& load, std::int64_t ticks,
                                std::int64_t exchange) const {
  LoadVector vector = idle_vector();
  for (std::size_t index = 0; index < HostLoad::indices; ++index)
    vector[index] = static_cast<float>(load.after(ticks, index));
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

}  // namespace mcsim::lim
