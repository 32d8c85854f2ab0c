// Buckets: pending jobs that ask for the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mcsim/base/by_name.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/base/size_tree.hpp"
#include "mcsim/scheduler/job_line.hpp"
#include "mcsim/scheduler/jobs.hpp"
#include "mcsim/scheduler/requirements.hpp"

namespace mcsim::scheduler {

enum class BucketPlace : std::uint32_t {};

/// Who a line is for, where groups of bsub -G matter, too.
constexpr std::uint64_t two_names(NameId user, NameId group) {
  return std::uint64_t{index_of(user)} << 32 | index_of(group);
}

/// Why none of a bucket's jobs, or of a line's, is looked at before something happens.
enum class Parked : std::uint8_t {
  no,
  hosts,  ///< until something is freed that it could use
  queue,  ///< QJOB_LIMIT: until the queue uses less
  pool,   ///< its queue's entitlement: until the next session
  user,   ///< until the user uses less
  limit,  ///< of a section Limit: until less is in use
  closed  ///< until its queue's windows open, or it is activated
};

/// Jobs that are alike to the scheduler: what one of them cannot have, the others cannot either.
/// Where users matter, the jobs stand in lines by user.
struct Bucket {
  RequirementId requirement{};
  QueueId queue{};
  SearchSizeId search_size = none<SearchSizeId>;  ///< none: it is looked at in every session
  Slots slots;
  Duration estimate = unlimited;  ///< unlimited also where it cannot matter
  ExclusionId excluded{};
  JobIndex alone = none<JobIndex>;  ///< its only job, where each has a bucket of its own
  bool of_guests = false;           ///< of guests, whose number its queue limits
  std::uint32_t size = 0;           ///< number of its size in its queue
  BucketPlace place{};              ///< among the buckets of that size
  bool one_host = false;            ///< its jobs must have all slots on one host
  bool by_estimate = false;         ///< its queue has it among BucketsByEstimate
  std::uint64_t jobs = 0;           ///< that wait; 0: the bucket is free
  Parked parked = Parked::no;
  bool in_volatile = false;  ///< in Buckets::parked_volatile
  struct Line {
    static constexpr std::uint32_t not_listed = static_cast<std::uint32_t>(-1);

    NameId user = none<NameId>;
    JobLine jobs;
    Parked parked = Parked::no;
    std::uint32_t sharer = 0;              ///< of its queue's Ballot
    std::uint32_t shared_bucket = 0;       ///< among those of the sharer: this one
    std::uint32_t shared_at = not_listed;  ///< among the lines of that sharer in the bucket
  };
  std::vector<Line> lines;
  /// By two_names().
  std::unordered_map<std::uint64_t, std::uint32_t> line_of;  // never iterated
  MinTree heads;  ///< by line: the key of its first job, unless it is parked

  /// Makes it an unused bucket, which keeps the memory of the old one.
  void recycle() {
    Bucket fresh;
    if (lines.size() == 1 && line_of.empty()) {
      lines[0].jobs.clear();
      lines[0].parked = Parked::no;
      fresh.lines = std::move(lines);
      fresh.heads = std::move(heads);
      fresh.heads.set(0, MinTree::nothing);
    }
    *this = std::move(fresh);
  }
};

/// Buckets by the slots that must be free for them to be worth a look. To find the first bucket
/// for which `most` free slots suffice takes time that is logarithmic in the largest size.
class BucketsBySize {
 public:
  /// Gives a bucket its place.
  void add(BucketId id, Slots needs, Bucket& bucket) {
    bucket.size = tree_.number_of(needs);
    if (bucket.size >= sizes_.size()) sizes_.resize(bucket.size + 1);
    bucket.place = sizes_[bucket.size].buckets.add(id);
  }
  void remove(const Bucket& bucket) {
    set(bucket, MinTree::nothing);
    sizes_[bucket.size].buckets.remove(bucket.place);
  }
  /// The key of its first job is `key` now; MinTree::nothing: it is not to be looked at.
  void set(const Bucket& bucket, std::int64_t key) {
    Size& size = sizes_[bucket.size];
    size.heads.set_grown(index_of(bucket.place), key);
    const std::int64_t least = size.heads.least();
    tree_.set(bucket.size,
              {least == MinTree::nothing ? FirstByKey{} : FirstByKey(least, bucket.size), {}});
  }
  FirstByKey first_up_to(Slots most) const { return tree_.first_up_to(most); }
  /// The fewest free slots with which a bucket is worth a look.
  std::int64_t least() const { return tree_.first() ? tree_.least().count() : MinTree::nothing; }
  BucketId bucket_of(FirstByKey first) const {
    const Size& size = sizes_[first.number()];
    return size.buckets[static_cast<BucketPlace>(size.heads.first_least())];
  }

