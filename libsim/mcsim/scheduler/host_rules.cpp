// The rules of hosts that are needed less often than at each look at a host.
#include "mcsim/scheduler/host_rules.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace mcsim::scheduler {

std::int32_t HostRules::kept_from(NameId user, HostId host) const {
  if (!state_.features.has_reservations) return 0;
  std::int32_t kept = 0;
  for (const std::uint32_t row : state_.advance.current[index_of(host)]) {
    const ReservationConfig& config = config_of(row);
    if (is_active(config) && !config.users.has(user))
      kept += std::max(state_.advance.parts[row].slots - held_of(row), 0);
  }
  return kept;
}

std::int32_t HostRules::kept_on(HostId host) const {
  if (!state_.features.has_reservations) return 0;
  std::int32_t kept = 0;
  for (const std::uint32_t row : state_.advance.current[index_of(host)])
    if (is_active(config_of(row)))
      kept += std::max(state_.advance.parts[row].slots - held_of(row), 0);
  return kept;
}

bool HostRules::has_slots_kept_from(NameId user, JobSlotId id) const {
  if (!state_.features.has_reservations) return false;
  bool has = false;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    for (const std::uint32_t row : state_.advance.current[index_of(part.host)])
      has = has || (!config_of(row).users.has(user) &&
                    charged(row, [&](JobSlotId other) { return other == id; }) > 0);
  });
  return has;
}

bool HostRules::would_close(const SlotAsker& asker, HostId host) const {
  if (!asker.exclusive || !state_.features.has_reservations) return false;
  const auto is_of_others = [&](std::uint32_t row) {
    return !config_of(row).users.has(asker.user);
  };
  for (const std::uint32_t row : state_.advance.current[index_of(host)])
    if (is_active(config_of(row)) && is_of_others(row)) return true;
  const ReservedLevels& levels = state_.advance.levels[index_of(host)];
  const std::size_t last = levels.from(latest_begin(asker));
  for (std::size_t at = levels.from(now_ + 1ms); at < last; ++at)
    if (is_of_others(levels.spans()[at].row)) return true;
  return false;
}

bool HostRules::lets_resume(JobSlotId id, HostSlots part) const {
  if (!state_.features.has_reservations) return true;
  const JobState& job = state_.jobs[id];
  const Time end = job.limit >= unlimited ? never : now_ + std::max(job.limit - job.ran, 1ms);
  const SlotAsker asker{
      .queue = job.queue, .user = job.user, .end = end, .exclusive = job.exclusive, .own = id};
  if (would_close(asker, part.host)) return false;
  bool can = true;
  const auto is_other = [&](JobSlotId other) { return other != id; };
  visit_starts(asker, part.host, is_other, [&](Time start, const Taken& then) {
    std::int32_t slots = part.slots.count();  // beside those that reservations have for it
    for (const std::uint32_t row : state_.advance.current[index_of(part.host)])
      if (start < config_of(row).end)
        slots -= charged(row, [&](JobSlotId other) { return other == id; });
    can = can && (slots <= 0 || slots <= state_.hosts[part.host].mxj - then.held - then.kept);
  });
  return can;
}

HostId HostRules::keeps_suspended(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  HostId keeps = none<HostId>;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    if (keeps != none<HostId>) return;
    const HostState& host = state_.hosts[part.host];
    const std::int32_t slots = part.slots.count();
    const std::int32_t others = host.running + host.reserved;  // suspended jobs do not count
    const bool alone =
        host.exclusive_jobs == 0 && (!job.exclusive || host.started_jobs == host.ssusp_jobs);
    const bool can = !host.down && alone &&
                     slots <= host.mxj - others - kept_from(job.user, part.host) &&
                     lets_resume(id, part);
    if (!can) keeps = part.host;
  });
  return keeps;
}

std::vector<NameId> HostRules::users_suspended_before(const SlotAsker& asker, HostId host) const {
  std::vector<NameId> users;
  visit_suspended_before(asker, host, [&](const JobState& job) { users.push_back(job.user); });
  return users;
}

const LoadThreshold* HostRules::exceeded(HostId host,
                                         const std::vector<LoadThreshold>& thresholds) const {
  if (!state_.features.has_thresholds || thresholds.empty()) return nullptr;
  const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host,
                          host);
  const auto is_exceeded = [&](const LoadThreshold& threshold) {
    const auto load = values.number(threshold.index);
    if (!threshold.sched || !load || std::abs(*load) >= infinite_load) return false;
    return state_.settings.resources[index_of(threshold.index)].increasing
               ? *load > *threshold.sched
               : *load < *threshold.sched;
  };
  const auto found = std::ranges::find_if(thresholds, is_exceeded);
  return found == thresholds.end() ? nullptr : &*found;
}

std::int64_t HostRules::own_rank(HostId id) const {
  const HostState& host = state_.hosts[id];
  const HostConfig& config = state_.settings.hosts[index_of(id)];
  return (*state_.places.ranks)({.name = config.name,
                                 .type = config.type,
                                 .model = config.model,
                                 .cpuf = config.cpuf,
                                 .ncpus = host.ncpus,
                                 .total = Slots(host.mxj),
                                 .used = Slots(host.running + host.suspended),
                                 .place = static_cast<std::uint32_t>(index_of(id))});
}

std::vector<std::vector<HostSlots>> HostRules::groups_of(
    const Requirement& requirement, std::int32_t slots,
    const std::vector<HostSlots>& offers) const {
  using Values = std::vector<std::pair<std::optional<double>, std::string>>;
  std::vector<std::pair<std::uint32_t, Values>> values;  // of each group
  std::vector<std::vector<HostSlots>> groups;
  for (const HostSlots& offered : offers) {
    std::pair<std::uint32_t, Values> mine;
    if (requirement.keeps_apart(slots))
      mine.first = state_.settings.hosts[index_of(offered.host)].span_group;
    bool defined = true;
    const HostValues host(state_.settings, state_.hosts, state_.features.counts_suspended,
                          offered.host, requirement.from_host);
    for (const ResourceId id : requirement.asked.same) {
      const auto number = host.whole(id);
      const auto text = host.text(id);
      defined = defined && (number || text);
      mine.second.emplace_back(number, text.value_or(""));
    }
    if (!defined) continue;
    const auto at = static_cast<std::size_t>(std::ranges::find(values, mine) - values.begin());
    if (at == values.size()) {
      values.push_back(std::move(mine));
      groups.emplace_back();
    }
    groups[at].push_back(offered);
  }
  return groups;
}

}  // namespace mcsim::scheduler
