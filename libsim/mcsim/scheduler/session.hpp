// One scheduling session of LSF: which jobs resume, start and are preempted, one after the other.
// The rules, to the letter: docs/rules/scheduling.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/backfill_room.hpp"
#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/limited_spread.hpp"
#include "mcsim/scheduler/share_election.hpp"
#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/state.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::scheduler {

/// What a session decides next; it is carried out before the session is asked again.
struct SessionAction {
  enum class Kind : std::uint8_t {
    none,       ///< the session is over
    resume,     ///< a suspended job goes on
    suspend,    ///< a running job is preempted
    terminate,  ///< a running job is preempted for good: it is killed and waits again
    start       ///< a pending job starts on Session::hosts()
  };
  Kind kind = Kind::none;
  JobSlotId job{};
  bool backfilled = false;

  explicit operator bool() const { return kind != Kind::none; }
};

/// What one job asks of hosts in this session.
struct HostRequest {
  const Requirement& requirement;
  JobSlotId job;
  QueueId queue;
  NameId user;
  std::int32_t slots;
  Duration estimate;
  ExclusionId excluded;
  bool backfills;  ///< it may use slots that others have reserved
};

class WithoutVictims;

class Session {
 public:
  /// Opens a session at `now`: reservations of the last one are dropped, entitlements are computed.
  Session(const ClusterConfig& config, SchedulerState& state, Time now);

  SessionAction next();
  /// The hosts of the job that starts, in the order of placement.
  const std::vector<HostSlots>& hosts() const { return hosts_; }
  /// Closes the session. Returns whether another one has something to do though nothing happens: at
  /// the next point of the raster, or without a raster in the next round.
  struct Rest {
    bool next_round = false;  ///< without a raster
    bool next_point = false;  ///< on a raster
    bool is_full = false;     ///< not all jobs were looked at: LSB_MAX_JOB_DISPATCH_PER_SESSION
  };
  Rest close();
  /// When an answer may change though nothing happens, after now; never: it will not.
  Time next_gate();

 private:
  enum class Verdict : std::uint8_t { starts, preempts, waits };
  /// Slots that a host offers, and what has cut them short.
  struct Offer {
    std::int32_t slots = 0;
    bool cut_for_user = false;  ///< another user might be offered more
    bool cut_by_limit = false;  ///< of a section Limit
  };

  // Queue groups and their jobs: session.cpp.
  bool somebody_reacts() const;
  void make_steps();
  void add_pool_rounds(PoolId pool);
  void skip_idle_steps();
  void enter_step();
  SessionAction resume_next();
  SessionAction look_at_next();
  Verdict look_at(JobSlotId id, BucketId bucket, std::uint32_t line);
  /// The line whose first job is next, and the account that is charged for it.
  using Choice = ShareElection::Choice;
  Choice next_choice();
  Choice next_of(std::uint32_t group);
  Choice first_line(BucketId bucket) const;
  JobSlotId first_job(const Choice& choice);
  Parked what_forbids(QueueId queue, const Bucket& bucket) const;
  bool queue_dispatches(QueueId queue, Duration estimate) const;
  std::int64_t user_room(QueueId queue, NameId user, Slots slots = Slots{1}) const;
  bool preempt_beyond_jobs(const HostRequest& request);
  LimitRoom limits_room(const JobState& job, JobSlotId id);
  std::int64_t least_room(QueueId queue, Slots slots, std::int64_t limit) const;
  std::pair<std::int64_t, BucketId> first_of(const QueueGroup& group);
  std::pair<std::int64_t, BucketId> first_in(QueueId queue, std::int64_t room);
  std::pair<std::int64_t, BucketId> first_short_in(QueueId queue, std::int64_t free,
                                                   std::int64_t room);
  std::int64_t limit_room(QueueId queue) const;
  std::int64_t room_of_all(PoolId pool) const;
  std::int64_t pool_limit(QueueId queue) const;
  std::int64_t pool_room(QueueId queue) const;
  bool is_held_back(QueueId queue);
  void note_held_back();
  std::span<const QueueId> queues_of(const SessionStep& step) const;
  SessionAction start_of(JobSlotId id);

