// What the user may change in a scenario without editing the file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/policy/parameters.hpp"

namespace mcsim::trace {
class SwfCache;
}  // namespace mcsim::trace

namespace mcsim::config {

/// As options of the command line.
struct ScenarioChoices {
  std::vector<std::string> sets;    ///< "PATH=VALUE", in order
  bool takes_sets = true;           ///< the command has --set, which complaints may recommend
  bool takes_programs = false;      ///< the command has --policy, the same
  std::vector<std::string> varied;  ///< the same of one variant; they win over all else
  bool by_weeks = false;  ///< long traces are resampled by weeks where `resample` is not given
  std::optional<std::string> seed;       ///< as typed: a whole number
  trace::SwfCache* traces = nullptr;     ///< of traces that are read more than once; none: no cache
  std::optional<std::string> until;      ///< as typed: a duration with its unit, "30d"
  std::vector<std::string> dispatch;     ///< the names that model.dispatch may have
  std::vector<std::string> baselines;    ///< those of them that imply interval 0
  std::vector<std::string> order;        ///< of model.baseline.order; empty: built-in
  std::vector<std::string> pool_decay;   ///< of model.pool_decay; empty: built-in
  std::vector<std::string> pool_shares;  ///< of model.pool_shares; empty: built-in
  std::vector<std::string> fairshare_decay;     ///< of model.fairshare_decay; empty: built-in
  std::vector<std::string> fairshare_priority;  ///< of model.fairshare_priority; empty: built-in
  std::vector<std::string> forward;        ///< those that model.forward_policy may have; empty: any
  std::vector<std::string> lease_dealing;  ///< of model.lease_dealing; empty: built-in
  std::vector<std::string> lease_reclaim;  ///< of model.lease_reclaim; empty: built-in
  std::vector<std::string> host_order;     ///< of model.host_order; empty: built-in
  std::vector<std::string> victims;        ///< of model.victims; empty: built-in
  /// Of policies that have some, by the key of `model` that names them, and their names.
  std::map<std::pair<std::string, std::string>, std::vector<PolicyParameter>> parameters;

  const std::vector<PolicyParameter>& parameters_of(std::string_view key,
                                                    const std::string& policy) const {
    static const std::vector<PolicyParameter> nothing;
    const auto found = parameters.find({std::string(key), policy});
    return found == parameters.end() ? nothing : found->second;
  }
};

}  // namespace mcsim::config
