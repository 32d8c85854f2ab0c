// What the rows of section Limit count, and leave.
#include "mcsim/scheduler/limit_rules.hpp"

#include <algorithm>
#include <limits>

#include "mcsim/scheduler/rusage.hpp"
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

/// A host that a counter is for; any, if it is for several.
HostId host_of(const LimitCounter& counter) {
  return counter.second.host == none<HostId> ? HostId{} : counter.second.host;
}

Amount& amount_at(LimitUse& use, std::size_t at, std::size_t size) {
  if (use.amounts.size() < size) use.amounts.resize(size);
  return use.amounts[at];
}

Amount amount_in(const LimitUse& use, std::size_t at) {
  return at < use.amounts.size() ? use.amounts[at] : 0;
}

/// Notes what a row leaves, if that is less than what others leave.
void note(LimitRoom& room, std::int64_t slots, const LimitRoom& by_row) {
  if (slots >= room.slots) return;
  const bool starts = room.starts;
  room = by_row;
  room.slots = std::max<std::int64_t>(slots, 0);
  room.starts = starts;
}

}  // namespace

LimitJob LimitRules::job_of(const JobState& job) const {
  const JobProfile& profile = config_.profiles[index_of(job.profile)];
  return {.user = job.user,
          .queue = job.queue,
          .project = profile.project == none<NameId> ? state_.settings.params.default_project
                                                     : profile.project,
          .application = profile.application};
}

LimitAsker LimitRules::asker(JobSlotId id, bool backfills) const {
  const JobState& job = state_.jobs[id];
  LimitAsker asker{.job = job_of(job),
                   .own = id,
                   .rows = {},
                   .rusage = state_.requirements[job.requirement].asked.rusage,
                   .slots = job.slots.count(),
                   .end = end_of(now_, job.estimate),
                   .backfills = backfills};
  asker.rows = rows_for(state_.settings.limits, asker.job);
  return asker;
}

bool LimitRules::counts_suspended(std::uint32_t row) const {
  return section(row).counts_suspended(!state_.features.counts_suspended,
                                       state_.settings.params.preempt_for);
}

std::int64_t LimitRules::slots_of(std::uint32_t row, HostId host) const {
  const LimitSection& limit = section(row);
  return limit.limits_slots() ? limit.slots_on(state_.hosts[host].ncpus) : no_limit;
}

Amount LimitRules::amount_of(const LimitedResource& limited, HostId host) const {
  if (limited.percent == 0) return limited.most;
  const auto total = configured_amount(state_.settings.hosts[index_of(host)], limited.resource);
  return total ? limited.on(*total) : std::numeric_limits<Amount>::max();
}

// What jobs have.

/// `amount_of_use`: of a use, by its place in rusage.
template <class Amounts>
void LimitRules::add_amounts(JobSlotId id, const LimitJob& job, std::uint32_t row,
                             Amounts&& amount_of_use, LimitCounts& counts) const {
  const LimitSection& limit = section(row);
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  const RusageRules rusage(config_, state_, now_);
  for (std::size_t at = 0; at < limit.amounts.size(); ++at)
    for (std::size_t use = 0; use < uses.size(); ++use) {
      if (uses[use].resource != limit.amounts[at].resource) continue;
      const Amount taken = amount_of_use(use);
      if (taken == 0) continue;
      std::vector<std::uint32_t> seen;  // instances
      state_.jobs.visit_hosts(id, [&](HostSlots part) {
        if (!limit.takes(part.host)) return;
        const std::uint32_t instance = state_.hosts.instance(part.host, uses[use].resource);
        if (instance != ClusterHosts::nowhere) {
          if (std::ranges::find(seen, instance) != seen.end()) return;
          seen.push_back(instance);
        }
        amount_at(counts[{row, limit.key(job, part.host)}], at, limit.amounts.size()) +=
            taken * rusage.units(id, uses[use], part.host);
      });
    }
}

/// What a started job has on its hosts, resources apart.
void LimitRules::add_parts(JobSlotId id, const LimitJob& job, std::uint32_t row,
                           LimitCounts& counts) const {
  const LimitSection& limit = section(row);
  const bool runs = state_.jobs[id].stage == Stage::running;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    if (!limit.takes(part.host)) return;
    LimitUse& use = counts[{row, limit.key(job, part.host)}];
    (runs ? use.running : use.suspended) += part.slots.count();
    use.jobs = 1;
  });
}

