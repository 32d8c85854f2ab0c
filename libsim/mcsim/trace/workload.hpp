// From a trace's rows to a cluster's jobs: who submits what to which queue, and what is left out.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/names.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/trace.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/trace/memory_room.hpp"
#include "mcsim/trace/profile_table.hpp"
#include "mcsim/trace/swf.hpp"
#include "mcsim/trace/user_spread.hpp"

namespace mcsim::trace {

class SwfCache;

/// Why a row cannot be replayed.
enum class SkipReason : std::uint8_t {
  no_run_time,
  no_slots,
  too_many_slots,
  partial_execution,
  no_submit_time,
  too_much_memory,
  outside_window  ///< counted only: such rows may be most of a trace
};
inline constexpr std::size_t skip_reasons = 7;

constexpr std::string_view name_of(SkipReason reason) {
  constexpr std::string_view names[] = {"no_run_time",       "no_slots",       "too_many_slots",
                                        "partial_execution", "no_submit_time", "too_much_memory",
                                        "outside_window"};
  return names[static_cast<std::size_t>(reason)];
}

/// A row that was left out, for skipped.csv.
struct SkippedRow {
  std::uint16_t workload = 0;  ///< position in GridConfig::workloads
  SkipReason reason{};
  std::size_t line = 0;     ///< of the trace, from 1; 0: the row does not come from a file
  std::int64_t job_id = 0;  ///< as the trace has it
  std::string detail;       ///< in words
};

/// How many rows were left out for each reason.
using SkipCounts = std::array<std::uint64_t, skip_reasons>;

/// The run limit of a job whose trace gives none (field 9 unknown or 0).
struct MissingLimit {
  enum class Kind : std::uint8_t { run, queue, none, duration };

  Kind kind = Kind::run;  ///< run: exactly its run time; queue: the queue's default, else none
  Duration length{};      ///< Kind::duration: this long

  bool operator==(const MissingLimit&) const = default;
};

/// Which rows are taken: those that are submitted in [from, to) by the times of the trace.
struct SubmitWindow {
  Duration from{};
  std::optional<Duration> to{};  ///< none: the end of the trace
  Duration shift{};              ///< time 0 of the run lies that much behind time 0 of the trace

  bool holds(Duration submit) const { return submit >= from && (!to || submit < *to); }
};

/// One entry of the scenario's `workloads`.
struct WorkloadOptions {
  enum class SlotField : std::uint8_t { requested, allocated };  ///< field 8 or else 5; field 5

  std::string file{};         ///< where to find it
  std::string shown_name{};   ///< as the scenario writes it: what diagnostics call it
  SwfCache* cache = nullptr;  ///< none: the file is read anew
  ClusterId cluster{};
  QueueId queue{};                     ///< for every job that queue_map does not send elsewhere
  std::map<int, QueueId> queue_map{};  ///< by field 15
  std::map<int, RowTarget> partition_map{};  ///< by field 16, -1: without one; cluster_map's too
  std::map<std::string, RowTarget, std::less<>>
      cluster_map{};    ///< of tables, by what rows call the cluster
  UserSpread spread{};  ///< of the rows that none of these places
  SubmitWindow window{};
  std::map<int, std::string> user_map{};  ///< by field 12; other users are called by their number
  std::optional<std::uint64_t> first{};   ///< only that many replayable rows
  Ratio scale_arrivals{};                 ///< of submit times
  Ratio scale_runtimes{};                 ///< of run times
  std::optional<Ratio> scale_limits{};    ///< of run limits that rows give; none: as run times
  std::optional<bool> allow_overuse{};    ///< none: what the header says
  std::optional<bool> dependencies{};     ///< whether fields 17 and 18 count; none: yes
  SlotField slots = SlotField::requested;
  MemoryField memory = MemoryField::requested;  ///< none: not a word of it
  bool reserves_memory = false;                 ///< jobs reserve it of mem, for each of their slots
  std::string no_memory_since{};                ///< why they do not
  MissingLimit missing_limit{};
  std::int64_t id_offset = 0;
  bool renumber = false;  ///< ids 1, 2, 3, ... (plus id_offset) in the order of the rows
  std::uint16_t workload = 0;
  JobProfile profile{};  ///< what every job asks for; `group` comes from its row
  std::vector<Slots>
      largest{};  ///< by QueueId: the most slots that a job can ever have; empty: any
  std::vector<MemoryRoom> rooms{};  ///< by QueueId: of jobs that reserve memory; empty: any
};

/// A job that comes after another one, both by their numbers in their cluster.
struct NamedDependency {
  ClusterId cluster{};
  JobId job{};
  JobId preceding{};  ///< none: no row that is replayed has its number
  Duration think{};
};

/// What jobs become part of: one cluster.
struct WorkloadSink {
  ClusterId cluster{};
  TraceBuilder& trace;
  ProfileTable& profiles;
  JobProfile profile{};  ///< what every job asks for there; `group` comes from its row
  std::vector<Slots>
      largest{};  ///< by QueueId: the most slots that a job can ever have; empty: any
  std::vector<MemoryRoom> rooms{};  ///< by QueueId: of jobs that reserve memory; empty: any
};

/// The outcome of reading one workload.
struct WorkloadReport {
  std::uint64_t rows = 0;  ///< that were read
  std::uint64_t jobs = 0;  ///< that will be submitted
  SkipCounts skipped{};
  std::vector<NamedDependency> dependencies{};  ///< in the order of the rows
  std::vector<int> partitions_of_nobody{};      ///< of partition_map, if all rows were read
  Duration shift{};                             ///< SubmitWindow::shift
  SwfHeader header;
  std::uint64_t hash = 0;  ///< XXH64 of the file's bytes
  Diagnostics warnings;
};

/// Adds the workload's jobs to their clusters' traces, in the order of its rows, and what it leaves
/// out to `skipped`. `sinks`: the workload's own cluster, then all others that its
/// partition_map and its spread name. Errors: the file cannot be read, rows are not SWF, ids are
/// used twice, times are out of range; all errors are reported together, and the traces must not be
/// used then.
Expected<WorkloadReport, Diagnostics> read_workload(const WorkloadOptions& options,
                                                    const std::vector<WorkloadSink>& sinks,
                                                    NameTable& users, NameTable& groups,
                                                    std::vector<SkippedRow>& skipped);
/// The same of a workload whose jobs all go to one cluster.
Expected<WorkloadReport, Diagnostics> read_workload(const WorkloadOptions& options,
                                                    TraceBuilder& trace, NameTable& users,
                                                    NameTable& groups, ProfileTable& profiles,
                                                    std::vector<SkippedRow>& skipped);

}  // namespace mcsim::trace
