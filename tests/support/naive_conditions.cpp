// Values of conditions by the tables of docs/rules/dependencies.md.
#include "support/naive_conditions.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

using StepKind = ConditionStep::Kind;
constexpr std::int32_t exit_by_bkill = 130;

/// What is known of a job in its own cluster.
struct Seen {
  bool has_come = false;
  JobStatus status{};  ///< RUN also for SSUSP and USUSP
  bool is_over = false;
  bool was_started = false;
  JobStatus last_run{};  ///< or how it has ended; unsubmitted: neither
  std::int32_t code = 0;
};

bool is_away(const Job& job) { return job.forwarded_at != never; }
bool has_ended_elsewhere(const Job& job) {
  return job.status == JobStatus::unsubmitted && job.ended != never;
}

Seen look_at(const Job& job) {
  Seen seen;
  const bool by_hearsay = is_away(job) || has_ended_elsewhere(job);
  if (job.status == JobStatus::rejected) return seen;
  if (job.status == JobStatus::unsubmitted && !by_hearsay) return seen;
  seen.has_come = true;
  seen.status = by_hearsay ? job.heard : job.status;
  if (seen.status == JobStatus::ssusp || seen.status == JobStatus::ususp)
    seen.status = JobStatus::run;
  seen.is_over = job.ended != never;
  seen.was_started = job.heard_start || job.history.first_start != never;
  seen.last_run = seen.is_over ? seen.status : job.last_run;
  seen.code = job.own_code;
  return seen;
}

bool is_known(const State& state, const Job& job) {
  const Seen seen = look_at(job);
  const ClusterParameters& params = state.settings->params;
  const Duration kept = seen.status == JobStatus::done && params.clean_period_done
                            ? *params.clean_period_done
                            : params.clean_period;
  return seen.has_come && (!seen.is_over || state.now - job.ended <= kept);
}

std::vector<std::size_t> elements_of(const State& state, ArrayId id) {
  const JobArray& array = state.config.arrays[id];
  std::vector<std::size_t> elements;
  for (std::size_t at = 0; at < array.spec.indices.size(); ++at)
    elements.push_back(index_of(array.first) + at);
  return elements;
}

/// Until its last element is forgotten.
bool is_array_known(const State& state, ArrayId id) {
  const auto elements = elements_of(state, id);
  return std::ranges::any_of(elements,
                             [&](std::size_t at) { return is_known(state, state.jobs[at]); });
}

bool compare(std::int64_t a, CompareSign how, std::int64_t b) {
  if (how == CompareSign::eq) return a == b;
  if (how == CompareSign::ne) return a != b;
  if (how == CompareSign::lt) return a < b;
  if (how == CompareSign::le) return a <= b;
  if (how == CompareSign::gt) return a > b;
  if (how == CompareSign::ge) return a >= b;
  return true;
}

/// The table of section 3, but for its last row.
Truth value_of(const ConditionStep& leaf, const Seen& job) {
  const bool was_done = job.last_run == JobStatus::done;
  const bool was_exit = job.last_run == JobStatus::exit;
  bool holds = false;
  if (leaf.kind == StepKind::done) holds = was_done;
  if (leaf.kind == StepKind::ended) holds = was_done || was_exit;
  if (leaf.kind == StepKind::exited) holds = was_exit && compare(job.code, leaf.how, leaf.code);
  if (leaf.kind == StepKind::started) holds = job.was_started;
  if (leaf.kind == StepKind::post_done) holds = job.is_over;
  if (holds) return Truth::yes;
  return job.is_over && leaf.kind != StepKind::external ? Truth::never : Truth::no;
}

/// num...: holds, or does not yet, or cannot by any number that is still possible.
Truth value_of(const ConditionStep& leaf, const std::vector<Seen>& elements) {
  std::set<std::int64_t> possible;
  const auto counts = [&](const Seen& job) {
    const JobStatus status = job.has_come ? job.status : JobStatus::unsubmitted;
    switch (leaf.kind) {
      case StepKind::num_done:
        return status == JobStatus::done;
      case StepKind::num_exit:
        return status == JobStatus::exit;
      case StepKind::num_ended:
        return job.is_over;
      case StepKind::num_hold:
        return status == JobStatus::psusp;
      case StepKind::num_pend:
        return status == JobStatus::pend;
      case StepKind::num_run:
        return status == JobStatus::run;
      default:  // numstart
        return job.is_over || status == JobStatus::run;
    }
  };
  const std::int64_t now = std::ranges::count_if(elements, counts);
  if (compare(now, leaf.how, leaf.code)) return Truth::yes;
  const auto is_open = [](const Seen& job) { return !job.is_over; };
  const std::int64_t open = std::ranges::count_if(elements, is_open);
  const std::int64_t for_good =
      std::ranges::count_if(elements, [&](const Seen& job) { return job.is_over && counts(job); });
  for (std::int64_t more = 0; more <= open; ++more)
    if (compare(for_good + more, leaf.how, leaf.code)) return Truth::no;
  return Truth::never;
}

