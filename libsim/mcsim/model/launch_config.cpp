// Finds how a job is launched.
#include "mcsim/model/launch_config.hpp"

#include <algorithm>

namespace mcsim::model {
namespace {

template <class Key>
std::optional<LaunchRules::Row> row_of(const std::map<Key, LaunchRules::Row>& rows,
                                       const Key& key) {
  const auto found = rows.find(key);
  return found == rows.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

double LaunchProfile::slowness(HostId host) const {
  const auto found = std::ranges::lower_bound(slow_hosts, host, {}, &SlowHost::host);
  return found != slow_hosts.end() && found->host == host ? found->factor : 1.0;
}

const LaunchProfile* LaunchRules::find(HomeJob job, ApplicationId application, QueueId queue,
                                       Slots slots) const {
  if (const auto row = row_of(of_job, job)) return &profiles[*row];
  auto row = row_of(of_application, application);
  if (!row) row = row_of(of_queue, queue);
  if (!row) row = of_others;
  return row && slots >= least_slots[*row] ? &profiles[*row] : nullptr;
}

}  // namespace mcsim::model
