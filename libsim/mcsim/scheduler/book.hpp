// Keeps the scheduler's state consistent while jobs arrive, start, stop and leave: every count
// changes in one place here.
#pragma once

#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// Changes `state` at one instant of one cluster; not to be kept.
class LsfBook {
 public:
  LsfBook(const ClusterConfig& config, SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

  /// The state of a cluster before anything has happened.
  static SchedulerState opened(const ClusterConfig& config, const MakeDecay& make_decay,
                               const ShareOut& share_out);

  // Pending jobs.

  /// A job that is in no waiting line waits from now on; its stage becomes pending.
  void wait(JobSlotId id);
  /// A pending job leaves its waiting line; its stage becomes `stage`.
  void leave(JobSlotId id, Stage stage);
  /// A pending job moves before all others; it keeps what it has reserved.
  void to_front(JobSlotId id);
  /// A pending job is not looked at any more before wait_for_hosts().
  void set_aside(JobSlotId id);
  /// A pending job that waited for other clusters only waits for hosts of its own, too.
  void wait_for_hosts(JobSlotId id);
  /// A pending job waits to be forwarded, if its queue sends jobs and no rule forbids it.
  void wait_to_be_forwarded(JobSlotId id);
  bool is_live(ForwardLines::LineId line, const JobLine::Entry& entry) const;
  /// Whether some job that may be forwarded now waits for something to change.
  bool wants_to_forward();
  /// The requirement merged from job, application and queue.
  RequirementId requirement_of(QueueId queue, ProfileId profile);

  // Jobs on hosts.

  /// A pending job starts on `hosts`.
  void start(JobSlotId id, const std::vector<HostSlots>& hosts);
  /// A running job is suspended; its stage becomes ssusp or ususp. `stopped_for`: a load index, if
  /// that is why.
  void suspend(JobSlotId id, Stage stage, ResourceId stopped_for = none<ResourceId>);
  /// A job in USUSP becomes one in SSUSP, or the other way round.
  void change_suspension(JobSlotId id, Stage stage);
  /// A suspended job runs again.
  void resume(JobSlotId id);
  /// A started job leaves its hosts. Its stage is psusp until the caller decides what becomes of
  /// it.
  void release(JobSlotId id);

  /// A started job moves to another queue.
  void move(JobSlotId id, QueueId queue);

  /// A running job has ended, and mbatchd does not know: it keeps its slots, and makes no load.
  void goes_unheard(JobSlotId id);

  /// When what the job has reserved by rusage[...:duration=...] changes next, after now; never: it
  /// does not.
  Time next_use_change(JobSlotId id) const;
  /// Changes what the job has reserved to the amounts that are due now.
  void update_uses(JobSlotId id);

  /// A host keeps a suspended job from resuming: it is not tried before something is freed there.
  void note_stuck(JobSlotId id, HostId on);

  // Hosts, queues, reservations.

  template <class Change>
  void change_host(HostId id, Change&& change) {
    alter(id, change);
    freed(id);
  }
  /// Takes over the load that LIMs have reported by now.
  void hear_of_load();
  /// Something may have been freed on every host, for every queue and user.
  void freed_everywhere();
  /// An advance reservation begins or ends now.
  void turn_reservation(std::uint32_t reservation);
  /// Hosts whose accept interval is over by now take jobs again.
  void open_gates();
  /// When the next accept interval is over; never: none is open.
  Time next_gate();
  void reconfigure(const ClusterSettings& settings);
  /// A host changed: updates its place among the others.
  void show(HostId id);
  void show_load(HostId id);
  /// Updates the places of changed hosts in an order.
  void refresh(std::uint32_t order);
  void freed(HostId id);
  /// More of an instance of a shared resource may be free.
  void freed_instance(const SchedulerState::Instance& instance);
  void mark_freed_instances();

  // For Session.

  /// The rows of lsb.users that apply to a user.
  const std::vector<std::uint32_t>& limits_of(NameId user);
  /// Whether what a suspended job gave back of its resources can be taken again.
  bool can_take_back(JobSlotId id) const;
  struct Gift {
    HostId host{};  ///< the first of those that share the instance
    ResourceId resource{};
    Amount amount = 0;
  };
  /// What a job gives back when it is suspended, or killed.
  std::vector<Gift> gifts_of(JobSlotId id, bool killed) const;

  /// Updates the first job of a line, and with it that of its bucket.
  void update_head(BucketId id, std::uint32_t line);
  void update_turn(BucketId id);
  /// The needs of a queue group may have changed; refresh_turns() updates them.
  void mark_stale(std::uint32_t group);
  void refresh_turns();
  bool is_live(BucketId id, std::uint32_t line, const JobLine::Entry& entry) const;
  /// A job reserves slots on a host for this session.
  void reserve(const SlotReservation& reservation);
  /// Drops what is reserved: all of it, or what one job has.
  void drop_reservations();
  void drop_reservations_of(JobSlotId id);
  /// The time in which a job may reserve slots begins, or is over.
  void start_reserving(JobSlotId id);
  void stop_reserving(JobSlotId id);

 private:
  /// Changes a host, and what follows from that: the capacity, and its place among hosts.
  template <class Change>
  void alter(HostId id, Change&& change) {
    HostState& host = state_.hosts[id];
    state_.capacity -= host.capacity();
    const bool counted = host.is_open();
    change(host);
    if (host.is_open() != counted) ++state_.host_turns;
    state_.capacity += host.capacity();
    show(id);
  }
  void leave_line(JobSlotId id, Stage stage);
  std::int32_t busy_slots(HostId id) const;
  void show_sharers(const SchedulerState::Instance& instance);
  void count(JobSlotId id, SlotCount change);
  void count_user(NameId user, QueueId queue, SlotCount change);
  void count_pending(const JobState& job, std::int32_t sign);
  void add_gates(HostId id);
  void list_suspended(JobSlotId id);
  void unlist_suspended(JobSlotId id);
  void list_stuck_on(HostId id);
  void drop(const SlotReservation& reservation);
  void charge(JobSlotId id);
  void uncharge(JobSlotId id);
  void take_all(JobSlotId id);
  void give_all(JobSlotId id, bool only_released);
  void set_use(JobSlotId id, std::size_t use, Amount amount);
  void take_again();
  template <class Visitor>
  void visit_sources(JobSlotId id, ResourceId resource, Visitor&& visitor) const;
  Duration decay_step() const;
  Amount use_at(const JobState& job, const ResourceUse& use, Time time) const;
  BucketId bucket_of(const JobState& job, RequirementId requirement);
  BucketId unused_bucket();
  void begin_bucket(BucketId id, const BucketKey& key, QueueId queue);
  std::uint32_t line_of(Bucket& bucket, const JobState& job);
  static void recycle(Bucket& bucket);
  void free_bucket(BucketId id);
  BucketsBySize& buckets_of(const Bucket& bucket);
  AskId ask_of(const Requirement& requirement);
  DemandId demand_of(AskId ask, std::int32_t slots);
  std::int64_t needs_of(const QueueGroup& group) const;
  void count_free(HostId id);
  QueueId suspended_on(HostId id) const;
  void place_in_order(HostId id, std::uint32_t order);
  HostSetId host_set(QueueId queue, const JobProfile& profile, const SelectExpression& fixed);
  std::vector<std::int32_t> levels_of(const HostSetKey& wish) const;
  std::uint32_t order_of(const std::vector<OrderKey>& keys);
  std::vector<HostFinder::Need> needs_of(const Requirement& requirement);
  std::uint32_t measure_of(ResourceId resource);
  std::int64_t measured_on(HostId host, ResourceId measured) const;
  void arrange_groups();
  QueueId place_of_turn(QueueId id) const;
  void arrange_pools();
  void arrange_reservations();
  void note_features();
  void recount();
  RequirementId shared_requirement(Requirement fresh);
  void rearrange();
  void show_all();

  const ClusterConfig& config_;
  SchedulerState& state_;
  Time now_;
};

}  // namespace mcsim::scheduler
