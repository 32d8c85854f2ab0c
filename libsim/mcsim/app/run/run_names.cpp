// Finds jobs, queues, hosts and clusters by name.
#include "mcsim/app/run/run_names.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// The parts of a name before and after the last @; the second is empty if there is no @.
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const auto at = name.rfind('@');
  if (at == std::string::npos) return {name, ""};
  return {name.substr(0, at), name.substr(at + 1)};
}

/// The 4 of `123[4]`; none: it is not of this form.
std::optional<std::int64_t> element_in(const std::string& job) {
  const auto open = job.find('[');
  if (open == job.npos || job.back() != ']') return std::nullopt;
  return read_whole(job.substr(open + 1, job.size() - open - 2));
}

/// The only entry called `name`, which may end with @CLUSTER, in `list(cluster)` of all clusters.
template <class List>
Expected<std::pair<ClusterId, std::size_t>, Diagnostics> find_one(const GridConfig& grid,
                                                                  const std::string& kind,
                                                                  const std::string& name,
                                                                  List&& list) {
  const auto [own, cluster_name] = parts_of(name);
  std::vector<std::pair<ClusterId, std::size_t>> found;
  std::vector<std::string> known;
  const bool says_where = cluster_name.empty() && grid.clusters.size() > 1;
  for (std::size_t cluster = 0; cluster < grid.clusters.size(); ++cluster) {
    if (!cluster_name.empty() && grid.clusters[cluster].name != cluster_name) continue;
    const auto& entries = list(grid.clusters[cluster]);
    for (std::size_t at = 0; at < entries.size(); ++at) {
      known.push_back(entries[at].name +
                      (says_where ? "@" + grid.clusters[cluster].name : std::string()));
      if (entries[at].name == own) found.emplace_back(static_cast<ClusterId>(cluster), at);
    }
  }
  if (found.size() == 1) return found.front();
  if (!cluster_name.empty())
    if (const auto cluster = find_cluster(grid, cluster_name, "--" + kind); !cluster)
      return Unexpected(cluster.error());
  if (found.empty())
    return refusal("--" + kind,
                   "unknown " + kind + " " + in_quotes(own) +
                       known_names(own, std::vector<std::string_view>(known.begin(), known.end())));
  std::string names;
  for (const auto& [cluster, at] : found)
    names += (names.empty() ? "" : ", ") + own + "@" + grid.clusters[index_of(cluster)].name;
  return refusal("--" + kind, "several clusters have a " + kind + " " + in_quotes(own) +
                                  "; say which: " + names);
}

}  // namespace

Expected<ClusterId, Diagnostics> find_cluster(const GridConfig& grid, const std::string& name,
                                              const std::string& option) {
  std::vector<std::string_view> known;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    known.push_back(grid.clusters[at].name);
    if (grid.clusters[at].name == name) return static_cast<ClusterId>(at);
  }
  if (name.empty() && known.size() == 1) return ClusterId{};
  if (name.empty())
    return refusal(option, "the run has several clusters; say which" + known_names({}, known));
  return refusal(option, "unknown cluster " + in_quotes(name) + known_names(name, known));
}

Expected<NamedJob, Diagnostics> find_job(const GridConfig& grid,
                                         const std::vector<SkippedRow>& skipped,
                                         const std::string& name) {
  const auto [own, cluster_name] = parts_of(name);
  const auto element = element_in(own);
  const auto number = read_whole(own.substr(0, own.find('[')));
  if (!number || (!element && own.find('[') != own.npos))
    return refusal("--job", "expected ID, ID[INDEX] or ID@CLUSTER, got " + in_quotes(name));
  if (!cluster_name.empty())
    if (const auto cluster = find_cluster(grid, cluster_name, "--job"); !cluster)
      return Unexpected(cluster.error());
  std::vector<NamedJob> found;
  std::string names;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const ClusterConfig& cluster = grid.clusters[at];
    if (!cluster_name.empty() && cluster.name != cluster_name) continue;
    for (std::size_t job = 0; job < cluster.trace.size(); ++job) {
      const auto index = static_cast<JobIndex>(job);
      if (static_cast<std::int64_t>(cluster.trace[index].id) != *number) continue;
      const std::uint32_t of_array = cluster.arrays.element(index);
      if (!element && of_array > 0)
        return refusal("--job", "job " + own + " is a job array; say which element, as " + own +
                                    "[" + std::to_string(of_array) + "]");
      if (element.value_or(0) != of_array) continue;
      found.push_back({static_cast<ClusterId>(at), index});
      names += (names.empty() ? "" : ", ") + own + "@" + cluster.name;
    }
  }
  if (found.size() == 1) return found.front();
  if (const auto row = std::ranges::find(skipped, *number, &SkippedRow::job_id);
      found.empty() && row != skipped.end())
    return refusal("--job", "job " + own + " was skipped when the scenario was read: " +
                                std::string(name_of(row->reason)) + ", " + row->detail +
                                " (skipped.csv)");
  if (found.empty()) return refusal("--job", "the run has no job " + in_quotes(name));
  return refusal("--job", "several clusters have a job " + own + "; say which: " + names);
}

Expected<NamedQueue, Diagnostics> find_queue(const GridConfig& grid, const std::string& name) {
  const auto found = find_one(grid, "queue", name,
                              [](const ClusterConfig& cluster) -> const std::vector<QueueConfig>& {
                                return cluster.queues;
                              });
  if (!found) return Unexpected(found.error());
  return NamedQueue{found->first, static_cast<QueueId>(found->second)};
}

Expected<NamedHost, Diagnostics> find_host(const GridConfig& grid, const std::string& name) {
  const auto found = find_one(
      grid, "host", name,
      [](const ClusterConfig& cluster) -> const std::vector<HostConfig>& { return cluster.hosts; });
  if (!found) return Unexpected(found.error());
  return NamedHost{found->first, static_cast<HostId>(found->second)};
}

Expected<NamedLeases, Diagnostics> find_leases(const GridConfig& grid, const std::string& name) {
  const auto at = name.find(':');
  if (at == std::string::npos)
    return refusal("--lease", "expected PROVIDER:CONSUMER, got " + in_quotes(name));
  const auto provider = find_cluster(grid, name.substr(0, at), "--lease");
  if (!provider) return Unexpected(provider.error());
  const auto consumer = find_cluster(grid, name.substr(at + 1), "--lease");
  if (!consumer) return Unexpected(consumer.error());
  const bool any = std::ranges::any_of(
      grid.clusters[index_of(*consumer)].hosts,
      [&](const HostConfig& host) { return host.home && host.home->cluster == *provider; });
  if (!any)
    return refusal("--lease",
                   name.substr(0, at) + " never exports hosts to " + name.substr(at + 1));
  return NamedLeases{*provider, *consumer};
}

}  // namespace mcsim::app
