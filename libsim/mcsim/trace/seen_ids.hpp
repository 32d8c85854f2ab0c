// The ids of the jobs of a trace, and where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcsim::trace {

/// Where ids were seen, to find one that is used twice if they do not ascend. Successive rows with
/// successive ids share one entry.
class SeenIds {
 public:
  struct Seen {
    std::int64_t id;
    std::size_t line;
  };

  void add(std::int64_t id, std::size_t line) {
    if (count_ > 0 && last_ >= id) ascend_ = false;
    if (stretches_.empty() || !stretches_.back().goes_on(id, line))
      stretches_.push_back({{id, line}, 0});
    ++stretches_.back().rows;
    last_ = id;
    ++count_;
  }
  bool ascend() const { return ascend_; }
  /// The first line with this id; 0: there is none. Looks through all stretches.
  std::size_t line_of(std::int64_t id) const {
    for (const Stretch& stretch : stretches_) {
      const std::int64_t row = id - stretch.first.id;
      if (row >= 0 && row < static_cast<std::int64_t>(stretch.rows))
        return stretch.first.line + static_cast<std::size_t>(row);
    }
    return 0;
  }

  std::vector<Seen> all() const {
    std::vector<Seen> all;
    all.reserve(count_);
    for (const Stretch& stretch : stretches_)
      for (std::size_t row = 0; row < stretch.rows; ++row) all.push_back(stretch.row(row));
    return all;
  }

 private:
  /// Rows in successive lines with successive ids.
  struct Stretch {
    Seen first;
    std::size_t rows;

    Seen row(std::size_t at) const {
      return {first.id + static_cast<std::int64_t>(at), first.line + at};
    }
    bool goes_on(std::int64_t id, std::size_t line) const {
      return id - first.id == static_cast<std::int64_t>(rows) && line - first.line == rows;
    }
  };

  std::vector<Stretch> stretches_;
  std::int64_t last_ = 0;
  std::size_t count_ = 0;
  bool ascend_ = true;
};

}  // namespace mcsim::trace
