// Reported loads, computed when they are read: what happens to hosts.
#include "mcsim/lim/master_load.hpp"

#include <algorithm>
#include <utility>

namespace mcsim::lim {
namespace {

/// Nobody has been logged in for longer than any threshold asks for. Unit: minutes.
constexpr auto idle_for = static_cast<float>(it_of_nobody);

}  // namespace

LoadVector MasterLoad::idle_vector() {
  LoadVector vector{};
  vector[builtin::it] = idle_for;
  return vector;
}

MasterLoad::MasterLoad(LoadExchange exchange, const std::vector<std::int32_t>& processors)
    : exchange_(exchange),
      hosts_(processors.size()),
      longest_log_(most_lines * processors.size()),
      is_watched_(!is_predictable()) {
  for (std::size_t at = 0; at < processors.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    hosts_[id].load = HostLoad(processors[at]);
    hosts_[id].processors = processors[at];
    hosts_[id].told = hosts_[id].sent = idle_vector();
    if (!is_predictable()) change(id, hosts_[id]);
  }
}

std::int64_t MasterLoad::ticks_by(Time over) {
  return over < Time{} ? 0 : (over - Time{}) / tick + 1;
}

std::int64_t MasterLoad::all_exchanges_by(Time over) const {
  return over < Time{} ? 0 : (over - Time{}) / exchange_.interval + 1;
}

std::int64_t MasterLoad::exchanges_by(Time over) const {
  if (over < Time{} || !pulls_late()) return all_exchanges_by(over);
  return all_exchanges_by(over - (over - Time{}) % exchange_.pull);
}

Time MasterLoad::known_from(std::int64_t exchange) const {
  const Duration when = exchange * exchange_.interval;
  if (!pulls_late()) return Time{} + when;
  return Time{} + (when + exchange_.pull - 1ms) / exchange_.pull * exchange_.pull;
}

Time MasterLoad::next_exchange(Time now) const {
  return Time{} + ((now - Time{}) / exchange_.interval + 1) * exchange_.interval;
}

Time MasterLoad::next_known(Time now) const {
  if (!pulls_late()) return next_exchange(now);
  return Time{} + ((now - Time{}) / exchange_.pull + 1) * exchange_.pull;
}

void MasterLoad::run_watched(HostId id, std::int32_t slots) {
  Host& host = hosts_[id];
  if (host.load.running() == slots) return;
  change(id, host);
  host.load.change(ticks(), slots);
  expect_flip(id, host);
}

/// Applies a change of the log; nothing else has happened to the host meanwhile. Of the exchanges
/// only the last one that was over at the host's last change matters.
void MasterLoad::read(const Change& change, Host& host, std::int64_t last) const {
  if (host.load.running() == change.slots) return;
  if (host.exchanges != last && exchanges_by(change.over) == last) {
    host.exchanges = last;
    if (!host.is_silent && !is_deaf_)
      host.told = host.sent = vector_at(change.host, host, last - 1);
  }
  host.load.change(ticks_by(change.over), change.slots);
}

void MasterLoad::read_log() {
  Table<HostId, std::int64_t> last(hosts_.size());
  for (const Change& change : log_) last[change.host] = exchanges_by(change.over);
  for (const Change& change : log_) read(change, hosts_[change.host], last[change.host]);
  log_.clear();
}

void MasterLoad::resize(HostId id, std::int32_t processors) {
  Host& host = hosts_[id];
  if (std::exchange(host.processors, processors) == processors) return;
  change(id, host);
  host.load.resize(ticks(), processors);
  host.levels = levels_.row_of(id, processors);
  expect_flip(id, host);
}

LoadVector MasterLoad::told(HostId id) const { return overridden(id, hosts_[id].told); }

LoadVector MasterLoad::known(HostId id) const {
  Host host = hosts_[id];
  std::int64_t last = 0;
  for (const Change& change : log_)
    if (change.host == id) last = exchanges_by(change.over);
  for (const Change& change : log_)
    if (change.host == id) read(change, host, last);
  settle(id, host);
  return overridden(id, host.told);
}

/// Always true if load may come from anything but what runs on hosts, or if a loadStop is on
/// another index.
bool MasterLoad::may_stop(HostId id, bool is_own) const {
  if (watch_.stops_for_others || !elims_.is_empty()) return true;
  const Host& host = hosts_[id];
  return std::ranges::any_of(levels_[host.levels], [&](const LoadLevel& level) {
    if (!level.stops) return false;
    return is_own ? is_at_stop(host, level, ticks()) : host.told[level.index] >= level.reached;
  });
}

void MasterLoad::fall_silent(HostId id, bool is_blocked) {
  change(id, hosts_[id]);
  settle_elims();
  if (is_blocked)
    elims_.block(id, true, over_);
  else
    elims_.turn(id, false, over_);
  hosts_[id].is_silent = true;
  hosts_[id].flip = hosts_[id].stop = no_flip;
}

void MasterLoad::speak_again(HostId id) {
  Host& host = hosts_[id];
  change(id, host);
  settle_elims();
  const bool was_blocked = elims_.is_blocked(id);
  if (was_blocked)
    elims_.block(id, false, over_);
  else
    elims_.turn(id, true, over_);
  host.is_silent = false;
  const std::int32_t running = host.load.running();
  if (!was_blocked) host.load = HostLoad(host.processors);
  host.load.change(ticks(), running);
  expect_flip(id, host);
}

void MasterLoad::stop_hearing() {
  for (std::size_t at = 0; at < hosts_.size(); ++at)
    change(static_cast<HostId>(at), hosts_[static_cast<HostId>(at)]);
  settle_elims();
  is_deaf_ = true;
}

void MasterLoad::hear_again(HostId master) {
  for (std::size_t at = 0; at < hosts_.size(); ++at)
    change(static_cast<HostId>(at), hosts_[static_cast<HostId>(at)]);
  settle_elims();
  elims_.crown(master, over_);
  is_deaf_ = false;
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    Host& host = hosts_[static_cast<HostId>(at)];
    host.unsent = exchange_.most_unsent;  // a LIM that hears of a new master sends
    expect_flip(static_cast<HostId>(at), host);
  }
}

