// Why jobs wait in a cluster that may forward jobs or has LSF's dispatch, as bjobs -p would say it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/model/pend_reason.hpp"
#include "mcsim/scheduler/pool_shares.hpp"

namespace mcsim::cluster {

/// One reason of a job, with the numbers behind it.
struct GivenReason {
  PendReason reason = PendReason::none;
  ReasonNumbers numbers{};                      ///< of the whole job
  ResourceId resource = none<ResourceId>;       ///< that cannot be reserved, or is limited
  LimitId limit = none<LimitId>;                ///< a section Limit, in the order of the file
  Time over = never;                            ///< when time alone ends it, where that is known
  ReturnReason came_back = ReturnReason::none;  ///< of `came_back`
  ClusterId away = none<ClusterId>;             ///< of `forwarded`: where to
  bool of_slots = false;                        ///< of `guest_limit`: IMPT_TASKLIMIT
  std::vector<HostId> hosts{};                  ///< of a host reason, ascending; or of `no_mbatchd`
  std::vector<ReasonNumbers> of_host{};         ///< of each of `hosts`
  std::vector<HostSlots> offers{};              ///< of hosts that offer some slots
  std::vector<HostSlots> best{};  ///< of `span`: the most slots that can be placed together

  bool operator==(const GivenReason&) const = default;
};

/// Whether a reason says only that no session has looked at the job since something happened.
bool is_trivial(PendReason reason);

/// Answers for `now`, which is not before the last instant of the cluster; not to be kept while the
/// world goes on. It sees the cluster as the last session left it, and load as LIMs have reported
/// it by now: a job's answer may differ from what the session saw when it looked at the job.
class SchedulerReasons {
 public:
  SchedulerReasons(const ClusterWorld& world, Time now, Windows windows = Windows::as_they_are);

  /// The reasons of a job that has not started, in the order in which the scheduler checks them: a
  /// single one that holds for the whole job; or one for each kind of answer that hosts give, each
  /// host in exactly one. Never empty.
  std::vector<GivenReason> of(JobSlotId job) const;

  /// Only a reason that holds for the whole job; `none`: there is no such reason.
  GivenReason of_job(JobSlotId id) const;

  /// The same, for many jobs: those that are alike share the work.
  const std::vector<GivenReason>& shared_of(JobSlotId job);

  /// Why a pending job of this cluster, which runs here or not, is not forwarded.
  GivenReason why_not_forwarded(const JobState& job) const;

  /// The reason in jobs.csv: that of the whole job; else that of most hosts which the job could use
  /// in principle; if there are none, of most hosts which its queue has and the job names. Of
  /// equally frequent reasons the first counts. Jobs that are alike share the work.
  PendReason main_of(JobSlotId job);

 private:
  /// The answers of all hosts to jobs that differ only in their number of slots.
  struct Survey {
    std::map<PendReason, std::uint32_t> refusals;
    std::vector<HostSlots> offers;
  };
  using SurveyKey = std::tuple<RequirementId, ProfileId, ExclusionId, Duration, NameId>;
  using MainKey = std::tuple<BucketId, std::uint32_t, ProfileId>;

  GivenReason of_mbatchd() const;
  bool goes_elsewhere(JobSlotId id) const;
  GivenReason of_forwarding(const JobState& job) const;
  PendReason what_forbids_forwarding(const JobState& job) const;
  GivenReason of_guest(const JobState& job) const;
  std::int32_t init_failures(const JobState& job) const;
  bool has_failed(const JobState& job) const;
  bool may_be_in_line(const JobState& job) const;
  JobSlotId stand_in(JobSlotId id) const;
  GivenReason why_held(const JobState& job) const;
  PendReason why_psusp(const JobState& job) const;
  GivenReason of_failure(const JobState& job) const;
  GivenReason of_queue(const JobState& job) const;
  GivenReason of_limits(JobSlotId id) const;
  GivenReason of_pool(const JobState& job, ReasonNumbers numbers, std::int32_t own) const;
  GivenReason of_user(const JobState& job, std::int32_t own) const;
  GivenReason of_sections(JobSlotId id) const;
  GivenReason without_reason(const JobState& job) const;
  bool outlasts_windows(const JobState& job) const;
  std::int32_t reserved_by(JobSlotId id) const;
  bool was_passed_over(JobSlotId id) const;
  bool is_alone(JobSlotId id) const;
  PendReason why_not_together(const JobState& job, const std::vector<HostSlots>& offers) const;
  GivenReason why_limited(JobSlotId id, const std::vector<HostSlots>& offers) const;
  Survey survey(JobSlotId id) const;
  PendReason main_of_hosts(JobSlotId id, const Survey& survey) const;

  const ClusterWorld& world_;
  const SchedulerState& state_;
  Time now_;
  Windows windows_;
  HostAnswers answers_;
  std::optional<PendReasons> of_policy_;   ///< where a dispatch policy decides
  std::vector<PoolPortions> pool_shares_;  ///< by pool
  std::map<SurveyKey, Survey> surveys_;
  std::map<MainKey, PendReason> mains_;
  std::map<MainKey, std::vector<GivenReason>> lists_;
  std::vector<GivenReason> list_;  ///< of a job that shares no list
};

}  // namespace mcsim::cluster
