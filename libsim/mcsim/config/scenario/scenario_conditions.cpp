// Conditions of jobs: their texts, and the jobs that they name.
#include "mcsim/config/scenario/scenario_conditions.hpp"

#include <algorithm>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

using StepWord = DependencyStep::Word;
using LeafKind = ConditionStep::Kind;

LeafKind kind_of_word(StepWord word) { return static_cast<LeafKind>(word); }
static_assert(static_cast<int>(LeafKind::external) == static_cast<int>(StepWord::external) &&
              static_cast<int>(LeafKind::num_start) == static_cast<int>(StepWord::numstart) &&
              static_cast<int>(LeafKind::negation) == static_cast<int>(StepWord::negation));

/// Whether elements of the array that waits do so for elements of their own (`[*]`).
bool names_own(const std::vector<DependencyStep>& steps) {
  return std::ranges::any_of(steps, [](const DependencyStep& step) {
    return std::ranges::any_of(step.refs, [](const DependencyRef& ref) {
      return ref.elements == DependencyRef::Elements::own;
    });
  });
}

/// With the numbers that jobs have in the run.
std::vector<DependencyStep> steps_of(const AskedCondition& asked) {
  if (asked.text.empty()) return {};
  std::vector<DependencyStep> steps = parse_dependency(asked.text).value();
  if (!asked.numbering) return steps;
  for (DependencyStep& step : steps)
    for (DependencyRef& ref : step.refs)
      if (ref.id) ref.id = asked.numbering->of(*ref.id);
  return steps;
}

std::string name_in_words(const DependencyRef& ref) {
  if (ref.id) return "job " + std::to_string(*ref.id);
  return "job of its user is called " + in_quotes(ref.name + (ref.is_pattern ? "*" : ""));
}

}  // namespace

std::int64_t JobNumbering::of(std::int64_t number) const {
  if (!renumbers) {
    std::int64_t shifted = 0;
    return __builtin_add_overflow(number, offset, &shifted) ? number : shifted;
  }
  const auto found =
      std::ranges::lower_bound(numbers, number, {}, &std::pair<std::int64_t, JobId>::first);
  const bool is_known = found != numbers.end() && found->first == number;
  return is_known ? static_cast<std::int64_t>(found->second) : INT64_MAX;
}

std::optional<AskedCondition> read_condition(ScenarioDraft& draft, const JsonNode& node,
                                             const JsonAt& at) {
  const Fields in(node);
  const bool kills_orphan = in.flag("terminate_orphan"_key).value_or(false);
  const auto text = in.text("depends"_key);
  if (!text) {
    if (kills_orphan && node.find("depends"_key) == nullptr)
      draft.complaints.warning(at, "terminate_orphan"_key,
                               "is without effect: the job waits for no other one (depends)");
    return std::nullopt;
  }
  AskedCondition asked{.kills_orphan = kills_orphan,
                       .place = place_within(draft, at, "depends"_key, 0),
                       .pointer = at.pointer_to("depends"_key)};
  if (split_words(*text).empty()) return asked;
  const auto steps = parse_dependency(*text);
  if (steps) {
    asked.text = *text;
    return asked;
  }
  for (const RequirementMistake& mistake : steps.error())
    draft.complaints.error(place_within(draft, at, "depends"_key, mistake.position), asked.pointer,
                           mistake.message + picture(*text, mistake.position));
  return std::nullopt;
}

ConditionRefs::ConditionRefs(ScenarioDraft& draft) : draft_(draft) {
  for (const JobWithName& job : draft.named_jobs)
    if (const auto row = row_of(job.cluster, job.id))
      named_[{job.cluster, job.user}].emplace_back(job.name, *row);
  for (auto& [user, jobs] : named_) std::ranges::sort(jobs);
}

std::optional<JobIndex> ConditionRefs::row_of(ClusterId cluster, JobId job) {
  const auto found = rows_.find(cluster);
  if (found != rows_.end()) return found->second.find(job);
  return rows_.emplace(cluster, RowsByNumber(draft_[cluster].config.trace)).first->second.find(job);
}

JobCondition ConditionRefs::resolved(const AskedCondition& asked, JobIndex row, JobIndex before) {
  return resolved(asked, steps_of(asked), row, before);
}

