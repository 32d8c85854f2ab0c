// What jobs ask for beside slots and time, from their keys in a scenario.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/values/scenario_values.hpp"

namespace mcsim::config {

/// Reads profiles. Many jobs ask for the same: equal texts are read once.
class ProfileReader {
 public:
  explicit ProfileReader(ScenarioDraft& draft) : draft_(draft) {}

  /// Of one of `jobs`.
  JobProfile of_job(const JsonNode& node, const JsonAt& at, ClusterId cluster,
                    std::optional<QueueId> queue);
  /// Of all jobs of a workload.
  JobProfile of_workload(const JsonNode& node, const JsonAt& at, ClusterId cluster,
                         std::optional<QueueId> queue);
  /// `profile` of `job` with the hosts that the member `hosts` of `node` names (bmod -m); empty:
  /// none.
  JobProfile with_hosts(JobProfile profile, const JsonNode& node, const JsonAt& at,
                        ClusterId cluster, const TraceJob& job);
  /// Warns where no host of the queue, or none that the job names, can run such jobs.
  void check_queue(const JobProfile& profile, const JsonAt& at, ClusterId cluster, QueueId queue);
  /// Warns where more slots are wanted, together or on one host, than the job's hosts have, or its
  /// user may have.
  void check_span(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                  const TraceJob& job);

 private:
  /// What the hosts of a job depend on; its own requirement and hosts as they are written.
  using Kind = std::tuple<ClusterId, QueueId, ApplicationId, HostId, std::string, std::string>;

  bool can_judge(const ClusterDraft& known) const;
  static Kind kind_of(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                      QueueId queue);

  /// Whether jobs of the queue run only in its own cluster.
  bool stay(ClusterId cluster, std::optional<QueueId> queue) const;
  bool stays(const JobProfile& profile, ClusterId cluster, QueueId queue) const;
  /// Warns where none of the queues that jobs are forwarded to can run such jobs.
  void check_targets(const JobProfile& profile, const JsonAt& at, ClusterId cluster, QueueId queue);
  void read_common(JobProfile& profile, const JsonNode& node, const JsonAt& at, ClusterId cluster,
                   std::optional<QueueId> queue);
  ApplicationId application(const JsonAt& at, const std::string& name, ClusterId cluster);
  const ResourceRequirement& requirement(const JsonAt& at, const std::string& text,
                                         ClusterId cluster, bool stays);
  const std::optional<HostPreferences>& hosts(const JsonAt& at, const std::string& text,
                                              ClusterId cluster, std::optional<QueueId> queue);
  std::int32_t priority(const JsonNode& node, const JsonAt& at, ClusterId cluster);
  std::vector<std::int32_t> exit_codes(const JsonAt& at, const std::string& text);

  ScenarioDraft& draft_;
  std::map<std::pair<ClusterId, std::string>, ResourceRequirement, std::less<>> requirements_;
  std::map<std::tuple<ClusterId, std::optional<QueueId>, std::string>,
           std::optional<HostPreferences>, std::less<>>
      hosts_;
  std::set<std::pair<ClusterId, std::string>, std::less<>> warned_;  ///< of requirements
  std::set<Kind> checked_;
  /// With the user and the slots, where these matter.
  using RoomKind = std::tuple<Kind, NameId, Slots>;
  std::map<RoomKind, SpanRoom> rooms_;
  std::set<std::pair<RoomKind, Slots>> told_of_room_;
};

}  // namespace mcsim::config