LimitCounts LimitRules::counts_of(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  LimitCounts counts;
  if (job.stage == Stage::unused) return counts;
  const bool reserves = job.stage == Stage::pending;
  if (!job.is_started() && !reserves) return counts;
  const LimitJob who = job_of(job);
  for (const std::uint32_t row : rows_for(state_.settings.limits, who)) {
    const LimitSection& limit = section(row);
    if (reserves) {
      state_.slot_reservations.visit_of(id, [&](const SlotReservation& one) {
        if (limit.takes(one.host)) counts[{row, limit.key(who, one.host)}].reserved += one.slots;
      });
      continue;
    }
    add_parts(id, who, row, counts);
    add_amounts(id, who, row, [&](std::size_t use) { return state_.jobs.taken(id)[use]; }, counts);
  }
  return counts;
}

LimitCounts LimitRules::given_back_by(JobSlotId id, bool leaves) const {
  LimitCounts counts = counts_of(id);
  if (leaves) return counts;
  for (auto& [counter, use] : counts) {
    use.jobs = 0;
    use.amounts.clear();
    use.suspended -= use.running;
  }
  const LimitJob who = job_of(state_.jobs[id]);
  for (const RusageRules::Gift& gift : RusageRules(config_, state_, now_).gifts_of(id, false))
    for (const std::uint32_t row : rows_for(state_.settings.limits, who)) {
      const LimitSection& limit = section(row);
      if (!limit.takes(gift.host)) continue;
      for (std::size_t at = 0; at < limit.amounts.size(); ++at)
        if (limit.amounts[at].resource == gift.resource)
          amount_at(counts[{row, limit.key(who, gift.host)}], at, limit.amounts.size()) +=
              gift.amount;
    }
  return counts;
}

