// What jobs are called and what they wait for (bsub -J, -w), as it is written, for views and
// tables.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/rows_by_number.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/dependency_text.hpp"

namespace mcsim::config {
namespace {

/// With the numbers that jobs have in the run, where a workload has changed them.
std::string with_numbers_of_run(const AskedCondition& asked) {
  std::string text = asked.text;
  if (!asked.numbering || (!asked.numbering->renumbers && asked.numbering->offset == 0))
    return text;
  std::vector<std::pair<std::size_t, std::int64_t>> numbers;  // by place in the text
  const std::vector<DependencyStep> steps = parse_dependency(text).value();
  for (const DependencyStep& step : steps)
    for (const DependencyRef& ref : step.refs)
      if (ref.id) numbers.emplace_back(ref.position, *ref.id);
  std::ranges::sort(numbers);
  for (auto at = numbers.rbegin(); at != numbers.rend(); ++at) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at->first), text.size());
    text.replace(at->first, end - at->first, std::to_string(asked.numbering->of(at->second)));
  }
  return text;
}

}  // namespace

void place_job_texts(ScenarioDraft& draft) {
  if (draft.named_jobs.empty() && draft.conditions.empty()) return;
  for (std::size_t at = 0; at < draft.clusters.size(); ++at) {
    ClusterConfig& cluster = draft.clusters[at].config;
    const RowsByNumber rows(cluster.trace);
    std::vector<std::pair<JobIndex, std::string_view>> names;
    for (const JobWithName& job : draft.named_jobs)
      if (const auto row = index_of(job.cluster) == at ? rows.find(job.id) : std::nullopt)
        if (cluster.arrays.of(*row) == none<ArrayId>) names.emplace_back(*row, job.name);
    cluster.job_names = JobTexts(std::move(names));
    std::vector<std::string> made;
    std::vector<JobIndex> jobs;
    for (const AskedCondition& asked : draft.conditions)
      if (const auto row = index_of(asked.cluster) == at ? rows.find(asked.job) : std::nullopt) {
        made.push_back(with_numbers_of_run(asked));
        jobs.push_back(*row);
      }
    std::vector<std::pair<JobIndex, std::string_view>> conditions;
    for (std::size_t one = 0; one < made.size(); ++one)
      conditions.emplace_back(jobs[one], made[one]);
    cluster.condition_texts = JobTexts(std::move(conditions));
  }
}

}  // namespace mcsim::config
