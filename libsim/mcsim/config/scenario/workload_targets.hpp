// Where the rows of a workload go: by the numbers and names that they have of queues, partitions,
// clusters and users.
#pragma once

#include <optional>
#include <string>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

class WorkloadTargets {
 public:
  /// `at`: the workload.
  WorkloadTargets(ScenarioDraft& draft, JsonNode& node, const JsonAt& at)
      : draft_(draft), node_(node), at_(at) {}

  /// The cluster of the first target of `spread`: that of a workload which names none. None: there
  /// is no such.
  std::optional<ClusterId> first_of_spread() const;
  /// Reads queue_map, partition_map, cluster_map, spread and user_map. `own`: the workload's
  /// cluster, whose queue `options` has; none: a table whose rows all have to name one. Complains.
  void read(WorkloadOptions& options, std::optional<ClusterId> own, bool is_table);

 private:
  void read_clusters(WorkloadOptions& options, std::optional<ClusterId> own, bool is_table);
  void read_spread(WorkloadOptions& options, std::optional<ClusterId> own);
  std::optional<RowTarget> target(const JsonNode& name, std::string_view text, const JsonAt& at,
                                  std::optional<ClusterId> own);
  RowTarget by_queue_map(const WorkloadOptions& options, ClusterId cluster,
                         std::optional<ClusterId> own);

  ScenarioDraft& draft_;
  JsonNode& node_;
  const JsonAt& at_;
  std::vector<ClusterId> told_{};  ///< clusters whose queues were told to differ
};

}  // namespace mcsim::config
