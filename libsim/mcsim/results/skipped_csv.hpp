// skipped.csv: one row for each row of a workload that could not be replayed.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::results {

inline constexpr std::array<std::string_view, 5> skipped_csv_columns = {
    "workload", "line", "job_id", "reason", "detail"};

/// Writes the table in the order of `rows`, and closes the file. Returns the first error.
std::optional<Diagnostic> write_skipped_csv(OutputFile& file, const GridConfig& config,
                                            std::span<const SkippedRow> rows);

}  // namespace mcsim::results
