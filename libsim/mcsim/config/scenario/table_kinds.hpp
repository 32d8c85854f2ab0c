// What jobs of a table have in common: where they are submitted, and what they ask for. Many rows
// say the same there, and equal cells are read once.
#pragma once

#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "mcsim/config/scenario/cell_words.hpp"
#include "mcsim/config/scenario/scenario_profiles.hpp"
#include "mcsim/config/scenario/table_nodes.hpp"
#include "mcsim/trace/user_targets.hpp"

namespace mcsim::config {

/// Jobs that differ in nothing but their numbers, times, slots and users.
struct TableKind {
  bool is_good = false;  ///< false: it was complained about
  ClusterId cluster{};
  QueueId queue{};
  JobProfile profile{};
  ProfileId id{};         ///< of `profile`
  ProfileId overusing{};  ///< of the same job that may run longer than it asks for
  std::int64_t usual_slots = 1;
  std::int64_t most_slots = 0;  ///< that such a job can ever have
};

class TableKinds {
 public:
  /// `workload`: at it stand the defaults of empty cells.
  TableKinds(ScenarioDraft& draft, TableCells& cells, TableNodes& nodes,
             const WorkloadOptions& options, const JsonAt& workload, bool has_cluster);

  /// The kind of the present row, which is that user's.
  [[gnu::always_inline]] const TableKind& of_row(NameId user) {
    CellWord* word = row_.data();
    for (const JobColumn column : columns_) *word++ = words_.of(cells_[column]);
    if (spreads_) [[unlikely]]
      *word = target_of(user);
    if (is_own_exit_ != nullptr && !cells_[JobColumn::end_reason].empty()) *is_own_exit_ = {};
    const auto [number, is_new] = rows_.find(row_.data());
    if (is_new) [[unlikely]]
      kinds_.push_back(read());
    return kinds_[number];
  }

  /// Whether the row of the last kind was spread.
  bool is_spread() const { return spread_to_ != SIZE_MAX; }

 private:
  CellWord target_of(NameId user);
  TableKind read();
  const RowTarget* target_of(const JsonNode& node) const;
  void add_defaults(JsonNode& node) const;
  std::optional<QueueId> queue_of(JsonNode& node, const JsonAt& at, ClusterId cluster,
                                  const RowTarget* target);

  ScenarioDraft& draft_;
  TableCells& cells_;
  TableNodes& nodes_;
  const WorkloadOptions& options_;
  const JsonAt& workload_;
  bool has_cluster_;  ///< the workload names one, or there is only one
  ProfileReader profiles_;
  UserTargets user_targets_;
  bool spreads_;
  std::size_t spread_to_ = SIZE_MAX;  ///< position of the row's target; SIZE_MAX: it has none
  std::vector<JobColumn> columns_;    ///< that the table has
  CellWords words_;
  CellRows rows_;
  std::vector<CellWord> row_;
  CellWord* is_own_exit_ = nullptr;  ///< in row_: the exit code, which is a job's own or not
  std::deque<TableKind> kinds_;      ///< by number in rows_
  bool told_numbers_ = false;
};

}  // namespace mcsim::config