JobCondition ConditionRefs::resolved(const AskedCondition& asked,
                                     const std::vector<DependencyStep>& steps, JobIndex row,
                                     JobIndex before) {
  ConditionTable& table = draft_[asked.cluster].config.conditions;
  JobCondition condition{.job = row,
                         .first = static_cast<std::uint32_t>(table.steps.size()),
                         .kills_orphan = asked.kills_orphan};
  for (const DependencyStep& step : steps) {
    if (!step.refs.empty())
      add_leaves(asked, step, before, condition);
    else
      table.steps.push_back({.kind = kind_of_word(step.word)});
  }
  condition.count = static_cast<std::uint32_t>(table.steps.size()) - condition.first;
  return condition;
}

std::vector<JobCondition> ConditionRefs::resolved_of_array(const AskedCondition& asked,
                                                           const JobArray& array,
                                                           const ArrayIndices* elements,
                                                           JobIndex before) {
  std::vector<JobCondition> all;
  const std::vector<DependencyStep> steps = steps_of(asked);
  waiting_array_ = &array;
  if (elements == nullptr && !names_own(steps)) {
    all.push_back(resolved(asked, steps, array.first, before));
    all.back().jobs = array.spec.indices.size();
  } else {
    const ArrayIndices& wanted = elements != nullptr ? *elements : array.spec.indices;
    for (std::uint32_t at = 0; at < wanted.size(); ++at) {
      waiting_index_ = wanted[at];
      all.push_back(resolved(asked, steps, *array.row_of(waiting_index_), before));
      is_quiet_ = true;
    }
  }
  is_quiet_ = false;
  waiting_array_ = nullptr;
  return all;
}

/// One leaf for all single jobs that are named by number, one for each array, and one for each
/// name; all must hold.
void ConditionRefs::add_leaves(const AskedCondition& asked, const DependencyStep& step,
                               JobIndex before, JobCondition& to) {
  Leaves leaves;
  if (step.word == StepWord::external && !is_quiet_)
    draft_.complaints.warning(
        asked.place, asked.pointer,
        "external never holds: nobody posts messages (bpost) in a simulation");
  bool is_good = true;
  if (step.counts_elements()) {
    is_good = add_count(asked, step, before, leaves);
  } else {
    const ConditionStep leaf{.kind = kind_of_word(step.word), .how = step.how, .code = step.number};
    ConditionStep of_rows = leaf;
    of_rows.first = static_cast<std::uint32_t>(table(asked).parents.size());
    for (const DependencyRef& ref : step.refs)
      if (ref.id) is_good = add_by_id(asked, ref, before, leaf, leaves) && is_good;
    of_rows.count = static_cast<std::uint32_t>(table(asked).parents.size()) - of_rows.first;
    if (of_rows.count > 0) leaves.push_back(of_rows);
    for (const DependencyRef& ref : step.refs)
      if (!ref.id) is_good = add_by_name(asked, ref, before, leaf, leaves) && is_good;
  }
  to.is_refused = to.is_refused || !is_good;
  // The job is refused: nobody looks at it.
  if (leaves.empty()) leaves.push_back({.kind = LeafKind::done});
  for (std::size_t at = 0; at < leaves.size(); ++at) {
    table(asked).steps.push_back(leaves[at]);
    if (at > 0) table(asked).steps.push_back({.kind = LeafKind::both});
  }
}

ConditionTable& ConditionRefs::table(const AskedCondition& asked) {
  return draft_[asked.cluster].config.conditions;
}

const JobArray* ConditionRefs::array_of(ClusterId cluster, JobIndex row) const {
  const ArrayTable& arrays = draft_[cluster].config.arrays;
  const ArrayId array = arrays.of(row);
  return array == none<ArrayId> ? nullptr : &arrays[array];
}

bool ConditionRefs::add_by_id(const AskedCondition& asked, const DependencyRef& ref,
                              JobIndex before, const ConditionStep& leaf, Leaves& leaves) {
  const auto row = row_of(asked.cluster, static_cast<JobId>(*ref.id));
  if (!row || *row >= before) {
    refuse(asked, ref.position, name_in_words(ref) + " is not submitted before it");
    return false;
  }
  const ArrayId array = draft_[asked.cluster].config.arrays.of(*row);
  if (ref.elements != DependencyRef::Elements::unsaid) return add_elements(asked, ref, *row);
  if (array == none<ArrayId>) {
    table(asked).parents.push_back(*row);
  } else {
    leaves.push_back(leaf);
    leaves.back().of_array = true;
    leaves.back().first = static_cast<std::uint32_t>(array);
  }
  return true;
}

