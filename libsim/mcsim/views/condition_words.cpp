// Writes how the jobs stand that conditions name.
#include "mcsim/views/condition_words.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/model/job_number.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::views {
namespace {

constexpr std::size_t most_told_parents = 5;

std::string array_number(const ClusterConfig& config, ArrayId array) {
  const TraceJob& first = config.trace[config.arrays[array].first];
  return std::to_string(static_cast<std::int64_t>(first.id));
}

/// `of job array 7 3 are PEND, 2 are DONE`.
std::string elements_text(const ClusterWorld& world, ArrayId array) {
  ElementCounts counts = world.conditions.counts(array);
  std::string text;
  for (const JobStatus status :
       {JobStatus::pend, JobStatus::psusp, JobStatus::run, JobStatus::done, JobStatus::exit})
    if (const std::uint32_t count = *counts.of(status); count > 0)
      text += (text.empty() ? " " : ", ") + std::to_string(count) +
              (count == 1 ? " is " : " are ") + std::string(model::name_of(status));
  return "of job array " + array_number(world.config, array) +
         (text.empty() ? " none is submitted" : text);
}

}  // namespace

std::string parents_text(const ClusterWorld& world, ConditionId id) {
  const ConditionTable& table = world.config.conditions;
  std::vector<JobIndex> jobs;
  std::vector<ArrayId> arrays;
  for (const ConditionStep& step : table.steps_of(id)) {
    if (!step.is_leaf()) continue;
    if (step.of_array) arrays.push_back(step.array());
    const auto of_leaf = table.parents_of(step);
    jobs.insert(jobs.end(), of_leaf.begin(), of_leaf.end());
  }
  std::ranges::sort(jobs);
  jobs.erase(std::ranges::unique(jobs).begin(), jobs.end());
  std::string text;
  for (std::size_t at = 0; at < std::min(jobs.size(), most_told_parents); ++at) {
    const ParentState* const state = world.conditions.known(jobs[at]);
    if (state == nullptr) continue;
    const std::string_view status = model::name_of(state->status);
    text += (text.empty() ? "job " : ", job ") + job_number(world.config, jobs[at]) + " is " +
            (status.empty() ? "not submitted" : std::string(status));
  }
  if (jobs.size() > most_told_parents)
    text += " and " + std::to_string(jobs.size() - most_told_parents) + " more";
  std::ranges::sort(arrays);
  arrays.erase(std::ranges::unique(arrays).begin(), arrays.end());
  for (const ArrayId array : arrays)
    text += (text.empty() ? "" : ", ") + elements_text(world, array);
  return text;
}

}  // namespace mcsim::views
