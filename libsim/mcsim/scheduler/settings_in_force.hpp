// What the settings of a cluster make of the scheduler's state: at the beginning, and when they
// change.
#pragma once

#include <cstdint>
#include <optional>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps the settings, and makes everything anew that follows from them.
class SettingsInForce : Owner {
 public:
  using Owner::Owner;

  /// The state of a cluster before anything has happened. `dispatch`: in place of LSF's sessions.
  static SchedulerState opened(const ClusterConfig& config, const MakeDecay& make_decay,
                               const AnySlotPool& share_out,
                               const std::optional<AnyHostOrder>& ranks = {},
                               std::optional<PolicyDispatch> dispatch = {}, Shares shares = {});
  void reconfigure(const ClusterSettings& settings);

 private:
  void settle_decay(const ClusterSettings& settings);
  void rearrange();
  void note_features();
  void forget_requirements();
  QueueId place_of_turn(QueueId id) const;
  std::int32_t turn_of(QueueId id) const;
  void arrange_groups();
  void arrange_reservations();
};

}  // namespace mcsim::scheduler