/// The elements of the array at `row` that a reference names, as parents.
bool ConditionRefs::add_elements(const AskedCondition& asked, const DependencyRef& ref,
                                 JobIndex row) {
  const JobArray* const array = array_of(asked.cluster, row);
  std::vector<JobIndex>& parents = table(asked).parents;
  const auto refused = [&](const std::string& why) {
    refuse(asked, ref.position,
           (ref.id ? name_in_words(ref) : "job " + in_quotes(ref.name)) + " " + why);
    return false;
  };
  if (array == nullptr) return refused("is no job array");
  if (ref.elements == DependencyRef::Elements::own) {
    if (waiting_array_ == nullptr || waiting_array_->spec.indices != array->spec.indices)
      return refused("has other elements than the array that waits for them");
    parents.push_back(*array->row_of(waiting_index_));
    return true;
  }
  for (const DependencyRef::Range& range : ref.ranges) {
    const std::int64_t last = array->spec.indices.last();
    if (range.last > last) return refused("has no element " + std::to_string(range.last));
    for (std::int64_t index = range.first; index <= range.last; index += range.step) {
      const auto element = array->row_of(static_cast<std::uint32_t>(index));
      if (!element) return refused("has no element " + std::to_string(index));
      parents.push_back(*element);
    }
  }
  return true;
}

/// num...(array, op number): of one array, by its number.
bool ConditionRefs::add_count(const AskedCondition& asked, const DependencyStep& step,
                              JobIndex before, Leaves& leaves) {
  const DependencyRef& ref = step.refs.front();
  const auto row = ref.id ? row_of(asked.cluster, static_cast<JobId>(*ref.id)) : std::nullopt;
  const JobArray* const array = row && *row < before ? array_of(asked.cluster, *row) : nullptr;
  if (array == nullptr || ref.elements != DependencyRef::Elements::unsaid) {
    refuse(asked, ref.position,
           ref.id && row && *row < before && array == nullptr
               ? name_in_words(ref) + " is no job array"
           : ref.id ? name_in_words(ref) + ", a whole job array, is not submitted before it"
                    : "elements are counted of a job array that is named by its number");
    return false;
  }
  ConditionStep leaf{.kind = kind_of_word(step.word), .how = step.how, .of_array = true};
  leaf.code = step.number;
  leaf.first = static_cast<std::uint32_t>(draft_[asked.cluster].config.arrays.of(*row));
  if (step.is_all) {
    leaf.how = CompareSign::eq;
    leaf.code = static_cast<std::int32_t>(array->spec.indices.size());
  }
  leaves.push_back(leaf);
  return true;
}

bool ConditionRefs::add_by_name(const AskedCondition& asked, const DependencyRef& ref,
                                JobIndex before, ConditionStep leaf, Leaves& leaves) {
  std::vector<JobIndex> jobs = called(asked.cluster, asked.user, ref);
  std::erase_if(jobs, [&](JobIndex row) { return row >= before; });
  if (jobs.empty()) {
    refuse(asked, ref.position, "no " + name_in_words(ref) + " that is submitted before it");
    return false;
  }
  const ArrayId first_array = draft_[asked.cluster].config.arrays.of(jobs.front());
  const auto& parents = table(asked).parents;
  if (ref.elements != DependencyRef::Elements::unsaid) {
    leaf.first = static_cast<std::uint32_t>(parents.size());
    for (const JobIndex row : jobs)
      if (!add_elements(asked, ref, row)) return false;
    leaf.count = static_cast<std::uint32_t>(parents.size()) - leaf.first;
  } else if (jobs.size() == 1 && first_array != none<ArrayId>) {
    leaf.of_array = true;
    leaf.first = static_cast<std::uint32_t>(first_array);
  } else {
    const Names all = names(asked.cluster, asked.user, ref);
    const auto first = parents.begin() + static_cast<std::ptrdiff_t>(all.first);
    const auto end =
        std::lower_bound(first, first + static_cast<std::ptrdiff_t>(all.count), before);
    leaf.first = all.first;
    leaf.count = static_cast<std::uint32_t>(end - first);
  }
  leaf.by_name = !leaf.of_array;
  leaf.by_pattern = ref.is_pattern && !leaf.of_array;
  leaves.push_back(leaf);
  return true;
}