/// All jobs must satisfy it.
Truth value_of(const State& state, const ConditionStep& leaf,
               const std::vector<std::size_t>& parents) {
  std::vector<Seen> jobs;
  for (const std::size_t at : parents) jobs.push_back(look_at(state.jobs[at]));
  if (leaf.kind >= StepKind::num_done) return value_of(leaf, jobs);
  Truth all = Truth::yes;
  for (const Seen& job : jobs) {
    const Truth one = value_of(leaf, job);
    if (one == Truth::never) return one;
    if (one == Truth::no) all = one;
  }
  return all;
}

Truth combined(StepKind how, Truth a, Truth b) {
  if (how == StepKind::either) {
    if (a == Truth::yes || b == Truth::yes) return Truth::yes;
    return a == Truth::never && b == Truth::never ? Truth::never : Truth::no;
  }
  if (a == Truth::never || b == Truth::never) return Truth::never;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::no;
}

const auto& steps_of(const State& state) { return state.config.conditions.steps; }

std::vector<Truth> leaves_of(const State& state, const Awaited& awaited) {
  std::vector<Truth> leaves;
  const auto steps = state.config.conditions.steps_of(awaited.condition);
  for (std::size_t at = 0; at < steps.size(); ++at)
    leaves.push_back(steps[at].is_leaf() ? value_of(state, steps[at], awaited.parents[at])
                                         : Truth::no);
  return leaves;
}

Truth value_of(const State& state, const Awaited& awaited) {
  const auto steps = state.config.conditions.steps_of(awaited.condition);
  std::vector<Truth> stack;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (steps[at].is_leaf()) {
      stack.push_back(awaited.leaves[at]);
      continue;
    }
    const Truth last = stack.back();
    if (steps[at].kind == StepKind::negation) {
      stack.back() = last == Truth::yes ? Truth::no : Truth::yes;
      continue;
    }
    stack.pop_back();
    stack.back() = combined(steps[at].kind, stack.back(), last);
  }
  return stack.empty() ? Truth::yes : stack.back();
}

bool knows_all(const State& state, ConditionId id) {
  const ConditionTable& table = state.config.conditions;
  if (table[id].is_refused) return false;
  return std::ranges::all_of(table.steps_of(id), [&](const ConditionStep& step) {
    if (!step.is_leaf()) return true;
    if (step.of_array) return is_array_known(state, step.array());
    const auto jobs = table.parents_of(step);
    const auto knows = [&](JobIndex job) { return is_known(state, state.jobs[index_of(job)]); };
    return step.by_name ? std::ranges::any_of(jobs, knows) : std::ranges::all_of(jobs, knows);
  });
}

/// The jobs that a leaf is about, as they are known now. With JOB_DEP_LAST_SUB only the job of a
/// name that was submitted last, or all elements of the array that was.
std::vector<std::size_t> parents_of(const State& state, const ConditionStep& leaf) {
  if (leaf.of_array) return elements_of(state, leaf.array());
  std::vector<std::size_t> parents;
  for (const JobIndex job : state.config.conditions.parents_of(leaf))
    if (!leaf.by_name || is_known(state, state.jobs[index_of(job)]))
      parents.push_back(index_of(job));
  if (!leaf.by_name || leaf.by_pattern || !state.settings->params.dep_last_sub) return parents;
  const auto array_of = [&](std::size_t at) {
    return state.config.arrays.of(static_cast<JobIndex>(at));
  };
  const std::size_t last = parents.back();
  std::erase_if(parents, [&](std::size_t at) {
    const bool same_array = array_of(last) != none<ArrayId> && array_of(at) == array_of(last);
    return at != last && !same_array;
  });
  return parents;
}

/// The value of its condition is another one. Returns whether the job ends at once.
bool turn(State& state, Job& job) {
  state.news = true;
  Awaited& awaited = *job.awaited;
  awaited.ends_at = never;
  if (awaited.value != Truth::yes && job.status == JobStatus::pend) {
    job.reserved.clear();
    job.reserves_since = never;
  }
  if (awaited.value != Truth::never || !waits(job)) return false;
  const JobCondition& condition = state.config.conditions[awaited.condition];
  const auto grace =
      condition.kills_orphan ? std::optional(Duration{}) : state.settings->params.orphan_grace;
  if (!grace) return false;
  awaited.ends_at = state.now + *grace;
  return *grace == 0ms;
}

void end_orphan(State& state, Job& job) {
  finish(state, job, JobStatus::exit, EndReason::term_orphan, exit_by_bkill);
}

