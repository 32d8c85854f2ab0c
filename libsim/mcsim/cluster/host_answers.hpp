// What each host of a cluster under LSF's scheduler offers one job, and if not enough, why.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/pend_reason.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::cluster {

/// A limit, what jobs use of it, what is held back of it, and what is wanted of it. Unit: slots; of
/// a resource: Amount. Negative: not given.
struct ReasonNumbers {
  std::int64_t limit = -1;  ///< of a resource: what is left
  std::int64_t used = -1;
  std::int64_t reserved = 0;  ///< by pending jobs, SLOT_RESERVE
  std::int64_t kept = 0;      ///< for advance reservations
  std::int64_t wanted = -1;

  bool operator==(const ReasonNumbers&) const = default;
};

/// The answer of one host to one job.
struct HostAnswer {
  PendReason reason = PendReason::none;  ///< none: it offers all the slots that the job asks for
  std::int32_t offers = 0;
  ReasonNumbers numbers{};
  ResourceId resource = none<ResourceId>;  ///< that the job cannot reserve
  LimitId limit = none<LimitId>;           ///< the section Limit that leaves too little
};

/// Whether windows of hosts and queues count as they are, or as open: what keeps a job waiting then
/// does not end by itself.
enum class Windows : std::uint8_t { as_they_are, open };

/// What a section Limit leaves to a job, as a reason. `host`: of a host, not of the whole job.
HostAnswer limit_answer(const LimitRoom& room, bool host);

/// Looks at the state, changes nothing. Slots that the job has reserved itself (SLOT_RESERVE) are
/// free for it. Source: docs/rules/scheduling.md, sections 5, 8 and 10.
class HostAnswers {
 public:
  HostAnswers(const ClusterConfig& config, const SchedulerState& state, Time now,
              Windows windows = Windows::as_they_are)
      : config_(config),
        state_(state),
        now_(now),
        windows_(windows),
        rules_(config, state, now),
        limits_(config, state, now) {}

  /// For a pending job.
  HostAnswer of(JobSlotId job, HostId host) const;
  /// The hosts in the order in which the job takes them: level, order[], configuration.
  std::vector<HostId> in_order(const JobState& job, std::vector<HostId> hosts) const;
  /// The most slots of the job that can be placed together on hosts that offer this, in any order:
  /// on the best group with the same[] values, or the best single host where one must have all
  /// slots.
  std::vector<HostSlots> best_of(const JobState& job, const std::vector<HostSlots>& offers) const;
  /// Whether all slots of the job could be placed if it could span all clusters.
  bool is_kept_apart(const JobState& job, const std::vector<HostSlots>& offers) const;
  /// The section Limit that keeps the job from what hosts offer it one by one, since they share the
  /// limit; none: it can have its slots, or could not have them without limits either.
  HostAnswer why_limited(JobSlotId id, const std::vector<HostSlots>& offers) const;
  /// Whether all slots of the job can be placed.
  bool fits(const JobState& job, const std::vector<HostSlots>& offers) const;
  /// The preference level of a host for a job; HostFinder::not_in_set: the job may not use it.
  std::int32_t level(const JobState& job, HostId host) const;

 private:
  const Requirement& requirement_of(const JobState& job) const {
    return state_.requirements[job.requirement];
  }
  const QueueConfig& queue_of(const JobState& job) const {
    return state_.settings.queues[index_of(job.queue)];
  }
  PendReason why_out(const JobState& job, HostId host) const;
  PendReason why_closed(HostId host) const;
  HostAnswer why_busy(const JobState& job, HostId host) const;
  HostAnswer why_not_selected(const JobState& job, HostId host) const;
  HostAnswer why_no_resource(const JobState& job, HostId host) const;
  PendReason why_not_shared(JobSlotId id, HostId host) const;
  std::int32_t left_by_suspended(JobSlotId id, HostId host) const;
  SlotAsker asker(JobSlotId id) const;
  HostAnswer slots_on(JobSlotId job, HostId host) const;
  void cut_by_queue(const JobState& job, HostId host, std::int32_t reserved,
                    HostAnswer& answer) const;
  void cut_by_user(JobSlotId job, HostId host, std::int32_t reserved, HostAnswer& answer) const;
  void cut_by_limits(JobSlotId job, HostId host, HostAnswer& answer) const;
  void name_limit_in_mxj(HostId host, HostAnswer& answer) const;
  std::optional<HostAnswer> why_limited_on(JobSlotId id,
                                           const std::vector<HostSlots>& offers) const;
  void cut_by_reservations(JobSlotId id, HostId host, std::int32_t held, std::int32_t reserved,
                           HostAnswer& answer) const;
  std::vector<std::int64_t> key_of(const JobState& job, HostId host) const;

  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
  Windows windows_;
  HostRules rules_;
  LimitRules limits_;
};

}  // namespace mcsim::cluster
