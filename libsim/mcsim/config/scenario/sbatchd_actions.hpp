// Sbatchds that people shut down and start up again: hshutdown and hstartup.
#pragma once

#include <string>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Collects the actions of all clusters. An sbatchd that is shut down is back with the next
/// hstartup of its host, which also ends its faults.
class SbatchdActions {
 public:
  explicit SbatchdActions(ScenarioDraft& draft) : draft_(draft) {}

  void add(ClusterId cluster, HostId host, Time at, bool starts, const JsonAt& where);
  /// Puts what comes of them into the timelines. Faults are there already.
  void close();

 private:
  struct Action {
    std::size_t number = 0;  ///< as the scenario has them
    ClusterId cluster{};
    HostId host{};
    Time at{};
    bool starts = false;
    JsonPlace place{};
    std::string pointer{};
  };
  bool end_faults(const Action& startup);

  ScenarioDraft& draft_;
  std::vector<Action> all_;
};

}  // namespace mcsim::config
