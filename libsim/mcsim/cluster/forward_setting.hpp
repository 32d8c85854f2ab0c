// What a setting of MC_PLUGIN_SCHEDULE_ENHANCE means to a submission cluster.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::cluster {

/// Who chooses the receive queue: a name in the registry; an empty one means NOT_DEFINED.
const std::string& forward_policy_of(const ClusterSettings& settings);
/// Whether a policy reads all counters of queues, the slots of hosts, or no reports. Source:
/// docs/rules/lsf.md, 2.1, 2.3.
bool reads_counters(std::string_view policy);
bool reads_hosts(std::string_view policy);
ForwardKnowledge asked_by(std::string_view policy);
/// The name of the random stream ForwardView::stream.
std::string forward_stream(std::string_view cluster, std::string_view send_queue);

}  // namespace mcsim::cluster
