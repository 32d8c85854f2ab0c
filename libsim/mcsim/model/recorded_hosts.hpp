// On which hosts jobs really ran.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::model {

/// The recorded hosts of a cluster's jobs, as far as the cluster has them; for dispatch `recorded`.
class RecordedHosts {
 public:
  /// Slots of one of its hosts.
  struct Part {
    HostId host{};
    Slots slots;

    bool operator==(const Part&) const = default;
  };

  /// Jobs come in ascending order; each host of a job once.
  void add(JobIndex job, std::span<const Part> parts) {
    rows_.push_back({job, static_cast<std::uint32_t>(parts_.size())});
    parts_.insert(parts_.end(), parts.begin(), parts.end());
  }

  bool any() const { return !rows_.empty(); }
  /// Empty: nothing is recorded, or no host of those is there.
  std::span<const Part> of(JobIndex job) const {
    const auto row = std::ranges::lower_bound(rows_, job, {}, &Row::job);
    if (row == rows_.end() || row->job != job) return {};
    const std::size_t end = row + 1 == rows_.end() ? parts_.size() : (row + 1)->first;
    return std::span(parts_).subspan(row->first, end - row->first);
  }

 private:
  struct Row {
    JobIndex job{};
    std::uint32_t first = 0;  ///< in parts_
  };

  std::vector<Row> rows_;  ///< ascending
  std::vector<Part> parts_;
};

}  // namespace mcsim::model
