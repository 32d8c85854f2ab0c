// The cells of a table of jobs.
#include "mcsim/config/scenario/table_cells.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// Tables with more columns are refused: no such column can be one of ours.
constexpr std::size_t most_columns = 10'000;

std::vector<std::string_view> known_columns() {
  std::vector<std::string_view> names;
  for (const JobColumnRow& row : job_columns) names.push_back(row.name);
  names.insert(names.end(), result_columns.begin(), result_columns.end());
  return names;
}

/// The column that a name means: a key of a scenario's jobs, or a mistyped column.
std::string_view meant(std::string_view name, const std::vector<std::string_view>& known) {
  for (const JobColumnRow& row : job_columns)
    if (row.key == name) return row.name;
  return nearest_name(name, known);
}

}  // namespace

TableCells::TableCells(ScenarioDraft& draft, CsvReader& reader, std::uint32_t source)
    : draft_(draft), reader_(reader), source_(source) {
  at_.fill(none_such);
  for (std::size_t column = 0; column < job_columns.size(); ++column)
    if (const auto at = reader.find(job_columns[column].name); at && *at < most_columns)
      at_[column] = static_cast<std::uint16_t>(*at);
}

void TableCells::check_columns(bool needs_ids) {
  const JsonPlace first{.source = source_, .line = 1, .column = 0};
  const auto missing = [&](std::string_view name, std::string_view hint = {}) {
    draft_.complaints.error(first, {},
                            "column " + std::string(name) + " is missing" + std::string(hint));
  };
  if (needs_ids && !has(JobColumn::job_id))
    missing("job_id", "; with renumber jobs are called 1, 2, 3, ...");
  if (!has(JobColumn::submit_time)) missing("submit_time");
  const bool has_both = has(JobColumn::start_time) && has(JobColumn::finish_time);
  if (!has(JobColumn::run_time) && !has_both)
    missing("run_time", ", and so are start_time and finish_time");
  for (std::size_t at = 0; at < reader_.names().size(); ++at) check_column(at);
}

/// A column with a misspelt name would be ignored like a missing one.
void TableCells::check_column(std::size_t at) {
  const std::string& name = reader_.names()[at];
  static const std::vector<std::string_view> known = known_columns();
  if (std::ranges::find(known, name) != known.end()) return;
  const std::string_view near = meant(name, known);
  draft_.complaints.warning({.source = source_,
                             .line = static_cast<std::uint32_t>(reader_.line_of(at)),
                             .column = static_cast<std::uint32_t>(reader_.column_of(at))},
                            {},
                            "no table of jobs has a column " + in_quotes(name) +
                                ": it is not looked at" +
                                (near.empty() ? "" : "; nearest: " + std::string(near)),
                            {.who = "column", .what = "is not looked at", .count = 1});
}

JsonPlace TableCells::place(JobColumn column) const {
  const std::size_t at = at_[index(column)];
  if (at == none_such) return place_of_row();
  return {.source = source_,
          .line = static_cast<std::uint32_t>(reader_.line_of(at)),
          .column = static_cast<std::uint32_t>(reader_.column_of(at))};
}

JsonPlace TableCells::place_of_text(JobColumn column) const {
  JsonPlace found = place(column);
  const std::size_t at = at_[index(column)];
  if (at != none_such && reader_.is_quoted(at)) ++found.column;
  return found;
}

JsonPlace TableCells::place_of_row() const {
  return {.source = source_,
          .line = static_cast<std::uint32_t>(reader_.line_of(0)),
          .column = static_cast<std::uint32_t>(reader_.column_of(0))};
}

void TableCells::error(JobColumn column, std::string message) {
  draft_.complaints.error(place(column), "/" + std::string(row_of(column).name),
                          std::move(message));
}

std::int64_t TableCells::whole_slowly(JobColumn column, std::int64_t least, std::int64_t most) {
  const std::string_view text = (*this)[column];
  auto value = read_whole(text);
  if (!value)  // 4.0, as programs write it that know no other numbers
    if (const auto number = read_decimal(text); number && is_whole(*number))
      value = in_units(*number, 0);
  if (value && *value >= least && *value <= most) return *value;
  if (!draft_.complaints.is_full())
    error(column, "expected a whole number from " + std::to_string(least) + " to " +
                      std::to_string(most) + ", got " + in_quotes(text));
  else
    error(column, {});
  return bad;
}

std::int64_t TableCells::milliseconds_slowly(JobColumn column) {
  const std::string_view text = (*this)[column];
  const Digits digits = read_digits(text.data());
  if (digits.count > 0 && digits.count < 8 && text[digits.count] == '.') {
    constexpr std::uint64_t powers[] = {1000, 100, 10, 1};
    const Digits rest = read_digits(text.data() + digits.count + 1);
    if (rest.count > 0 && rest.count < 4 && digits.count + 1 + rest.count == text.size())
      return static_cast<std::int64_t>(digits.number * 1000 + rest.number * powers[rest.count]);
  }
  const auto number = read_decimal(text);
  const auto value = number ? in_units(*number, 3) : std::nullopt;
  if (!value || *value < 0 || *value > longest_duration.count()) {
    error(column, draft_.complaints.is_full()
                      ? std::string()
                      : "expected seconds from 0 to 1,000 years, got " + in_quotes(text));
    return bad;
  }
  const auto microseconds = in_units(*number, 6);
  if (microseconds && *microseconds != *value * 1000 && rounded_++ == 0)
    first_rounded_ = place(column);
  return *value;
}

std::int64_t TableCells::run_by_times() {
  const std::int64_t start = milliseconds(JobColumn::start_time);
  const std::int64_t finish = milliseconds(JobColumn::finish_time);
  if (start < 0 || finish < 0) return std::min(start, finish);
  if (finish >= start) return finish - start;
  error(JobColumn::finish_time, "expected a time from start_time on");
  return bad;
}

bool TableCells::is_cut_off() const {
  return (*this)[JobColumn::end_reason] == name_of(EndReason::term_runlimit);
}

void TableCells::sum_up() {
  if (rounded_ > 0)
    draft_.complaints.warning(
        first_rounded_, {},
        counted(rounded_, "time") + (rounded_ == 1 ? " has" : " have") +
            " more than three decimals: rounded to milliseconds (first here)");
}

}  // namespace mcsim::config
