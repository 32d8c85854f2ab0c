// Writes results.sqlite.
#include "mcsim/app/sweep/results_sqlite.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/compare/compare_files.hpp"
#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/left_overs.hpp"

namespace mcsim::app {
namespace {

struct CloseDatabase {
  void operator()(::sqlite3* one) const { ::sqlite3_close(one); }
};
struct EndStatement {
  void operator()(::sqlite3_stmt* one) const { ::sqlite3_finalize(one); }
};
using Statement = std::unique_ptr<::sqlite3_stmt, EndStatement>;

/// An identifier of SQL.
std::string quoted_name(std::string_view name) {
  std::string text = "\"";
  for (const char letter : name)
    text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return text + "\"";
}

/// A new database. The first failure is kept; what comes after it does nothing.
class Database {
 public:
  explicit Database(const std::string& path) {
    ::sqlite3* opened = nullptr;
    const int result = ::sqlite3_open(path.c_str(), &opened);
    base_.reset(opened);
    if (result != SQLITE_OK) {
      fail();
      return;
    }
    // The file goes to its place when it is whole: nobody needs a journal of it.
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = OFF");
    run("BEGIN");
  }

  void run(const std::string& sql) {
    if (!failure_ &&
        ::sqlite3_exec(base_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
      fail();
  }

  /// Makes a table, and says what inserts a row of it.
  Statement table(const std::string& name, const std::vector<std::string>& columns) {
    std::string sql;
    std::string places;
    for (const std::string& column : columns) {
      sql += (sql.empty() ? "" : ", ") + column;
      places += places.empty() ? "?" : ", ?";
    }
    run("CREATE TABLE " + name + " (" + sql + ")");
    ::sqlite3_stmt* insert = nullptr;
    const std::string text = "INSERT INTO " + name + " VALUES (" + places + ")";
    if (!failure_ &&
        ::sqlite3_prepare_v2(base_.get(), text.c_str(), -1, &insert, nullptr) != SQLITE_OK)
      fail();
    return Statement(insert);
  }

  /// Values go into columns by their affinity: text that is a number becomes one in a REAL.
  void add(const Statement& insert, const std::vector<std::string>& row) {
    if (failure_) return;
    for (std::size_t at = 0; at < row.size(); ++at) {
      const int column = static_cast<int>(at) + 1;
      if (row[at].empty())
        ::sqlite3_bind_null(insert.get(), column);
      else
        ::sqlite3_bind_text(insert.get(), column, row[at].data(), static_cast<int>(row[at].size()),
                            SQLITE_TRANSIENT);
    }
    if (::sqlite3_step(insert.get()) != SQLITE_DONE) fail();
    ::sqlite3_reset(insert.get());
  }

  /// Why something failed, after all is written.
  std::optional<std::string> finish() {
    run("COMMIT");
    return failure_;
  }

 private:
  void fail() {
    if (!failure_) failure_ = base_ ? ::sqlite3_errmsg(base_.get()) : "out of memory";
  }

  std::unique_ptr<::sqlite3, CloseDatabase> base_;
  std::optional<std::string> failure_;
};

void add_cells(Database& base, const Comparison& comparison) {
  const Statement insert = base.table("cells", {"cell TEXT", "variant TEXT", "replica INTEGER",
                                                "seed INTEGER", "complete INTEGER"});
  for (std::size_t at = 0; at < comparison.runs.size(); ++at) {
    const Variant& run = comparison.runs[at];
    base.add(insert, {run.cell, comparison.variants[at / comparison.replicas()].name,
                      std::to_string(run.replica), std::to_string(run.seed),
                      comparison.results[at].complete ? "1" : "0"});
  }
}

void add_settings(Database& base, const Comparison& comparison) {
  const Statement insert = base.table("settings", {"variant TEXT", "name TEXT", "value TEXT"});
  for (const Variant& variant : comparison.variants)
    for (std::size_t at = 0; at < variant.labels.size(); ++at)
      base.add(insert, {variant.name, variant.values.children[at].key, variant.labels[at]});
}

void add_metrics(Database& base, const Comparison& comparison) {
  const Statement insert = base.table("metrics", {"cell TEXT", "metric TEXT", "value REAL"});
  const MetricTable metrics = metric_table(complete_summaries(comparison.results), "");
  const std::vector<std::string> paths = metric_columns(metrics);
  std::set<std::string_view> known;  // runs that are the same share a cell
  for (std::size_t at = 0; at < comparison.runs.size(); ++at) {
    if (!known.insert(comparison.runs[at].cell).second) continue;
    for (const std::string& path : paths)
      if (const JsonNode* value = metrics.find(at, path))
        base.add(insert, {comparison.runs[at].cell, path,
                          value->is(JsonNode::Kind::null) ? "" : to_compact_json(*value)});
  }
}

/// Adds the rows of one cell's jobs.csv to a table with these columns.
void add_jobs_of(Database& base, const std::string& cell, CsvReader& rows,
                 const std::vector<std::string>& columns, const Statement& insert) {
  std::vector<std::optional<std::size_t>> places;
  for (const std::string& column : columns) places.push_back(rows.find(column));
  std::vector<std::string> row(columns.size() + 1);
  row[0] = cell;
  while (rows.next()) {
    for (std::size_t at = 0; at < places.size(); ++at)
      row[at + 1] = places[at] ? without_guard(rows[*places[at]]) : std::string_view();
    base.add(insert, row);
  }
}

/// The files that hold jobs, each with its cell.
std::vector<std::pair<std::string, std::string>> job_files(const Comparison& comparison,
                                                           const CellStore& store) {
  std::vector<std::pair<std::string, std::string>> files;
  std::set<std::string_view> known;
  for (const Variant& run : comparison.runs) {
    const std::string path = store.path_in(run.cell, "jobs.csv");
    std::error_code ignored;
    if (known.insert(run.cell).second && std::filesystem::exists(path, ignored))
      files.emplace_back(run.cell, path);
  }
  return files;
}

/// Some runs have columns that others lack: the table has those of all.
std::optional<Diagnostic> add_jobs(Database& base, const Comparison& comparison,
                                   const CellStore& store) {
  const auto files = job_files(comparison, store);
  if (files.empty())
    return about_file("--with-jobs",
                      "no cell has kept its jobs: make the plan with --outputs jobs");
  std::vector<std::string> columns;
  for (const auto& [cell, path] : files) {
    const auto rows = CsvReader::open(path, path);
    if (!rows) return rows.error().list.front();
    for (const std::string& name : rows->names())
      if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
  }
  std::vector<std::string> typed{"cell TEXT"};
  for (const std::string& name : columns)
    typed.push_back(quoted_name(name) + (is_text_of_jobs(name) ? " TEXT" : " NUMERIC"));
  const Statement insert = base.table("jobs", typed);
  for (const auto& [cell, path] : files) {
    auto rows = CsvReader::open(path, path);
    if (!rows) return rows.error().list.front();
    add_jobs_of(base, cell, *rows, columns, insert);
  }
  return std::nullopt;
}

std::optional<Diagnostic> fill(const std::string& beside, const std::string& path,
                               const Comparison& comparison, const CellStore& store,
                               bool with_jobs) {
  Database base(beside);
  add_cells(base, comparison);
  add_settings(base, comparison);
  add_metrics(base, comparison);
  if (with_jobs)
    if (auto failure = add_jobs(base, comparison, store)) return failure;
  const auto failure = base.finish();
  return failure ? std::optional(about_file(path, "cannot be written: " + *failure)) : std::nullopt;
}

}  // namespace

std::optional<Diagnostic> write_sqlite(const std::string& path, const Comparison& comparison,
                                       const CellStore& store, bool with_jobs) {
  for (const LeftOver& left : left_overs(path)) std::remove(left.path.c_str());
  const std::string beside = name_beside(path, 0);
  auto failure = fill(beside, path, comparison, store, with_jobs);
  if (!failure && std::rename(beside.c_str(), path.c_str()) != 0)
    failure = about_file(path, "cannot be written: " + error_text(errno));
  if (failure) std::remove(beside.c_str());
  return failure;
}

}  // namespace mcsim::app