void MasterLoad::open_elims(ClusterElims elims) {
  elims_ = std::move(elims);
  has_elims_ = !elims_.is_empty();
  if (!has_elims_) return;
  overrides_.resize(hosts_.size());
  if (exchange_.on_change) sent_for_elims_.resize(hosts_.size());
}

void MasterLoad::set_available(HostId id, bool is_available) {
  settle_elims();
  elims_.set_available(id, is_available, over_);
}

/// Plays the ELIMs up to the last exchange that is over.
void MasterLoad::settle_elims() {
  const std::int64_t over = exchanges();
  const bool is_late = std::exchange(elim_exchanges_, over) != over;
  if (!is_late || is_deaf_) return;
  elims_.settle(Time{} + (over - 1) * exchange_.interval);
  for (const ClusterElims::Sent& sent : elims_.take_sent()) {
    std::vector<std::int64_t>& of_host = sent_for_elims_[index_of(sent.host)];
    std::erase_if(of_host, [&](auto exchange) { return exchange < hosts_[sent.host].exchanges; });
    of_host.push_back((sent.exchange - Time{}) / exchange_.interval);
  }
}

/// Takes what ELIMs report. mem, swp and tmp are amounts, which jobs reserve: they are not put in
/// the vector.
void MasterLoad::hear_elims() {
  settle_elims();
  for (const ClusterElims::Told& told : elims_.take_news()) {
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
    notice(told.host, hosts_[told.host], true);
  }
}

LoadVector MasterLoad::overridden(HostId id, LoadVector vector) const {
  if (overrides_.empty()) return vector;
  const Override& override = overrides_[index_of(id)];
  for (std::size_t index = 0; index < vector.size(); ++index)
    if ((override.indices >> index & 1) != 0) vector[index] = override.values[index];
  return vector;
}

}  // namespace mcsim::lim
