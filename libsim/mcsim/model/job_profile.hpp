// What jobs may ask for besides slots and time. Few jobs differ in it, so equal jobs share one
// profile.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/queue_config.hpp"
#include "mcsim/model/requirement.hpp"

namespace mcsim::model {

/// A row of ClusterConfig::profiles.
enum class ProfileId : std::uint32_t {};
/// A row of ClusterSettings::applications.
enum class ApplicationId : std::uint16_t {};

struct JobProfile {
  NameId group = none<NameId>;    ///< bsub -G
  NameId project = none<NameId>;  ///< bsub -P; none: DEFAULT_PROJECT of where it is submitted
  ApplicationId application = none<ApplicationId>;
  ResourceRequirement res_req{};           ///< bsub -R
  std::optional<HostPreferences> hosts{};  ///< bsub -m
  HostId from_host{};                      ///< where it is submitted from: ClusterSettings::type_of
  bool exclusive = false;                  ///< bsub -x
  bool rerunnable = false;                 ///< bsub -r
  bool overuse = false;                    ///< may run longer than it asks for itself
  std::int32_t priority = 0;               ///< bsub -sp
  std::int32_t most_slots = 0;             ///< bsub -n min,max; 0: as many as it needs
  std::int64_t memory = 0;                 ///< what it uses, in KB
  Duration cpu_limit{-1};                  ///< bsub -c, CPU time; negative: none
  std::int64_t mem_limit = -1;             ///< bsub -M in KB; negative: none
  std::vector<std::int32_t> exit_codes{};  ///< of its executions; the last one repeats; empty: 0
  std::int32_t init_failures = 0;     ///< starts that fail in the cluster that it was forwarded to
  std::int32_t preexec_failures = 0;  ///< pre-execution commands that fail, in any cluster

  bool operator==(const JobProfile&) const = default;
};

}  // namespace mcsim::model
