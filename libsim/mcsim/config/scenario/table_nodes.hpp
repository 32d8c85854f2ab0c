// Rows of a table of jobs as jobs of a scenario: the same keys, values and checks.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "mcsim/config/scenario/table_cells.hpp"

namespace mcsim::config {

class TableNodes {
 public:
  TableNodes(ScenarioDraft& draft, TableCells& cells) : draft_(draft), cells_(cells) {}

  /// The row's cells of these columns as the members of a scenario's job; those that are empty, or
  /// that no job has, are none. What is wrong with their texts is complained about.
  JsonNode node_of(std::span<const JobColumn> columns);
  /// A cell without a spreadsheet's guard, in UTF-8.
  std::string text_of(JobColumn column);
  /// The exit code that the row records as a member `exit_codes`, if it is the job's own, is not 0,
  /// and the row does not say it itself.
  void add_exit_code(JsonNode& node);

  /// Warns of texts in another encoding; to be called once, after the last row.
  void sum_up();

 private:
  ScenarioDraft& draft_;
  TableCells& cells_;
  std::uint64_t latin_ = 0;  ///< texts that are not UTF-8
  JsonPlace first_latin_{};
};

}  // namespace mcsim::config
