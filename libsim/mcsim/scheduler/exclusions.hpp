// Hosts that jobs do not go back to: EXCLUDE(n) of REQUEUE_EXIT_VALUES.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"

namespace mcsim::scheduler {

/// Rows of hosts. Jobs that have excluded the same hosts share a row, which is recycled when the
/// last of them leaves it. Row 0 has no hosts; it is that of all jobs that have excluded none.
class Exclusions {
 public:
  /// Ascending.
  const std::vector<HostId>& operator[](std::uint32_t row) const { return rows_[row].hosts; }
  std::size_t size() const { return rows_.size(); }
  /// How many jobs have excluded the hosts of a row; row 0 is not counted.
  std::uint32_t jobs_of(std::uint32_t row) const { return rows_[row].jobs; }

  /// The row of a job of `row` that excludes one host more.
  std::uint32_t extended(std::uint32_t row, HostId host) {
    std::vector<HostId> hosts = rows_[row].hosts;
    const auto at = std::ranges::lower_bound(hosts, host);
    if (at != hosts.end() && *at == host) return row;
    hosts.insert(at, host);
    const auto [known, is_new] = row_of_.try_emplace(std::move(hosts), 0);
    if (is_new) known->second = add(known->first);
    ++rows_[known->second].jobs;
    leave(row);
    return known->second;
  }
  /// A job of the row leaves it.
  void leave(std::uint32_t row) {
    if (row == 0) return;
    Row& left = rows_[row];
    MCSIM_CHECK(left.jobs > 0, "a job leaves a row of hosts that nobody has excluded");
    if (--left.jobs > 0) return;
    row_of_.erase(left.hosts);
    left.hosts.clear();
    free_.push_back(row);
  }

 private:
  struct Row {
    std::vector<HostId> hosts;
    std::uint32_t jobs = 0;
  };
  std::uint32_t add(const std::vector<HostId>& hosts) {
    if (free_.empty()) {
      rows_.push_back({hosts, 0});
      return static_cast<std::uint32_t>(rows_.size() - 1);
    }
    const std::uint32_t row = free_.back();
    free_.pop_back();
    rows_[row].hosts = hosts;
    return row;
  }

  std::vector<Row> rows_ = std::vector<Row>(1);
  std::vector<std::uint32_t> free_;
  std::map<std::vector<HostId>, std::uint32_t> row_of_;
};

}  // namespace mcsim::scheduler
