// The pending reasons that execution clusters have reported to a submission cluster.
#pragma once

#include <vector>

#include "mcsim/simulation/simulation.hpp"
#include "mcsim/views/views.hpp"

namespace mcsim::app {

/// Follows a run that is played again up to `until`. For each execution cluster it keeps the
/// contents of the last update that `home` has received by then; of a cluster whose link is down,
/// nothing. Source: docs/rules/forwarding.md, "What the submission cluster learns".
class ToldReasons {
 public:
  /// `names`: lines name the hosts instead of counting them.
  ToldReasons(const GridConfig& config, ClusterId home, Time until, bool names);

  /// To be called before each instant `now` of the run.
  void before(const Simulation& simulation, Time now);
  /// To be called after the last instant.
  ToldLines at_end(const Simulation& simulation);

 private:
  struct Update {
    ClusterId from{};
    Time made{};
  };

  void take_down(const ClusterWorld& world, Time made);

  ClusterId home_;
  bool names_;
  std::vector<Update> updates_;  ///< still to come; the earliest is last
  ToldLines lines_;
};

}  // namespace mcsim::app