 private:
  struct Size {
    MinTree heads;  ///< by place
    RecycledTable<BucketPlace, BucketId> buckets;
  };
  BasicSizeTree<FirstByKey> tree_;
  std::vector<Size> sizes_ = std::vector<Size>(1);  ///< by number
};

/// The key of a bucket.
struct BucketKey {
  RequirementId requirement{};
  std::int32_t slots = 0;
  Duration estimate{};
  ExclusionId excluded{};
  JobIndex alone = none<JobIndex>;
  bool of_guests = false;

  bool operator==(const BucketKey&) const = default;
  struct Hash {
    std::size_t operator()(const BucketKey& key) const {
      std::uint64_t word = index_of(key.requirement) << 32 | index_of(key.excluded);
      word = word * 0x9E37'79B9'7F4A'7C15U + static_cast<std::uint64_t>(key.estimate.count());
      word = word * 0x9E37'79B9'7F4A'7C15U + static_cast<std::uint64_t>(key.slots);
      word = word * 0x9E37'79B9'7F4A'7C15U + index_of(key.alone) + (key.of_guests ? 1U << 31 : 0U);
      return static_cast<std::size_t>(word ^ word >> 32);
    }
  };
};

/// A line that waits for its user to use less, with what decides that.
struct LineOfUser {
  BucketId bucket{};
  std::uint32_t line = 0;
  QueueId queue{};
  std::int64_t least_room = 0;  ///< with which it is worth a look
};

/// All buckets, and those that are looked at again for other reasons than freed hosts.
class Buckets {
 public:
  Bucket& operator[](BucketId id) { return rows_[id]; }
  const Bucket& operator[](BucketId id) const { return rows_[id]; }
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }
  /// Buckets that jobs wait in; rows in use and free ones.
  std::size_t size() const { return rows_.size(); }
  std::size_t capacity() const { return rows_.capacity(); }

  /// The bucket of a key, and whether it is new.
  std::pair<BucketId, bool> of(const BucketKey& key) {
    const auto [found, is_new] = of_key_.try_emplace(key, none<BucketId>);
    if (is_new) found->second = rows_.add_as_left();
    return {found->second, is_new};
  }
  /// The bucket is empty: its row is used for the next new one.
  void remove(BucketId id) {
    Bucket& bucket = rows_[id];
    of_key_.erase({bucket.requirement, bucket.slots.count(), bucket.estimate, bucket.excluded,
                   bucket.alone, bucket.of_guests});
    bucket.recycle();
    rows_.remove(id);
  }

  std::vector<BucketId> parked_volatile;  ///< are looked at in every session
  std::vector<QueueId> queues_parked;     ///< that have parked buckets
  /// Lines that wait for their user to use less.
  ByName<std::vector<LineOfUser>> parked_of_user;

 private:
  RecycledTable<BucketId, Bucket> rows_;
  std::unordered_map<BucketKey, BucketId, BucketKey::Hash> of_key_;  // never iterated
};

}  // namespace mcsim::scheduler
