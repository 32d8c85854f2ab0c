// Who had the slots, and what jobs waited for: sums over a run.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/model/pend_reason.hpp"
#include "mcsim/model/usage_results.hpp"
#include "mcsim/results/job_standings.hpp"

namespace mcsim::cluster {
struct ClusterWorld;
}  // namespace mcsim::cluster

namespace mcsim::results {

/// An observer that looks between instants for what jobs wait for: reasons are not told. What it
/// sees of a job counts from that instant until it looks again, or until the job starts. It looks
/// after each instant until that has taken much work, and then only every so often; each time it
/// has taken as much work again, half as often. So a short run is exact, and a long one costs
/// little more than its own work. What a job waits before it is first looked at has no reason.
class UsageLog final : public JobStandings {
 public:
  explicit UsageLog(const GridConfig& grid);

  using JobStandings::on;

  /// All that happens up to `at` has happened.
  void look(const std::vector<ClusterWorld>& worlds, Time at);
  /// The run is over; its last instant was `last`.
  UsageResults results(const std::vector<ClusterWorld>& worlds, Time last, Time end);

 private:
  struct Job {
    Time since{};  ///< its standing and reason are what they are
    PendReason reason = PendReason::none;
    // So that it counts once. Both are short.
    std::vector<std::pair<QueuePlace, PendReason>> waited_for{};
    std::vector<QueuePlace> ran_in{};
  };

  void turned(const HomeJob& job, const JobStanding& before, const JobStanding& after,
              Time at) override;
  Job& state_of(const HomeJob& job) { return jobs_[index_of(job.home)][index_of(job.job)]; }
  /// Adds what a job has done since its last change.
  void settle(const HomeJob& job, const JobStanding& standing, Time at);
  void add_wait(const HomeJob& job, const JobStanding& standing, Duration waited);
  void add_run(const HomeJob& job, const JobStanding& standing, Duration ran);
  void give_reason(const HomeJob& job, PendReason reason, Time at);
  void look_at(const ClusterWorld& world, Time at);
  void look_less(Time at);

  UsageResults sums_;
  std::vector<std::vector<Job>> jobs_;  ///< by ClusterId and JobIndex
  Time first_submit_ = never;
  Time next_look_{};
  std::uint64_t looks_ = 0;
  std::uint64_t work_ = 0;  ///< since it last began to look less often
};

}  // namespace mcsim::results
