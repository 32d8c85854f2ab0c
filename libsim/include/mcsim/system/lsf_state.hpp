// All that LSF's scheduler knows of a cluster at one instant, as a value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mcsim/base/bits.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/size_tree.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/system/host_finder.hpp"
#include "mcsim/system/job_line.hpp"
#include "mcsim/system/lsf_hosts.hpp"
#include "mcsim/system/lsf_jobs.hpp"

namespace mcsim {

/// Slots in use by one who is limited. Suspended jobs count for queues always, for hosts and users
/// only in a cluster without preemption.
struct SlotCount {
  std::int32_t running = 0;
  std::int32_t suspended = 0;
  std::int32_t reserved = 0;

  std::int32_t used(bool counts_suspended = true) const {
    return running + reserved + (counts_suspended ? suspended : 0);
  }
};

/// What some jobs ask of hosts: their queue's, application's and own wishes as one.
struct Requirement {
  QueueId queue{};
  ResourceRequirement asked;
  std::vector<HostFinder::Need> needs;  ///< what hosts must have of their own resources
  SelectExpression dynamic_select;      ///< what must be looked at when a job is placed
  HostId from_host{};
  bool exclusive = false;
  bool is_volatile = false;   ///< what starts may help it, not only what is freed
  bool stands_alone = false;  ///< it may help one of its jobs and not another
  HostSetId hosts{};
  std::uint32_t order = 0;
  std::uint32_t accept = 0;
};

/// Why none of a shape's jobs, or of a line's, is looked at before something happens.
enum class Parked : std::uint8_t {
  no,
  hosts,  ///< until something is freed that it could use
  queue,  ///< QJOB_LIMIT: until the queue uses less
  pool,   ///< its queue's entitlement: until the next session
  user,   ///< until the user uses less
  closed  ///< until its queue's windows open, or it is activated
};

/// Jobs that are alike to the scheduler: what one of them cannot have, the others cannot either.
/// Where users matter they differ in that, and stand in lines by user.
struct Shape {
  RequirementId requirement{};
  QueueId queue{};
  Slots slots;
  Duration estimate = unlimited;  ///< unlimited also where it cannot matter
  std::uint32_t excluded = 0;
  JobIndex alone = none<JobIndex>;  ///< its only job, where each has a shape of its own
  std::uint32_t turn = 0;
  std::uint32_t size = 0;   ///< number of its size in its turn
  std::uint32_t place = 0;  ///< among the shapes of that size
  bool one_host = false;    ///< its jobs must have all slots on one host
  std::uint64_t jobs = 0;   ///< that wait; 0: the shape is free
  Parked parked = Parked::no;
  struct Line {
    NameId user = none<NameId>;
    JobLine jobs;
    Parked parked = Parked::no;
  };
  std::vector<Line> lines;
  std::unordered_map<NameId, std::uint32_t> line_of;  // never iterated
  MinTree heads;  ///< by line: the key of its first job, unless it is parked
};

/// Shapes by the slots that must be free for them to be worth a look. The first of those that
/// `most` free slots suffice for costs about the digits of a size.
class ShapesBySize {
 public:
  /// Where a shape gets its place.
  void add(ShapeId id, Slots needs, Shape& shape) {
    shape.size = tree_.number_of(needs);
    if (shape.size >= sizes_.size()) sizes_.resize(shape.size + 1);
    Size& size = sizes_[shape.size];
    if (size.free_places.empty()) {
      shape.place = static_cast<std::uint32_t>(size.shapes.size());
      size.shapes.push_back(id);
    } else {
      shape.place = size.free_places.back();
      size.free_places.pop_back();
      size.shapes[shape.place] = id;
    }
  }
  void remove(const Shape& shape) {
    set(shape, MinTree::nothing);
    sizes_[shape.size].free_places.push_back(shape.place);
  }
  /// The key of its first job is `key` now; MinTree::nothing: it is not to be looked at.
  void set(const Shape& shape, std::int64_t key) {
    Size& size = sizes_[shape.size];
    size.heads.set_grown(shape.place, key);
    const std::int64_t least = size.heads.least();
    tree_.set(shape.size, {least == MinTree::nothing ? FirstByKey{} : FirstByKey(least, shape.size),
                           MinTree::nothing});
  }
  FirstByKey first_up_to(Slots most) const { return tree_.first_up_to(most); }
  /// The fewest slots that a shape is worth a look for.
  std::int64_t least() const { return tree_.first() ? tree_.least().count() : MinTree::nothing; }
  ShapeId shape_of(FirstByKey first) const {
    const Size& size = sizes_[first.number()];
    return size.shapes[size.heads.first_least()];
  }

