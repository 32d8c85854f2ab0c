// The known free slots of all future times, in which reservations are made.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::baseline {

/// Free slots as steps over time, in blocks. Searches skip whole blocks by the least and the most
/// that is free in them; changes shift whole blocks.
class FreeProfile {
 public:
  /// `free` slots at all times.
  explicit FreeProfile(std::int64_t free = 0) { blocks_.push_back(Block({Step{Time{}, free}})); }

  /// `slots` more from `from` until `to`, which may be never; fewer, if negative.
  void add(Time from, Time to, std::int64_t slots) {
    if (from >= to || slots == 0) return;
    cut(from);
    if (to != never) cut(to);
    const Place first = place_of(from);
    const Place last = to == never ? Place{blocks_.size(), 0} : place_of(to);
    for (std::size_t at = first.block; at < blocks_.size() && at <= last.block; ++at) {
      const std::size_t begin = at == first.block ? first.step : 0;
      const std::size_t end = at == last.block ? last.step : blocks_[at].count;
      blocks_[at].add(begin, end, slots);
    }
    if (to != never) join(to);
    join(from);
  }

  /// The earliest time from `from` on at which `slots` are free for `length`; never: there is none.
  Time earliest(Time from, std::int64_t slots, Duration length) const {
    Place place = place_of(from);
    while (true) {
      place = next(
          place, [&](const Block& block) { return block.most() >= slots; },
          [&](std::int64_t free) { return free >= slots; });
      if (place.block == blocks_.size()) return never;
      const Time start = std::max(from, time_of(place));
      place = next_below(place, slots);
      if (place.block == blocks_.size() || time_of(place) >= end_of(start, length)) return start;
    }
  }

  /// Until when at least `slots` are free from `from` on: `from` itself if they are not free then.
  Time lasts(Time from, std::int64_t slots) const {
    const Place place = next_below(place_of(from), slots);
    return place.block == blocks_.size() ? never : std::max(from, time_of(place));
  }

  std::int64_t free_at(Time time) const {
    const Place place = place_of(time);
    return blocks_[place.block].free(place.step);
  }
  /// The most that is free at any time from `from` on and before `to`.
  std::int64_t most(Time from, Time to) const {
    std::int64_t most = 0;
    for (Place place = place_of(from); place.block < blocks_.size() && time_of(place) < to;) {
      const Block& block = blocks_[place.block];
      const bool whole = place.step == 0 && place.block + 1 < blocks_.size() &&
                         blocks_[place.block + 1].steps[0].from <= to;
      most = std::max(most, whole ? block.most() : block.free(place.step));
      place = whole ? Place{place.block + 1, 0} : after(place);
    }
    return most;
  }

