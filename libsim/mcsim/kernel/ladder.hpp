// Pending events that are not due soon, roughly sorted: a list of the far ones, and rungs of
// buckets, which are finer the sooner their events are due.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/kernel/chunk_pool.hpp"
#include "mcsim/kernel/pending.hpp"
#include "mcsim/kernel/sort_run.hpp"
#include "mcsim/kernel/sorted_run.hpp"

namespace mcsim::kernel {

/// Gives events out in runs: all of one short span of time, then all of the next. However many
/// there are, each is moved about three times, in rows. Source: Tang, Goh, Thng, "Ladder queue: an
/// O(1) priority queue structure for large-scale discrete event simulation", ACM TOMACS 15(3),
/// 2005; ours has buckets of power-of-two widths, and chunks in place of linked lists.
template <class Event>
class Ladder {
 public:
  using Entry = Pending<Event>;

  std::size_t size() const { return size_; }

  /// The event must not be due before the present horizon.
  void put(const Entry& entry) {
    ++size_;
    const std::uint64_t instant = entry.instant();
    for (std::size_t at = depth_; at-- > 0;)
      if (rungs_[at].has(instant)) return pool_.append(rungs_[at].bucket_of(instant), entry);
    far_span_.add(instant);
    pool_.append(far_, entry);
  }

  /// Fills `run` with the next run, the latest event first. The answer is its horizon: all other
  /// events are due then or later. There must be events.
  std::uint64_t take_run(SortedRun<Event>& run) {
    while (true) {
      if (depth_ == 0) {
        add_rung(far_, far_span_.least, far_span_.width());
        far_span_ = {};
      }
      Rung& rung = rungs_[depth_ - 1];
      if (!rung.find()) {
        --depth_;
        continue;
      }
      ChunkList& bucket = rung.buckets[rung.at];
      const std::uint64_t start = rung.start + (std::uint64_t{rung.at} << rung.width);
      ++rung.at;
      if (bucket.size > longest_run && rung.width > 0 && depth_ < most_rungs &&
          span_of(bucket).width() > 0) {
        add_rung(bucket, start, rung.width);
        continue;
      }
      take(bucket, run);
      return start + (std::uint64_t{1} << rung.width);
    }
  }

  /// Whether the horizon can move back for events due from `start` on: whether there is more than
  /// one instant between, and a rung left.
  bool can_reopen(std::uint64_t start, std::uint64_t horizon) const {
    return horizon - start > 1 && depth_ < most_rungs;
  }
  /// Moves the horizon back to `start` or before it, so that about `count` events due from there on
  /// can be put.
  void reopen(std::uint64_t start, std::uint64_t horizon, std::size_t count) {
    const unsigned whole = bits_of(horizon - start - 1);
    const unsigned width = whole - split_of(count, whole);
    const std::uint64_t buckets = ((horizon - start - 1) >> width) + 1;
    open_rung(horizon - (buckets << width), width, buckets);
  }

  /// Visits and removes all events, in no order.
  template <class Visit>
  void drain(Visit&& visit) {
    for (; depth_ > 0; --depth_)
      for (ChunkList& bucket : rungs_[depth_ - 1].buckets) pool_.drain(bucket, visit);
    pool_.drain(far_, visit);
    far_span_ = {};
    size_ = 0;
  }

 private:
  static constexpr std::uint32_t longest_run = 24;
  /// The most events that are sorted by counting; they must be one row of a chunk.
  static constexpr std::uint32_t ranked = std::min(ChunkPool<Entry>::per_chunk, 15U);
  static constexpr std::uint32_t per_bucket = 8;
  static constexpr std::uint64_t fewest_buckets = 8;
  static constexpr std::uint64_t most_buckets = 2048;  // measured: 1,024 is slower at a million
  static constexpr std::size_t most_rungs = 12;

  /// Buckets of 2^width ms each, from `start` on; those before `at` are past, and empty.
  struct Rung {
    std::uint64_t start = 0;
    unsigned width = 0;
    std::size_t at = 0;
    std::vector<ChunkList> buckets;

    bool has(std::uint64_t instant) const { return (instant - start) >> width < buckets.size(); }
    ChunkList& bucket_of(std::uint64_t instant) {
      return buckets[static_cast<std::size_t>((instant - start) >> width)];
    }
    /// Advances to the next bucket with events; false if there is none.
    bool find() {
      while (at != buckets.size() && buckets[at].size == 0) ++at;
      return at != buckets.size();
    }
  };
  struct Span {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;

    void add(std::uint64_t instant) {
      least = std::min(least, instant);
      most = std::max(most, instant);
    }
    /// All events are due within 2^width ms.
    unsigned width() const { return bits_of(most - least); }
  };

  static unsigned bits_of(std::uint64_t number) {
    return static_cast<unsigned>(std::bit_width(number));
  }
  Span span_of(const ChunkList& list) const {
    Span span;
    pool_.visit_rows(list, [&](std::span<const Entry> row) {
      for (const Entry& entry : row) span.add(entry.instant());
    });
    return span;
  }
  /// The n for which `count` events that are due within 2^width ms are best split into 2^n buckets.
  static unsigned split_of(std::size_t count, unsigned width) {
    const std::uint64_t wanted =
        std::clamp<std::uint64_t>(std::bit_ceil(count / per_bucket), fewest_buckets, most_buckets);
    return std::min(width, bits_of(wanted) - 1);
  }

  Rung& open_rung(std::uint64_t start, unsigned width, std::uint64_t buckets) {
    Rung& rung = rungs_[depth_++];
    rung.start = start;
    rung.width = width;
    rung.at = 0;
    rung.buckets.assign(static_cast<std::size_t>(buckets), {});
    return rung;
  }
  /// Spreads a list, whose events are due within 2^width ms from `start` on, over a new rung.
  void add_rung(ChunkList& list, std::uint64_t start, unsigned width) {
    const unsigned split = split_of(list.size, width);
    Rung& rung = open_rung(start, width - split, std::uint64_t{1} << split);
    pool_.drain(list,
                [&](const Entry& entry) { pool_.append(rung.bucket_of(entry.instant()), entry); });
  }
  void take(ChunkList& bucket, SortedRun<Event>& run) {
    size_ -= bucket.size;
    const std::span<Entry> events = run.refill(bucket.size);
    if (bucket.size <= ranked)
      return pool_.drain_rows(
          bucket, [&](std::span<const Entry> row) { rank_into<ranked>(events.data(), row); });
    auto end = events.begin();
    pool_.drain_rows(bucket,
                     [&](std::span<const Entry> row) { end = std::ranges::copy(row, end).out; });
    sort_run(events);
  }

  ChunkPool<Entry> pool_;
  std::array<Rung, most_rungs> rungs_;  ///< each finer than the one before it
  std::size_t depth_ = 0;               ///< how many of them are in use
  ChunkList far_;                       ///< due after all rungs
  Span far_span_;
  std::size_t size_ = 0;
};

}  // namespace mcsim::kernel
