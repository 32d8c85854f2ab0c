// Which row of a cluster's trace a job is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/model/trace.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// The rows of a trace by the numbers of their jobs. Made only where it is asked for.
class RowsByNumber {
 public:
  explicit RowsByNumber(const Trace& trace) {
    rows_.reserve(trace.size());
    for (std::size_t row = 0; row < trace.size(); ++row)
      rows_.emplace_back(trace[static_cast<JobIndex>(row)].id, static_cast<JobIndex>(row));
    std::ranges::sort(rows_);
  }
  std::optional<JobIndex> find(JobId id) const {
    const auto found = std::ranges::lower_bound(rows_, std::pair(id, JobIndex{}));
    return found != rows_.end() && found->first == id ? std::optional(found->second) : std::nullopt;
  }

 private:
  std::vector<std::pair<JobId, JobIndex>> rows_;
};

}  // namespace mcsim::config
