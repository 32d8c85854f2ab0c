// Adds up the columns of jobs.csv as a reader would who knows nothing but the table.
#include "support/accounted_time.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "mcsim/text/csv.hpp"
#include "support/csv_times.hpp"
#include "support/run_files.hpp"

namespace mcsim::testing {
namespace {

constexpr std::string_view time_columns[] = {"wait_time",       "held_time", "launch_time",
                                             "run_time",        "lost_time", "suspended_time",
                                             "unreachable_time"};

/// The rows of a table, each column by its name.
class Rows {
 public:
  explicit Rows(const std::string& path) : reader_(CsvReader::open(path, path)) {
    if (!reader_) throw std::runtime_error("jobs.csv cannot be read");
  }
  bool next() { return reader_->next(); }
  std::string operator[](std::string_view column) const {
    return std::string((*reader_)[*reader_->find(column)]);
  }
  void note(ColumnsInUse& seen) const {
    for (std::size_t at = 0; at < reader_->names().size(); ++at)
      if (const std::string_view text = (*reader_)[at]; !text.empty() && text != "0")
        ++seen[std::string(reader_->names()[at])];
  }

 private:
  Expected<CsvReader, Diagnostics> reader_;
};

/// Empty: it adds up.
std::string difference_in(const Rows& row, Time end_of_run) {
  const bool has_ended = !row["finish_time"].empty();
  const std::int64_t end =
      has_ended ? csv_milliseconds(row["finish_time"]) : end_of_run.time_since_epoch().count();
  const std::int64_t submitted = csv_milliseconds(row["submit_time"]);
  const std::int64_t eligible = csv_milliseconds(row["eligible_time"]);
  std::int64_t sum = (has_ended ? eligible : std::min(eligible, end)) - submitted;
  std::string text = "eligible after " + std::to_string(sum);
  for (const std::string_view part : time_columns) {
    const std::string value = row[part];
    text += ", " + std::string(part) + " " + value;
    if (value.starts_with('-')) return text + " is negative";
    if (!value.empty()) sum += csv_milliseconds(value);
  }
  if (sum == end - submitted) return "";
  return text + ": " + std::to_string(sum) + " of " + std::to_string(end - submitted) + " ms";
}

}  // namespace

std::string unaccounted_time(const GridConfig& grid, const RunResults& results,
                             ColumnsInUse& seen) {
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("jobs.csv"));
  if (!file || write_jobs_csv(*file, grid, results))
    throw std::runtime_error("jobs.csv cannot be written");
  Rows row(folder.path("jobs.csv"));
  while (row.next()) {
    if (row["status"] == "REJECTED") continue;
    if (!row["finish_time"].empty()) row.note(seen);
    const std::string wrong = difference_in(row, results.end);
    if (!wrong.empty())
      return "job " + row["job_id"] + "@" + row["submit_cluster"] + " (" + row["status"] +
             "): " + wrong;
  }
  return "";
}

}  // namespace mcsim::testing