  // What is not looked at for now: parking.cpp.
  void park(BucketId bucket, Parked reason);
  void park_line(BucketId bucket, std::uint32_t line, Parked reason);
  void park_for_limit(BucketId bucket, std::uint32_t line, std::uint32_t row);
  void note_reservations(Duration estimate);
  void park_at_hosts(BucketId bucket, std::uint32_t line, const JobState* preempting);
  void wait_for_order(JobSlotId id);
  void park_for_queue(QueueId queue, BucketId bucket);
  void park_volatile(BucketId id);
  void park_for_turn(BucketId bucket, std::uint32_t line);
  void park_for_search(SearchSizeId size, BucketId bucket);
  void wait_for(SearchId search);
  void note_barren(BucketId bucket);
  bool is_barren(BucketId bucket) const;
  void set_aside(JobSlotId id);
  void reopen();
  void reopen_users();
  void reopen_limits();
  void reopen_limited(LimitedAtHosts::By least);
  void bring_back_tried();
  void reopen_hosts();
  bool reopen_search(const HostSearch& search, std::int64_t most);
  void open_step();
  void open_group(std::uint32_t group);
  void reopen_volatile();
  void reopen_queue(QueueId queue);
  void reopen_bucket(BucketId id, Parked reason);
  void reopen_line(BucketId id, std::uint32_t line, Parked reason);

  // Pools: pools.cpp.
  void entitle();

  // Hosts: offer.cpp.
  Offer offer(const HostRequest& request, HostId host,
              const WithoutVictims* without = nullptr) const;
  bool allows(const HostRequest& request, HostId host, const WithoutVictims* without) const;
  std::int32_t slots_for_resources(const HostRequest& request, HostId host,
                                   const WithoutVictims* without) const;
  HostRelief relief_of(const WithoutVictims* without, HostId host) const;
  std::int32_t reservation_room(const HostRequest& request, HostId host, std::int32_t used,
                                const WithoutVictims* without, bool& cut_for_user) const;
  void cut_by_user(const HostRequest& request, HostId host, const WithoutVictims* without,
                   std::int32_t reserved, Offer& offered) const;
  void cut_by_limits(const HostRequest& request, HostId host, const WithoutVictims* without,
                     Offer& offered) const;
  SlotAsker asker(const HostRequest& request) const;

  // Placement: place.cpp.
  HostRequest request_of(JobSlotId id) const;
  std::int32_t slots_of(const HostRequest& request, HostId host,
                        const WithoutVictims* without = nullptr);
  bool place(const HostRequest& request);
  void place_more(const HostRequest& request, std::int64_t room);
  bool place_in(const HostRequest& request, const std::vector<HostSlots>& offers,
                const WithoutVictims* without = nullptr);
  bool spread_on(LimitedSpread& spread, HostSlots offered, const WithoutVictims* without = nullptr);
  std::int32_t room_beside(const LimitedSpread& spread, HostId host, std::int32_t slots,
                           const WithoutVictims* without);
  bool has_same_values(const HostRequest& request, HostId host) const;
  bool place_on(const HostRequest& request, HostSetId hosts);
  bool place_apart(const HostRequest& request);
  bool place_same(const HostRequest& request, const std::vector<HostSlots>& offers,
                  const WithoutVictims* without = nullptr);
  std::vector<HostSlots> offers_in_order(const HostRequest& request, const WithoutVictims* without);
  std::vector<HostId> in_order(const HostRequest& request, const std::vector<HostId>& hosts,
                               const WithoutVictims* without = nullptr) const;
  static bool must_have_one_host(const HostRequest& request);
  bool fits(const HostRequest& request, const WithoutVictims& without);
  bool was_backfilled(const HostRequest& request) const;

  // Victims: victims.cpp.
  struct Victim {
    std::size_t queue = 0;  ///< its place among the victim queues
    std::int64_t rank = 0;  ///< by `model.victims`, a program's own policy
    JobSlotId job{};
    std::int32_t slots = 0;  ///< on the host looked at
  };
  std::vector<QueueId> victim_queues(QueueId high) const;
  bool may_not_be_preempted(const HostRequest& request, const JobState& victim, JobSlotId id) const;
  std::int64_t own_rank(const HostRequest& request, const JobState& victim, JobSlotId id,
                        Slots on_host) const;
  std::vector<Victim> victims_on(const HostRequest& request, HostId host,
                                 const std::vector<QueueId>& queues) const;
  std::int32_t running_on(HostId host, const std::vector<QueueId>& queues) const;

