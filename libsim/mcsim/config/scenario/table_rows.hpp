// One pass over the rows of a table of jobs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/table_ties.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/row_limits.hpp"
#include "mcsim/trace/seen_ids.hpp"
#include "mcsim/trace/skipped_rows.hpp"

namespace mcsim::config {

class TableRows {
 public:
  TableRows(ScenarioDraft& draft, CsvReader& reader, TableCells& cells, TableNodes& nodes,
            TableKinds& kinds, TableTies& ties, const WorkloadOptions& options,
            const std::vector<WorkloadSink>& sinks, bool has_cluster);

  WorkloadReport read();
  /// In which lines the jobs of each cluster stand; after read().
  std::vector<SeenIds> take_lines() { return std::move(seen_); }

 private:
  static constexpr std::int64_t absent = TableCells::absent;
  static constexpr std::int64_t bad = TableCells::bad;

  /// What a row says by itself, in milliseconds; absent: it does not.
  struct Row {
    std::int64_t number = absent;
    std::int64_t submit = absent;
    std::int64_t run = absent;
    std::int64_t requested = absent;
    std::int64_t wait = absent;
    std::int64_t slots = absent;
    bool starts_early = false;  ///< start_time is before submit_time, and is looked at
  };
  /// Elements of an array whose rows follow each other.
  struct Elements {
    std::int64_t number = absent;
    ClusterId cluster{};
    std::vector<TraceJob> jobs{};
    std::vector<std::uint32_t> indices{};
    std::string name{};    ///< as the first row has it
    std::size_t line = 0;  ///< of that

    bool is_of(std::int64_t job_number, ClusterId in) const {
      return !indices.empty() && number == job_number && cluster == in;
    }
  };

  bool enough() const { return options_.first && taken_ >= *options_.first; }
  void take();
  std::int64_t wait_of_row(Row& row, bool replays_starts);
  void submit(const Row& row, const TableKind& kind, NameId user);
  void submit_element(const TraceJob& job, const TableKind& kind, std::int64_t number,
                      std::int64_t index);
  void end_array();
  void add(const TraceJob& job, ClusterId cluster, std::uint32_t count);
  void skip(const Row& row, ClusterId cluster, SkipReason reason, std::string detail);
  void leave_out(const Row& row, ClusterId cluster);
  std::optional<JobId> id_of(std::int64_t number);
  NameId user_of_row();
  NameId new_user();
  void look_at_end(TraceJob& job);
  void note_hosts(const TraceJob& job, ClusterId cluster);
  bool in_range(Duration time, JobColumn column) {
    return time <= longest_duration || complain_of_range(column);
  }
  bool complain_of_range(JobColumn column);
  void check_ids();
  void warn();
  void warn_of_skipped();

  ScenarioDraft& draft_;
  CsvReader& reader_;
  TableCells& cells_;
  TableNodes& nodes_;
  TableKinds& kinds_;
  TableTies& ties_;
  const WorkloadOptions& options_;
  std::vector<TraceBuilder*> traces_;  ///< by ClusterId
  std::vector<MissingLimit> missing_;  ///< likewise
  Ratio scale_limits_;
  bool has_index_;
  bool has_wait_;
  std::vector<bool> replays_starts_;  ///< by ClusterId: its jobs start when they really started
  std::optional<std::size_t> exec_hosts_;  ///< the column, where some cluster looks at it
  WorkloadReport report_;
  std::uint64_t taken_ = 0;    ///< rows that are replayed
  std::vector<SeenIds> seen_;  ///< by ClusterId
  Elements elements_;
  CellWords user_words_;
  CellRows user_rows_{1};
  std::vector<NameId> users_;      ///< by number in user_rows_
  std::size_t first_unknown_ = 0;  ///< the line of the first of unknown_rows()
  std::uint64_t unfinished_ = 0;
  std::uint64_t early_starts_ = 0;  ///< jobs whose wait_time counts instead
  JsonPlace first_early_{};
  std::uint64_t without_user_ = 0;  ///< jobs that were spread
  std::uint64_t unequal_ =
      0;  ///< elements that are not of the user, queue and time of the first one
};

}  // namespace mcsim::config
