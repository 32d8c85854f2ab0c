// Jobs that can never start, now that all jobs are known: those of traces, and how many there are.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/scenario/scenario_profiles.hpp"
#include "mcsim/config/scenario/scenario_room.hpp"
#include "mcsim/config/scenario/scenario_told_jobs.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

/// Whether a job of so many slots as the cluster allows may never start in the queue. Mostly it
/// may, and then nobody looks through the jobs.
bool is_narrow(const ScenarioDraft& draft, ProfileReader& profiles, ClusterId id,
               const JobProfile& profile, QueueId queue, const JsonAt& at) {
  const ClusterDraft& cluster = draft.clusters[index_of(id)];
  if (profiles.cause(profile, at, id, queue).has_value()) return true;
  const Slots most = draft.largest_of(id, queue);
  if (cluster.config.queues[index_of(queue)].forwarding.sends())
    return !shortage_everywhere(draft, id, queue, profile, most).empty();
  const SpanRoom room = span_room(
      cluster, cluster.config, queue,
      {.job = profile, .from = origin_of(cluster.config, profile.from_host), .wanted = most});
  return room.one_host || room.ptile > 0 || !room.shortage(most.count()).empty() ||
         !cluster.config.user_limits.empty() || !cluster.config.limits.empty();
}

/// By QueueId.
std::vector<bool> narrow_queues(const ScenarioDraft& draft, ProfileReader& profiles,
                                const WorkloadProfile& jobs, const JsonAt& at) {
  std::vector<bool> narrow(draft.clusters[index_of(jobs.cluster)].config.queues.size());
  for (std::size_t id = 0; id < narrow.size(); ++id)
    narrow[id] =
        is_narrow(draft, profiles, jobs.cluster, jobs.profile, static_cast<QueueId>(id), at);
  return narrow;
}

/// Whether anybody can judge whether jobs of the cluster can start.
bool can_judge(const ScenarioDraft& draft, const ClusterDraft& cluster) {
  return cluster.are_hosts_whole() && !cluster.config.hosts.empty() &&
         !draft.is_baseline(cluster.config.model.dispatch);
}

void count_in_trace(ScenarioDraft& draft, const WorkloadProfile& jobs, const MovedJobs& moved,
                    const JsonAt& at) {
  ClusterDraft& cluster = draft[jobs.cluster];
  if (!can_judge(draft, cluster)) return;
  ProfileReader profiles(draft);
  const std::vector<bool> narrow = narrow_queues(draft, profiles, jobs, at);
  if (std::ranges::find(narrow, true) == narrow.end()) return;
  // Users matter only where they have limits.
  std::map<std::tuple<QueueId, Slots, NameId>, MaybeCause> causes;
  const bool limits_users = !cluster.config.user_limits.empty() || !cluster.config.limits.empty();
  const Trace& trace = cluster.config.trace;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    if (job.workload != jobs.workload || !narrow[index_of(job.queue)] ||
        moved.contains(static_cast<std::int64_t>(job.id)))
      continue;
    const NameId user = limits_users ? job.user : none<NameId>;
    const auto [cause, is_new] = causes.try_emplace({job.queue, job.slots, user});
    if (is_new) cause->second = profiles.cause(jobs.profile, at, jobs.cluster, job);
    if (cause->second && !is_told_of(cluster, job, moved))
      draft.impossible.add(*cause->second, jobs.cluster, job, at);
  }
}

/// Looks through the jobs of tables in one cluster.
class TableJobs {
 public:
  TableJobs(ScenarioDraft& draft, ClusterId cluster)
      : draft_(draft), cluster_(cluster), profiles_(draft) {
    for (const TableProfile& known : draft.of_tables) {
      if (known.cluster != cluster) continue;
      known_.try_emplace({known.workload, known.id}, &known);
      known_.try_emplace({known.workload, known.overusing}, &known);
    }
    limits_users_ =
        !draft[cluster].config.user_limits.empty() || !draft[cluster].config.limits.empty();
  }

