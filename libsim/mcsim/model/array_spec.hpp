// Job arrays (bsub -J "name[1-100:2,7]%10"): which elements they have, and where these stand in the
// trace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::model {

/// Indices of elements, ascending, each once. Takes memory by the runs that they make, such as the
/// 1 3 5 7 9 of 1-10:2.
class ArrayIndices {
 public:
  ArrayIndices() = default;
  /// `ascending`: from 1 on, each once.
  explicit ArrayIndices(const std::vector<std::uint32_t>& ascending) {
    for (const std::uint32_t index : ascending) add(index);
  }
  /// first, first + step, ...: as many as do not go beyond `last`.
  static ArrayIndices range(std::uint32_t first, std::uint32_t last, std::uint32_t step = 1) {
    ArrayIndices range;
    range.runs_.push_back({first, last > first ? step : 1, 0});
    range.size_ = (last - first) / step + 1;
    if (range.size_ == 1) range.runs_.front().step = 1;
    return range;
  }

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The index of an element by its place among all, from 0.
  std::uint32_t operator[](std::uint32_t element) const {
    const auto behind =
        std::upper_bound(runs_.begin(), runs_.end(), element,
                         [](std::uint32_t place, const Run& run) { return place < run.before; });
    const Run& run = *std::prev(behind);
    return run.first + (element - run.before) * run.step;
  }
  /// The place of an index; none: no element has it.
  std::optional<std::uint32_t> find(std::uint32_t index) const {
    const auto behind =
        std::upper_bound(runs_.begin(), runs_.end(), index,
                         [](std::uint32_t wanted, const Run& run) { return wanted < run.first; });
    if (behind == runs_.begin()) return std::nullopt;
    const Run& run = *std::prev(behind);
    const std::uint32_t place = run.before + (index - run.first) / run.step;
    const std::uint32_t end = behind == runs_.end() ? size_ : behind->before;
    const bool is_there = (index - run.first) % run.step == 0 && place < end;
    return is_there ? std::optional(place) : std::nullopt;
  }
  std::uint32_t last() const { return (*this)[size_ - 1]; }

  bool operator==(const ArrayIndices&) const = default;

 private:
  /// Equally spaced indices.
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t step = 1;    ///< 1 also for a single one
    std::uint32_t before = 0;  ///< elements before them

    bool operator==(const Run&) const = default;
  };

  void add(std::uint32_t index) {
    if (!runs_.empty()) {
      Run& run = runs_.back();
      const std::uint32_t count = size_ - run.before;
      if (count == 1) run.step = index - run.first;
      if (index == run.first + count * run.step) {
        ++size_;
        return;
      }
    }
    runs_.push_back({index, 1, size_++});
  }

  std::vector<Run> runs_;
  std::uint32_t size_ = 0;
};

/// What stands behind the name of an array.
struct ArraySpec {
  ArrayIndices indices;
  std::int32_t limit = 0;  ///< %n: elements that may be started at the same time; 0: any number

  bool operator==(const ArraySpec&) const = default;
};

/// A job array: its elements are consecutive rows of the trace, by index, with one job id.
struct JobArray {
  JobIndex first{};
  ArraySpec spec;
  std::string name;  ///< without brackets; may be empty

  bool holds(JobIndex job) const {
    return job >= first && index_of(job) - index_of(first) < spec.indices.size();
  }
  /// The index of an element.
  std::uint32_t index_at(JobIndex job) const {
    return spec.indices[static_cast<std::uint32_t>(index_of(job) - index_of(first))];
  }
  /// The row of an element by its index.
  std::optional<JobIndex> row_of(std::uint32_t index) const {
    const auto place = spec.indices.find(index);
    return place ? std::optional(static_cast<JobIndex>(index_of(first) + *place)) : std::nullopt;
  }
  bool operator==(const JobArray&) const = default;
};

enum class ArrayId : std::uint32_t {};

/// All arrays of a cluster.
struct ArrayTable {
  std::vector<JobArray> rows;  ///< by first row

  bool empty() const { return rows.empty(); }
  std::size_t size() const { return rows.size(); }
  const JobArray& operator[](ArrayId id) const { return rows[index_of(id)]; }
  /// The array that a job is an element of; none: it is no element.
  ArrayId of(JobIndex job) const {
    if (rows.empty()) return none<ArrayId>;
    const auto behind =
        std::upper_bound(rows.begin(), rows.end(), job,
                         [](JobIndex wanted, const JobArray& row) { return wanted < row.first; });
    if (behind == rows.begin() || !std::prev(behind)->holds(job)) return none<ArrayId>;
    return static_cast<ArrayId>(std::prev(behind) - rows.begin());
  }
  /// The index of a job in its array; 0: it is no element.
  std::uint32_t element(JobIndex job) const {
    const ArrayId array = of(job);
    return array == none<ArrayId> ? 0 : (*this)[array].index_at(job);
  }
  bool operator==(const ArrayTable&) const = default;
};

}  // namespace mcsim::model