void begin(State& state, Job& job, ConditionId id) {
  Awaited& awaited = job.awaited.emplace();
  awaited.condition = id;
  for (const ConditionStep& step : state.config.conditions.steps_of(id))
    awaited.parents.push_back(step.is_leaf() ? parents_of(state, step)
                                             : std::vector<std::size_t>{});
  awaited.leaves = leaves_of(state, awaited);
  awaited.value = value_of(state, awaited);
  if (turn(state, job)) end_orphan(state, job);
}

bool is_bound(const Job& job) { return job.awaited && job.ended == never; }

}  // namespace

namespace {

/// PEND or PSUSP, as bjobs of its own cluster shows it.
bool pends(const Job& job) {
  const bool is_away = job.status == JobStatus::unsubmitted && job.forwarded_at != never;
  const JobStatus status = is_away ? job.heard : job.status;
  return status == JobStatus::pend || status == JobStatus::psusp;
}

/// Whether `jobs` more of a user are too many. `counts`: whose jobs the limit is for.
template <class Counts>
bool exceeds(const State& state, const Job& asking, std::int64_t jobs, const UserLimit& limit,
             Counts&& counts) {
  std::int64_t pending = jobs;
  std::int64_t slots = jobs * asking.slots();
  for (const Job& job : state.jobs)
    if (pends(job) && counts(job.asked.user)) {
      ++pending;
      slots += job.slots();
    }
  return (limit.max_pend_jobs < no_limit && pending > limit.max_pend_jobs) ||
         (limit.max_pend_slots < no_limit && slots > limit.max_pend_slots);
}

/// Source: IBM Spectrum LSF 10.1, lsb.params and lsb.users, MAX_PEND_JOBS: the elements of an array
/// are looked at all at once.
bool exceeds_pending(const State& state, const Job& asking, ArrayId array) {
  std::int64_t jobs = 1;
  if (array != none<ArrayId>) {
    const JobArray& all = state.config.arrays[array];
    const Job& first = state.jobs[index_of(all.first)];
    if (&first == &asking)
      jobs = all.spec.indices.size();
    else
      return first.reason == EndReason::pending_over_maximum;
  }
  const NameId user = asking.asked.user;
  if (exceeds(state, asking, jobs, state.settings->params.max_pending, [](NameId) { return true; }))
    return true;
  const auto& rows = state.settings->pend_limits;
  const bool has_line = std::ranges::any_of(
      rows, [&](const UserLimit& row) { return row.names(user) && !row.together; });
  return std::ranges::any_of(rows, [&](const UserLimit& row) {
    if (row.is_default ? has_line : !row.names(user)) return false;
    return exceeds(state, asking, jobs, row,
                   [&](NameId other) { return row.together ? row.names(other) : other == user; });
  });
}

}  // namespace

EndReason refusal_in_order(const State& state, const Job& job) {
  const auto row = static_cast<JobIndex>(&job - state.jobs.data());
  const ArrayId array = state.config.arrays.of(row);
  if (array != none<ArrayId> && std::cmp_greater(state.config.arrays[array].spec.indices.size(),
                                                 state.settings->params.max_job_array_size))
    return EndReason::array_too_large;
  if (exceeds_pending(state, job, array)) return EndReason::pending_over_maximum;
  const ConditionId condition = state.config.conditions.of(row);
  if (condition == none<ConditionId> || knows_all(state, condition)) return EndReason::none;
  return EndReason::dependency_unknown;
}

void wait_for_others(State& state, Job& job) {
  const auto row = static_cast<JobIndex>(&job - state.jobs.data());
  const ConditionId condition = state.config.conditions.of(row);
  if (condition != none<ConditionId>) begin(state, job, condition);
}

bool wait_for_others_now(State& state, Job& job, ConditionId condition) {
  if (!knows_all(state, condition)) return false;
  begin(state, job, condition);
  return true;
}

void settle_conditions(State& state) {
  for (bool again = !steps_of(state).empty(); again;) {
    std::vector<std::pair<Job*, std::vector<Truth>>> looks;
    for (Job& job : state.jobs)
      if (is_bound(job)) looks.emplace_back(&job, leaves_of(state, *job.awaited));
    std::vector<Job*> orphans;
    for (auto& [job, leaves] : looks) {
      job->awaited->leaves = std::move(leaves);
      const Truth value = value_of(state, *job->awaited);
      if (std::exchange(job->awaited->value, value) == value) continue;
      if (turn(state, *job)) orphans.push_back(job);
    }
    for (Job* const job : orphans) end_orphan(state, *job);
    again = !orphans.empty();
  }
}

bool conditions_have_moved(const State& state) {
  return std::ranges::any_of(state.jobs, [&](const Job& job) {
    return is_bound(job) && leaves_of(state, *job.awaited) != job.awaited->leaves;
  });
}

void end_late_orphans(State& state) {
  for (Job& job : state.jobs)
    if (is_bound(job) && job.awaited->ends_at == state.now && waits(job)) end_orphan(state, job);
}

}  // namespace mcsim::testing::naive
