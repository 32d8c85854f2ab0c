// Where each job is at the moment, and what it does there.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/results/guest_names.hpp"

namespace mcsim::results {

enum class JobDoes : std::uint8_t {
  nothing,    ///< it is not submitted yet, was refused, or has ended
  waits,      ///< PEND or PSUSP
  is_on_way,  ///< it waits, between two clusters
  runs,
  is_suspended  ///< SSUSP or USUSP: it has started
};

/// What holds of a job from one fact about it to the next.
struct JobStanding {
  ClusterId cluster{};  ///< where it waits or has started; on its way: of its submission
  QueueId queue{};      ///< there
  JobDoes does = JobDoes::nothing;
  Slots slots{};  ///< that it waits for; or has, or had before it was suspended

  bool is_waiting() const { return does == JobDoes::waits || does == JobDoes::is_on_way; }
  bool operator==(const JobStanding&) const = default;
};

/// An observer that turns facts into changes of standings. 20 bytes a job.
class JobStandings : public Observer {
 public:
  explicit JobStandings(const GridConfig& grid);

  using Observer::on;
  void on(ClusterId cluster, const JobSubmitted& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSwitched& fact) override;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;

 protected:
  const GridConfig& grid() const { return grid_; }
  HomeJob named(ClusterId cluster, JobIndex job) const { return names_.named(cluster, job); }
  const JobStanding& standing_of(const HomeJob& job) const {
    return jobs_[index_of(job.home)][index_of(job.job)].now;
  }
  /// A job stands otherwise from `at` on.
  virtual void turned(const HomeJob& job, const JobStanding& before, const JobStanding& after,
                      Time at) = 0;

 private:
  struct Job {
    JobStanding now;
    Slots asked{};
  };
  Job& state_of(const HomeJob& job) { return jobs_[index_of(job.home)][index_of(job.job)]; }
  void turn(const HomeJob& job, const JobStanding& after, Time at);
  void turn(const HomeJob& job, JobDoes does, Slots slots, Time at);
  void go_home(const HomeJob& job, JobDoes does, Time at);

  const GridConfig& grid_;
  GuestNames names_;
  std::vector<std::vector<Job>> jobs_;  ///< by ClusterId and JobIndex
};

}  // namespace mcsim::results