// What is left.

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
  if (const auto own = state_.limits.of_job.find(asker.own); own != state_.limits.of_job.end())
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
      const std::int64_t slots = room.slots;
      room = by_row;
      room.slots = slots;
      room.starts = false;
    };
    if (limit.limits_jobs() && !asker.passes_jobs && use.jobs >= limit.jobs)
      forbid({.row = row, .by = LimitOf::jobs, .limit = limit.jobs, .used = use.jobs, .wanted = 1});
    for (std::size_t at = 0; at < limit.amounts.size(); ++at)
      for (const ResourceUse& asked : asker.rusage) {
        const LimitedResource& limited = limit.amounts[at];
        const Amount wanted = asked.per_slot ? asked.amount * asker.slots : asked.amount;
        if (asked.resource != limited.resource || wanted == 0 ||
            wanted <= limited.most - amount_in(use, at))
          continue;
        forbid({.row = row,
                .by = LimitOf::amount,
                .resource = asked.resource,
                .limit = limited.most,
                .used = amount_in(use, at),
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
      const Amount left = std::max<Amount>(most - amount_in(use, at), 0);
      const std::int64_t slots = asked.per_slot         ? left / asked.amount
                                 : left >= asked.amount ? std::int64_t{no_limit}
                                                        : 0;
      note(room, slots,
           {.row = row,
            .by = LimitOf::amount,
            .resource = asked.resource,
            .limit = most,
            .used = amount_in(use, at),
            .wanted = asked.amount});
    }
}

LimitRoom LimitRules::cut(const LimitAsker& asker, HostId host, std::int32_t slots,
                          const LimitBudget& budget, const WithoutVictims* without) const {
  LimitRoom room{.slots = slots};
  for (const std::uint32_t row : asker.rows)
    if (section(row).takes(host)) cut_by_row(asker, row, host, budget, without, room);
  return room;
}

void LimitRules::take(const LimitAsker& asker, HostSlots part, LimitBudget& budget) const {
  for (const std::uint32_t row : asker.rows) {
    const LimitSection& limit = section(row);
    if (!limit.takes(part.host)) continue;
    LimitUse& use = budget.taken[{row, limit.key(asker.job, part.host)}];
    use.running += part.slots.count();
    use.jobs = 1;
    for (std::size_t at = 0; at < limit.amounts.size(); ++at)
      for (const ResourceUse& asked : asker.rusage) {
        if (asked.resource != limit.amounts[at].resource) continue;
        const Instance one{row, asked.resource, state_.hosts.instance(part.host, asked.resource)};
        if (is_counted_once(budget, asked, one)) continue;
        budget.instances.push_back(one);
        amount_at(use, at, limit.amounts.size()) +=
            asked.per_slot ? asked.amount * part.slots.count() : asked.amount;
      }
  }
}

bool LimitRules::holds(const LimitAsker& asker, const std::vector<HostSlots>& parts,
                       const WithoutVictims* without) const {
  LimitBudget budget;
  return std::ranges::all_of(parts, [&](const HostSlots& part) {
    const std::int32_t slots = part.slots.count();
    if (cut(asker, part.host, slots, budget, without).slots < slots) return false;
    take(asker, part, budget);
    return true;
  });
}

/// What jobs have under a counter, but for one of them.
LimitUse LimitRules::used_by_others(JobSlotId id, const LimitCounter& counter) const {
  LimitAsker asker;
  asker.own = id;
  return used(asker, counter, nullptr);
}

/// Slots matter in rows of hosts as such, like MXJ, where others are suspended, too: what was
/// within the limits of users and queues when it started resumes whatever these have by now.
bool LimitRules::lets_resume(JobSlotId id) const {
  const LimitJob who = job_of(state_.jobs[id]);
  for (const std::uint32_t row : rows_for(state_.settings.limits, who)) {
    const LimitSection& limit = section(row);
    const bool of_hosts = limit.limits_slots() && limit.hosts.is_given() &&
                          !limit.users.is_given() && !limit.queues.is_given();
    LimitCounts mine;
    add_parts(id, who, row, mine);
    for (const auto& [counter, wanted] : mine) {
      const LimitUse others = used_by_others(id, counter);
      if (limit.limits_jobs() && others.jobs + 1 > limit.jobs) return false;
      if (of_hosts &&
          others.running + others.reserved + wanted.suspended > slots_of(row, host_of(counter)))
        return false;
    }
    if (!amounts_let_resume(id, who, row)) return false;
  }
  return true;
}

/// Whether what a suspended job gave back of its resources is still left for it.
bool LimitRules::amounts_let_resume(JobSlotId id, const LimitJob& job, std::uint32_t row) const {
  const LimitSection& limit = section(row);
  if (limit.amounts.empty()) return true;
  const JobState& state = state_.jobs[id];
  const RusageRules rusage(config_, state_, now_);
  const auto& uses = state_.requirements[state.requirement].asked.rusage;
  LimitCounts more;
  add_amounts(
      id, job, row,
      [&](std::size_t use) { return rusage.due(state, uses[use]) - state_.jobs.taken(id)[use]; },
      more);
  return std::ranges::all_of(more, [&](const auto& one) {
    const LimitUse all = used_by_others(none<JobSlotId>, one.first);
    for (std::size_t at = 0; at < one.second.amounts.size(); ++at)
      if (one.second.amounts[at] > 0 && amount_in(all, at) + one.second.amounts[at] >
                                            amount_of(limit.amounts[at], host_of(one.first)))
        return false;
    return true;
  });
}

/// A row that counts it already, with the same counter, does not matter.
bool LimitRules::lets_switch(JobSlotId id, QueueId queue) const {
  const JobState& job = state_.jobs[id];
  const LimitJob now = job_of(job);
  LimitJob then = now;
  then.queue = queue;
  for (const std::uint32_t row : rows_for(state_.settings.limits, then)) {
    const LimitSection& limit = section(row);
    if (limit.takes(now) && limit.key(now, HostId{}) == limit.key(then, HostId{})) continue;
    LimitCounts mine;
    add_parts(id, then, row, mine);
    add_amounts(id, then, row, [&](std::size_t use) { return state_.jobs.taken(id)[use]; }, mine);
    for (const auto& [counter, wanted] : mine) {
      const LimitUse all = used_by_others(id, counter);
      const std::int64_t slots = wanted.running + wanted.suspended;
      if (started_slots(row, all) + all.reserved + slots > slots_of(row, host_of(counter)) ||
          (limit.limits_jobs() && all.jobs + 1 > limit.jobs))
        return false;
      for (std::size_t at = 0; at < wanted.amounts.size(); ++at)
        if (wanted.amounts[at] > 0 && amount_in(all, at) + wanted.amounts[at] >
                                          amount_of(limit.amounts[at], host_of(counter)))
          return false;
    }
  }
  return true;
}

}  // namespace mcsim::scheduler