  // Preemption: preempt.cpp.
  struct OneHostTrial;
  class ManyHostsTrial;
  bool preempt(const HostRequest& request);
  std::int32_t offer_without(const WithoutVictims& without, const HostRequest& request,
                             HostId host);
  bool preempt_on_one_host(const HostRequest& request, const std::vector<QueueId>& queues);
  bool preempt_on_many(const HostRequest& request, const std::vector<QueueId>& queues);
  bool could_suffice(const HostRequest& request, const std::vector<QueueId>& queues) const;
  std::vector<HostId> hosts_with_room(const HostRequest& request,
                                      const std::vector<QueueId>& queues) const;
  template <class Take>
  bool any_in_order(const HostRequest& request, const std::vector<HostId>& hosts,
                    const std::vector<QueueId>& queues, Take&& take);
  std::vector<std::vector<HostSlots>> groups_of(const HostRequest& request,
                                                const std::vector<HostId>& hosts) const;
  bool may_ask_shared(const HostRequest& request) const;
  template <class Trial>
  void spare(Trial& trial, std::vector<JobSlotId>& taken) const;
  template <class Trial>
  bool spare_others(Trial& trial, std::vector<JobSlotId>& taken) const;
  void carry_out(const HostRequest& request, const WithoutVictims& without,
                 const std::vector<JobSlotId>& victims);

  // Slot reservation: reserve.cpp.
  bool reserve(const HostRequest& request, std::int64_t room);
  void pass_over();
  std::vector<HostSlots> most_within_limits(const HostRequest& request,
                                            const std::vector<HostSlots>& offers);
  Time predicted_start(const HostRequest& request) const;
  bool is_selected(const HostRequest& request, HostId host) const;

  /// Calls visit(HostId) for each host of a request's set, also full ones.
  template <class Visit>
  void visit_set(const HostRequest& request, Visit&& visit) const {
    for (const HostFinder::Tier& tier : state_.places.finder[request.requirement.hosts].tiers)
      for (const std::uint32_t host_class : tier.classes)
        for (const HostId host : state_.places.finder.members(host_class)) visit(host);
  }

  const ClusterConfig& config_;
  SchedulerState& state_;
  Time now_;
  HostRules rules_;
  HostPlaces places_;
  WaitingJobs waiting_;
  ShareElection election_;
  SlotReserver reserved_;
  BackfillRoom backfill_;
  LimitRules limits_;
  LimitAsker limit_asker_;  ///< the job that is looked at, where there are limits
  std::vector<SessionStep>& steps_;
  std::size_t step_ = 0;
  bool entered_ = false;
  std::vector<JobSlotId> to_resume_;  ///< in this step
  std::size_t resumed_ = 0;
  std::vector<SessionAction> planned_;    ///< the last one first
  JobSlotId to_place_ = none<JobSlotId>;  ///< starts when the planned preemptions are done
  std::vector<HostSlots>& hosts_;
  bool backfilled_ = false;
  bool cut_for_user_ = false;  ///< the present request, by limits or some offer
  bool cut_by_limit_ = false;  ///< likewise, by a section Limit
  bool cut_together_ = false;  ///< likewise, beside what hosts before have given
  bool visited_ = false;       ///< some host was worth a visit for it
  std::int32_t starts_ = 0;
  bool acted_ = false;
  bool started_ = false;
  bool held_back_ = false;
  Time hosts_go_ = never;  ///< when time alone takes hosts away from a job that may preempt then
  bool waits_for_order_ = false;  ///< a job does, since sections Limit let it not have these hosts
  bool order_changes_ = false;    ///< a job has started, which may put other hosts first
  struct Aside {
    JobSlotId job;
    BucketId bucket;
    std::uint32_t line;
  };
  void bring_back(const Aside& aside);
  std::vector<Aside> aside_;
  std::vector<Aside> tried_;  ///< those that may have another try after a preemption
};

}  // namespace mcsim::scheduler
