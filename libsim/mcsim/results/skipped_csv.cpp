// Writes skipped.csv of a run.
#include "mcsim/results/skipped_csv.hpp"

#include <string>

#include "mcsim/text/csv.hpp"

namespace mcsim::results {

std::optional<Diagnostic> write_skipped_csv(OutputFile& file, const GridConfig& config,
                                            std::span<const SkippedRow> rows) {
  for (const std::string_view& name : skipped_csv_columns) {
    file.write(name);
    file.write(&name == &skipped_csv_columns.back() ? "\n" : ",");
  }
  for (const SkippedRow& row : rows) {
    const bool named = row.workload < config.workloads.size();
    file.write(named ? csv_name(config.workloads[row.workload]) : "");
    file.write("," + (row.line == 0 ? "" : std::to_string(row.line)));
    file.write("," + std::to_string(row.job_id) + ",");
    file.write(name_of(row.reason));
    file.write("," + csv_name(row.detail) + "\n");
  }
  return file.close();
}

}  // namespace mcsim::results
