// What the rows of section Limit leave to a job.
#include <algorithm>
#include <span>

#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {
namespace {

using Instance = std::tuple<std::uint32_t, ResourceId, std::uint32_t>;  // of a row

bool has_instance(const std::vector<Instance>& seen, const Instance& one) {
  return std::ranges::find(seen, one) != seen.end();
}

/// Whether a row has counted a shared resource, of which a job takes once for all its hosts.
bool is_counted_once(const LimitBudget& budget, const ResourceUse& asked, const Instance& one) {
  return !asked.per_slot && std::get<2>(one) != ClusterHosts::nowhere &&
         has_instance(budget.instances, one);
}

/// Notes what a row leaves, if that is less than what others leave; of those that leave as much the
/// first one counts.
void note(LimitRoom& room, std::int64_t left, const LimitRoom& by_row) {
  const std::int64_t slots = std::max<std::int64_t>(left, 0);
  if (slots > room.slots || (slots == room.slots && room.row_of_slots <= by_row.row)) return;
  if (room.starts) room = by_row;  // else the row that forbids the start counts
  room.slots = slots;
  room.row_of_slots = by_row.row;
}

}  // namespace

/// Slots of a counter that others have reserved and the asker may use all the same: those are slots
/// of hosts, which it does not have in addition.
std::int64_t LimitRules::passed_by(const LimitAsker& asker, std::uint32_t row,
                                   const LimitKey& key) const {
  const LimitSection& limit = section(row);
  std::int64_t slots = 0;
  for (const SlotReservation& one : state_.slot_reservations) {
    if (one.job == asker.own || one.predicted_start == never || asker.end > one.predicted_start)
      continue;
    const LimitJob other = job_of(state_.jobs[one.job]);
    if (limit.takes(other, one.host) && limit.key(other, one.host) == key) slots += one.slots;
  }
  return slots;
}

/// Jobs that have changed since they were counted.
void LimitRules::add_changes(const LimitCounter& counter, LimitUse& use) const {
  std::vector<JobSlotId> changed = state_.limits.changed;
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  const auto add = [&](const LimitCounts& counts, std::int32_t sign) {
    if (const auto found = counts.find(counter); found != counts.end())
      use.add(found->second, sign);
  };
  for (const JobSlotId id : changed) {
    add(counts_of(id), 1);
    const auto before = state_.limits.of_job.find(id);
    if (before != state_.limits.of_job.end()) add(before->second, -1);
  }
}

LimitUse LimitRules::used(const LimitAsker& asker, const LimitCounter& counter,
                          const WithoutVictims* without) const {
  LimitUse use;
  if (asker.is_idle) return use;
  if (const auto found = state_.limits.counts.find(counter); found != state_.limits.counts.end())
    use = found->second;
  if (!state_.limits.changed.empty()) add_changes(counter, use);
  const auto subtract = [&](const LimitCounts& counts) {
    if (const auto found = counts.find(counter); found != counts.end()) use.add(found->second, -1);
  };
  // In the place of the one that asks there may have been a job that has ended in this instant:
  // what that had is off already.
  const auto& changed = state_.limits.changed;
  if (std::ranges::find(changed, asker.own) != changed.end())
    subtract(counts_of(asker.own));
  else if (const auto own = state_.limits.of_job.find(asker.own); own != state_.limits.of_job.end())
    subtract(own->second);
  if (without != nullptr) subtract(without->limits());
  if (asker.backfills && section(counter.first).hosts.is_given())
    use.reserved -= passed_by(asker, counter.first, counter.second);
  return use;
}

LimitRoom LimitRules::room(const LimitAsker& asker) const {
  LimitRoom room;
  for (const std::uint32_t row : asker.rows) {
    const LimitSection& limit = section(row);
    if (!limit.is_on_all_hosts()) continue;
    const LimitUse use = used(asker, {row, limit.key(asker.job, HostId{})}, nullptr);
    if (limit.limits_slots()) {
      const bool never = asker.slots > limit.slots;
      note(room, never ? 0 : limit.slots - started_slots(row, use) - use.reserved,
           {.row = row,
            .by = LimitOf::slots,
            .limit = limit.slots,
            .used = started_slots(row, use),
            .reserved = use.reserved,
            .wanted = asker.slots});
    }
    const auto forbid = [&](const LimitRoom& by_row) {
      if (!room.starts) return;
      const LimitRoom of_slots = room;
      room = by_row;
      room.slots = of_slots.slots;
      room.row_of_slots = of_slots.row_of_slots;
      room.starts = false;
    };
    if (limit.limits_jobs() && !asker.passes_jobs && use.jobs >= limit.jobs)
      forbid({.row = row, .by = LimitOf::jobs, .limit = limit.jobs, .used = use.jobs, .wanted = 1});
    for (std::size_t at = 0; at < limit.amounts.size(); ++at)
      for (const ResourceUse& asked : asker.rusage) {
        const LimitedResource& limited = limit.amounts[at];
        const Amount wanted = asked.per_slot ? asked.amount * asker.slots : asked.amount;
        if (asked.resource != limited.resource || wanted == 0 ||
            wanted <= limited.most - use.amount(at))
          continue;
        forbid({.row = row,
                .by = LimitOf::amount,
                .resource = asked.resource,
                .limit = limited.most,
                .used = use.amount(at),
                .wanted = wanted});
      }
  }
  return room;
}

