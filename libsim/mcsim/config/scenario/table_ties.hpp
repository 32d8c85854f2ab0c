// What ties jobs of a table to others, or to an instant: names, arrays, conditions, kills. Few jobs
// have any.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/table_kinds.hpp"

namespace mcsim::config {

class TableTies {
 public:
  TableTies(ScenarioDraft& draft, TableCells& cells, TableNodes& nodes,
            const WorkloadOptions& options);

  /// Whether the present row has any.
  [[gnu::always_inline]] bool has_any() const {
    for (const JobColumn column : columns_)
      if (!cells_[column].empty()) return true;
    return false;
  }
  /// Notes those of the present row's job, which may get other slots by them. Returns how many
  /// elements it has, if it is an array, or 1; none: complained about.
  std::optional<std::uint32_t> note(TraceJob& job, const TableKind& kind, std::int64_t index);
  /// Notes an array whose elements have had rows of their own.
  void note_array(ClusterId cluster, JobId job, JobArray array);
  /// What an element has for itself whose array has come before: cancel_at and min_slots.
  void note_element(TraceJob& job, const TableKind& kind, std::int64_t index);
  /// `hosts`: those that a job, or the next element of an array, really had: `2*h1 h2`.
  void note_hosts(ClusterId cluster, JobId job, std::string_view hosts);
  /// Notes what a job was called in the table, where jobs get new numbers.
  void note_number(std::int64_t number, JobId job) {
    if (numbering_->renumbers) numbering_->numbers.emplace_back(number, job);
  }

  /// Adds all of them to the draft.
  void keep();
  /// Leaves them out, and says so: the workload's jobs are drawn anew.
  void lose(const JsonAt& workload);

 private:
  ScenarioDraft& draft_;
  TableCells& cells_;
  TableNodes& nodes_;
  const WorkloadOptions& options_;
  std::vector<JobColumn> columns_;  ///< that the table has
  std::shared_ptr<JobNumbering> numbering_ = std::make_shared<JobNumbering>();
  std::vector<JobWithName> names_;
  std::vector<AskedCondition> conditions_;
  std::vector<std::pair<ClusterId, std::pair<JobId, JobArray>>> arrays_;
  void choose(TraceJob& job, const TableKind& kind, const JsonNode& node);
  void add_kill(Duration cancel, const TraceJob& job, ClusterId cluster, std::int64_t index);
  std::vector<JobWithBegin> begins_;
  std::vector<JobWithHosts> hosts_;
  std::vector<std::pair<ClusterId, TimelineEntry>> kills_;
};

}  // namespace mcsim::config
