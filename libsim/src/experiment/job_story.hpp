// The story of one job, told while its run is played once more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/story.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/lsf_reasons.hpp"
#include "mcsim/system/simulation.hpp"

namespace mcsim {

/// An observer. before() is to be called before each instant, finish() at the end.
class JobStory {
 public:
  JobStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster, JobIndex job);

  void before(const Simulation& simulation, Time now);
  Story finish(const Simulation& simulation, Time end);

  void on(ClusterId cluster, const JobSubmitted& fact);
  void on(ClusterId cluster, const JobRejected& fact);
  void on(ClusterId cluster, const JobStarted& fact);
  void on(ClusterId cluster, const JobEnded& fact);
  void on(ClusterId cluster, const JobSuspended& fact);
  void on(ClusterId cluster, const JobResumed& fact);
  void on(ClusterId cluster, const JobRequeued& fact);
  void on(ClusterId, const CapacityChanged&) {}
  void on(ClusterId, const ActionIgnored&) {}

 private:
  bool is_mine(ClusterId cluster, JobIndex job) const { return cluster == cluster_ && job == job_; }
  const TraceJob& described() const { return config_.trace[job_]; }
  const ClusterWorld& world() const { return simulation_->clusters()[index_of(cluster_)]; }
  std::string name_of_job(JobIndex job) const;
  std::string request_text() const;
  std::string requirement_text() const;
  std::string host_list(const HostPreferences& hosts) const;
  void find_slot();
  void look(Time now);
  void look_at_queue(Time now);
  std::string reasons(Time now) const;
  std::string reasons_of_baseline() const;
  void stretch(Time now, std::string text);
  void close_stretch(Time to);
  void become(JobStatus status, Time now);
  std::string placement_text(const JobStarted& fact) const;
  std::string candidates_text(Time now) const;
  void tell_numbers(Story& story) const;

  const GridConfig& grid_;
  const ClusterConfig& config_;
  ClusterId cluster_;
  JobIndex job_;
  const Simulation* simulation_ = nullptr;
  Story story_;
  JobSlotId slot_ = none<JobSlotId>;
  QueueId queue_{};
  std::int64_t position_ = 0;

  JobStatus status_ = JobStatus::unsubmitted;
  Time since_{};   ///< of the present status
  Time looked_{};  ///< the last instant that was played
  bool played_ = false;
  std::optional<StoryLine> open_;  ///< the stretch of pending that goes on
  bool open_is_of_session_ = false;

  Duration waited_{};
  Duration ran_{};  ///< in this execution
  Duration suspended_{};
  Duration lost_{};

  std::vector<JobIndex> victims_;         ///< preempted since the last start of anybody
  std::optional<std::size_t> preempted_;  ///< the line that waits for the name of the preemptor
};

}  // namespace mcsim
