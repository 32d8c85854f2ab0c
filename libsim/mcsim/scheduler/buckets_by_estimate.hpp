// Buckets of a queue with BACKFILL, where slots are reserved: by size, and by run limit.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/grown.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/prefix_min_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/scheduler/buckets.hpp"

namespace mcsim::scheduler {

/// To find the first bucket whose jobs are short enough for what others have reserved takes time
/// that grows with the number of sizes, and with the logarithm of the number of buckets.
class BucketsByEstimate {
 public:
  /// Gives a bucket its place.
  void add(BucketId id, Bucket& bucket) {
    Size& size = sizes_[bucket.slots.count()];
    bucket.place = static_cast<BucketPlace>(size.heads.add(bucket.estimate.count()));
    grown(size.buckets, bucket.place) = id;
  }
  void remove(const Bucket& bucket) {
    const auto size = sizes_.find(bucket.slots.count());
    size->second.heads.remove(row_of(bucket));
    if (size->second.heads.empty()) sizes_.erase(size);
  }
  /// The key of its first job is `key` now; MinTree::nothing: it is not to be looked at.
  void set(const Bucket& bucket, std::int64_t key) {
    sizes_.at(bucket.slots.count()).heads.set(row_of(bucket), key);
  }

  /// The smallest size of which a bucket is to be looked at; MinTree::nothing: there is none.
  std::int64_t least() const {
    for (const auto& [slots, size] : sizes_)
      if (size.heads.least() != MinTree::nothing) return slots;
    return MinTree::nothing;
  }
  /// The first bucket, with its key, among those of at most `most` slots with estimates of at most
  /// longest(slots); a negative one: there is none of that size or larger.
  template <class Longest>
  std::pair<std::int64_t, BucketId> first(std::int64_t most, Longest&& longest) const {
    std::pair<std::int64_t, BucketId> best{MinTree::nothing, none<BucketId>};
    for (const auto& [slots, size] : sizes_) {
      const Duration estimate = slots <= most ? longest(slots) : -1ms;
      if (estimate < 0ms) break;
      if (size.heads.least() >= best.first) continue;
      const TreeRow row = size.heads.first_up_to(estimate.count());
      if (row == PrefixMinTree::nobody) continue;
      best = std::min(best, std::pair(size.heads.number_of(row), size.buckets[index_of(row)]));
    }
    return best;
  }

 private:
  static TreeRow row_of(const Bucket& bucket) { return static_cast<TreeRow>(bucket.place); }

  struct Size {
    PrefixMinTree heads;            ///< at estimates
    std::vector<BucketId> buckets;  ///< by row
  };
  std::map<std::int32_t, Size> sizes_;
};

}  // namespace mcsim::scheduler