  void count(const MovedJobs& moved) {
    if (known_.empty() || !can_judge(draft_, draft_[cluster_])) return;
    std::set<std::uint16_t> tables;
    for (const TableProfile& known : draft_.of_tables) tables.insert(known.workload);
    const Trace& trace = draft_[cluster_].config.trace;
    for (std::size_t row = 0; row < trace.size(); ++row) {
      const TraceJob& job = trace[static_cast<JobIndex>(row)];
      if (!tables.contains(job.workload) || !is_narrow_for(job) ||
          moved.contains(static_cast<std::int64_t>(job.id)))
        continue;
      const MaybeCause& cause = cause_of(job);
      if (cause && !is_told_of(draft_[cluster_], job, moved))
        draft_.impossible.add(*cause, cluster_, job, JsonAt(known_of(job).node));
    }
  }

 private:
  const TableProfile& known_of(const TraceJob& job) const {
    return *known_.at({job.workload, job.profile});
  }
  bool is_narrow_for(const TraceJob& job) {
    const std::size_t queues = draft_[cluster_].config.queues.size();
    const std::size_t at = index_of(job.profile) * queues + index_of(job.queue);
    if (at >= narrow_.size()) narrow_.resize(2 * at + queues);
    if (narrow_[at] == Narrow::unknown) {
      const TableProfile& known = known_of(job);
      narrow_[at] =
          is_narrow(draft_, profiles_, cluster_, known.profile, job.queue, JsonAt(known.node))
              ? Narrow::yes
              : Narrow::no;
    }
    return narrow_[at] == Narrow::yes;
  }
  const MaybeCause& cause_of(const TraceJob& job) {
    const NameId user = limits_users_ ? job.user : none<NameId>;
    const auto [cause, is_new] = causes_.try_emplace({job.profile, job.queue, job.slots, user});
    if (is_new) {
      const TableProfile& known = known_of(job);
      cause->second = profiles_.cause(known.profile, JsonAt(known.node), cluster_, job);
    }
    return cause->second;
  }

  enum class Narrow : std::uint8_t { unknown, no, yes };

  ScenarioDraft& draft_;
  ClusterId cluster_;
  ProfileReader profiles_;
  bool limits_users_ = false;
  /// By workload and ProfileId.
  std::map<std::pair<std::uint16_t, ProfileId>, const TableProfile*> known_;
  std::vector<Narrow> narrow_;  ///< by ProfileId and QueueId
  std::map<std::tuple<ProfileId, QueueId, Slots, NameId>, MaybeCause> causes_;
};

/// Whether the rule is as impossible by these settings of its cluster.
bool is_impossible(const ClusterDraft& cluster, const ImpossibleRule& rule,
                   const ClusterSettings& settings) {
  using Kind = ImpossibleRule::Kind;
  const auto holds = [&](const ResourceRequirement& asked, const HostPreferences& hosts) {
    return rule.kind == Kind::ptile ? asked.ptile <= most_slots_of_host(settings, hosts)
                                    : impossibilities(cluster, settings, asked, hosts).empty();
  };
  if (rule.application) {
    const std::size_t id = index_of(*rule.application);
    return id < settings.applications.size() && !holds(settings.applications[id].rules.res_req, {});
  }
  const QueueConfig& queue = settings.queues[index_of(*rule.queue)];
  if (rule.kind != Kind::limit) return !holds(queue.rules.res_req, queue.hosts);
  return queue.qjob_limit == 0 || queue.ujob_limit == 0 || queue.hjob_limit == 0 ||
         queue.pjob_limit.thousandths == 0;
}

/// Which queues and application profiles of a cluster have jobs, or may get some of others.
class UsedRules {
 public:
  UsedRules(const ClusterDraft& cluster, const MovedJobs& moved) : cluster_(cluster) {
    const ClusterConfig& config = cluster.config;
    const auto receives = [](const QueueConfig& queue) { return queue.forwarding.receives(); };
    has_guests_ = std::ranges::any_of(config.queues, receives);
    for (std::size_t row = 0; row < config.trace.size(); ++row) {
      const TraceJob& job = config.trace[static_cast<JobIndex>(row)];
      queues_.insert(job.queue);
      profiles_.insert(job.profile);
    }
    for (const auto& [id, moves] : moved)
      for (const std::string& name : moves.queues)
        if (const auto queue = cluster.queues.find(name); queue != cluster.queues.end())
          queues_.insert(queue->second);
  }

