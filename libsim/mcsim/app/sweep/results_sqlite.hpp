// results.sqlite: what a sweep has brought, for SQL.
#pragma once

#include <optional>
#include <string>

#include "mcsim/app/cells/cell_store.hpp"
#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// Writes the file `path` in one step, in place of an older one, with the tables
///   cells(cell, variant, replica, seed, complete)   a row for each run
///   settings(variant, name, value)                  what each variant sets
///   metrics(cell, metric, value)                    the numbers of summary.json, by their paths
/// and with `with_jobs` also jobs(cell, and the columns of jobs.csv) of the cells that have kept
/// it. Returns why that failed: the disk is full, or no cell has kept its jobs.
std::optional<Diagnostic> write_sqlite(const std::string& path, const Comparison& comparison,
                                       const CellStore& store, bool with_jobs);

}  // namespace mcsim::app
