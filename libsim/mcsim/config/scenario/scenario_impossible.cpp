// Jobs that can never start, now that all jobs are known: those of traces, and how many there are
// of each kind.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/scenario_profiles.hpp"
#include "mcsim/config/scenario/scenario_room.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/limit_rows.hpp"

namespace mcsim::config {
namespace {

/// By QueueId: whether a job of so many slots as the cluster allows may be too wide for the queue.
/// Mostly none is, and then nobody looks through the jobs.
std::vector<bool> narrow_queues(const ScenarioDraft& draft, const WorkloadProfile& jobs) {
  const ClusterDraft& cluster = draft.clusters[index_of(jobs.cluster)];
  std::vector<bool> narrow(cluster.config.queues.size());
  for (std::size_t id = 0; id < narrow.size(); ++id) {
    const auto queue = static_cast<QueueId>(id);
    const Slots most = draft.largest_of(jobs.cluster, queue);
    if (cluster.config.queues[id].forwarding.sends()) {
      narrow[id] = !shortage_everywhere(draft, jobs.cluster, queue, jobs.profile, most).empty();
      continue;
    }
    const SpanRoom room =
        span_room(cluster, cluster.config, queue,
                  {.job = jobs.profile,
                   .from = origin_of(cluster.config.hosts[index_of(jobs.profile.from_host)]),
                   .wanted = most});
    narrow[id] = room.one_host || room.ptile > 0 || !room.shortage(most.count()).empty() ||
                 !cluster.config.user_limits.empty();
  }
  return narrow;
}

void check_spans(ScenarioDraft& draft, const WorkloadProfile& jobs, const JsonAt& at) {
  const ClusterDraft& cluster = draft[jobs.cluster];
  if (!cluster.are_hosts_whole() || cluster.config.hosts.empty() ||
      draft.is_baseline(cluster.config.model.dispatch))
    return;
  const std::vector<bool> narrow = narrow_queues(draft, jobs);
  if (std::ranges::find(narrow, true) == narrow.end()) return;
  ProfileReader profiles(draft, jobs.workload);
  std::set<std::tuple<QueueId, Slots, NameId>> seen;  // users matter only where they have limits
  const bool limits_users = !cluster.config.user_limits.empty();
  const Trace& trace = cluster.config.trace;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    if (job.workload == jobs.workload && narrow[index_of(job.queue)] &&
        seen.emplace(job.queue, job.slots, limits_users ? job.user : none<NameId>).second)
      profiles.check(jobs.profile, at, jobs.cluster, job.queue, &job);
  }
}

/// The jobs of one cluster, which are looked through once.
class ImpossibleJobs {
 public:
  ImpossibleJobs(const ScenarioDraft& draft, ClusterId cluster)
      : cluster_(draft.clusters[index_of(cluster)]), counts_(draft.impossible.size()) {
    const auto& profiles = cluster_.profiles.all();
    by_profile_.resize(profiles.size());
    for (std::size_t at = 0; at < draft.impossible.size(); ++at) {
      const JobsLike& jobs = draft.impossible[at];
      for (std::size_t id = 0; id < profiles.size() && jobs.cluster == cluster; ++id)
        if (jobs.is_like(profiles[id])) by_profile_[id].emplace_back(&jobs, at);
    }
  }

  /// By position in ScenarioDraft::impossible.
  std::vector<std::size_t> count() && {
    const Trace& trace = cluster_.config.trace;
    for (std::size_t row = 0; row < trace.size(); ++row) {
      const TraceJob& job = trace[static_cast<JobIndex>(row)];
      for (const auto& [jobs, at] : by_profile_[index_of(job.profile)])
        if (jobs->workload == job.workload && jobs->queues[index_of(job.queue)] &&
            jobs->slots.value_or(job.slots) == job.slots &&
            (!jobs->limit_rows || *jobs->limit_rows == rows_of(job.user)))
          ++counts_[at];
    }
    return std::move(counts_);
  }

 private:
  const std::vector<std::uint32_t>& rows_of(NameId user) {
    const auto [known, is_new] = rows_of_.try_emplace(user);
    if (is_new) known->second = limit_rows(cluster_.config.user_limits, user);
    return known->second;
  }

  const ClusterDraft& cluster_;
  std::map<NameId, std::vector<std::uint32_t>> rows_of_;
  std::vector<std::size_t> counts_;
  std::vector<std::vector<std::pair<const JobsLike*, std::size_t>>> by_profile_;
};

/// One of the scenario's own jobs is where the warning stands. What is said once for a resource
/// is about other jobs, too.
void say(Diagnostic& warning, std::size_t count, bool is_of_trace) {
  if (warning.message.ends_with("(said once)")) return;
  const std::size_t told = warning.loss.count;  // with those of warnings that were not kept
  warning.loss = {.who = "job", .what = "can never start", .count = told + count - 1};
  if (count != 1 || is_of_trace)
    warning.message += " (" + std::to_string(count) + (count == 1 ? " such job)" : " such jobs)");
}

void count_impossible(ScenarioDraft& draft) {
  for (std::size_t id = 0; id < draft.clusters.size() && !draft.impossible.empty(); ++id) {
    const auto cluster = static_cast<ClusterId>(id);
    const auto counts = ImpossibleJobs(draft, cluster).count();
    for (std::size_t at = 0; at < counts.size(); ++at)
      if (const JobsLike& jobs = draft.impossible[at]; jobs.cluster == cluster)
        say(draft.complaints.at(jobs.complaint), counts[at], jobs.workload > 0);
  }
}

}  // namespace

void check_impossible(ScenarioDraft& draft) {
  if (!draft.traces_known) return;
  for_each_object(draft.tree.root, draft.list("workloads"_key), [&](JsonNode&, const JsonAt& at) {
    for (const WorkloadProfile& jobs : draft.of_workloads)
      if (jobs.workload == at.position + 1) check_spans(draft, jobs, at);
  });
  count_impossible(draft);
}

}  // namespace mcsim::config
