// The buckets of a queue: by size, and where run limits decide which slots they may use, by both.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/scheduler/buckets.hpp"
#include "mcsim/scheduler/buckets_by_estimate.hpp"

namespace mcsim::scheduler {

/// Each bucket is in one of the two, as Bucket::by_estimate says.
struct QueueBuckets {
  BucketsBySize by_size;
  BucketsByEstimate by_estimate;

  /// Gives a bucket its place. `needs`: the free slots with which it is worth a look.
  void add(BucketId id, Slots needs, Bucket& bucket) {
    if (bucket.by_estimate)
      by_estimate.add(id, bucket);
    else
      by_size.add(id, needs, bucket);
  }
  void remove(const Bucket& bucket) {
    if (bucket.by_estimate)
      by_estimate.remove(bucket);
    else
      by_size.remove(bucket);
  }
  /// The key of its first job is `key` now; MinTree::nothing: it is not to be looked at.
  void set(const Bucket& bucket, std::int64_t key) {
    if (bucket.by_estimate)
      by_estimate.set(bucket, key);
    else
      by_size.set(bucket, key);
  }
  /// The fewest free slots with which a bucket is worth a look. `reserves`: one suffices to
  /// reserve.
  std::int64_t least(bool reserves) const {
    const std::int64_t narrowest = by_estimate.least();
    const bool is_any = narrowest != MinTree::nothing;
    return std::min(by_size.least(), reserves && is_any ? 1 : narrowest);
  }
};

}  // namespace mcsim::scheduler
