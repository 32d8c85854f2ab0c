// What jobs have under the rows of section Limit, and what started ones may do.
#include "mcsim/scheduler/limit_rules.hpp"

#include <algorithm>
#include <limits>

#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {
namespace {

/// A host that a counter is for; any, if it is for several.
HostId host_of(const LimitCounter& counter) {
  return counter.second.host == none<HostId> ? HostId{} : counter.second.host;
}

/// Whether a job may have anything that limits count: it is on hosts, or may reserve them.
bool has_counts(const JobState& job) {
  return job.stage != Stage::unused && (job.is_started() || job.stage == Stage::pending);
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
                   .rusage = state_.requirements[job.requirement].asked.rusage,
                   .slots = job.slots.count(),
                   .end = end_of(now_, job.estimate),
                   .backfills = backfills};
  for (const std::uint32_t row : rows_for(asker.job))
    (LimitIndex::names_hosts(section(row)) ? asker.naming_hosts : asker.rows).push_back(row);
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
        counts[{row, limit.key(job, part.host)}].amount(at, limit.amounts.size()) +=
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
  if (!has_counts(state_.jobs[id])) return {};
  const LimitJob who = job_of(state_.jobs[id]);
  return counted(id, who, rows_for(who));
}

LimitCounts LimitRules::shown_counts_of(JobSlotId id) const {
  if (!has_counts(state_.jobs[id])) return {};
  const LimitJob who = job_of(state_.jobs[id]);
  return counted(id, who, model::rows_for(state_.settings.limits, who));
}

LimitCounts LimitRules::counted(JobSlotId id, const LimitJob& who,
                                const std::vector<std::uint32_t>& rows) const {
  LimitCounts counts;
  for (const std::uint32_t row : rows) {
    const LimitSection& limit = section(row);
    if (state_.jobs[id].stage == Stage::pending) {
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
    for (const std::uint32_t row : rows_for(who)) {
      const LimitSection& limit = section(row);
      if (!limit.takes(gift.host)) continue;
      for (std::size_t at = 0; at < limit.amounts.size(); ++at)
        if (limit.amounts[at].resource == gift.resource)
          counts[{row, limit.key(who, gift.host)}].amount(at, limit.amounts.size()) += gift.amount;
    }
  return counts;
}

// What started jobs may do.

/// What jobs have under a counter, but for one of them.
LimitUse LimitRules::used_by_others(JobSlotId id, const LimitCounter& counter) const {
  LimitAsker asker;
  asker.own = id;
  return used(asker, counter, nullptr);
}

/// Slots matter in rows of hosts as such, like MXJ, where others are suspended, too: what was
/// within the limits of users and queues when it started resumes whatever these have by now.
std::optional<LimitRoom> LimitRules::keeps_suspended(JobSlotId id) const {
  const LimitJob who = job_of(state_.jobs[id]);
  for (const std::uint32_t row : rows_for(who)) {
    const LimitSection& limit = section(row);
    const bool of_hosts = limit.limits_slots() && limit.hosts.is_given() &&
                          !limit.users.is_given() && !limit.queues.is_given();
    LimitCounts mine;
    add_parts(id, who, row, mine);
    for (const auto& [counter, wanted] : mine) {
      const LimitUse others = used_by_others(id, counter);
      if (limit.limits_jobs() && others.jobs + 1 > limit.jobs)
        return LimitRoom{
            .row = row, .by = LimitOf::jobs, .limit = limit.jobs, .used = others.jobs, .wanted = 1};
      if (!of_hosts) continue;
      const std::int64_t most = slots_of(row, host_of(counter));
      if (others.running + others.reserved + wanted.suspended > most)
        return LimitRoom{.row = row,
                         .by = LimitOf::slots,
                         .limit = most,
                         .used = others.running,
                         .reserved = others.reserved,
                         .wanted = wanted.suspended};
    }
    if (const auto room = amounts_keep_suspended(id, who, row)) return room;
  }
  return std::nullopt;
}

/// What a suspended job gave back of its resources may have been taken by others.
std::optional<LimitRoom> LimitRules::amounts_keep_suspended(JobSlotId id, const LimitJob& job,
                                                            std::uint32_t row) const {
  const LimitSection& limit = section(row);
  if (limit.amounts.empty()) return std::nullopt;
  const JobState& state = state_.jobs[id];
  const RusageRules rusage(config_, state_, now_);
  const auto& uses = state_.requirements[state.requirement].asked.rusage;
  LimitCounts more;
  add_amounts(
      id, job, row,
      [&](std::size_t use) { return rusage.due(state, uses[use]) - state_.jobs.taken(id)[use]; },
      more);
  for (const auto& [counter, wanted] : more) {
    const LimitUse all = used_by_others(none<JobSlotId>, counter);
    for (std::size_t at = 0; at < wanted.amounts.size(); ++at) {
      const Amount most = amount_of(limit.amounts[at], host_of(counter));
      if (wanted.amounts[at] > 0 && all.amount(at) + wanted.amounts[at] > most)
        return LimitRoom{.row = row,
                         .by = LimitOf::amount,
                         .resource = limit.amounts[at].resource,
                         .limit = most,
                         .used = all.amount(at),
                         .wanted = wanted.amounts[at]};
    }
  }
  return std::nullopt;
}

/// A row that counts it already, with the same counter, does not matter.
bool LimitRules::lets_switch(JobSlotId id, QueueId queue) const {
  const JobState& job = state_.jobs[id];
  const LimitJob now = job_of(job);
  LimitJob then = now;
  then.queue = queue;
  for (const std::uint32_t row : rows_for(then)) {
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
        if (wanted.amounts[at] > 0 &&
            all.amount(at) + wanted.amounts[at] > amount_of(limit.amounts[at], host_of(counter)))
          return false;
    }
  }
  return true;
}

}  // namespace mcsim::scheduler
