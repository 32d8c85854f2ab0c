// What few jobs are called, or say in words of their own (bsub -J, -w).
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::model {

/// Texts of jobs. They lie in one string, so that a million of them take little more than their
/// letters.
class JobTexts {
 public:
  JobTexts() = default;
  /// At most one for each job, in any order; empty ones are left out.
  explicit JobTexts(std::vector<std::pair<JobIndex, std::string_view>> texts) {
    std::ranges::sort(texts);
    for (const auto& [job, text] : texts) {
      if (text.empty()) continue;
      all_ += text;
      rows_.push_back({job, all_.size()});
    }
  }

  bool empty() const { return rows_.empty(); }
  /// Empty: the job has none.
  std::string_view of(JobIndex job) const {
    const auto row = std::ranges::lower_bound(rows_, job, {}, &Row::job);
    if (row == rows_.end() || row->job != job) return {};
    const std::size_t begin = row == rows_.begin() ? 0 : std::prev(row)->end;
    return std::string_view(all_).substr(begin, row->end - begin);
  }
  bool operator==(const JobTexts&) const = default;

 private:
  struct Row {
    JobIndex job{};
    std::size_t end = 0;  ///< of its text, in `all_`

    bool operator==(const Row&) const = default;
  };

  std::vector<Row> rows_;  ///< by job
  std::string all_;
};

}  // namespace mcsim::model