void LimitRules::cut_by_row(const LimitAsker& asker, std::uint32_t row, HostId host,
                            const LimitBudget& budget, const WithoutVictims* without,
                            LimitRoom& room) const {
  const LimitSection& limit = section(row);
  const LimitCounter counter{row, limit.key(asker.job, host)};
  LimitUse use = used(asker, counter, without);
  const auto mine = budget.taken.find(counter);
  const bool is_counted = mine != budget.taken.end();
  if (is_counted) use.add(mine->second, 1);
  if (const std::int64_t most = slots_of(row, host); most < no_limit)
    note(room, most - started_slots(row, use) - use.reserved,
         {.row = row,
          .by = LimitOf::slots,
          .limit = most,
          .used = started_slots(row, use),
          .reserved = use.reserved});
  if (limit.limits_jobs() && !asker.passes_jobs && !is_counted && use.jobs >= limit.jobs)
    note(room, 0,
         {.row = row, .by = LimitOf::jobs, .limit = limit.jobs, .used = use.jobs, .wanted = 1});
  for (std::size_t at = 0; at < limit.amounts.size(); ++at)
    for (const ResourceUse& asked : asker.rusage) {
      if (asked.resource != limit.amounts[at].resource || asked.amount == 0) continue;
      if (is_counted_once(budget, asked,
                          {row, asked.resource, state_.hosts.instance(host, asked.resource)}))
        continue;
      const Amount most = amount_of(limit.amounts[at], host);
      const Amount left = std::max<Amount>(most - use.amount(at), 0);
      const std::int64_t slots = asked.per_slot         ? left / asked.amount
                                 : left >= asked.amount ? std::int64_t{no_limit}
                                                        : 0;
      note(room, slots,
           {.row = row,
            .by = LimitOf::amount,
            .resource = asked.resource,
            .limit = most,
            .used = use.amount(at),
            .wanted = asked.amount});
    }
}

/// Calls visit(row) for the rows that take the job on a host; those that name hosts come last.
template <class Visit>
void LimitRules::visit_rows_on(const LimitAsker& asker, HostId host, Visit&& visit) const {
  for (const std::uint32_t row : asker.rows)
    if (section(row).takes(host)) visit(row);
  if (asker.naming_hosts.empty()) return;
  const std::span<const std::uint32_t> naming = state_.limits.index.rows_naming(host);
  for (const std::uint32_t row : naming)
    if (std::ranges::binary_search(asker.naming_hosts, row)) visit(row);
}

LimitRoom LimitRules::cut(const LimitAsker& asker, HostId host, std::int32_t slots,
                          const LimitBudget& budget, const WithoutVictims* without) const {
  LimitRoom room{.slots = slots};
  visit_rows_on(asker, host,
                [&](std::uint32_t row) { cut_by_row(asker, row, host, budget, without, room); });
  return room;
}

void LimitRules::take(const LimitAsker& asker, HostSlots part, LimitBudget& budget) const {
  visit_rows_on(asker, part.host, [&](std::uint32_t row) {
    const LimitSection& limit = section(row);
    LimitUse& use = budget.taken[{row, limit.key(asker.job, part.host)}];
    use.running += part.slots.count();
    use.jobs = 1;
    for (std::size_t at = 0; at < limit.amounts.size(); ++at)
      for (const ResourceUse& asked : asker.rusage) {
        if (asked.resource != limit.amounts[at].resource) continue;
        const Instance one{row, asked.resource, state_.hosts.instance(part.host, asked.resource)};
        if (is_counted_once(budget, asked, one)) continue;
        budget.instances.push_back(one);
        use.amount(at, limit.amounts.size()) +=
            asked.per_slot ? asked.amount * part.slots.count() : asked.amount;
      }
  });
}

}  // namespace mcsim::scheduler
