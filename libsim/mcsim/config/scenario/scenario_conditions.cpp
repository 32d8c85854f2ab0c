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

LeafKind kind_of_word(StepWord word) {
  switch (word) {
    case StepWord::both:
      return LeafKind::both;
    case StepWord::either:
      return LeafKind::either;
    case StepWord::negation:
      return LeafKind::negation;
    default:
      return static_cast<LeafKind>(word);
  }
}
static_assert(static_cast<int>(LeafKind::external) == static_cast<int>(StepWord::external));

std::string name_in_words(const DependencyRef& ref) {
  if (ref.id) return "job " + std::to_string(*ref.id);
  return "job of its user is called " + in_quotes(ref.name + (ref.is_pattern ? "*" : ""));
}

}  // namespace

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
  auto steps = parse_dependency(*text);
  if (steps) {
    asked.steps = std::move(*steps);
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
  ConditionTable& table = draft_[asked.cluster].config.conditions;
  JobCondition condition{.job = row,
                         .first = static_cast<std::uint32_t>(table.steps.size()),
                         .kills_orphan = asked.kills_orphan};
  for (const DependencyStep& step : asked.steps) {
    if (!step.refs.empty())
      add_leaves(asked, step, before, condition);
    else
      table.steps.push_back({.kind = kind_of_word(step.word)});
  }
  condition.count = static_cast<std::uint32_t>(table.steps.size()) - condition.first;
  return condition;
}

/// One leaf for all jobs that are named by number, and one for each name; all must hold.
void ConditionRefs::add_leaves(const AskedCondition& asked, const DependencyStep& step,
                               JobIndex before, JobCondition& to) {
  ConditionTable& table = draft_[asked.cluster].config.conditions;
  std::vector<ConditionStep> leaves;
  if (step.counts_elements()) {
    refuse(asked, step.position, "no job array is submitted before, whose elements it could count");
    to.is_refused = true;
  }
  if (step.word == StepWord::external)
    draft_.complaints.warning(
        asked.place, asked.pointer,
        "external never holds: nobody posts messages (bpost) in a simulation");
  const LeafKind kind = step.counts_elements() ? LeafKind::done : kind_of_word(step.word);
  ConditionStep leaf{.kind = kind, .how = step.how, .code = step.number};
  leaf.first = static_cast<std::uint32_t>(table.parents.size());
  for (const DependencyRef& ref : step.refs) {
    if (!ref.id || step.counts_elements()) continue;
    if (add_by_id(asked, ref, before))
      ++leaf.count;
    else
      to.is_refused = true;
  }
  if (leaf.count > 0) leaves.push_back(leaf);
  for (const DependencyRef& ref : step.refs) {
    if (ref.id || step.counts_elements()) continue;
    ConditionStep of_name{.kind = kind, .how = step.how, .by_name = true, .code = step.number};
    if (add_by_name(asked, ref, before, of_name))
      leaves.push_back(of_name);
    else
      to.is_refused = true;
  }
  if (leaves.empty()) leaves.push_back({.kind = kind});  // the job is refused: nobody looks at it
  for (std::size_t at = 0; at < leaves.size(); ++at) {
    table.steps.push_back(leaves[at]);
    if (at > 0) table.steps.push_back({.kind = LeafKind::both});
  }
}

bool ConditionRefs::add_by_id(const AskedCondition& asked, const DependencyRef& ref,
                              JobIndex before) {
  const auto row = row_of(asked.cluster, static_cast<JobId>(*ref.id));
  if (!row || *row >= before)
    refuse(asked, ref.position, name_in_words(ref) + " is not submitted before it");
  else if (ref.elements != DependencyRef::Elements::unsaid)
    refuse(asked, ref.position, name_in_words(ref) + " is no job array");
  else
    draft_[asked.cluster].config.conditions.parents.push_back(*row);
  return row && *row < before && ref.elements == DependencyRef::Elements::unsaid;
}

bool ConditionRefs::add_by_name(const AskedCondition& asked, const DependencyRef& ref,
                                JobIndex before, ConditionStep& leaf) {
  const Names all = names(asked.cluster, asked.user, ref);
  const auto& parents = draft_[asked.cluster].config.conditions.parents;
  const auto first = parents.begin() + static_cast<std::ptrdiff_t>(all.first);
  const auto end = std::lower_bound(first, first + static_cast<std::ptrdiff_t>(all.count), before);
  leaf.first = all.first;
  leaf.count = static_cast<std::uint32_t>(end - first);
  leaf.by_pattern = ref.is_pattern;
  if (leaf.count == 0)
    refuse(asked, ref.position, "no " + name_in_words(ref) + " that is submitted before it");
  else if (ref.elements != DependencyRef::Elements::unsaid)
    refuse(asked, ref.position, in_quotes(ref.name) + " is no job array");
  return leaf.count > 0 && ref.elements == DependencyRef::Elements::unsaid;
}

/// Equal names share one list: what is submitted before a job is its beginning.
ConditionRefs::Names ConditionRefs::names(ClusterId cluster, NameId user,
                                          const DependencyRef& ref) {
  const auto [found, is_new] = names_.try_emplace({cluster, user, ref.name, ref.is_pattern});
  if (!is_new) return found->second;
  auto& parents = draft_[cluster].config.conditions.parents;
  std::vector<JobIndex> jobs;
  if (const auto of_user = named_.find({cluster, user}); of_user != named_.end()) {
    const auto& all = of_user->second;
    for (auto at = std::ranges::lower_bound(all, std::pair(ref.name, JobIndex{}));
         at != all.end() && at->first.starts_with(ref.name); ++at) {
      if (!ref.is_pattern && at->first != ref.name) break;
      jobs.push_back(at->second);
    }
  }
  std::ranges::sort(jobs);
  found->second = {static_cast<std::uint32_t>(parents.size()),
                   static_cast<std::uint32_t>(jobs.size())};
  parents.insert(parents.end(), jobs.begin(), jobs.end());
  return found->second;
}

void ConditionRefs::refuse(const AskedCondition& asked, std::size_t position,
                           const std::string& why) {
  JsonPlace place = asked.place;
  if (place.line > 0) place.column += static_cast<std::uint32_t>(position);
  draft_.complaints.warning(place, asked.pointer, why + ": LSF refuses that",
                            {.who = "job", .what = "is refused for its condition", .count = 1});
}

void read_conditions(ScenarioDraft& draft) {
  if (draft.conditions.empty()) return;
  ConditionRefs refs(draft);
  std::vector<std::pair<JobCondition, AskedCondition*>> found;
  for (std::size_t at = 0; at < draft.clusters.size(); ++at) {
    ClusterDraft& cluster = draft.clusters[at];
    found.clear();
    for (AskedCondition& asked : draft.conditions) {
      if (index_of(asked.cluster) != at) continue;
      const auto row = refs.row_of(asked.cluster, asked.job);
      if (!row) continue;  // skipped, or complained about
      found.emplace_back(refs.resolved(asked, *row, *row), &asked);
    }
    std::ranges::sort(found, {}, [](const auto& one) { return one.first.job; });
    for (auto& [condition, asked] : found) {
      cluster.config.conditions.rows.push_back(condition);
      asked->steps.clear();
      cluster.conditions.push_back(std::move(*asked));
    }
    cluster.config.conditions.submitted =
        static_cast<std::uint32_t>(cluster.config.conditions.rows.size());
  }
  draft.conditions.clear();
}

}  // namespace mcsim::config
