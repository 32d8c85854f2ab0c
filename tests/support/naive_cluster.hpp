// The slow right answer for one cluster: obvious loops over vectors, without index or event. It is
// written from the rules that users read, not from the simulator's code, and shares only the nouns
// with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "support/naive_conservative.hpp"
#include "support/naive_dependencies.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// A job, from before its submission to after its end.
struct NaiveJob {
  TraceJob asked;
  JobStatus status = JobStatus::unsubmitted;
  EndReason reason = EndReason::none;
  Time start = never;
  Time finish = never;
  Time ended = never;  ///< the same of jobs that were refused, too
  std::int64_t ended_round = 0;
  Time submitted = never;
  std::uint64_t number = 0;        ///< in the order in which jobs were submitted
  Duration occupies{};             ///< how long the job will hold its slots
  Duration requested{};            ///< its run limit
  Duration estimate{};             ///< how long the policy expects a waiting job to run
  Duration expected{};             ///< the same of a running one
  std::uint64_t start_number = 0;  ///< in the order in which jobs were started
  bool has_left = false;           ///< it ends in this instant, and its slots are free already
  std::int64_t ends_in_round = 1;  ///< round of the instant start + occupies
  std::vector<HostSlots> hosts;

  bool waits() const { return status == JobStatus::pend; }
  bool runs() const { return status == JobStatus::run; }
};

/// A host as it is now.
struct NaiveHost {
  std::int64_t ncpus = 1;
  std::int64_t mxj = 1;
  std::int64_t busy = 0;
  bool closed = false;
  Time down_until{-1ms};  ///< at or before now: the host is up
};

/// Plays a ClusterConfig: at each instant, round by round, changes, ends, arrivals, then one pass.
class NaiveCluster {
 public:
  NaiveCluster(const ClusterConfig& config, std::uint64_t seed);

  /// Plays until nothing more can happen. Returns the jobs in order of submission.
  std::vector<NaiveJob> run();

  // What a pass may read, and start(), the only thing that it may do.
  const ClusterConfig& config() const { return config_; }
  Time now() const { return now_; }
  /// Jobs may run longer than conservative backfilling expects.
  bool may_overrun() const { return may_overrun_by(config_.model.conservative.runtime); }
  bool may_overrun_by(PredictedBy what) const {
    const bool some_overuse = std::ranges::any_of(config_.profiles, &JobProfile::overuse);
    return (!config_.model.enforce_runlimit || some_overuse) && what == PredictedBy::requested;
  }
  const std::vector<NaiveJob>& jobs() const { return jobs_; }
  std::int32_t priority(const NaiveJob& job) const;
  std::int64_t free_slots() const;
  /// Free slots once the running jobs for which `is_gone` holds have ended.
  std::int64_t free_slots_without(const std::function<bool(const NaiveJob&)>& is_gone) const;
  bool fits(std::size_t job) const { return jobs_[job].asked.slots.count() <= free_slots(); }
  /// Positions of the waiting jobs, in order of submission, and in the order of the line.
  std::vector<std::size_t> waiting() const;
  std::vector<std::size_t> line() const;
  void start(std::size_t position);

  /// What sticky EASY remembers: the first waiting job, when it is to start, and when this was
  /// decided.
  struct Reservation {
    std::size_t job;
    Time time;
    Time told;
  };
  std::optional<Reservation> kept;
  NaiveConservative conservative;  ///< the state of conservative backfilling

 private:
  bool is_up(const NaiveHost& host) const { return host.down_until <= now_; }
  std::int64_t free_on(const NaiveHost& host) const;
  std::size_t least_loaded_host() const;

  Time next_instant() const;
  bool has_round() const;
  void play_round();
  bool is_per_event() const;
  void apply_timeline();
  void apply(const TimelineEntry& entry);
  void reconfigure(const ClusterSettings& settings);
  void take_down(const TimelineEntry& entry);
  void bkill(JobId id);
  void bring_hosts_back();
  void end_jobs();
  void end_job(NaiveJob& job);
  bool ends_now(const NaiveJob& job) const;
  bool comes_now(std::size_t job) const;
  void submit_jobs();
  void submit_job(std::size_t position);
  void play_events();
  void free_at_estimates();
  Duration limit_of(const NaiveJob& job) const;
  void plan_end(NaiveJob& job) const;
  void submit(NaiveJob& job);
  void finish(NaiveJob& job, JobStatus status, EndReason reason);

  void notice();
  bool session_is_due() const;
  void pass();
  void choose();
  Time next_check() const;
  std::set<Time> freeing_ends() const;
  Time next_conservative_look() const;

  const ClusterConfig& config_;
  NaiveDependencies<NaiveJob> dependencies_;
  Duration offset_{};  ///< of the raster of sessions
  Time now_{-1ms};
  std::int64_t round_ = 1;
  std::uint64_t submitted_ = 0;
  std::uint64_t started_ = 0;
  Time session_ = never;  ///< the next one for which there is a reason
  std::vector<NaiveJob> jobs_;
  std::vector<NaiveHost> hosts_;
  std::vector<QueueConfig> queues_;
  std::vector<bool> open_;
};

}  // namespace mcsim::testing
