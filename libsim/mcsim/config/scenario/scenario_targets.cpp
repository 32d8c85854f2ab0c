// What faults and actions aim at.
#include "mcsim/config/scenario/scenario_targets.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "mcsim/config/scenario/scenario_arrays.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {

std::optional<Target> Targets::find(const JsonNode& node, const JsonAt& at, std::string_view key) {
  const auto written = Fields(node).text(key);
  if (!written || draft_.clusters.empty()) return std::nullopt;
  if (key == "job"_key) return find_job(node, at, key, *written);
  const auto split = written->rfind('@');
  const std::string name = written->substr(0, split);
  const std::optional<std::string> cluster =
      split == std::string::npos ? std::nullopt : std::optional(written->substr(split + 1));
  return find(node, at, key, key, name, cluster);
}

std::optional<Target> Targets::find_job(const JsonNode& node, const JsonAt& at,
                                        std::string_view key, std::string_view written) {
  const auto split = written.rfind('@');
  const std::string_view job = written.substr(0, split);
  const std::string name(job.substr(0, job.find('[')));
  if (!read_whole(name)) {
    draft_.complaints.error(
        at, key, "expected a job: ID or ID@CLUSTER, got " + in_quotes(std::string(written)));
    return std::nullopt;
  }
  const std::optional<std::string> cluster =
      split == std::string::npos ? std::nullopt
                                 : std::optional(std::string(written.substr(split + 1)));
  auto target = find(node, at, key, "job", name, cluster);
  if (!target || target->is_skipped_job) return target;
  const ArrayTable& arrays = draft_[target->cluster].config.arrays;
  target->array = arrays.of(target->row);
  if (job.find('[') == job.npos) return target;
  if (target->array == none<ArrayId>) {
    draft_.complaints.error(at, key, "job " + name + " is no job array");
    return std::nullopt;
  }
  auto elements = read_elements(draft_, at, key, job, arrays[target->array]);
  if (!elements) return std::nullopt;
  target->elements = std::make_shared<const ArrayIndices>(*std::move(elements));
  return target;
}

std::vector<Target> Targets::find_hosts(const JsonNode& node, const JsonAt& at,
                                        std::string_view key) {
  const auto written = Fields(node).text(key);
  if (!written || draft_.clusters.empty()) return {};
  const auto split = written->rfind('@');
  const auto names = expand_hosts(std::string_view(*written).substr(0, split));
  if (!names) {
    draft_.complaints.error(at, key,
                            "expected a host, or hosts as a[1-4], got " + in_quotes(*written));
    return {};
  }
  const std::optional<std::string> cluster =
      split == std::string::npos ? std::nullopt : std::optional(written->substr(split + 1));
  std::vector<Target> found;
  for (const std::string& name : *names)
    if (const auto target = find(node, at, key, "host", name, cluster)) found.push_back(*target);
  return found;
}

std::optional<Target> Targets::find(const JsonNode& node, const JsonAt& at, std::string_view key,
                                    std::string_view kind, const std::string& name,
                                    const std::optional<std::string>& cluster) {
  const auto said = Fields(node).text("cluster"_key);
  if (!cluster && !said) return anywhere(at, key, kind, name);
  const auto place = cluster ? draft_.find_cluster(at, key, *cluster)
                             : draft_.find_cluster(at, "cluster"_key, *said);
  if (!place) return std::nullopt;
  const auto target = in_cluster(name, kind, *place);
  if (!target) complain_unknown(at, key, kind, name, place);
  return target;
}

std::optional<Target> Targets::anywhere(const JsonAt& at, std::string_view key,
                                        std::string_view kind, const std::string& name) {
  std::optional<Target> found;
  for (std::size_t i = 0; i < draft_.clusters.size(); ++i) {
    const auto target = in_cluster(name, kind, static_cast<ClusterId>(i));
    if (target && found) {
      std::string text(kind);
      text.append(" ").append(name).append(" is in several clusters; write ").append(name);
      draft_.complaints.error(at, key, text + "@CLUSTER");
      return std::nullopt;
    }
    if (target) found = target;
  }
  if (!found) complain_unknown(at, key, kind, name, std::nullopt);
  return found;
}

std::optional<Target> Targets::in_cluster(const std::string& name, std::string_view kind,
                                          ClusterId cluster) {
  const ClusterDraft& known = draft_[cluster];
  Target target{.cluster = cluster};
  if (kind == "job") return job_in_cluster(static_cast<JobId>(*read_whole(name)), cluster);
  if (kind == "host") {
    const auto found = known.hosts.find(name);
    // A borrowed host is named by its home cluster.
    if (found == known.hosts.end() || name.find('@') != name.npos) return std::nullopt;
    target.host = found->second;
    return target;
  }
  const auto found = known.queues.find(name);
  if (found == known.queues.end()) return std::nullopt;
  target.queue = found->second;
  return target;
}

std::optional<Target> Targets::job_in_cluster(JobId id, ClusterId cluster) {
  list_jobs();
  const auto& jobs = jobs_[index_of(cluster)];
  const auto found = std::ranges::lower_bound(jobs, id, {}, &Job::id);
  if (found == jobs.end() || found->id != id) return std::nullopt;
  Target target{.cluster = cluster};
  target.job = id;
  target.row = found->row;
  target.is_skipped_job = found->is_skipped;
  return target;
}

std::vector<std::string> Targets::known(std::string_view kind,
                                        std::optional<ClusterId> cluster) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < draft_.clusters.size(); ++i) {
    if (cluster && index_of(*cluster) != i) continue;
    const ClusterDraft& one = draft_.clusters[i];
    for (const auto name : kind == "host" ? names_of(one.hosts) : names_of(one.queues))
      if (name.find('@') == name.npos) names.emplace_back(name);
  }
  return names;
}

void Targets::complain_unknown(const JsonAt& at, std::string_view key, std::string_view kind,
                               const std::string& name, std::optional<ClusterId> cluster) {
  bool names_known = draft_.names_known && (kind != "job" || draft_.traces_known);
  for (const ClusterDraft& one : draft_.clusters)
    names_known = names_known && (kind == "queue" || !one.may_be_host(name)) &&
                  (kind == "host" || !one.may_be_queue(name));
  if (!names_known) return;
  if (draft_.complaints.is_full()) return draft_.complaints.error(at, key, {});
  std::string text =
      "unknown " + std::string(kind) + " " + (kind == "job" ? name : in_quotes(name));
  if (cluster) text += " in " + draft_[*cluster].config.name;
  const auto names = kind == "job" ? std::vector<std::string>{} : known(kind, cluster);
  text += known_names(name, std::vector<std::string_view>(names.begin(), names.end()));
  draft_.complaints.error(at, key, std::move(text));
}

void Targets::list_jobs() {
  if (!jobs_.empty()) return;
  jobs_.resize(draft_.clusters.size());
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    const Trace& trace = draft_.clusters[i].config.trace;
    for (std::size_t row = 0; row < trace.size(); ++row) {
      const auto index = static_cast<JobIndex>(row);
      jobs_[i].push_back({trace[index].id, index, false});
    }
  }
  for (const SkippedJob& job : draft_.skipped_jobs)
    jobs_[index_of(job.cluster)].push_back({job.id, none<JobIndex>, true});
  for (auto& jobs : jobs_)
    std::ranges::sort(jobs, {},
                      [](const Job& job) { return std::tuple(job.id, job.is_skipped, job.row); });
}

}  // namespace mcsim::config
