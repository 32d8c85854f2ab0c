// The scheduler of a federated cluster whose dispatch is not LSF's: a policy, and what it sees.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/baseline/policy_state.hpp"

namespace mcsim::scheduler {

/// All of it follows from jobs, hosts and settings; PolicyJobs keeps it so.
struct PolicyDispatch : PolicyState {
  PolicyDispatch(const ModelConfig& model, AnyDispatch dispatch, AnyOrder order_of_lines,
                 bool on_raster)
      : PolicyState(model, std::move(dispatch), std::move(order_of_lines), on_raster) {}

  /// A job as the policy sees it.
  struct Row {
    Duration estimate{};      ///< of its run time while it waits, as far as policies may know it
    Duration expected_run{};  ///< the same once it runs
    std::uint32_t line = 0;   ///< the waiting line that it is in
    bool is_in_line = false;  ///< it waits for hosts of this cluster
    Slots gives_back;         ///< once it runs: see EndProfile
  };
  std::vector<Row> rows;  ///< by JobSlotId
  Table<QueueId, std::uint32_t> line_of;
  std::vector<WaitingJob> late;  ///< in line, but before jobs that `lines` has: to be arranged
  MinTree loads;                 ///< by HostId: as HostIndex has it; full hosts are left out
  bool has_lost = false;         ///< jobs have left their lines since the last session, unstarted

  bool is_in_line(JobSlotId id) const {
    return index_of(id) < rows.size() && rows[index_of(id)].is_in_line;
  }
  /// The view of one call.
  DispatchView view(Time now, bool on_raster, std::int64_t free, const JobReader& jobs) const {
    return {now, on_raster, Slots(static_cast<std::int32_t>(free)), version, lines, ends, jobs};
  }
};

}  // namespace mcsim::scheduler
