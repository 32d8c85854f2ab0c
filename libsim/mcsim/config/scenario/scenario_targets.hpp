// What faults and actions aim at: HOST@CLUSTER, QUEUE@CLUSTER, ID@CLUSTER, or the bare name where
// it is unique.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// A host, a queue or a job, and its cluster.
struct Target {
  ClusterId cluster{};
  HostId host{};
  QueueId queue{};
  JobId job{};
  JobIndex row{};  ///< of the job in its cluster's trace; of an array its first element
  ArrayId array = none<ArrayId>;
  std::shared_ptr<const ArrayIndices> elements{};  ///< that are named; null: all
  bool is_skipped_job = false;  ///< there is such a job, but it is never submitted
};

class Targets {
 public:
  explicit Targets(ScenarioDraft& draft) : draft_(draft) {}

  /// What the member `key` ("host", "queue" or "job") of the object `at` names; a bare name is
  /// looked up in its `cluster`, where it has one. None: complained about, here or before.
  std::optional<Target> find(const JsonNode& node, const JsonAt& at, std::string_view key);
  /// The job of this name; `key`: the member that it stands in.
  std::optional<Target> find_job(const JsonNode& node, const JsonAt& at, std::string_view key,
                                 std::string_view written);
  /// The hosts that the member `key` names: `a[1-4]@C1` are four. Those that were complained about
  /// are left out.
  std::vector<Target> find_hosts(const JsonNode& node, const JsonAt& at, std::string_view key);

 private:
  std::optional<Target> find(const JsonNode& node, const JsonAt& at, std::string_view key,
                             std::string_view kind, const std::string& name,
                             const std::optional<std::string>& cluster);
  std::optional<Target> in_cluster(const std::string& name, std::string_view kind,
                                   ClusterId cluster);
  std::optional<Target> job_in_cluster(JobId id, ClusterId cluster);
  std::optional<Target> anywhere(const JsonAt& at, std::string_view key, std::string_view kind,
                                 const std::string& name);
  std::vector<std::string> known(std::string_view kind, std::optional<ClusterId> cluster) const;
  void complain_unknown(const JsonAt& at, std::string_view key, std::string_view kind,
                        const std::string& name, std::optional<ClusterId> cluster);
  void list_jobs();

  struct Job {
    JobId id;
    JobIndex row;
    bool is_skipped;
  };
  ScenarioDraft& draft_;
  std::vector<std::vector<Job>> jobs_;  ///< of each cluster, sorted; made when first asked for
};

}  // namespace mcsim::config
