// Puts begin times of jobs into their clusters.
#include "mcsim/config/scenario/scenario_begins.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/rows_by_number.hpp"

namespace mcsim::config {

void place_begins(ScenarioDraft& draft) {
  if (draft.begins.empty()) return;
  for (std::size_t at = 0; at < draft.clusters.size(); ++at) {
    ClusterConfig& cluster = draft.clusters[at].config;
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
}

}  // namespace mcsim::config