 private:
  struct Size {
    MinTree heads;  ///< by place
    std::vector<ShapeId> shapes;
    std::vector<std::uint32_t> free_places;
  };
  BasicSizeTree<FirstByKey> tree_;
  std::vector<Size> sizes_ = std::vector<Size>(1);  ///< by number
};

/// What a shape is found by.
struct ShapeKey {
  RequirementId requirement{};
  std::int32_t slots = 0;
  Duration estimate{};
  std::uint32_t excluded = 0;
  JobIndex alone = none<JobIndex>;

  bool operator==(const ShapeKey&) const = default;
  struct Hash {
    std::size_t operator()(const ShapeKey& key) const {
      std::uint64_t word = index_of(key.requirement) << 32 | key.excluded;
      word = word * 0x9E37'79B9'7F4A'7C15U + static_cast<std::uint64_t>(key.estimate.count());
      word = word * 0x9E37'79B9'7F4A'7C15U + static_cast<std::uint64_t>(key.slots);
      word = word * 0x9E37'79B9'7F4A'7C15U + index_of(key.alone);
      return static_cast<std::size_t>(word ^ word >> 32);
    }
  };
};

/// Queues that are served as one.
struct Turn {
  std::vector<QueueId> queues;
  PoolId pool = none<PoolId>;
  ShapesBySize on_one_host;
  ShapesBySize on_many_hosts;
};

/// A place in a session: a turn, or the second round of a pool.
struct SessionStep {
  std::uint32_t turn = 0;  ///< of LsfState::turns
  PoolId second_round = none<PoolId>;
};

/// One queue as it is now.
struct LsfQueue {
  bool open = true;        ///< qclose: takes no jobs
  bool active = true;      ///< qinact: starts none
  bool dispatches = true;  ///< DISPATCH_WINDOW
  bool runs = true;        ///< RUN_WINDOW
  std::uint32_t turn = 0;
  SlotCount count;
  std::int64_t pending_slots = 0;
  std::vector<SlotCount> of_user;             ///< by NameId, as far as they have come
  std::vector<std::int64_t> pending_of_user;  ///< likewise
  std::vector<JobSlotId> suspended;           ///< SSUSP
  AccumulatedUse accumulated;                 ///< of pools
  std::int64_t most_on_hosts = no_limit;      ///< of pools: what HJOB_LIMIT and PJOB_LIMIT come to
  std::int64_t most_of_user = no_limit;       ///< likewise, with JL/U of one user
  std::vector<std::int64_t> most_by_limit;    ///< likewise, with JL/P of each row of lsb.users
  std::int32_t entitlement = no_limit;        ///< in this session
  std::uint32_t pool_rank = 0;                ///< its place in its pool's order, likewise
  bool freed = false;                         ///< uses less than when shapes were parked for it
  std::vector<ShapeId> parked;                ///< for the queue's sake: limit, pool, windows
  bool by_user = false;                       ///< its jobs stand in lines by user
  bool by_estimate = false;                   ///< run limits tell its shapes apart
};

/// One row of lsb.users, and who has taken how much of it.
struct UserLimitState {
  SlotCount together;
  std::vector<SlotCount> of_user;  ///< by NameId, where each has his own
  bool freed = false;              ///< together: they use less than when lines were parked
};

/// The rows of lsb.users that hold for a user: those that name him, else those for `default`, and
/// those of groups as a whole.
std::vector<std::uint32_t> limit_rows(const ClusterSettings& settings, NameId user);

/// The slots of an advance reservation on one host.
struct ReservedPart {
  std::uint32_t reservation = 0;
  HostId host{};
  std::int32_t slots = 0;
};
struct ReservationCharge {
  JobSlotId job{};
  std::uint32_t part = 0;
  std::int32_t slots = 0;
};

/// Slots that a job reserved in this session, SLOT_RESERVE.
struct SlotReservation {
  JobSlotId job{};
  HostId host{};
  std::int32_t slots = 0;
  Time predicted_start = never;
};

/// Hosts, each once.
struct HostList {
  std::vector<HostId> hosts;
  Bits is_listed;

