// executions.csv: one row for each time that a job was placed on hosts, or sent to another cluster.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/guest_names.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

inline constexpr std::array<std::string_view, 13> executions_csv_columns = {
    "job_id",      "submit_cluster", "attempt",       "exec_cluster", "exec_queue",
    "exec_job_id", "arrive_time",    "start_time",    "leave_time",   "outcome",
    "reason",      "exec_hosts",     "suspended_time"};

/// An observer that keeps a row for each start of a job, in its own cluster or another one, and for
/// each forward that did not lead to a start. `arrive_time` is when the job began to wait there:
/// its submission, acceptance, return or requeue. `outcome` is DONE, EXIT, REQUEUED, REFUSED or
/// RETURNED; for a row that is not over, the job's status, or FORWARDED while it is on its way.
/// `reason` is that of an end or a requeue, or LSF's code of a return. `suspended_time`: how long
/// it did not run between start_time and leave_time, whoever had suspended it; empty if it did not
/// start.
class ExecutionLog final : public Observer {
 public:
  explicit ExecutionLog(const GridConfig& grid);

  using Observer::on;
  void on(ClusterId cluster, const JobSubmitted& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const ForwardRefused& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId cluster, const JobSwitched& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;

  /// The run is over: what is still suspended has been so until then.
  void finish(Time end) { end_ = end; }
  /// Writes the table, ordered by (position of the submission cluster, job id, attempt), and closes
  /// the file. Returns the first error.
  std::optional<Diagnostic> write(OutputFile& file);

 private:
  static constexpr std::uint32_t no_row = static_cast<std::uint32_t>(-1);
  /// What is known of a job in the cluster where it is.
  struct Job {
    Time arrived{};
    std::uint32_t row = no_row;  ///< its row that is not over
  };
  struct Row {
    ClusterId home{};
    ClusterId cluster{};
    JobIndex job{};
    std::size_t number = 0;  ///< in the order in which rows were made
    QueueId queue{};
    JobId exec_id{};
    Time arrived = never;
    Time started = never;
    Time left = never;
    Time suspended_since = never;  ///< never: it is not suspended now
    Duration suspended{};          ///< before that
    Slots slots{};
    AllocationId hosts = none<AllocationId>;
    std::string_view outcome{};
    std::string_view reason{};  ///< empty if `code` is set
    std::uint16_t code = 0;
  };
  Job& state_of(ClusterId home, JobIndex job) { return jobs_[index_of(home)][index_of(job)]; }
  Row* open_row(const HomeJob& job);
  Row& add_row(const HomeJob& job, ClusterId cluster);
  void be(ClusterId cluster, JobIndex job, JobStatus status, Time at);
  static void go_on(Row& row, Time at);
  void leave(const HomeJob& job, Time at, std::string_view outcome, std::string_view reason,
             ReturnReason code = ReturnReason::none);
  std::string line(const Row& row, std::uint32_t attempt) const;

  const GridConfig& grid_;
  std::vector<std::vector<Job>> jobs_;  ///< by ClusterId and JobIndex
  GuestNames names_;
  std::vector<Row> rows_;
  Time end_ = never;
  Allocations allocations_;
};

}  // namespace mcsim::results
