// What jobs ask for beside slots and time, from their keys in a scenario.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/model/limit_rows.hpp"

namespace mcsim::config {

/// Why a job can never start; none: it may.
using MaybeCause = std::optional<ImpossibleJobs::Cause>;

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
  /// Why such a job, which stands at `at`, can never start: by any settings that its cluster ever
  /// has, and as long as nobody moves it.
  MaybeCause cause(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                   const TraceJob& job);
  /// The same of all jobs of the queue, of any slots and user.
  MaybeCause cause(const JobProfile& profile, const JsonAt& at, ClusterId cluster, QueueId queue);
  /// The same in all queues that forward no jobs: by what it asks for itself.
  MaybeCause cause_of_wish(const JobProfile& profile, ClusterId cluster);
  /// Whether jobs of the queue run only in its own cluster.
  bool stay(ClusterId cluster, std::optional<QueueId> queue) const;

 private:
  MaybeCause find_cause(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                        QueueId queue);
  MaybeCause note(ClusterId cluster, std::string_view key, const std::string& text,
                  const std::string& of = {});
  MaybeCause check_rules(const JobProfile& profile, ClusterId cluster, QueueId queue, bool of_span);
  MaybeCause check_targets(const JobProfile& profile, ClusterId cluster, QueueId queue);
  MaybeCause check_span(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                        const TraceJob& job);
  /// What the hosts of a job depend on; its own requirement as it is written.
  using Kind = std::tuple<ClusterId, QueueId, ApplicationId, HostId, std::string,
                          std::optional<HostPreferences>>;

  bool can_judge(const ClusterDraft& known) const;
  static Kind kind_of(const JobProfile& profile, ClusterId cluster, QueueId queue);

  bool stays(const JobProfile& profile, ClusterId cluster, QueueId queue) const;
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
  std::map<std::pair<ClusterId, std::string>, MaybeCause, std::less<>> of_wishes_;
  std::map<Kind, MaybeCause> checked_;
  /// With the rows of lsb.users for the user, those of section Limit, and with the slots where
  /// these matter.
  using RoomKind = std::tuple<Kind, std::vector<std::uint32_t>, std::vector<std::uint32_t>, Slots>;
  std::map<RoomKind, SpanRoom> rooms_;
  /// Whether what is left for a job depends on how many slots it wants: looks at all hosts once.
  std::map<ClusterId, bool> do_slots_matter_;
  std::map<ClusterId, LimitRows> limit_rows_;
  std::map<std::pair<RoomKind, Slots>, MaybeCause> short_of_room_;
};

}  // namespace mcsim::config
