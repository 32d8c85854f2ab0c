// The predicted ends of running jobs, sorted: answers when enough slots will be free.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::baseline {

/// When slots will be free, and how many are free then.
struct FreeAt {
  Time time = never;       ///< never: no running job's end brings enough
  std::int64_t slots = 0;  ///< free at `time`, after all that ends at or before it

  bool operator==(const FreeAt&) const = default;
};

/// A sorted list in blocks, so that a change moves a block and a search skips blocks by their sums.
/// An entry's slots are those that others can then take: its job's slots without those on hosts
/// that are closed or overfull.
class EndProfile {
 public:
  /// If `end` is never, or no slots become free, the job does not count.
  void add(Time end, Slots slots) {
    if (end == never || slots == Slots{}) return;
    if (blocks_.empty()) blocks_.emplace_back();
    std::size_t at = block_for(end);
    if (blocks_[at].count == block_size) {
      split(at);
      at = block_for(end);
    }
    Block& block = blocks_[at];
    const auto last = block.entries.begin() + block.count;
    const auto place = std::upper_bound(block.entries.begin(), last, end, before);
    std::move_backward(place, last, last + 1);
    *place = {end, slots};
    ++block.count;
    block.slots += slots.count();
  }

  /// Removes one entry with exactly this end and these slots.
  void remove(Time end, Slots slots) {
    if (end == never || slots == Slots{}) return;
    for (std::size_t at = first_block_reaching(end); at < blocks_.size(); ++at) {
      Block& block = blocks_[at];
      const auto last = block.entries.begin() + block.count;
      const auto place = std::find(block.entries.begin(), last, Entry{end, slots});
      if (place == last) continue;
      std::move(place + 1, last, place);
      --block.count;
      block.slots -= slots.count();
      if (block.count <= sparse) thin_out(at);
      return;
    }
    MCSIM_CHECK(false, "a running job is missing from the predicted ends");
  }

  /// The earliest time at which at least `need` slots are free, given `free` now. All jobs that end
  /// at exactly that time count. A job whose predicted end has passed is expected at now + 1 ms.
  FreeAt earliest(Slots need, Slots free, Time now) const {
    std::int64_t have = free.count();
    if (have >= need.count()) return {now, have};
    for (std::size_t at = 0; at < blocks_.size(); ++at) {
      if (have + blocks_[at].slots < need.count()) {
        have += blocks_[at].slots;
        continue;
      }
      std::size_t entry = 0;
      for (; have < need.count(); ++entry) have += blocks_[at].entries[entry].slots.count();
      const Time time = std::max(blocks_[at].entries[entry - 1].end, now + 1ms);
      return {time, have + ending_by(time, at, entry)};
    }
    return {};
  }

  /// The first predicted end after `time`; never: there is none.
  Time first_after(Time time) const {
    const std::size_t at = first_block_reaching(time + 1ms);
    if (at == blocks_.size()) return never;
    const auto last = blocks_[at].entries.begin() + blocks_[at].count;
    return std::upper_bound(blocks_[at].entries.begin(), last, time, before)->end;
  }

  /// Calls visit(end, slots) for each entry, in order of time.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const Block& block : blocks_)
      for (std::uint32_t at = 0; at < block.count; ++at)
        visit(block.entries[at].end, block.entries[at].slots);
  }

  /// Slots free at `time`, given `free` now.
  std::int64_t free_at(Time time, Slots free) const { return free.count() + ending_by(time, 0, 0); }

 private:
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t sparse = block_size / 4;
  struct Entry {
    Time end;
    Slots slots;
    bool operator==(const Entry&) const = default;
  };
  struct Block {
    std::array<Entry, block_size> entries{};
    std::uint32_t count = 0;
    std::int64_t slots = 0;

    Time last() const { return entries[count - 1].end; }
  };
  static bool before(Time end, const Entry& entry) { return end < entry.end; }

  /// Slots of the entries from (block, entry) on that end at or before `time`.
  std::int64_t ending_by(Time time, std::size_t block, std::size_t entry) const {
    std::int64_t sum = 0;
    for (; block < blocks_.size(); ++block, entry = 0)
      for (; entry < blocks_[block].count; ++entry) {
        if (blocks_[block].entries[entry].end > time) return sum;
        sum += blocks_[block].entries[entry].slots.count();
      }
    return sum;
  }

  /// The first block whose last end is at or after `end`; the number of blocks if none is.
  std::size_t first_block_reaching(Time end) const {
    const auto found = std::partition_point(blocks_.begin(), blocks_.end(),
                                            [&](const Block& block) { return block.last() < end; });
    return static_cast<std::size_t>(found - blocks_.begin());
  }

  std::size_t block_for(Time end) const {
    return blocks_.front().count == 0 ? 0 : std::min(first_block_reaching(end), blocks_.size() - 1);
  }

  void split(std::size_t at) {
    const Block full = blocks_[at];
    Block lower;
    Block upper;
    lower.count = block_size / 2;
    upper.count = block_size - lower.count;
    for (std::uint32_t entry = 0; entry < block_size; ++entry) {
      Block& half = entry < lower.count ? lower : upper;
      half.entries[entry % (block_size / 2)] = full.entries[entry];
      half.slots += full.entries[entry].slots.count();
    }
    blocks_[at] = upper;
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(at), lower);
  }

  /// Joins a block with a neighbour that is sparse, too. Otherwise searches would pass over many
  /// blocks that jobs which ended early have left nearly empty.
  void thin_out(std::size_t at) {
    if (at + 1 < blocks_.size() && blocks_[at + 1].count <= sparse)
      join(at);
    else if (at > 0 && blocks_[at - 1].count <= sparse)
      join(at - 1);
    else if (blocks_[at].count == 0)
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  /// Moves the entries of the next block into this one.
  void join(std::size_t at) {
    Block& block = blocks_[at];
    const Block& next = blocks_[at + 1];
    std::copy_n(next.entries.begin(), next.count, block.entries.begin() + block.count);
    block.count += next.count;
    block.slots += next.slots;
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }

  std::vector<Block> blocks_;  ///< in order; none is empty but the first of an unused list
};

}  // namespace mcsim::baseline
