// What jobs ask for beside slots and time, from their keys in a scenario.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "scenario_draft.hpp"
#include "scenario_values.hpp"

namespace mcsim {

/// Reads profiles. Jobs are many and their wishes few: equal texts are read once.
class ProfileReader {
 public:
  explicit ProfileReader(ScenarioDraft& draft) : draft_(draft) {}

  /// Of one of `jobs`.
  JobProfile of_job(const JsonNode& node, const JsonAt& at, ClusterId cluster);
  /// Of all jobs of a workload.
  JobProfile of_workload(const JsonNode& node, const JsonAt& at, ClusterId cluster);
  /// Warns where no host of the queue can run such jobs.
  void check_queue(const JobProfile& profile, const JsonAt& at, ClusterId cluster, QueueId queue);

 private:
  template <class Value>
  using Cache = std::map<std::pair<ClusterId, std::string>, Value, std::less<>>;

  void read_common(JobProfile& profile, const JsonNode& node, const JsonAt& at, ClusterId cluster);
  ApplicationId application(const JsonAt& at, const std::string& name, ClusterId cluster);
  const ResourceRequirement& requirement(const JsonAt& at, const std::string& text,
                                         ClusterId cluster);
  const std::optional<HostPreferences>& hosts(const JsonAt& at, const std::string& text,
                                              ClusterId cluster);
  std::vector<std::int32_t> exit_codes(const JsonAt& at, const std::string& text);

  ScenarioDraft& draft_;
  Cache<ResourceRequirement> requirements_;
  Cache<std::optional<HostPreferences>> hosts_;
  std::set<std::tuple<ClusterId, QueueId, ApplicationId, HostId, std::string>> checked_;
};

}  // namespace mcsim
