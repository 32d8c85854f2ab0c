// The story of one job, collected while its run is played again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/explain/job_names.hpp"
#include "mcsim/app/explain/story.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/load_stops.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::app {

/// An observer. Call before() before each instant, and take() and finish() at the end. The job is
/// named by its submission cluster; facts of an execution cluster name it differently.
class JobStory final : public Observer {
 public:
  /// When reasons are asked for: after each instant; or only after those that can have changed
  /// them, which tells the same.
  enum class Asking : std::uint8_t { always, as_needed };

  /// `has_stalled`: nothing will ever start the jobs that wait at the end.
  JobStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster, JobIndex job,
           bool has_stalled, Asking asking = Asking::as_needed);

  void before(const Simulation& simulation, Time now);
  /// The numbers of the story are those of jobs.csv.
  void take(const RunResults& results);
  Story finish(const Simulation& simulation, Time end);
  /// How often reasons were asked for: nearly all that a story costs.
  std::uint64_t asked() const { return asked_; }

  using Observer::on;
  void on(ClusterId cluster, const JobSubmitted& fact) override;
  void on(ClusterId cluster, const JobRejected& fact) override;
  void on(ClusterId cluster, const ConditionTurned& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const LoadStopped& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const ActionIgnored& fact) override;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const ForwardRefused& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId cluster, const StartFailed& fact) override;
  void on(ClusterId cluster, const LaunchBegins& fact) override;
  void on(ClusterId cluster, const LaunchRuns& fact) override;
  void on(ClusterId cluster, const LaunchSignalled& fact) override;
  void on(ClusterId cluster, const LaunchLosesHost& fact) override;
  void on(ClusterId cluster, const LaunchEnds& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;
  void on(ClusterId cluster, const ForwardHeard& fact) override;
  void on(ClusterId cluster, const ForwardDecided& fact) override;
  bool wants_decisions() const override { return true; }
  bool wants_signals() const override { return true; }

 private:
  bool is_mine(ClusterId cluster, JobIndex job) const { return cluster == place_ && job == index_; }
  bool is_at_home() const { return place_ == cluster_; }
  const TraceJob& described() const { return config_.trace[job_]; }
  /// The configuration of the cluster that the job is in.
  const ClusterConfig& here() const { return grid_.clusters[index_of(place_)]; }
  const ClusterWorld& world() const { return simulation_->clusters()[index_of(place_)]; }
  void be_in(ClusterId place, JobIndex index);
  void be_on_the_way(Time now, const std::string& text);
  std::string candidates_of(const ForwardDecided& fact, bool with_truth) const;
  /// The member `decision` made of a line of decisions.jsonl.
  static JsonNode as_data(const std::string& decision);
  std::string request_text() const;
  std::string begin_text(Time begin) const;
  std::string tie_text() const;
  std::string dependency_text() const;
  std::string condition_words(ConditionId condition) const;
  std::string held_back_text() const;
  std::string requirement_text() const;
  std::string host_list(const HostPreferences& hosts) const;
  std::string taken_victims();
  std::string suspension_text(const JobSuspended& fact, bool waited);
  std::string on_troubled_hosts(const LaunchCounts& counts) const;
  std::string launch_end_text(const LaunchReport& report) const;
  std::string launch_text(Time now) const;
  bool is_held() const;
  std::string held_text(SchedulerState& state, Time look) const;
  static std::string held_text(const LoadHold& hold, const ClusterSettings& settings);
  void look_at_limit(Time now);
  void look_at_held(Time until);
  void note_first(JobIndex other, Time now, const char* what);
  void find_slot();
  void look(Time now);
  void note_due(Time now);
  void note_touched(ClusterId cluster) { is_stale_ = is_stale_ || cluster == place_; }
  void note_asked(Time now);
  bool has_answer() const;
  bool backfills() const;
  bool is_passed_over() const;
  Time next_turn(Time now) const;
  void look_at_reach(Time now);
  struct Unheard {
    enum class Kind : std::uint8_t { no, ended, lost };
    Kind kind = Kind::no;  ///< lost: with its first host
    Time since{};
  };
  Unheard unheard() const;
  Unheard::Kind gone() const;
  void look_at_end();
  void look_at_actions(Time now);
  void look_at_wishes(const JobState& job, Time now);
  bool is_of_element(const ActionIgnored& fact) const;
  std::string why_ignored(const ActionIgnored& fact) const;
  std::string moved_text(const JobState& job) const;
  /// Sets `kind` to the reasons without their numbers.
  std::string reasons(Time now, std::string& kind) const;
  void tell_what_decides(Time end);
  std::string reasons_of_baseline(std::string& kind) const;
  std::string first_in_line() const;
  bool has_lsf_dispatch() const { return world().lsf && !world().lsf->dispatch; }
  std::string not_forwarded(const SchedulerReasons& answers, const std::string& said) const;
  void stretch(Time now, std::string text, const char* event = "pending");
  void close_stretch(Time to);
  void become(JobStatus status, Time now);
  void open_stretch(Time now, std::string text);
  /// A host that offered slots just before the job started, and what it is ordered by.
  struct Offered {
    HostId host{};
    std::int32_t slots = 0;
    std::int32_t preference = 0;
    std::vector<std::pair<std::string, std::string>> keys{};  ///< resources, with their numbers
  };
  std::vector<Offered> offered(Time now) const;
  std::string placement_text(const JobStarted& fact, const std::vector<Offered>& offers) const;
  std::string candidates_text(const std::vector<Offered>& offers) const;
  std::vector<JsonNode> placement_data(const JobStarted& fact,
                                       const std::vector<Offered>& offers) const;
  /// Whose shares it started by, just before: its account, the priority of that, and its terms.
  void tell_shares(Time now);
  void tell_forward_shares(JobSlotId slot, Time now);
  void tell_elected(const SchedulerState& state, FairshareId tree, AccountId account, Time now);
  void put_in_order();

  const GridConfig& grid_;
  const ClusterConfig& config_;
  ClusterId cluster_;
  JobIndex job_;
  bool has_stalled_;
  Asking asking_;
  ClusterId place_;  ///< the cluster that the job is in
  JobIndex index_;   ///< its index there
  JobNames names_;
  const Simulation* simulation_ = nullptr;
  Story story_;
  JobSlotId slot_ = none<JobSlotId>;
  QueueId queue_{};
  ProfileId profile_{};  ///< bmod changes it
  Time begin_{};         ///< likewise
  std::int64_t position_ = 0;

  JobStatus status_ = JobStatus::unsubmitted;
  Time looked_{};  ///< the last instant that was played
  bool played_ = false;
  std::uint64_t asked_ = 0;
  bool is_stale_ = true;                   ///< the last answer may be another one by now
  Time answer_ends_{};                     ///< before this it is the same, if nothing happens
  std::vector<SlotReservation> reserved_;  ///< all, when it was given
  Time reserves_since_ = never;            ///< likewise, the job itself
  bool passed_over_ = false;
  std::optional<StoryLine> open_;  ///< the stretch that goes on, such as pending
  bool open_is_of_session_ = false;

  Duration lost_{};  ///< so far, as work that was done
  Duration kept_{};  ///< likewise, by checkpoints

  std::string decision_;            ///< the numbers of the last decision that forwarded the job
  std::string not_forwarded_;       ///< why the last decision did not
  std::string decision_line_;       ///< of decisions.jsonl: the decision that forwarded the job
  std::string not_forwarded_line_;  ///< the one that did not
  std::string gives_up_;            ///< the limit because of which its start is not tried again
  std::string load_;                ///< the load that is about to suspend it
  Time held_from_{};                ///< checks of its sbatchd before this time have been reported
  bool is_unknown_ = false;         ///< UNKWN
  Unheard::Kind gone_{};            ///< as it was told
  Time first_at_ = never;           ///< when its sbatchd last resumed or suspended another job
  std::string first_;               ///< that other job: `job 2 goes on first`

  std::vector<JobIndex> victims_;         ///< jobs preempted since the last start of any job
  std::optional<std::size_t> preempted_;  ///< the line that still lacks the preemptor's name
};

}  // namespace mcsim::app
