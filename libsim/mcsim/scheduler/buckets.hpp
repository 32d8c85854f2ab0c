// What jobs ask of hosts, and which jobs ask alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/size_tree.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/scheduler/host_finder.hpp"
#include "mcsim/scheduler/job_line.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

enum class AskId : std::uint32_t {};
enum class DemandId : std::uint32_t {};

/// What some jobs ask of hosts: what queue, application and job ask, merged.
struct Requirement {
  QueueId queue{};
  ResourceRequirement asked;
  std::vector<HostFinder::Need> needs;  ///< what hosts must have of their own resources
  SelectExpression dynamic_select;  ///< the part of select that is evaluated when a job is placed
  HostId from_host{};
  bool exclusive = false;
  bool preempts = false;      ///< its jobs may preempt others
  bool is_volatile = false;   ///< starts of other jobs may help it, not only what is freed
  bool stands_alone = false;  ///< what helps one of its jobs may not help another
  HostSetId hosts{};
  std::uint32_t order = 0;
  std::uint32_t accept = 0;
  AskId ask{};
};

/// A number of slots of an ask. Buckets of all queues with the same demand wait together.
struct Demand {
  AskId ask{};
  std::int32_t slots = 1;  ///< that one host must have
  bool is_barren = false;  ///< no host has had it since something that could help was freed
  /// Buckets, and lines of buckets, that wait for it. Those that have been reopened since, or
  /// recycled, may still be in there.
  std::vector<BucketId> parked;
  std::vector<std::pair<BucketId, std::uint32_t>> parked_lines;
};

/// Which hosts a requirement looks at, and what it must find there.
struct Ask {
  HostSetId hosts{};
  std::uint32_t accept = 0;
  std::vector<HostFinder::Need> needs;
  std::vector<DemandId> demands{};  ///< by slots, ascending
  bool is_waiting = false;          ///< in SchedulerState::waiting_asks
};

/// Why none of a bucket's jobs, or of a line's, is looked at before something happens.
enum class Parked : std::uint8_t {
  no,
  hosts,  ///< until something is freed that it could use
  queue,  ///< QJOB_LIMIT: until the queue uses less
  pool,   ///< its queue's entitlement: until the next session
  user,   ///< until the user uses less
  closed  ///< until its queue's windows open, or it is activated
};

/// Jobs that are alike to the scheduler: what one of them cannot have, the others cannot either.
/// Where users matter, the jobs stand in lines by user.
struct Bucket {
  RequirementId requirement{};
  QueueId queue{};
  DemandId demand = none<DemandId>;  ///< none: it is looked at in every session
  Slots slots;
  Duration estimate = unlimited;  ///< unlimited also where it cannot matter
  std::uint32_t excluded = 0;
  JobIndex alone = none<JobIndex>;  ///< its only job, where each has a bucket of its own
  bool of_guests = false;           ///< of guests, whose number its queue limits
  std::uint32_t size = 0;           ///< number of its size in its queue
  std::uint32_t place = 0;          ///< among the buckets of that size
  bool one_host = false;            ///< its jobs must have all slots on one host
  std::uint64_t jobs = 0;           ///< that wait; 0: the bucket is free
  Parked parked = Parked::no;
  bool in_volatile = false;  ///< in SchedulerState::parked_volatile
  struct Line {
    NameId user = none<NameId>;
    JobLine jobs;
    Parked parked = Parked::no;
  };
  std::vector<Line> lines;
  std::unordered_map<NameId, std::uint32_t> line_of;  // never iterated
  MinTree heads;  ///< by line: the key of its first job, unless it is parked
};

/// Buckets by the slots that must be free for them to be worth a look. The time to find the first
/// bucket for which `most` free slots suffice grows with the digits of a size.
class BucketsBySize {
 public:
  /// Gives a bucket its place.
  void add(BucketId id, Slots needs, Bucket& bucket) {
    bucket.size = tree_.number_of(needs);
    if (bucket.size >= sizes_.size()) sizes_.resize(bucket.size + 1);
    Size& size = sizes_[bucket.size];
    if (size.free_places.empty()) {
      bucket.place = static_cast<std::uint32_t>(size.buckets.size());
      size.buckets.push_back(id);
    } else {
      bucket.place = size.free_places.back();
      size.free_places.pop_back();
      size.buckets[bucket.place] = id;
    }
  }
  void remove(const Bucket& bucket) {
    set(bucket, MinTree::nothing);
    sizes_[bucket.size].free_places.push_back(bucket.place);
  }
  /// The key of its first job is `key` now; MinTree::nothing: it is not to be looked at.
  void set(const Bucket& bucket, std::int64_t key) {
    Size& size = sizes_[bucket.size];
    size.heads.set_grown(bucket.place, key);
    const std::int64_t least = size.heads.least();
    tree_.set(bucket.size,
              {least == MinTree::nothing ? FirstByKey{} : FirstByKey(least, bucket.size), {}});
  }
  FirstByKey first_up_to(Slots most) const { return tree_.first_up_to(most); }
  /// The fewest free slots with which a bucket is worth a look.
  std::int64_t least() const { return tree_.first() ? tree_.least().count() : MinTree::nothing; }
  BucketId bucket_of(FirstByKey first) const {
    const Size& size = sizes_[first.number()];
    return size.buckets[size.heads.first_least()];
  }

 private:
  struct Size {
    MinTree heads;  ///< by place
    std::vector<BucketId> buckets;
    std::vector<std::uint32_t> free_places;
  };
  BasicSizeTree<FirstByKey> tree_;
  std::vector<Size> sizes_ = std::vector<Size>(1);  ///< by number
};

/// The key of a bucket.
struct BucketKey {
  RequirementId requirement{};
  std::int32_t slots = 0;
  Duration estimate{};
  std::uint32_t excluded = 0;
  JobIndex alone = none<JobIndex>;
  bool of_guests = false;

  bool operator==(const BucketKey&) const = default;
  struct Hash {
    std::size_t operator()(const BucketKey& key) const {
      std::uint64_t word = index_of(key.requirement) << 32 | key.excluded;
      word = word * 0x9E37'79B9'7F4A'7C15U + static_cast<std::uint64_t>(key.estimate.count());
      word = word * 0x9E37'79B9'7F4A'7C15U + static_cast<std::uint64_t>(key.slots);
      word = word * 0x9E37'79B9'7F4A'7C15U + index_of(key.alone) + (key.of_guests ? 1U << 31 : 0U);
      return static_cast<std::size_t>(word ^ word >> 32);
    }
  };
};

}  // namespace mcsim::scheduler
