// Hosts that jobs do not go back to: EXCLUDE(n) of REQUEUE_EXIT_VALUES.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

/// Rows of hosts. Jobs that have excluded the same hosts share a row, which is recycled when the
/// last of them leaves it. Jobs that have excluded no host have
/// ExclusionId{}.
class Exclusions {
 public:
  Exclusions() { rows_.add(Row{}); }

  /// Ascending.
  const std::vector<HostId>& operator[](ExclusionId row) const { return rows_[row].hosts; }
  /// Rows in use and free ones.
  std::size_t capacity() const { return rows_.capacity(); }
  /// How many jobs have excluded the hosts of a row; ExclusionId{} is not counted.
  std::uint32_t jobs_of(ExclusionId row) const { return rows_[row].jobs; }

  /// The row of a job of `row` that excludes one host more.
  ExclusionId extended(ExclusionId row, HostId host) {
    std::vector<HostId> hosts = rows_[row].hosts;
    const auto at = std::ranges::lower_bound(hosts, host);
    if (at != hosts.end() && *at == host) return row;
    hosts.insert(at, host);
    const auto [known, is_new] = row_of_.try_emplace(std::move(hosts), ExclusionId{});
    if (is_new) known->second = rows_.add(Row{known->first, 0});
    ++rows_[known->second].jobs;
    leave(row);
    return known->second;
  }
  /// A job of the row leaves it.
  void leave(ExclusionId row) {
    if (row == ExclusionId{}) return;
    Row& left = rows_[row];
    MCSIM_CHECK(left.jobs > 0, "a job leaves a row of hosts that nobody has excluded");
    if (--left.jobs > 0) return;
    row_of_.erase(left.hosts);
    left.hosts.clear();
    rows_.remove(row);
  }

 private:
  struct Row {
    std::vector<HostId> hosts;
    std::uint32_t jobs = 0;
  };

  RecycledTable<ExclusionId, Row> rows_;
  std::map<std::vector<HostId>, ExclusionId> row_of_;
};

}  // namespace mcsim::scheduler
