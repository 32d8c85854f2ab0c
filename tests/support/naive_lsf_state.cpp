// Answers questions about the present by counting. docs/rules/scheduling.md, section 1.
#include "support/naive_lsf_state.hpp"

#include <algorithm>

#include "mcsim/base/random.hpp"
#include "support/naive_lsf_shares.hpp"

namespace mcsim::testing::naive {
namespace {

AnyDecay decay_of(const ModelConfig& model, double hours) {
  if (model.pool_decay == "none") return AnyDecay(NoDecay{});
  if (model.pool_decay == "steps") return AnyDecay(StepDecay(hours));
  return AnyDecay(ContinuousDecay(hours));
}

std::int64_t slots_in(const std::vector<HostSlots>& parts, const std::optional<HostId>& host) {
  std::int64_t sum = 0;
  for (const HostSlots& part : parts)
    if (!host || part.host == *host) sum += part.slots.count();
  return sum;
}

}  // namespace

double pool_hours(const State& state) {
  const auto& own = state.config.model.pool_hist_hours;
  return own ? *own : state.settings->params.hist_hours;
}

void change_decay(State& state) {
  for (std::size_t at = 0; at < state.queues.size(); ++at) {
    const auto slots = static_cast<std::int32_t>(state.running_slots(static_cast<QueueId>(at)));
    AccumulatedUse& use = state.queues[at].use;
    use = {.until = state.now, .decayed = state.decay.value(use, Slots(slots), state.now)};
  }
  state.decay = decay_of(state.config.model, pool_hours(state));
}

bool contains(const std::vector<NameId>& users, NameId user) {
  return std::ranges::find(users, user) != users.end();
}

std::int64_t Job::slots_on(HostId host) const { return slots_in(hosts, host); }

std::int64_t Job::slots() const {
  return is_started() ? slots_in(hosts, std::nullopt) : asked.slots.count();
}

State::State(const ClusterConfig& cluster, std::uint64_t seed)
    : config(cluster), settings(&cluster), decay(NoDecay{}) {
  decay = decay_of(cluster.model, pool_hours(*this));
  const std::int64_t interval = cluster.params.job_scheduling_interval.count();
  if (cluster.model.seeded_daemon_phase && interval > 0) {
    RngStream stream{seed, cluster.name + "/daemon_phase"};
    offset =
        Duration(static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(interval))));
  }
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    Job job;
    job.asked = cluster.trace[static_cast<JobIndex>(at)];
    job.profile = &cluster.profiles[index_of(job.asked.profile)];
    job.queue = job.asked.queue;
    jobs.push_back(job);
  }
  for (const JobArray& array : cluster.arrays.rows) array_limits.push_back(array.spec.limit);
  hosts.resize(cluster.hosts.size());
  shares = new_share_trees(cluster, cluster);
  queues.resize(cluster.queues.size());
}

const JobRules& State::application_of(const Job& job) const {
  static const JobRules nobody;
  const ApplicationId id = job.profile->application;
  return id == none<ApplicationId> ? nobody : settings->applications[index_of(id)].rules;
}

bool State::has_preemption() const {
  return std::ranges::any_of(settings->queues, [](const QueueConfig& queue) {
    return queue.preemption.preemptive || queue.preemption.preemptable;
  });
}

JobControl State::control(const Job& job, std::optional<JobControl> JobRules::* action) const {
  if (const auto& own = application_of(job).*action) return *own;
  if (const auto& of_queue = queue_of(job).rules.*action) return *of_queue;
  return {};
}

/// A victim leaves its hosts if TERMINATE_WHEN, or the SUSPEND action, has it killed.
bool State::is_gone(const Job& job) const {
  if (!job.is_started()) return true;
  const auto action = control(job, &JobRules::suspend_control).kind;
  const bool leaves = queue_of(job).terminate_when_preempted ||
                      action == JobControl::Kind::requeue || action == JobControl::Kind::kill;
  return job.taken && leaves;
}

bool State::is_pending(const Job& job) const {
  return job.status == JobStatus::pend && job.pending_from <= now;
}

Time State::begin_of(const Job& job) const {
  const auto row = static_cast<std::size_t>(&job - jobs.data());
  Time begin{};
  if (row < config.trace.size())
    for (const auto& [of, time] : config.begins.rows())
      if (index_of(of) == row) begin = time;
  return begin;
}

bool State::is_in_line(const Job& job) const {
  const auto may_wait = [&](const Job& one) {
    return is_pending(one) && (!one.awaited || one.awaited->value == Truth::yes) &&
           begin_of(one) <= now;
  };
  if (!may_wait(job)) return false;
  const auto row = [&](const Job& one) { return static_cast<JobIndex>(&one - jobs.data()); };
  const bool is_own = &job >= jobs.data() && index_of(row(job)) < config.trace.size();
  const ArrayId array = is_own ? config.arrays.of(row(job)) : none<ArrayId>;
  if (array == none<ArrayId> || array_limits[index_of(array)] == 0) return true;
  std::int32_t before = 0;
  for (const Job& other : jobs) {
    if (config.arrays.of(row(other)) != array) continue;
    const bool is_alike = may_wait(other) && other.queue == job.queue &&
                          other.profile == job.profile && other.excluded == job.excluded &&
                          other.slots() == job.slots() && other.limit == job.limit &&
                          other.forwards == job.forwards && other.rests_until == job.rests_until;
    const bool is_away = other.forwarded_at != never;
    if (other.is_started() || is_away || (is_alike && other.position < job.position)) ++before;
  }
  return before < array_limits[index_of(array)];
}

void State::tell(const Job& job, News what, ReturnReason reason) {
  if (!job.guest) return;
  told.push_back({.job = static_cast<std::size_t>(&job - jobs.data()),
                  .news = what,
                  .reason = reason,
                  .status = job.status,
                  .own_code = job.own_code});
}

bool State::is_kept_for_others(const Job& job) const {
  return job.forward_delay < 0ms && now < job.asked.submit - job.forward_delay;
}

std::int64_t State::used(const Scope& scope) const {
  std::int64_t sum = 0;
  for (const Job& job : jobs) {
    if (&job == scope.except) continue;
    if (scope.queue && job.queue != *scope.queue) continue;
    if (scope.users != nullptr && !contains(*scope.users, job.asked.user)) continue;
    const bool hidden = job.predicted_start != never && job.predicted_start >= scope.backfill_end;
    if (job.status == JobStatus::pend && !hidden) sum += slots_in(job.reserved, scope.host);
    if (is_gone(job) || (!scope.suspended_too && !runs_now(job))) continue;
    sum += slots_in(job.hosts, scope.host);
  }
  return sum;
}

std::int64_t State::running_slots(QueueId queue) const {
  std::int64_t sum = 0;
  for (const Job& job : jobs)
    if (job.status == JobStatus::run && job.queue == queue) sum += job.slots();
  return sum;
}

Duration State::ran(const Job& job) const {
  return job.status == JobStatus::run ? job.ran_before + (now - job.since) : job.ran_before;
}

Time State::predicted_end(const Job& job) const {
  if (!runs_now(job) || job.limit_here >= unlimited) return never;
  const Time end = job.since + (job.limit_here - job.ran_before);
  return end > now ? end : now + 1ms;
}

Time State::end(const Job& job) const { return job.since + (job.occupies - job.ran_before); }

}  // namespace mcsim::testing::naive
