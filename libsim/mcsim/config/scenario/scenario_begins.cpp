// Puts begin times of jobs into their clusters.
#include "mcsim/config/scenario/scenario_begins.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/baseline/recorded.hpp"
#include "mcsim/config/scenario/rows_by_number.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {

namespace {

void place_recorded(ScenarioDraft& draft, ClusterConfig& cluster) {
  cluster.begins = {};
  std::size_t without = 0;
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    const auto row = static_cast<JobIndex>(at);
    const TraceJob& job = cluster.trace[row];
    const bool is_known = job.trace_wait.count() >= 0;
    if (!is_known) ++without;
    // A start in the instant of the submission needs no begin time.
    if (!is_known || job.trace_wait.count() > 0)
      cluster.begins.add(row, is_known ? job.submit + job.trace_wait : never);
  }
  if (without == 0) return;
  const JsonAt root(draft.tree.root);
  draft.complaints.warning(
      root, "model"_key,
      counted(without, "job") + " of " + cluster.name +
          (without == 1 ? " has no recorded start, and does" : " have no recorded start, and do") +
          " not start with dispatch recorded",
      {.who = "job", .what = "has no recorded start", .count = without});
}

/// The begin times that jobs ask for.
void place_asked(const ScenarioDraft& draft, std::size_t at, ClusterConfig& cluster) {
  const RowsByNumber rows(cluster.trace);
  std::vector<std::pair<JobIndex, Time>> begins;
  for (const JobWithBegin& asked : draft.begins) {
    if (index_of(asked.cluster) != at) continue;
    // Elements of an array follow each other.
    for (auto row = rows.find(asked.job);
         row && index_of(*row) < cluster.trace.size() && cluster.trace[*row].id == asked.job;
         row = static_cast<JobIndex>(index_of(*row) + 1))
      if (asked.begin > cluster.trace[*row].submit) begins.emplace_back(*row, asked.begin);
  }
  std::ranges::sort(begins);
  for (const auto& [job, begin] : begins) cluster.begins.add(job, begin);
}

}  // namespace

void place_begins(ScenarioDraft& draft) {
  for (std::size_t at = 0; at < draft.clusters.size(); ++at) {
    ClusterConfig& cluster = draft.clusters[at].config;
    if (cluster.model.dispatch == RecordedStarts::name)
      place_recorded(draft, cluster);
    else if (!draft.begins.empty())
      place_asked(draft, at, cluster);
  }
}

}  // namespace mcsim::config
