// Keeps the run times of records.
#include "mcsim/app/history/recorded_runs.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace mcsim::app {

RecordedRuns::RecordedRuns(const GridConfig& grid) {
  for (const ClusterConfig& cluster : grid.clusters) {
    std::vector<Run>& runs = clusters_[cluster.name];
    for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
      const auto row = static_cast<JobIndex>(at);
      const TraceJob& job = cluster.trace[row];
      if (job.trace_wait.count() >= 0)
        runs.push_back({static_cast<std::int64_t>(job.id),
                        static_cast<std::int64_t>(cluster.arrays.element(row)), job.run});
    }
    std::ranges::sort(runs, {}, [](const Run& run) { return std::pair(run.job, run.index); });
  }
}

std::optional<double> RecordedRuns::of(std::string_view cluster, std::int64_t job,
                                       std::int64_t index) const {
  const auto runs = clusters_.find(cluster);
  if (runs == clusters_.end()) return std::nullopt;
  const auto found =
      std::ranges::lower_bound(runs->second, std::pair(job, index), {},
                               [](const Run& run) { return std::pair(run.job, run.index); });
  if (found == runs->second.end() || found->job != job || found->index != index)
    return std::nullopt;
  return std::chrono::duration<double>(found->length).count();
}

}  // namespace mcsim::app
