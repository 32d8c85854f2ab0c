// Writes conditions.
#include "mcsim/results/condition_text.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/model/job_number.hpp"

namespace mcsim::results {
namespace {

constexpr std::size_t most_told_jobs = 5;

std::string number_of_array(const ClusterConfig& config, ArrayId array) {
  const TraceJob& first = config.trace[config.arrays[array].first];
  return std::to_string(static_cast<std::int64_t>(first.id));
}

std::string comparison(const ConditionStep& leaf) {
  if (leaf.how == CompareSign::any) return "";
  return ", " + std::string(sign_of(leaf.how)) + " " + std::to_string(leaf.code);
}

/// For people.
std::string leaf_text(const ClusterConfig& config, const ConditionStep& leaf) {
  const auto jobs = config.conditions.parents_of(leaf);
  std::string text = std::string(word_of(leaf.kind)) + "(";
  if (leaf.of_array) text += number_of_array(config, leaf.array());
  for (std::size_t at = 0; at < std::min(jobs.size(), most_told_jobs); ++at)
    text += (at == 0 ? "" : ", ") + job_number(config, jobs[at]);
  if (jobs.size() > most_told_jobs)
    text += " and " + std::to_string(jobs.size() - most_told_jobs) + " more";
  return text + comparison(leaf) + ")";
}

/// A part of a condition, and how strongly its last operator binds: || 0, && 1, else 2.
struct PartText {
  std::string text;
  int strength = 2;

  std::string within(int least) const { return strength < least ? "(" + text + ")" : text; }
};

template <class Leaf>
std::string text_with(const ClusterConfig& config, ConditionId id, Leaf&& leaf_of) {
  std::vector<PartText> stack;
  for (const ConditionStep& step : config.conditions.steps_of(id)) {
    if (step.is_leaf()) {
      stack.push_back(leaf_of(step));
    } else if (step.kind == ConditionStep::Kind::negation) {
      stack.back() = {"!" + stack.back().within(2)};
    } else {
      const int strength = step.kind == ConditionStep::Kind::both ? 1 : 0;
      const PartText right = stack.back();
      stack.pop_back();
      stack.back() = {stack.back().within(strength) + " " + std::string(word_of(step.kind)) + " " +
                          right.within(strength),
                      strength};
    }
  }
  return stack.empty() ? "" : stack.back().text;
}

/// All jobs of a leaf must satisfy it.
PartText whole_leaf(const ClusterConfig& config, const ConditionStep& leaf) {
  const std::string before = std::string(word_of(leaf.kind)) + "(";
  const std::string behind = comparison(leaf) + ")";
  if (leaf.of_array) return {before + number_of_array(config, leaf.array()) + behind};
  const auto jobs = config.conditions.parents_of(leaf);
  std::string text;
  for (const JobIndex job : jobs)
    text += (text.empty() ? "" : " && ") + before + job_number(config, job) + behind;
  return {text, jobs.size() > 1 ? 1 : 2};
}

}  // namespace

std::string condition_text(const ClusterConfig& config, ConditionId id) {
  return text_with(config, id,
                   [&](const ConditionStep& leaf) { return PartText{leaf_text(config, leaf)}; });
}

std::string whole_condition(const ClusterConfig& config, ConditionId id) {
  for (const ConditionStep& step : config.conditions.steps_of(id))
    if (step.is_leaf() && !step.of_array && step.count == 0) return "";
  return text_with(config, id, [&](const ConditionStep& leaf) { return whole_leaf(config, leaf); });
}

}  // namespace mcsim::results
