// Counts what the jobs of each leaf do, and values conditions.
#include "mcsim/cluster/condition_board.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "mcsim/base/check.hpp"

namespace mcsim::cluster {
namespace {

bool is_there(JobSlotId slot) { return slot != none<JobSlotId>; }

}  // namespace

ConditionBoard::ConditionBoard(const ConditionTable& table, const ArrayTable& arrays)
    : parents_(table.parents),
      children_(table.rows.size()),
      steps_(table.steps),
      leaves_(table.steps.size()) {
  for (const JobArray& array : arrays.rows)
    elements_.emplace_back(array.first, array.spec.indices.size());
  for (const ConditionStep& step : table.steps)
    if (step.of_array) arrays_[step.array()];
  for (auto& [id, array] : arrays_) {
    array.counts.size = arrays[id].spec.indices.size();
    for (std::uint32_t element = 0; element < array.counts.size; ++element)
      parents_.push_back(static_cast<JobIndex>(index_of(arrays[id].first) + element));
  }
  std::ranges::sort(parents_);
  const auto rest = std::ranges::unique(parents_);
  parents_.erase(rest.begin(), rest.end());
  states_.resize(parents_.size());
  for (auto& [id, array] : arrays_) {
    array.first = find(arrays[id].first);
    array_at_[array.first] = id;
  }
}

std::size_t ConditionBoard::find(JobIndex job) const {
  const auto found = std::ranges::lower_bound(parents_, job);
  if (found == parents_.end() || *found != job) return parents_.size();
  return static_cast<std::size_t>(found - parents_.begin());
}

void ConditionBoard::come(JobIndex job) {
  const std::size_t at = find(job);
  if (at == parents_.size()) return;
  const ParentState before = states_[at].state;
  states_[at].state.status = JobStatus::pend;
  change_array(at, before);
}

void ConditionBoard::start(JobIndex job) {
  const std::size_t at = find(job);
  if (at == parents_.size()) return;
  ParentState& state = states_[at].state;
  const ParentState before = state;
  state.status = JobStatus::run;
  state.was_started = true;
  state.last_run = JobStatus::unsubmitted;
  change(at, before);
}

void ConditionBoard::end(JobIndex job, JobStatus status, std::int32_t code, Time now) {
  const std::size_t at = find(job);
  if (at == parents_.size() || states_[at].state.status == JobStatus::unsubmitted) return;
  ParentState& state = states_[at].state;
  const ParentState before = state;
  state.status = status;
  state.code = code;
  state.ended = now;
  change(at, before);
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
  const ParentState before = state;
  state.status = JobStatus::pend;
  state.code = code;
  state.last_run = code == 0 ? JobStatus::done : JobStatus::exit;
  change(at, before);
}

void ConditionBoard::wait(JobIndex job, bool is_stopped) {
  const std::size_t at = find(job);
  if (at == parents_.size()) return;
  const ParentState before = states_[at].state;
  states_[at].state.status = is_stopped ? JobStatus::psusp : JobStatus::pend;
  change_array(at, before);
}

bool ConditionBoard::is_known(const ParentState& state, Time now, const ParentRules& rules) const {
  if (state.status == JobStatus::unsubmitted) return false;
  if (!state.has_ended()) return true;
  const bool is_done = state.status == JobStatus::done;
  return now - state.ended <= (is_done ? rules.kept_done() : rules.clean_period);
}

/// An array is forgotten with its last element.
bool ConditionBoard::is_known(const ArrayParent& array, Time now, const ParentRules& rules) const {
  const std::uint32_t submitted = array.counts.submitted();
  if (submitted == 0) return false;
  if (array.counts.ended() < submitted) return true;
  return (array.counts.done > 0 && now - array.last_done <= rules.kept_done()) ||
         (array.counts.ended() > array.counts.done && now - array.last_end <= rules.clean_period);
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
    if (step.of_array) return is_known(arrays_.at(step.array()), now, rules);
    const auto jobs = table.parents_of(step);
    return step.by_name ? std::ranges::any_of(jobs, knows) : std::ranges::all_of(jobs, knows);
  });
}

void ConditionBoard::begin(const ConditionTable& table, ConditionId id, JobIndex job,
                           JobSlotId slot, Time now, const ParentRules& rules) {
  const JobCondition& condition = table[id];
  if (index_of(id) >= table.submitted) {  // by bmod
    if (const ConditionId before = of(table, job); before != none<ConditionId>)
      let_go(table, before, job);
    modified_[job] = id;
  }
  const bool has_begun = waits(id);
  children_[index_of(id)].slot = slot;
  if (condition.jobs > 1) {
    const auto [slots, is_new] = many_.try_emplace(id);
    if (is_new) slots->second.resize(condition.jobs, none<JobSlotId>);
    slots->second[index_of(job) - index_of(condition.job)] = slot;
    if (has_begun) return;  // elements come at the same time
  }
  for (std::uint32_t at = condition.first; at < condition.first + condition.count; ++at)
    if (table.steps[at].is_leaf()) begin_leaf(table, id, at, now, rules);
  children_[index_of(id)].value = evaluated(table, id);
}