std::vector<JobIndex> ConditionRefs::called(ClusterId cluster, NameId user,
                                            const DependencyRef& ref) const {
  std::vector<JobIndex> jobs;
  const auto of_user = named_.find({cluster, user});
  if (of_user == named_.end()) return jobs;
  const auto& all = of_user->second;
  for (auto at = std::ranges::lower_bound(all, std::pair(ref.name, JobIndex{}));
       at != all.end() && at->first.starts_with(ref.name); ++at) {
    if (!ref.is_pattern && at->first != ref.name) break;
    jobs.push_back(at->second);
  }
  std::ranges::sort(jobs);
  return jobs;
}

/// Equal names share one list: what is submitted before a job is its beginning.
ConditionRefs::Names ConditionRefs::names(ClusterId cluster, NameId user,
                                          const DependencyRef& ref) {
  const auto [found, is_new] = names_.try_emplace({cluster, user, ref.name, ref.is_pattern});
  if (!is_new) return found->second;
  auto& parents = draft_[cluster].config.conditions.parents;
  std::vector<JobIndex> jobs;
  for (const JobIndex row : called(cluster, user, ref)) {
    const JobArray* const array = array_of(cluster, row);
    const std::uint32_t count = array == nullptr ? 1 : array->spec.indices.size();
    for (std::uint32_t element = 0; element < count; ++element)
      jobs.push_back(static_cast<JobIndex>(index_of(row) + element));
  }
  found->second = {static_cast<std::uint32_t>(parents.size()),
                   static_cast<std::uint32_t>(jobs.size())};
  parents.insert(parents.end(), jobs.begin(), jobs.end());
  return found->second;
}

void ConditionRefs::refuse(const AskedCondition& asked, std::size_t position,
                           const std::string& why) {
  if (is_quiet_) return;
  JsonPlace place = asked.place;
  if (place.line > 0) place.column += static_cast<std::uint32_t>(position);
  // A bmod that LSF refuses leaves the job as it was.
  const bool is_action = asked.pointer.starts_with("/actions");
  draft_.complaints.warning(
      place, asked.pointer, why + ": LSF refuses that",
      is_action ? Loss{.who = "bmod", .what = "is ignored for its condition", .count = 1}
                : Loss{.who = "job", .what = "is refused for its condition", .count = 1});
}

void read_conditions(ScenarioDraft& draft) {
  if (draft.conditions.empty()) return;
  ConditionRefs refs(draft);
  std::vector<std::pair<JobCondition, const AskedCondition*>> found;
  for (std::size_t at = 0; at < draft.clusters.size(); ++at) {
    ClusterDraft& cluster = draft.clusters[at];
    found.clear();
    for (const AskedCondition& asked : draft.conditions) {
      if (index_of(asked.cluster) != at) continue;
      const auto row = refs.row_of(asked.cluster, asked.job);
      if (!row) continue;  // skipped, or complained about
      const ArrayId array = cluster.config.arrays.of(*row);
      if (array == none<ArrayId>)
        found.emplace_back(refs.resolved(asked, *row, *row), &asked);
      else
        for (const JobCondition& one :
             refs.resolved_of_array(asked, cluster.config.arrays[array], nullptr, *row))
          found.emplace_back(one, &asked);
    }
    std::ranges::sort(found, {}, [](const auto& one) { return one.first.job; });
    cluster.config.conditions.rows.reserve(found.size());
    cluster.conditions.reserve(found.size());
    for (const auto& [condition, asked] : found) {
      cluster.config.conditions.rows.push_back(condition);
      cluster.conditions.push_back({asked->place, asked->pointer});
    }
    cluster.config.conditions.submitted =
        static_cast<std::uint32_t>(cluster.config.conditions.rows.size());
  }
  draft.conditions = {};
}

}  // namespace mcsim::config
