// The tables of a run folder as a page draws them: jobs, and bars of what they did on hosts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::report {

/// Names with numbers, in the order of first sight.
class NameList {
 public:
  std::uint32_t number(std::string_view name);
  const std::vector<std::string>& names() const { return names_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>{}(name);
    }
  };
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;  // never iterated
};

/// Milliseconds since virtual time 0; none: it has not happened.
using Instant = std::int64_t;
inline constexpr Instant no_instant = -1;

/// A row of jobs.csv. Clusters, queues, users and statuses are numbers in RunTables.
struct RunJob {
  std::int64_t id = 0;
  std::int32_t element = 0;  ///< of a job array, from 1; 0: the job is none
  std::uint32_t cluster = 0;
  std::uint32_t queue = 0;  ///< that it was submitted to
  std::uint32_t user = 0;
  std::uint32_t status = 0;
  std::int64_t slots = 0;
  Instant submit = 0;
  Instant first_start = no_instant;
  Instant start = no_instant;
  Instant finish = no_instant;
  std::int64_t wait = 0;  ///< milliseconds
  /// Whether the summary's waits count it: it has started, and ended.
  bool is_over() const { return first_start != no_instant && finish != no_instant; }
};

enum class BarState : std::uint8_t { run, launching, suspended };

/// What a job did from one change to the next. Its hosts are `parts` of RunTables.
struct Bar {
  std::uint32_t job = 0;
  std::uint32_t cluster = 0;
  std::uint32_t first_part = 0;
  std::uint32_t parts = 0;
  std::int64_t slots = 0;
  Instant start = 0;
  Instant end = 0;
  BarState state{};
};

struct HostPart {
  std::uint32_t host = 0;
  std::uint32_t slots = 0;

  bool operator==(const HostPart&) const = default;
};

struct HostRow {
  std::string name;
  std::uint32_t cluster = 0;  ///< whose jobs are on it: that which has it, or borrows it
  std::int64_t slots = 0;     ///< MXJ; 0: not known, as of borrowed hosts
  std::uint32_t home = 0;     ///< the cluster that it stands in
};

/// How often jobs were sent to other clusters. 0: jobs.csv does not say it.
struct Forwardings {
  std::int64_t jobs = 0;       ///< that were forwarded, once or more often
  std::int64_t times = 0;      ///< of all jobs
  std::int64_t returns = 0;    ///< likewise
  std::int64_t elsewhere = 0;  ///< jobs whose last start was in another cluster than their own

  bool operator==(const Forwardings&) const = default;
};

struct RunTables {
  NameList clusters;
  NameList queues;  ///< QUEUE@CLUSTER
  NameList users;
  NameList statuses;
  std::vector<HostRow> hosts;
  std::vector<RunJob> jobs;  ///< in the order of the table
  std::vector<Bar> bars;     ///< by job, and of a job by start
  std::vector<HostPart> parts;
  Forwardings forwardings{};
  Instant end = 0;            ///< of the run
  bool has_segments = false;  ///< bars are those of segments.csv, else one a job
};

/// Reads jobs.csv and, if it is there, segments.csv of `folder`. `tables` has the clusters and the
/// hosts that are known already, and the end of the run; hosts that only the tables name are added.
/// Errors: a table cannot be read, or a field is not what the reference says.
Expected<RunTables, Diagnostics> read_run_tables(const std::string& folder, RunTables tables);

}  // namespace mcsim::report