  bool contains(const ImpossibleRule& rule) const {
    if (rule.queue)
      return queues_.contains(*rule.queue) ||
             cluster_.config.queues[index_of(*rule.queue)].forwarding.receives();
    const auto names_it = [&](ProfileId id) {
      return cluster_.profiles.all()[index_of(id)].application == rule.application;
    };
    return has_guests_ || std::ranges::any_of(profiles_, names_it);
  }

 private:
  const ClusterDraft& cluster_;
  bool has_guests_ = false;
  std::set<QueueId> queues_;
  std::set<ProfileId> profiles_;
};

/// A row of a table stands for all that are like it, in any table: a job of one is told of in its
/// own line, unless it is the scenario that says what cannot be.
ImpossibleJobs::Where where_of(const ScenarioDraft& draft, ClusterId cluster, const TraceJob& job,
                               const ImpossibleJobs::Where& of_kind) {
  const auto table = draft.table_lines.find(job.workload);
  if (table == draft.table_lines.end()) return of_kind;
  if (!draft.tables.contains(of_kind.place.source))
    return {of_kind.place, "/workloads/" + std::to_string(job.workload - 1) + of_kind.pointer};
  const TableLines& known = table->second;
  const auto line = static_cast<std::uint32_t>(
      known.of_cluster[index_of(cluster)].line_of(static_cast<std::int64_t>(job.id)));
  const JsonPlace& place = of_kind.place;
  if (line == 0 || (line == place.line && known.source == place.source)) return of_kind;
  return {{known.source, line, 0}, of_kind.pointer};
}

/// Where the scenario has jobs, what concerns none of them changes nothing, nor does what a
/// baseline does not look at.
void set_back_unused_rules(ScenarioDraft& draft, const MovedJobs& moved) {
  if (std::ranges::all_of(draft.clusters,
                          [](const ClusterDraft& one) { return one.config.trace.empty(); }))
    return;
  std::map<std::size_t, bool> are_used;  // by complaint, which may tell of several rules
  for (const ClusterDraft& cluster : draft.clusters) {
    if (cluster.impossible.empty()) continue;
    const UsedRules used(cluster, moved);
    const bool looks_at_rules = !draft.is_baseline(cluster.config.model.dispatch);
    for (const ImpossibleRule& rule : cluster.impossible)
      if (rule.complaint) are_used[*rule.complaint] |= looks_at_rules && used.contains(rule);
  }
  for (const auto& [complaint, is_used] : are_used) {
    if (is_used) continue;
    draft.complaints.at(complaint).loss = {};
    draft.complaints.at(complaint).is_minor = true;
  }
}

}  // namespace

void forget_mended_rules(ScenarioDraft& draft) {
  for (ClusterDraft& cluster : draft.clusters)
    std::erase_if(cluster.impossible, [&](const ImpossibleRule& rule) {
      const auto mends = [&](const TimelineEntry& change) {
        return !is_impossible(cluster, rule, *change.settings);
      };
      if (std::ranges::none_of(cluster.changes, mends)) return false;
      if (rule.complaint && !rule.is_of_all) draft.complaints.drop(*rule.complaint);
      return true;
    });
}

void check_impossible(ScenarioDraft& draft) {
  if (!draft.traces_known) return;
  const MovedJobs moved = moved_jobs(draft.tree.root);
  for_each_object(draft.tree.root, draft.list("workloads"_key), [&](JsonNode&, const JsonAt& at) {
    for (const WorkloadProfile& jobs : draft.of_workloads)
      if (jobs.workload == at.position + 1) count_in_trace(draft, jobs, moved, at);
  });
  for (std::size_t at = 0; !draft.of_tables.empty() && at < draft.clusters.size(); ++at)
    TableJobs(draft, static_cast<ClusterId>(at)).count(moved);
  set_back_unused_rules(draft, moved);
  draft.impossible.tell(
      draft.complaints,
      [&](ClusterId cluster, const TraceJob& job) {
        return is_told_of(draft[cluster], job, moved);
      },
      [&](ClusterId cluster, const TraceJob& job, const ImpossibleJobs::Where& of_kind) {
        return where_of(draft, cluster, job, of_kind);
      });
}

}  // namespace mcsim::config
