// Each question counts everything anew.
#include "support/naive_limits.hpp"

#include <algorithm>
#include <cmath>

namespace mcsim::testing::naive {
namespace {

template <class T>
bool is_listed(const std::vector<T>& list, T id) {
  return std::ranges::find(list, id) != list.end();
}

/// Whether a column takes a consumer.
template <class T>
bool is_for(const LimitConsumers<T>& column, T id) {
  return column.all ? !is_listed(column.listed, id) : is_listed(column.listed, id);
}

/// Whether the row says anything in the column: USERS=all says nothing.
template <class T>
bool says(const LimitConsumers<T>& column) {
  return !column.all || !column.listed.empty() || column.each;
}

/// A job without an application profile is of none: only where all of them together are meant, or
/// none is named, does it count.
bool is_for_application(const LimitSection& row, ApplicationId id) {
  if (id != none<ApplicationId>) return is_for(row.applications, id);
  return row.applications.all && !row.applications.each;
}

bool is_for_job(const LimitSection& row, const LimitJob& who) {
  return is_for(row.users, who.user) && is_for(row.queues, who.queue) &&
         is_for(row.projects, who.project) && is_for_application(row, who.application);
}

std::vector<std::uint64_t> key_of(const LimitSection& row, const LimitJob& who, HostId host) {
  std::vector<std::uint64_t> key;
  if (row.users.each) key.push_back(index_of(who.user));
  if (row.queues.each) key.push_back(index_of(who.queue));
  if (row.hosts.each) key.push_back(index_of(host));
  if (row.projects.each) key.push_back(index_of(who.project));
  if (row.applications.each) key.push_back(index_of(who.application));
  return key;
}

/// Of hosts as such, like MXJ.
bool is_of_hosts_alone(const LimitSection& row) {
  return says(row.hosts) && !says(row.users) && !says(row.queues);
}

}  // namespace

/// With preemption suspended jobs count for queues and groups of users, and where no consumer is
/// named that is preempted for: a single user, or a host.
bool NaiveLimits::counts_suspended(const LimitSection& row) const {
  const PreemptForLimits& spared = settings_.params.preempt_for;
  if (!preemption_) return true;
  if (says(row.queues)) return true;
  const bool is_group = !row.users.each && (row.users.all || row.users.listed.size() != 1);
  if (says(row.users) && !is_group) return false;
  if (!says(row.users)) return !says(row.hosts);
  if (row.slots_per_processor.thousandths >= 0) return !spared.group_jlp;
  if (row.hosts.each) return !spared.host_jlu;
  return !spared.group_max;
}

/// The job's part in each counter of the row.
void NaiveLimits::add(Counts& counts, const LimitSection& row, const LimitUser& job, bool slots,
                      bool jobs) const {
  if (!is_for_job(row, job.who)) return;
  std::vector<Key> seen;
  for (const LimitPart& part : job.parts) {
    if (part.slots == 0 || !is_for(row.hosts, part.host)) continue;
    const Key key = key_of(row, job.who, part.host);
    Count& count = counts[key];
    count.host = part.host;
    if (slots) count.slots += part.slots;
    if (jobs && !is_listed(seen, key)) ++count.jobs;
    seen.push_back(key);
    for (const auto& [id, amount] : part.amounts) count.amounts[id] += amount;
  }
}

NaiveLimits::Counts NaiveLimits::used(const LimitSection& row, const LimitUsers& others,
                                      LimitAsk ask) const {
  Counts counts;
  for (const LimitUser& other : others) {
    const bool is_reserving = other.is == LimitUser::Is::reserving;
    const bool with_suspended = counts_suspended(row) && ask != LimitAsk::resume;
    bool slots = other.is != LimitUser::Is::suspended || with_suspended;
    // Backfilled slots count for users and queues, but not on hosts.
    if (other.hidden && says(row.hosts)) slots = false;
    add(counts, row, other, slots, !is_reserving);
  }
  return counts;
}

std::int64_t NaiveLimits::slots_of(const LimitSection& row, HostId host) const {
  std::int64_t most = row.slots < no_limit ? row.slots : INT64_MAX;
  if (row.hosts.each && row.slots_per_processor.thousandths >= 0) {
    const double by_processors =
        std::ceil(static_cast<double>(row.slots_per_processor.thousandths *
                                      settings_.hosts[index_of(host)].ncpus) /
                  1000);
    most = std::min(most, static_cast<std::int64_t>(by_processors));
  }
  return most;
}

/// A percentage is of what the host has at most, in whole units; of a host that does not say it is
/// no limit.
std::optional<Amount> NaiveLimits::most_of(const LimitedResource& limit, HostId host) const {
  if (limit.percent == 0) return limit.most;
  ResourceId maximum = limit.resource;
  if (maximum == resource(builtin::mem)) maximum = resource(builtin::maxmem);
  if (maximum == resource(builtin::swp)) maximum = resource(builtin::maxswp);
  if (maximum == resource(builtin::tmp)) maximum = resource(builtin::maxtmp);
  for (const ResourceValue& value : settings_.hosts[index_of(host)].resources)
    if (value.resource == maximum)
      return static_cast<Amount>(std::floor(value.number * limit.percent / 100 + 0.5)) *
             amount_unit;
  return std::nullopt;
}

bool NaiveLimits::fits(const LimitSection& row, const LimitUser& job, const LimitUsers& others,
                       LimitAsk ask) const {
  Counts asked;
  add(asked, row, job, true, true);
  if (asked.empty()) return true;
  Counts counts = used(row, others, ask);
  // What was within its limits when it started resumes whatever users and queues have by now.
  const bool looks_at_slots = ask != LimitAsk::resume || is_of_hosts_alone(row);
  const bool looks_at_jobs = ask != LimitAsk::reserve;
  for (const auto& [key, wanted] : asked) {
    const Count& has = counts[key];
    if (looks_at_slots && !row.in_mxj && has.slots + wanted.slots > slots_of(row, wanted.host))
      return false;
    if (looks_at_jobs && row.jobs < no_limit && has.jobs + wanted.jobs > row.jobs) return false;
    for (const LimitedResource& limit : row.amounts) {
      const auto more = wanted.amounts.find(limit.resource);
      if (more == wanted.amounts.end() || more->second == 0) continue;  // who asks for none passes
      const auto before = has.amounts.find(limit.resource);
      const Amount sum = more->second + (before == has.amounts.end() ? Amount{} : before->second);
      const std::optional<Amount> most = most_of(limit, wanted.host);
      if (most && sum > *most) return false;
    }
  }
  return true;
}

bool NaiveLimits::allow(const LimitUser& job, const LimitUsers& others, LimitAsk ask) const {
  return std::ranges::all_of(settings_.limits,
                             [&](const LimitSection& row) { return fits(row, job, others, ask); });
}

std::int64_t NaiveLimits::room(const LimitJob& who, std::int64_t slots,
                               const LimitUsers& others) const {
  std::int64_t least = slots;
  for (const LimitSection& row : settings_.limits) {
    if (says(row.hosts) || row.slots >= no_limit || !is_for_job(row, who)) continue;
    if (row.slots < slots) return 0;
    Counts counts = used(row, others, LimitAsk::start);
    least = std::min(least, row.slots - counts[key_of(row, who, HostId{})].slots);
  }
  return least;
}

bool NaiveLimits::allow_switch(const LimitUser& job, QueueId queue,
                               const LimitUsers& others) const {
  LimitUser then = job;
  then.who.queue = queue;
  return std::ranges::all_of(settings_.limits, [&](const LimitSection& row) {
    const bool stays_counted = is_for_job(row, job.who) && is_for_job(row, then.who) &&
                               key_of(row, job.who, HostId{}) == key_of(row, then.who, HostId{});
    return stays_counted || fits(row, then, others, LimitAsk::start);
  });
}

}  // namespace mcsim::testing::naive
