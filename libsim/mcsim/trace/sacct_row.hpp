// A job as `sacct -P` prints it: a line of cells with | between them, below a line that names the
// columns. Source: Slurm 24.11, sacct(1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/trace/finish_texts.hpp"
#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::trace {

/// What a line is of.
enum class SacctKind : std::uint8_t {
  ended,     ///< a job: a FinishRecord
  step,      ///< a part of one, as 12.batch or 12.0
  unended,   ///< a job that waits or runs
  requeued,  ///< a run of a job that was requeued
  count
};

/// Reads the lines of one output, with columns in any order; of which more than needed do not
/// matter.
class SacctReader {
 public:
  /// Reads the line that names the columns. Returns those that it lacks, in words; empty: none.
  std::string read_header(std::string_view line);
  /// Reads another line. `kind` tells what it is of; only of `ended` is `to` a job. Texts of `to`
  /// are parts of the line or of this value. Times are as written, as if they were in UTC.
  RecordMistake read(std::string_view line, SacctKind& kind, FinishRecord& to);

  bool has_hosts() const { return has(Column::node_list); }
  /// The cluster of the last line; empty: nothing says it.
  std::string_view cluster() const { return cell(Column::cluster); }
  /// When the last job became eligible; 0: nothing says it.
  std::int64_t eligible() const { return eligible_; }

 private:
  enum class Column : std::uint8_t {
    job_id,
    job_id_raw,
    submit,
    eligible,
    start,
    end,
    state,
    alloc_cpus,
    ncpus,
    req_cpus,
    partition,
    user,
    account,
    group,
    timelimit,
    timelimit_raw,
    node_list,
    req_mem,
    elapsed,
    elapsed_raw,
    suspended,
    exit_code,
    exclusive,
    job_name,
    cluster,
    count
  };
  static constexpr std::size_t columns = static_cast<std::size_t>(Column::count);
  static constexpr std::size_t absent = SIZE_MAX;
  static constexpr std::array<std::string_view, columns> names = {
      "JobID",     "JobIDRaw",     "Submit",   "Eligible",  "Start",   "End",        "State",
      "AllocCPUS", "NCPUS",        "ReqCPUS",  "Partition", "User",    "Account",    "Group",
      "Timelimit", "TimelimitRaw", "NodeList", "ReqMem",    "Elapsed", "ElapsedRaw", "Suspended",
      "ExitCode",  "Exclusive",    "JobName",  "Cluster"};

  bool has(Column column) const { return at_[static_cast<std::size_t>(column)] != absent; }
  std::string_view cell(Column column) const;
  /// From 1.
  std::size_t place(Column column) const;
  bool split(std::string_view line);
  RecordMistake read_id(SacctKind& kind, FinishRecord& to) const;
  RecordMistake read_times(FinishRecord& to);
  RecordMistake read_sizes(FinishRecord& to);
  void read_end(FinishRecord& to) const;

  std::array<std::size_t, columns> at_{};
  std::size_t width_ = 0;
  std::vector<std::string_view> cells_;
  std::string_view line_;
  std::vector<std::string> hosts_;
  std::int64_t eligible_ = 0;
  FinishTexts texts_;
};

}  // namespace mcsim::trace
