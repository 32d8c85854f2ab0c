// What the user may change in a scenario without editing the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// As options of the command line.
struct ScenarioChoices {
  std::vector<std::string> sets;         ///< "PATH=VALUE", in order
  std::vector<std::string> varied;       ///< the same of one variant; they win over all else
  std::optional<std::string> seed;       ///< as typed: a whole number
  std::optional<std::string> until;      ///< as typed: a duration with its unit, "30d"
  std::vector<std::string> dispatch;     ///< the names that model.dispatch may have
  std::vector<std::string> baselines;    ///< those of them that imply interval 0
  std::vector<std::string> order;        ///< of model.baseline.order; empty: built-in
  std::vector<std::string> pool_decay;   ///< of model.pool_decay; empty: built-in
  std::vector<std::string> pool_shares;  ///< of model.pool_shares; empty: built-in
  std::vector<std::string> forward;      ///< those that model.forward_policy may have; empty: any
};

}  // namespace mcsim::config
