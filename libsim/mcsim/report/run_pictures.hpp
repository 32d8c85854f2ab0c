// What the pictures of a run show: sums and means of its tables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/report/run_tables.hpp"
#include "mcsim/report/steps.hpp"

namespace mcsim::report {

/// Who had most of the slots in use at some time: a number in RunTables, and the part of them.
struct MostSlots {
  std::uint32_t who = 0;
  double part = 0;
};

/// A cluster over time. Slots are those of its own hosts, and of those that it borrows.
struct ClusterSeries {
  std::int64_t capacity = 0;  ///< slots; of hosts that are not known, as many as were ever used
  std::vector<Bin> busy;      ///< slots of jobs that run or launch
  std::vector<Bin> pending;   ///< jobs submitted here that wait
  std::vector<Bin> guests;    ///< slots of jobs submitted elsewhere
  double busy_time = 0;       ///< slot-milliseconds
  Stretches full;
  MostSlots queue_when_full;  ///< in the longest stretch; part 0: there is none
  MostSlots user_when_full;   ///< likewise
};

/// Jobs of one cluster on hosts of one.
struct Flow {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t jobs = 0;
  double slot_time = 0;  ///< slot-milliseconds

  bool operator==(const Flow&) const = default;
};

/// What the jobs of one queue or user had of the slots.
struct UsedSlotTime {
  std::string name;
  std::int64_t jobs = 0;  ///< that have run
  double used = 0;        ///< slot-milliseconds, of jobs that run or launch
  double suspended = 0;   ///< slot-milliseconds, of jobs that are suspended

  bool operator==(const UsedSlotTime&) const = default;
};

/// Waits of jobs that have started and ended, as the summary counts them but for `measure`.
struct WaitGroup {
  std::string name;
  std::uint32_t jobs = 0;
  double mean = 0;  ///< milliseconds, as all here
  std::int64_t median = 0;
  std::int64_t p95 = 0;
  std::int64_t longest = 0;
  /// How many waited at most wait_marks[at]; it ends where all do.
  std::vector<std::uint32_t> within;
};

/// The waits at which distributions are counted: 0, and a dozen a decade from 1 s to a year.
std::vector<std::int64_t> wait_marks();

struct RunPictures {
  Bins bins;
  std::vector<ClusterSeries> clusters;
  std::vector<Flow> flows;                        ///< from, to ascending; none without jobs
  std::vector<UsedSlotTime> use_by_queue;         ///< by the queue submitted to, most first
  std::vector<UsedSlotTime> use_by_user;          ///< likewise
  std::vector<WaitGroup> by_queue;                ///< most job-time waited first
  std::vector<WaitGroup> by_user;                 ///< likewise
  std::vector<WaitGroup> by_width;                ///< narrow ones first
  std::array<double, hours_of_week> week_use{};   ///< slots that are busy, as a part of all
  std::array<double, hours_of_week> week_wait{};  ///< mean wait of jobs submitted then, ms
  std::array<double, hours_of_week> week_jobs{};  ///< how many were submitted
  Instant from = 0;                               ///< the first submission
};

/// At so many of a hundred slots a cluster is full: the rest may be too few for the next job.
inline constexpr std::int64_t full_percent = 95;

/// `start`: the sites' clock at virtual time 0, milliseconds since 1970. Hosts of unknown size get
/// the slots that were used at once.
RunPictures run_pictures(RunTables& tables, std::int64_t start);

}  // namespace mcsim::report
