// Workloads that are tables of jobs: from rows of a CSV file to jobs of clusters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

/// Whether a workload's file is a table, and no trace: by its name, .csv, and perhaps .gz, .zst or
/// .xz behind it.
bool is_table(const std::string& file);

class TableWorkload {
 public:
  /// `options`: of the workload, which stands at `workload`. `has_cluster`: they name a cluster for
  /// jobs whose rows do not.
  TableWorkload(ScenarioDraft& draft, const WorkloadOptions& options, const JsonAt& workload,
                bool has_cluster);
  ~TableWorkload();

  /// Adds the jobs to the sinks, of which each cluster has one, and what is left out to the draft's
  /// scenario. None: the table has mistakes, which are complained about.
  std::optional<WorkloadReport> read(const std::vector<WorkloadSink>& sinks);

  /// What jobs have to do with others, once they have got where they belong.
  void keep_ties();
  /// Instead, where the jobs are drawn anew: says what gets lost.
  void lose_ties();

 private:
  struct Parts;

  ScenarioDraft& draft_;
  const WorkloadOptions& options_;
  const JsonAt& workload_;
  bool has_cluster_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mcsim::config