  /// Drops what is past; nothing before `now` will be queried again.
  void forget(Time now) {
    std::size_t over = 0;
    while (over + 1 < blocks_.size() && blocks_[over + 1].steps[0].from <= now) ++over;
    if (over > 0)
      blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(over));
  }

  /// For tests: how many steps there are.
  std::size_t steps() const {
    std::size_t sum = 0;
    for (const Block& block : blocks_) sum += block.count;
    return sum;
  }

 private:
  static constexpr std::size_t block_size = 64;

  /// So many slots are free from then until the next step.
  struct Step {
    Time from;
    std::int64_t free = 0;
  };

  struct Block {
    explicit Block(std::initializer_list<Step> first = {}) : count(first.size()) {
      std::ranges::copy(first, steps.begin());
      measure();
    }

    std::array<Step, block_size> steps{};
    std::size_t count = 0;
    std::int64_t shift = 0;  ///< to be added to all its steps
    std::int64_t least_step = 0;
    std::int64_t most_step = 0;

    std::int64_t free(std::size_t step) const { return steps[step].free + shift; }
    std::int64_t least() const { return least_step + shift; }
    std::int64_t most() const { return most_step + shift; }

    void add(std::size_t begin, std::size_t end, std::int64_t slots) {
      if (begin == 0 && end == count) {
        shift += slots;
        return;
      }
      for (std::size_t at = begin; at < end; ++at) steps[at].free += slots;
      measure();
    }
    void insert(std::size_t at, Time from, std::int64_t free) {
      std::copy_backward(steps.begin() + static_cast<std::ptrdiff_t>(at),
                         steps.begin() + static_cast<std::ptrdiff_t>(count),
                         steps.begin() + static_cast<std::ptrdiff_t>(count + 1));
      steps[at] = {from, free - shift};
      ++count;
      measure();
    }
    void erase(std::size_t at) {
      std::copy(steps.begin() + static_cast<std::ptrdiff_t>(at + 1),
                steps.begin() + static_cast<std::ptrdiff_t>(count),
                steps.begin() + static_cast<std::ptrdiff_t>(at));
      --count;
      measure();
    }
    void measure() {
      least_step = most_step = steps[0].free;
      for (std::size_t at = 1; at < count; ++at) {
        least_step = std::min(least_step, steps[at].free);
        most_step = std::max(most_step, steps[at].free);
      }
    }
  };

  struct Place {
    std::size_t block = 0;
    std::size_t step = 0;
  };

  Time time_of(Place place) const { return blocks_[place.block].steps[place.step].from; }
  Place after(Place place) const {
    return place.step + 1 < blocks_[place.block].count ? Place{place.block, place.step + 1}
                                                       : Place{place.block + 1, 0};
  }

  /// The step that covers a time; the first step also covers all times before it.
  Place place_of(Time time) const {
    const auto block =
        std::partition_point(blocks_.begin() + 1, blocks_.end(),
                             [&](const Block& one) { return one.steps[0].from <= time; }) -
        1;
    const auto last = block->steps.begin() + static_cast<std::ptrdiff_t>(block->count);
    const auto step = std::partition_point(block->steps.begin() + 1, last,
                                           [&](const Step& one) { return one.from <= time; }) -
                      1;
    return {static_cast<std::size_t>(block - blocks_.begin()),
            static_cast<std::size_t>(step - block->steps.begin())};
  }

  /// The first step from `place` on that is wanted; only blocks that may_have it are searched.
  template <class MayHave, class Wanted>
  Place next(Place place, MayHave&& may_have, Wanted&& wanted) const {
    for (; place.block < blocks_.size(); place = {place.block + 1, 0}) {
      const Block& block = blocks_[place.block];
      if (!may_have(block)) continue;
      for (; place.step < block.count; ++place.step)
        if (wanted(block.free(place.step))) return place;
    }
    return place;
  }
  Place next_below(Place place, std::int64_t slots) const {
    return next(
        place, [&](const Block& block) { return block.least() < slots; },
        [&](std::int64_t free) { return free < slots; });
  }

  /// Makes a step begin at `time`.
  void cut(Time time) {
    Place place = place_of(time);
    if (time_of(place) >= time) return;  // later: the first step, which covers all times before it
    if (blocks_[place.block].count == block_size) {
      split(place.block);
      place = place_of(time);
    }
    Block& block = blocks_[place.block];
    block.insert(place.step + 1, time, block.free(place.step));
  }
  void split(std::size_t at) {
    Block upper = blocks_[at];
    Block& lower = blocks_[at];
    constexpr std::size_t half = block_size / 2;
    std::copy(upper.steps.begin() + half, upper.steps.end(), upper.steps.begin());
    lower.count = upper.count = half;
    lower.measure();
    upper.measure();
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(at) + 1, upper);
  }
  /// Drops the step that begins at `time` if it equals the one before it.
  void join(Time time) {
    const Place place = place_of(time);
    if (time_of(place) != time || (place.block == 0 && place.step == 0)) return;
    const Place before = place.step > 0
                             ? Place{place.block, place.step - 1}
                             : Place{place.block - 1, blocks_[place.block - 1].count - 1};
    Block& block = blocks_[place.block];
    if (block.free(place.step) != blocks_[before.block].free(before.step)) return;
    if (block.count == 1)
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block));
    else
      block.erase(place.step);
  }

  std::vector<Block> blocks_;  ///< in order of time; none is empty
};

}  // namespace mcsim::baseline
