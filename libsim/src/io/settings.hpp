// What LSF's configuration says about one cluster, from its checked tree: inline keys, files of a
// configuration directory, and changes are all merged into that tree before.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "scenario_draft.hpp"

namespace mcsim {

/// Reads all that ClusterSettings has from the node of one cluster, with names of users entered in
/// the scenario's table; complains about everything that is wrong with it. `draft[cluster]` gets
/// the names of hosts, queues, groups and applications when it is read for the first time; read
/// again for a change, the hosts and queues must be the same.
ClusterSettings read_settings(ScenarioDraft& draft, ClusterId cluster, const JsonNode& node,
                              const JsonAt& at);

/// What HOSTS, bsub -m and advance reservations name: host[+n], group[+n], all[+n], others[+n],
/// `~`, and ranges. None: complained about, at the member `key` of the object `at`.
std::optional<HostPreferences> read_host_preferences(ScenarioDraft& draft, ClusterId cluster,
                                                     const JsonAt& at, std::string_view key,
                                                     std::string_view text);

/// RES_REQ, bsub -R; quotes around it are dropped. None: complained about, with the mistakes'
/// places in the member `key` of the object `at`; of unknown names only if `all_known`.
std::optional<ResourceRequirement> read_requirement(ScenarioDraft& draft,
                                                    std::span<const ResourceConfig> resources,
                                                    bool all_known, const JsonAt& at,
                                                    std::string_view key, std::string_view text);

/// Warns, at the member `key` of the object `at`, of a requirement that no host of `hosts` can ever
/// satisfy: by what select says of values that do not change, or by more rusage or more slots for
/// span[ptile=n] than there are.
void warn_of_impossible(ScenarioDraft& draft, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        std::string_view key, const HostPreferences& hosts = {});

/// The same of what a job of `queue` asks for together with its application profile and the queue,
/// where none of them could be blamed alone.
void warn_of_impossible_together(ScenarioDraft& draft, const ClusterSettings& settings,
                                 QueueId queue, const JobProfile& job, const JsonAt& at,
                                 std::string_view key);

}  // namespace mcsim
