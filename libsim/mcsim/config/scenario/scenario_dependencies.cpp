// Jobs that come after others: from their numbers to their rows.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/rows_by_number.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

/// From the numbers of jobs that come after others to their rows.
class DependencyReader {
 public:
  explicit DependencyReader(ScenarioDraft& draft) : draft_(draft) {}

  void read() {
    for_each_object(
        draft_.tree.root, draft_.list("workloads"_key), [&](JsonNode&, const JsonAt& at) {
          if (at.position + 1 < draft_.scenario.workloads.size())  // 0: the scenario's own jobs
            read(std::exchange(draft_.scenario.workloads[at.position + 1].dependencies, {}), at);
        });
    for (ClusterDraft& cluster : draft_.clusters)
      std::ranges::sort(cluster.config.dependencies, {}, &JobDependency::job);
  }

 private:
  void read(const std::vector<NamedDependency>& dependencies, const JsonAt& at) {
    std::uint64_t unknown = 0;
    std::uint64_t later = 0;
    for (const NamedDependency& one : dependencies) {
      ClusterConfig& config = draft_[one.cluster].config;
      const RowsByNumber& rows = rows_of(one.cluster);
      const auto job = rows.find(one.job);
      const auto preceding = rows.find(one.preceding);
      if (!preceding || config.trace[*preceding].workload != config.trace[*job].workload)
        ++unknown;
      else if (*preceding >= *job)
        ++later;
      else
        config.dependencies.push_back({*job, *preceding, one.think});
    }
    warn(at, unknown, "not replayed, or in another cluster");
    warn(at, later, "not submitted before");
  }

  const RowsByNumber& rows_of(ClusterId cluster) {
    const auto found = rows_.find(cluster);
    if (found != rows_.end()) return found->second;
    return rows_.emplace(cluster, RowsByNumber(draft_[cluster].config.trace)).first->second;
  }

  void warn(const JsonAt& at, std::uint64_t count, const std::string& what) {
    if (count == 0) return;
    const bool one = count == 1;
    draft_.complaints.warning(
        at, "file"_key,
        std::to_string(count) +
            (one ? " job does not wait for its preceding job (field 17), which is "
                 : " jobs do not wait for their preceding jobs (field 17), which are ") +
            what,
        {.who = "job", .what = "loses a dependency", .count = static_cast<std::size_t>(count)});
  }

  ScenarioDraft& draft_;
  std::map<ClusterId, RowsByNumber> rows_;
};

}  // namespace

void read_dependencies(ScenarioDraft& draft) { DependencyReader(draft).read(); }

}  // namespace mcsim::config
