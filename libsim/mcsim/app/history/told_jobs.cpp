// Reads what a run has made of a history.
#include "mcsim/app/history/told_jobs.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "mcsim/base/names.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::app {
namespace {

/// Columns of jobs.csv that are of use here.
namespace told_column {

enum Column : std::size_t {
  id,
  queue,
  user,
  slots,
  submit,
  start,
  really,
  run,
  cluster,
  index_,
  columns
};
constexpr std::array<std::string_view, columns> names = {
    "job_id",     "submit_queue",    "user",     "slots",          "submit_time",
    "start_time", "trace_wait_time", "run_time", "submit_cluster", "index"};

}  // namespace told_column

std::uint32_t number_of(NameTable& names, std::string_view name) {
  return static_cast<std::uint32_t>(index_of(names.id(name)));
}

/// All names of a table, by number.
std::vector<std::string> list_of(const NameTable& names) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < names.size(); ++at)
    list.emplace_back(names.name(static_cast<NameId>(at)));
  return list;
}

std::optional<double> seconds(std::string_view cell) {
  const auto number = read_decimal(cell);
  const auto thousandths = number ? in_units(*number, 3) : std::nullopt;
  if (!thousandths) return std::nullopt;
  return static_cast<double>(*thousandths) / 1000;
}

/// 0: it is none.
std::int64_t whole(std::string_view cell) {
  const auto number = read_decimal(cell);
  return number ? in_units(*number, 0).value_or(0) : 0;
}

}  // namespace

Expected<ToldJobs, Diagnostics> read_told_jobs(const std::string& path,
                                               const RecordedRuns& recorded) {
  auto reader = CsvReader::open(path, path);
  if (!reader) return Unexpected(reader.error());
  std::array<std::size_t, told_column::columns> at{};
  const std::size_t absent = reader->names().size();
  for (std::size_t column = 0; column < told_column::columns; ++column) {
    const auto found = reader->find(told_column::names[column]);
    if (!found && column < told_column::cluster)
      return refusal(path, "has no column " + std::string(told_column::names[column]));
    at[column] = found.value_or(absent);
  }
  ToldJobs told;
  NameTable queues;
  NameTable users;
  while (reader->next()) {
    const auto really_waited = seconds((*reader)[at[told_column::really]]);
    const auto submitted = seconds((*reader)[at[told_column::submit]]);
    const auto started = seconds((*reader)[at[told_column::start]]);
    const bool has_started = submitted && started && !(*reader)[at[told_column::run]].empty();
    if (!really_waited) {
      ++told.never_really;
      continue;
    }
    if (!has_started) {
      ++told.never_here;
      continue;
    }
    ToldJob job{.id = std::string((*reader)[at[told_column::id]]),
                .queue = number_of(queues, (*reader)[at[told_column::queue]]),
                .user = number_of(users, (*reader)[at[told_column::user]]),
                .slots = 0,
                .submitted = *submitted,
                .run = seconds((*reader)[at[told_column::run]]).value_or(0),
                .really_run = 0,
                .waited = *started - *submitted,
                .really = *really_waited};
    const auto cell = [&](told_column::Column column) {
      return at[column] == absent ? std::string_view{} : (*reader)[at[column]];
    };
    const std::int64_t index = whole(cell(told_column::index_));
    job.really_run = recorded.of(cell(told_column::cluster), whole(cell(told_column::id)), index)
                         .value_or(job.run);
    if (index != 0) job.id += "[" + std::to_string(index) + "]";
    job.slots = whole(cell(told_column::slots));
    told.jobs.push_back(std::move(job));
  }
  if (reader->complaints().any_errors()) return Unexpected(reader->complaints().take());
  told.queues = list_of(queues);
  told.users = list_of(users);
  return told;
}

}  // namespace mcsim::app
