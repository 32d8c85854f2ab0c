// Which counters each value of MC_PLUGIN_SCHEDULE_ENHANCE reads.
#include "mcsim/cluster/forward_setting.hpp"

#include "mcsim/policy/forward_baselines.hpp"
#include "mcsim/policy/forward_settings.hpp"

namespace mcsim::cluster {

const std::string& forward_policy_of(const ClusterSettings& settings) {
  static const std::string not_defined(NotDefined::name);
  const std::string& policy = settings.params.forwarding.policy;
  return policy.empty() ? not_defined : policy;
}
bool reads_hosts(std::string_view policy) { return policy == RemoteResource::name; }
bool reads_counters(std::string_view policy) {
  return !policy.empty() && policy != NotDefined::name && policy != NoForwarding::name &&
         !reads_hosts(policy);
}

ForwardKnowledge asked_by(std::string_view policy) {
  return reads_counters(policy) ? ForwardKnowledge::counters
         : reads_hosts(policy)  ? ForwardKnowledge::hosts
                                : ForwardKnowledge::room;
}

std::string forward_stream(std::string_view cluster, std::string_view send_queue) {
  return std::string(cluster) + "/forward/" + std::string(send_queue);
}

}  // namespace mcsim::cluster