  void add(HostId id) {
    if (is_listed.has(index_of(id))) return;
    is_listed.set(index_of(id));
    hosts.push_back(id);
  }
  void clear() {
    for (const HostId id : hosts) is_listed.reset(index_of(id));
    hosts.clear();
  }
};

/// The scheduler's whole state; `LsfBook` keeps it true, `LsfSession` decides over it.
struct LsfState {
  ClusterSettings settings;       ///< as they are now
  bool counts_suspended = true;   ///< no queue has PREEMPTION
  bool reacts_to_starts = false;  ///< a start may let others start: PREEMPTION, select on load
  bool has_reservations = false;  ///< advance reservations are configured
  bool has_user_hosts = false;    ///< JL/U or JL/P is configured

  LsfHosts hosts;
  HostFinder finder;
  std::vector<std::vector<OrderKey>> orders;          ///< by order of the finder
  std::vector<HostList> stale_hosts;                  ///< likewise: changed since it was asked for
  std::vector<ResourceId> measured;                   ///< by measure of the finder, from 1
  std::vector<std::pair<Time, HostId>> accept_gates;  ///< a heap, earliest first

  LsfJobs jobs;
  Table<QueueId, LsfQueue> queues;
  std::vector<UserLimitState> user_limits;
  std::vector<std::optional<std::vector<std::uint32_t>>> limits_of_user;  ///< by NameId, once seen

  Table<RequirementId, Requirement> requirements;
  std::vector<std::vector<RequirementId>> requirement_of;  ///< by queue and profile, once seen
  std::vector<RequirementId> live_requirements;            ///< under the present settings
  Table<ShapeId, Shape> shapes;
  std::vector<ShapeId> free_shapes;
  std::unordered_map<ShapeKey, ShapeId, ShapeKey::Hash> shape_of;  // never iterated
  std::vector<SessionStep> steps;  ///< of a session; made anew for each one if there are pools
  std::vector<HostSlots> hosts_scratch;
  /// By turn: the free slots that it takes for some shape to be worth a look; 0 also where a job is
  /// suspended.
  MinTree turn_needs;
  std::vector<QueueId> queues_parked;               ///< that have parked shapes
  std::vector<Turn> turns;                          ///< in the order in which they come
  std::vector<std::vector<HostId>> exclusions{{}};  ///< by row, each ascending; the first is empty

  AnyDecay decay{NoDecay{}};
  ShareOut share_out;
  std::vector<std::int64_t> pool_totals;             ///< slots of each pool
  std::vector<ReservedPart> reserved_parts;          ///< of advance reservations
  std::vector<std::vector<std::uint32_t>> parts_on;  ///< by host: rows of reserved_parts
  std::vector<ReservationCharge> charges;
  /// Slots of a row of reserved_parts that are in use by jobs charged to it.
  std::int32_t held(std::uint32_t row) const;
  std::vector<std::vector<Amount>> takings;  ///< by job slot: of its rusage, what it has taken
  std::vector<SlotReservation> slot_reservations;
  std::vector<JobSlotId> reserving;  ///< whose time to reserve has begun

  /// Shapes, and lines of shapes, that wait for their hosts: by host set. Those that have been
  /// reopened since, or recycled, may still be in there.
  std::vector<std::vector<ShapeId>> parked_for_hosts;
  std::vector<std::vector<std::pair<ShapeId, std::uint32_t>>> parked_lines_for_hosts;
  std::vector<ShapeId> parked_volatile;  ///< are looked at in every session
  HostList freed;                        ///< hosts on which something was freed since it was looked
  bool any_freed = false;
  using Instance = std::pair<ResourceId, std::uint32_t>;
  std::vector<Instance> freed_instances;  ///< of shared resources, likewise
  /// Lines that wait for their user to use less, by NameId; and the users who do by now.
  std::vector<std::vector<std::pair<ShapeId, std::uint32_t>>> parked_of_user;
  std::vector<NameId> users_freed;
  std::int64_t last_position = 0;
  std::int64_t first_position = 0;
  std::map<JobIndex, JobHistory> histories;  ///< of jobs that were suspended or requeued
  std::int64_t free_slots = 0;  ///< on hosts that take jobs, whatever the accept interval
  MinTree most_free;            ///< by host: less those free slots
  std::vector<std::int64_t> key_scratch;
  std::int64_t capacity = 0;  ///< slots that hosts offer: MXJ, or what runs if that is more
  std::uint64_t pending = 0;  ///< jobs, delayed and stopped ones among them
  std::uint64_t started = 0;  ///< jobs that run or are suspended
};

}  // namespace mcsim
