// What jobs ask for beside slots and time, from their keys in a scenario.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/values/scenario_values.hpp"

namespace mcsim::config {

/// Reads profiles. Many jobs ask for the same: equal texts are read once.
class ProfileReader {
 public:
  /// Of the jobs of one workload, by default of that which is read next.
  explicit ProfileReader(ScenarioDraft& draft)
      : ProfileReader(draft, static_cast<std::uint16_t>(draft.scenario.workloads.size())) {}
  ProfileReader(ScenarioDraft& draft, std::uint16_t workload)
      : draft_(draft), workload_(workload) {}

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
  /// Warns where no host of the queue, or none that the job names, can run such jobs; with a `job`,
  /// of which slots and user count, where it wants more slots, together or on one host, than its
  /// hosts have or its user may have. How many jobs it is about is said once they are counted.
  void check(const JobProfile& profile, const JsonAt& at, ClusterId cluster, QueueId queue,
             const TraceJob* job = nullptr);

 private:
  void check_queue(const JobProfile& profile, const JsonAt& at, ClusterId cluster, QueueId queue);
  void check_span(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                  const TraceJob& job);
  /// Why a job of a queue that forwards none, or one that does, can never have its slots; empty: it
  /// may, or it has been said.
  std::string shortage_at_home(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                               const TraceJob& job);
  std::string shortage_if_sent(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                               const TraceJob& job);
  void have_counted(std::size_t before, JobsLike jobs);
  /// What the hosts of a job depend on; its own requirement and hosts as they are written.
  using Kind = std::tuple<ClusterId, QueueId, ApplicationId, HostId, std::string, std::string>;

  bool can_judge(const ClusterDraft& known) const;
  static Kind kind_of(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                      QueueId queue);

  /// Whether jobs of the queue run only in its own cluster.
  bool stay(ClusterId cluster, std::optional<QueueId> queue) const;
  bool stays(const JobProfile& profile, ClusterId cluster, QueueId queue) const;
  std::vector<bool> queues_that_stay(ClusterId cluster) const;
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
  std::uint16_t workload_;
  std::map<std::pair<ClusterId, std::string>, ResourceRequirement, std::less<>> requirements_;
  std::map<std::tuple<ClusterId, std::optional<QueueId>, std::string>,
           std::optional<HostPreferences>, std::less<>>
      hosts_;
  std::set<std::pair<ClusterId, std::string>, std::less<>> warned_;  ///< of requirements
  std::set<Kind> checked_;
  /// With the rows of lsb.users for the user, and with the slots where these matter.
  using RoomKind = std::tuple<Kind, std::vector<std::uint32_t>, Slots>;
  std::map<RoomKind, SpanRoom> rooms_;
  std::set<std::pair<RoomKind, Slots>> told_of_room_;
};

}  // namespace mcsim::config
