// What execution clusters have told a submission cluster of why its jobs pend there.
#pragma once

#include <vector>

#include "mcsim/simulation/simulation.hpp"
#include "mcsim/views/views.hpp"

namespace mcsim::app {

/// Follows a run that is played again up to `until`, and takes down at the last update of each
/// execution cluster that `home` has by then what the update says. Nothing of a cluster whose link
/// is down. Source: docs/rules/forwarding.md, "What the submission cluster learns".
class ToldReasons {
 public:
  /// `names`: of hosts, rather than their number.
  ToldReasons(const GridConfig& config, ClusterId home, Time until, bool names);

  /// Before each instant `now` of the run.
  void before(const Simulation& simulation, Time now);
  /// After the last one.
  ToldLines at_end(const Simulation& simulation);

 private:
  struct Update {
    ClusterId from{};
    Time made{};
  };

  void take_down(const ClusterWorld& world, Time made);

  ClusterId home_;
  bool names_;
  std::vector<Update> updates_;  ///< that are not taken down yet; the earliest last
  ToldLines lines_;
};

}  // namespace mcsim::app
