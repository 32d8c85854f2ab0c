// What LSF's configuration says about one cluster, from its checked tree: inline keys, files of a
// configuration directory, and changes are all merged into that tree beforehand.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/model/idle_host.hpp"

namespace mcsim::config {

/// Reads all that ClusterSettings has from the node of one cluster, with names of users entered in
/// the scenario's table; complains about everything that is wrong with it. `draft[cluster]` gets
/// the names of hosts, queues, groups and applications when it is read for the first time; when it
/// is read again for a change, the hosts and queues must be the same.
ClusterSettings read_settings(ScenarioDraft& draft, ClusterId cluster, const JsonNode& node,
                              const JsonAt& at);

/// Reads SNDJOBS_TO and RCVJOBS_FROM of all queues, now that all clusters are known. `settings`: as
/// read_settings() has read them from the same node.
void read_edges(ScenarioDraft& draft, ClusterId cluster, ClusterSettings& settings,
                const JsonNode& node, const JsonAt& at);

/// Checks what export policies require of their consumers, now that all clusters are known.
/// `settings`: as for read_edges().
void check_consumers(ScenarioDraft& draft, ClusterId cluster, const ClusterSettings& settings,
                     const JsonNode& node, const JsonAt& at);

/// What bsub -m names: host[+n], group[+n], all[+n], others[+n], `~`, and ranges; all and others
/// are hosts of `queue`, where that is known. None: complained about, at the member `key` of the
/// object `at`.
std::optional<HostPreferences> read_host_preferences(ScenarioDraft& draft, ClusterId cluster,
                                                     std::optional<QueueId> queue, const JsonAt& at,
                                                     std::string_view key, std::string_view text);

/// What USERS of queues and limits, and `users` of advance reservations name: users, groups, all,
/// and `~`. None: complained about, at the member `key` of the object `at`. `none_left`: what is
/// lost where nobody is left.
std::optional<UserList> read_users(ScenarioDraft& draft, const ClusterDraft& names,
                                   const JsonAt& at, std::string_view key, std::string_view text,
                                   const Loss& none_left = {});

/// RES_REQ, bsub -R; quotes around it are dropped. None: complained about, with the mistakes'
/// places in the member `key` of the object `at`; of unknown names only if `all_known`.
std::optional<ResourceRequirement> read_requirement(ScenarioDraft& draft,
                                                    std::span<const ResourceConfig> resources,
                                                    bool all_known, const JsonAt& at,
                                                    std::string_view key, std::string_view text);

/// Whether the requirement names a resource in a line of ResourceMap that could not be read.
bool asks_for_lost(const KnownNames& names, const ClusterSettings& settings,
                   const ResourceRequirement& requirement);

/// Why no host can ever satisfy a requirement.
struct Impossibility {
  std::string text{};
  std::string cause{};                ///< the same of others, which may ask for more, or less
  ResourceId use = none<ResourceId>;  ///< that is reserved; none: it is select that cannot hold
  /// "CLUSTER RESOURCE", where it is that no host says how much it has of the resource.
  std::string unsaid{};
};
/// Why no host of `hosts` can ever satisfy a requirement: by what select says at best, however jobs
/// come and go, or by more rusage than there is. `names`: of the cluster.
std::vector<Impossibility> impossibilities(const ClusterDraft& names,
                                           const ClusterSettings& settings,
                                           const ResourceRequirement& requirement,
                                           const HostPreferences& hosts = {});
/// Warns of that where `rule`, which is noted in `names`, says it: in RES_REQ of the object `at`.
void warn_of_impossible(ScenarioDraft& draft, ClusterDraft& names, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        ImpossibleRule rule, const HostPreferences& hosts = {});
/// The same for span[ptile=n] with more slots than any host has.
void warn_of_wide_ptile(ScenarioDraft& draft, ClusterDraft& names, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        ImpossibleRule rule, const HostPreferences& hosts = {});
/// The most slots that one of these hosts has.
std::int32_t most_slots_of_host(const ClusterSettings& settings, const HostPreferences& hosts);

/// The slots of the hosts on which a job can ever run, in all and by what span[], same[] and
/// RemoteClusters ask for.
struct SpanRoom {
  bool one_host = false;
  std::int32_t ptile = 0;
  /// Of each host the most slots that it ever has for the job, descending; in one group those that
  /// it may have together.
  std::vector<std::vector<std::int32_t>> groups{};
  std::string apart{};               ///< why there are several groups: ", by same[model]"
  std::string cut_by{};              ///< what takes most of what they have: "JL/U of the hosts"
  std::string cut_on_widest{};       ///< the same of the host that has most
  std::int32_t together = no_limit;  ///< of the limits of queue, pool and user the least
  std::string limit{};               ///< which of them: "QJOB_LIMIT of its queue"

  /// Why a job of `wanted` slots can never start; empty: it may.
  std::string shortage(std::int32_t wanted) const;

 private:
  using Group = std::vector<std::int32_t>;
  bool holds(const Group& group, std::int32_t wanted) const;
  /// Over all groups.
  std::int64_t most_of(const std::function<std::int64_t(const Group&)>& measure) const;
  std::string shortage_of_hosts(std::int32_t wanted) const;
  std::string shortage_of_tiles(std::int32_t wanted) const;
};
/// A job, as far as that decides how many slots it can ever have.
struct SpanAsker {
  const JobProfile& job;
  HostOrigin from;                          ///< the host that it is submitted from
  Slots wanted{1};                          ///< which matters to what it takes of shared resources
  std::vector<std::uint32_t> limit_rows{};  ///< of lsb.users, for its user
  std::vector<std::uint32_t> sections{};    ///< of section Limit, that take it
};
/// `settings`: the first ones of the cluster, or of a change.
SpanRoom span_room(const ClusterDraft& cluster, const ClusterSettings& settings, QueueId queue,
                   const SpanAsker& asker);

/// The host or client that a job is submitted from.
inline HostOrigin origin_of(const ClusterSettings& settings, HostId from) {
  return {settings.type_of(from), settings.model_of(from)};
}

/// Why no host can ever satisfy what a job of `queue`, its application profile and the queue ask
/// for together, where each of them alone is possible; empty: some host may.
std::string impossible_together(const ClusterDraft& cluster, QueueId queue, const JobProfile& job);
/// The same for the hosts that the job's own key `hosts` names, where other hosts would do.
std::string impossible_hosts(const ClusterDraft& cluster, QueueId queue, const JobProfile& job);
/// Whether some host of `queue` can satisfy all three, if the job comes from a host like `from`.
bool is_ever_possible(const ClusterDraft& cluster, QueueId queue, const JobProfile& job,
                      const HostOrigin& from);

}  // namespace mcsim::config
