// One row of jobs.csv, for a run and for a converted trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {

/// The fields of a row. Texts are already quoted if they need it. Absent values (never, negative,
/// none, empty) become empty fields.
struct JobsCsvRow {
  std::int64_t id = 0;
  std::string_view place = ",";  ///< submission cluster and queue, with the comma between them
  std::string_view user;
  std::int64_t slots = -1;
  Time submit{};
  const ForwardOutcome* forward = nullptr;  ///< null: the job was never forwarded
  std::string_view exec_place;              ///< like `place`, if the job is or was elsewhere
  Time start = never;
  Time finish = never;
  Duration wait{-1};
  Duration run{-1};
  const JobHistory* history = nullptr;  ///< null: at most one start and one end happened
  std::string_view status;
  std::string_view hosts;
  std::string_view labels = ",,";  ///< workload, user group and application, with their commas
  Duration requested{-1};
  Time eligible = never;
  std::int64_t slowdown = -1;  ///< in millionths
  std::optional<std::int32_t> exit_code;
  std::string_view end_reason;
  std::string_view pend_reason;
  Duration trace_wait{-1};
  /// Columns that only some runs have, with commas between them; without data: there are none.
  std::string_view more{};
};

/// Writes a row field by field; each field ends with a comma. The position is kept here and not in
/// JobsCsvWriter, where the compiler would store it to memory after each character.
class RowText {
 public:
  explicit RowText(char* at) : at_(at) {}

  [[gnu::always_inline]] std::string_view text(std::string_view field) {
    const char* const first = at_;
    at_ = put(at_, field);
    return ended(first);
  }
  std::string_view number(std::int64_t value) {
    const char* const first = at_;
    at_ = put_number(at_, value);
    return ended(first);
  }
  void number_or_empty(std::int64_t value) {
    if (value >= 0) at_ = put_number(at_, value);
    at_ = put(at_, ',');
  }
  // Jobs that do not wait have many a 0, and a slowdown of 1.
  void millionths(std::int64_t value) {
    if (value == 1'000'000) {
      text("1");
      return;
    }
    if (value >= 0) at_ = put_millionths(at_, value);
    at_ = put(at_, ',');
  }
  void duration(Duration value) {
    if (value.count() == 0) {
      text("0");
      return;
    }
    if (value.count() > 0) at_ = put_seconds(at_, value);
    at_ = put(at_, ',');
  }
  std::string_view time(Time value) {
    const char* const first = at_;
    if (value != never) at_ = put_seconds(at_, value.time_since_epoch());
    return ended(first);
  }
  /// Ends the row, and returns the position after it.
  char* end_row() {
    at_[-1] = '\n';
    return at_;
  }

 private:
  std::string_view ended(const char* first) {
    const std::string_view field(first, static_cast<std::size_t>(at_ - first));
    at_ = put(at_, ',');
    return field;
  }

  char* at_;
};

/// Writes rows into a file without streams, format strings or allocations.
class JobsCsvWriter {
 public:
  explicit JobsCsvWriter(OutputFile& file) : file_(file) {}

  /// `with_index`: there is a column for the index of elements.
  void names(bool with_index = false, const CsvTies& ties = {}) {
    for (const std::string_view& name : jobs_csv_columns) {
      if (&name != jobs_csv_columns.data()) file_.write(",");
      file_.write(name);
    }
    if (with_index) file_.write("," + std::string(jobs_csv_index));
    for (std::size_t at = 0; at < ties.size(); ++at)
      if (ties[at]) file_.write("," + std::string(jobs_csv_ties[at]));
    file_.write("\n");
  }

  void row(const JobsCsvRow& row);

 private:
  void add_more(char* end, std::string_view more);
  static void end(RowText& out, const JobsCsvRow& row) {
    if (row.exit_code == 0 && row.end_reason.empty() && row.pend_reason.empty()) [[likely]] {
      out.text("0,,");
      return;
    }
    row.exit_code ? out.number(*row.exit_code) : out.text({});
    out.text(row.end_reason);
    out.text(row.pend_reason);
  }
  static std::size_t size_of(const JobsCsvRow& row) {
    constexpr std::size_t numbers_and_commas = 24 * (widest_number + 8) + 64;
    constexpr std::size_t words = 256;  // status and reasons, of which we know the longest
    return numbers_and_commas + words + 2 * row.place.size() + row.exec_place.size() +
           row.user.size() + row.hosts.size() + row.labels.size();
  }

  OutputFile& file_;
};

}  // namespace mcsim::results