void ConditionBoard::begin_leaf(const ConditionTable& table, ConditionId id, std::uint32_t at,
                                Time now, const ParentRules& rules) {
  const ConditionStep& step = table.steps[at];
  leaves_[at] = {};
  if (step.of_array) {
    leaves_[at].open = shared_leaf(step);
    shared_[leaves_[at].open].conditions.push_back(id);
    return;
  }
  const auto jobs = table.parents_of(step);
  // From the last one on: of several with a name that may be the only one that counts, or the only
  // array.
  const bool only_latest = step.by_name && !step.by_pattern && rules.only_latest;
  JobIndex latest = none<JobIndex>;
  for (std::size_t back = jobs.size(); back-- > 0;) {
    if (latest != none<JobIndex> && first_with(jobs[back]) != latest) break;
    const std::size_t parent = find(jobs[back]);
    const ParentState& state = states_[parent].state;
    if (step.by_name && !is_known(state, now, rules)) continue;
    const Truth value = truth_of(step, state);
    count(leaves_[at], value, 1);
    if (!state.has_ended()) watch(parent, at, id, value);
    if (only_latest) latest = first_with(jobs[back]);
  }
}

JobIndex ConditionBoard::first_with(JobIndex job) const {
  const auto behind =
      std::ranges::upper_bound(elements_, job, {}, [](const auto& array) { return array.first; });
  if (behind == elements_.begin()) return job;
  const auto& [first, count] = *std::prev(behind);
  return index_of(job) - index_of(first) < count ? first : job;
}

/// The row of what a leaf asks of a whole array.
std::uint32_t ConditionBoard::shared_leaf(const ConditionStep& step) {
  const auto [found, is_new] =
      shared_of_.try_emplace(LeafKey(step.array(), step.kind, step.how, step.code),
                             static_cast<std::uint32_t>(shared_.size()));
  if (!is_new) return found->second;
  SharedLeaf& shared = shared_.emplace_back();
  shared.step = step;
  ArrayParent& array = arrays_.at(step.array());
  array.leaves.push_back(found->second);
  if (!step.counts_elements())
    for (std::uint32_t element = 0; element < array.counts.size; ++element)
      count(shared.leaf, truth_of(step, states_[array.first + element].state), 1);
  shared.value = value_of(shared);
  return found->second;
}

Truth ConditionBoard::value_of(const SharedLeaf& leaf) const {
  return leaf.step.counts_elements() ? truth_of(leaf.step, arrays_.at(leaf.step.array()).counts)
                                     : leaf.leaf.value();
}

ConditionId ConditionBoard::of(const ConditionTable& table, JobIndex job) const {
  if (!modified_.empty())
    if (const auto found = modified_.find(job); found != modified_.end()) return found->second;
  return table.of(job);
}

void ConditionBoard::leave(const ConditionTable& table, JobIndex job) {
  if (const ConditionId id = of(table, job); id != none<ConditionId>) let_go(table, id, job);
}

/// The job waits by this condition no more; others may.
void ConditionBoard::let_go(const ConditionTable& table, ConditionId id, JobIndex job) {
  Child& child = children_[index_of(id)];
  const auto many = many_.find(id);
  if (many == many_.end()) {
    child.slot = none<JobSlotId>;
    return;
  }
  JobSlotId& slot = many->second[index_of(job) - index_of(table[id].job)];
  if (std::exchange(slot, none<JobSlotId>) != child.slot) return;
  // That of another one that waits. Elements leave mostly in their order, so it is found soon.
  const auto next = std::find_if(many->second.begin() + (&slot - many->second.data()),
                                 many->second.end(), is_there);
  const auto other = next != many->second.end()
                         ? next
                         : std::find_if(many->second.begin(), many->second.end(), is_there);
  child.slot = other == many->second.end() ? none<JobSlotId> : *other;
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

void ConditionBoard::change(std::size_t parent, const ParentState& before_change) {
  change_array(parent, before_change);
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

/// The counts of its array, if some condition names that as a whole.
void ConditionBoard::change_array(std::size_t parent, const ParentState& before) {
  auto behind = array_at_.upper_bound(parent);
  if (behind == array_at_.begin()) return;
  const ArrayId id = std::prev(behind)->second;
  ArrayParent& array = arrays_.at(id);
  if (parent - array.first >= array.counts.size) return;
  const ParentState& now = states_[parent].state;
  if (std::uint32_t* const count = array.counts.of(before.status)) --*count;
  if (std::uint32_t* const count = array.counts.of(now.status)) ++*count;
  if (now.has_ended())
    (now.status == JobStatus::done ? array.last_done : array.last_end) = now.ended;
  for (const std::uint32_t at : array.leaves) {
    SharedLeaf& shared = shared_[at];
    if (shared.step.counts_elements()) continue;
    count(shared.leaf, truth_of(shared.step, before), -1);
    count(shared.leaf, truth_of(shared.step, now), 1);
  }
  if (array.leaves.empty() || std::exchange(array.is_changed, true)) return;
  changed_arrays_.push_back(id);
}

/// Notes the conditions that ask of changed arrays what has turned.
void ConditionBoard::settle_arrays() {
  for (const ArrayId id : std::exchange(changed_arrays_, {})) {
    ArrayParent& array = arrays_.at(id);
    array.is_changed = false;
    for (const std::uint32_t at : array.leaves) {
      SharedLeaf& shared = shared_[at];
      const Truth before = std::exchange(shared.value, value_of(shared));
      if (before == shared.value) continue;
      for (const ConditionId condition : shared.conditions) note_changed(condition);
      std::erase_if(shared.conditions, [&](ConditionId one) { return !waits(one); });
    }
  }
}

void ConditionBoard::note_changed(ConditionId id) {
  Child& child = children_[index_of(id)];
  if (!waits(id) || std::exchange(child.is_changed, true)) return;
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
      stack.push_back(step.of_array ? value_of(shared_[leaves_[at].open]) : leaves_[at].value());
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
