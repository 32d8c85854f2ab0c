// Counts what the jobs of each leaf do, and values conditions.
#include "mcsim/cluster/condition_board.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"

namespace mcsim::cluster {

ConditionBoard::ConditionBoard(const ConditionTable& table)
    : parents_(table.parents),
      children_(table.rows.size()),
      steps_(table.steps),
      leaves_(table.steps.size()) {
  std::ranges::sort(parents_);
  const auto rest = std::ranges::unique(parents_);
  parents_.erase(rest.begin(), rest.end());
  states_.resize(parents_.size());
}

std::size_t ConditionBoard::find(JobIndex job) const {
  const auto found = std::ranges::lower_bound(parents_, job);
  if (found == parents_.end() || *found != job) return parents_.size();
  return static_cast<std::size_t>(found - parents_.begin());
}

void ConditionBoard::come(JobIndex job) {
  if (const std::size_t at = find(job); at < parents_.size())
    states_[at].state.status = JobStatus::pend;
}

void ConditionBoard::start(JobIndex job) {
  const std::size_t at = find(job);
  if (at == parents_.size()) return;
  ParentState& state = states_[at].state;
  state.status = JobStatus::run;
  state.was_started = true;
  state.last_run = JobStatus::unsubmitted;
  change(at);
}

void ConditionBoard::end(JobIndex job, JobStatus status, std::int32_t code, Time now) {
  const std::size_t at = find(job);
  if (at == parents_.size() || states_[at].state.status == JobStatus::unsubmitted) return;
  ParentState& state = states_[at].state;
  state.status = status;
  state.code = code;
  state.ended = now;
  change(at);
  // Nothing can change any more.
  for (std::uint32_t watch = states_[at].first_watch; watch != nobody;) {
    const std::uint32_t next = watches_[watch].next;
    watches_[watch].next = std::exchange(free_watch_, watch);
    watch = next;
  }
  states_[at].first_watch = nobody;
}

void ConditionBoard::requeue(JobIndex job, std::int32_t code) {
  const std::size_t at = find(job);
  if (at == parents_.size()) return;
  ParentState& state = states_[at].state;
  state.status = JobStatus::pend;
  state.code = code;
  state.last_run = code == 0 ? JobStatus::done : JobStatus::exit;
  change(at);
}

bool ConditionBoard::is_known(const ParentState& state, Time now, const ParentRules& rules) const {
  if (state.status == JobStatus::unsubmitted) return false;
  return !state.has_ended() || now - state.ended <= rules.clean_period;
}

bool ConditionBoard::knows_all(const ConditionTable& table, ConditionId id, Time now,
                               const ParentRules& rules) const {
  if (table[id].is_refused) return false;
  const auto knows = [&](JobIndex job) {
    const ParentState* const state = known(job);
    return state != nullptr && is_known(*state, now, rules);
  };
  return std::ranges::all_of(table.steps_of(id), [&](const ConditionStep& step) {
    if (!step.is_leaf()) return true;
    const auto jobs = table.parents_of(step);
    return step.by_name ? std::ranges::any_of(jobs, knows) : std::ranges::all_of(jobs, knows);
  });
}

void ConditionBoard::begin(const ConditionTable& table, ConditionId id, JobSlotId slot, Time now,
                           const ParentRules& rules) {
  const JobCondition& condition = table[id];
  if (index_of(id) >= table.submitted) {  // by bmod
    const ConditionId before = of(table, condition.job);
    if (before != none<ConditionId>) children_[index_of(before)].slot = none<JobSlotId>;
    modified_[condition.job] = id;
  }
  children_[index_of(id)].slot = slot;
  for (std::uint32_t at = condition.first; at < condition.first + condition.count; ++at) {
    const ConditionStep& step = table.steps[at];
    if (!step.is_leaf()) continue;
    leaves_[at] = {};
    const auto jobs = table.parents_of(step);
    // From the last one on: of several with a name that may be the only one that counts.
    for (std::size_t back = jobs.size(); back-- > 0;) {
      const std::size_t parent = find(jobs[back]);
      const ParentState& state = states_[parent].state;
      if (step.by_name && !is_known(state, now, rules)) continue;
      const Truth value = truth_of(step, state);
      count(leaves_[at], value, 1);
      if (!state.has_ended()) watch(parent, at, id, value);
      if (step.by_name && !step.by_pattern && rules.only_latest) break;
    }
  }
  children_[index_of(id)].value = evaluated(table, id);
}

ConditionId ConditionBoard::of(const ConditionTable& table, JobIndex job) const {
  if (!modified_.empty())
    if (const auto found = modified_.find(job); found != modified_.end()) return found->second;
  return table.of(job);
}

void ConditionBoard::leave(const ConditionTable& table, JobIndex job) {
  const ConditionId id = of(table, job);
  if (id != none<ConditionId>) children_[index_of(id)].slot = none<JobSlotId>;
}

void ConditionBoard::count(Leaf& leaf, Truth value, std::int32_t sign) const {
  const auto by = static_cast<std::uint32_t>(sign);  // wraps around: -1 takes away
  if (value == Truth::no) leaf.open += by;
  if (value == Truth::never) leaf.never += by;
}

void ConditionBoard::watch(std::size_t parent, std::uint32_t step, ConditionId id, Truth value) {
  std::uint32_t at = free_watch_;
  if (at == nobody) {
    at = static_cast<std::uint32_t>(watches_.size());
    watches_.emplace_back();
  } else {
    free_watch_ = watches_[at].next;
  }
  watches_[at] = {step, id, std::exchange(states_[parent].first_watch, at), value};
}

void ConditionBoard::change(std::size_t parent) {
  const ParentState& state = states_[parent].state;
  for (std::uint32_t at = states_[parent].first_watch; at != nobody; at = watches_[at].next) {
    Watch& watch = watches_[at];
    const Truth value = truth_of(steps_[watch.step], state);
    if (value == watch.value) continue;
    Leaf& leaf = leaves_[watch.step];
    const Truth before = leaf.value();
    count(leaf, std::exchange(watch.value, value), -1);
    count(leaf, value, 1);
    if (leaf.value() != before) note_changed(watch.condition);
  }
}

void ConditionBoard::note_changed(ConditionId id) {
  Child& child = children_[index_of(id)];
  if (child.slot == none<JobSlotId> || std::exchange(child.is_changed, true)) return;
  changed_.push_back(id);
}

std::vector<ConditionId> ConditionBoard::take_changed(const ConditionTable& table) {
  std::vector<ConditionId> changed = std::exchange(changed_, {});
  for (const ConditionId id : changed) children_[index_of(id)].is_changed = false;
  std::ranges::sort(changed, {}, [&](ConditionId id) { return table[id].job; });
  return changed;
}

Truth ConditionBoard::evaluated(const ConditionTable& table, ConditionId id) const {
  const JobCondition& condition = table[id];
  if (condition.count == 0) return Truth::yes;
  std::vector<Truth> stack;
  for (std::uint32_t at = condition.first; at < condition.first + condition.count; ++at) {
    const ConditionStep& step = table.steps[at];
    if (step.is_leaf()) {
      stack.push_back(leaves_[at].value());
      continue;
    }
    if (step.kind == ConditionStep::Kind::negation) {
      stack.back() = negation(stack.back());
      continue;
    }
    MCSIM_CHECK(stack.size() >= 2, "a condition has an operator without operands");
    const Truth right = stack.back();
    stack.pop_back();
    stack.back() = step.kind == ConditionStep::Kind::both ? both(stack.back(), right)
                                                          : either(stack.back(), right);
  }
  MCSIM_CHECK(stack.size() == 1, "a condition has operands without an operator");
  return stack.back();
}

std::size_t ConditionBoard::bytes() const {
  return parents_.capacity() * sizeof(JobIndex) + states_.capacity() * sizeof(Parent) +
         children_.capacity() * sizeof(Child) + steps_.capacity() * sizeof(ConditionStep) +
         leaves_.capacity() * sizeof(Leaf) + watches_.capacity() * sizeof(Watch);
}

}  // namespace mcsim::cluster
