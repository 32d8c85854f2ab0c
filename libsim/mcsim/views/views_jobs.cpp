// The fields of jobs that bjobs -o shows.
#include <algorithm>

#include "mcsim/baseline/recorded.hpp"
#include "mcsim/model/slot_memory.hpp"
#include "mcsim/results/job_times.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/views/condition_words.hpp"
#include "mcsim/views/reason_text.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace jobs_view {

enum Field : std::size_t {
  jobid,
  stat,
  user,
  user_group,
  queue,
  job_name,
  app,
  job_priority,
  from_host,
  first_host,
  exec_host,
  nexec_host,
  nalloc_slot,
  nreq_slot,
  submit_time,
  start_time,
  finish_time,
  pend_time,
  run_time,
  runtimelimit,
  exit_code,
  exit_reason,
  pend_reason,
  combined_resreq,
  forward_cluster,
  forward_time,
  srcjobid,
  dstjobid,
  source_cluster,
  proj_name,
  dependency,
};

constexpr ViewField fields[] = {{"jobid", "id", "JOBID", 7},
                                {"stat", "", "STAT", 5},
                                {"user", "", "USER", 7},
                                {"user_group", "ugroup", "USER_GROUP", 15},
                                {"queue", "", "QUEUE", 10},
                                {"job_name", "name", "JOB_NAME", 10},
                                {"app", "", "APPLICATION", 15},
                                {"job_priority", "priority", "JOB_PRIORITY", 13},
                                {"from_host", "", "FROM_HOST", 11},
                                {"first_host", "", "FIRST_HOST", 11},
                                {"exec_host", "", "EXEC_HOST", 11},
                                {"nexec_host", "", "NEXEC_HOST", 10},
                                {"nalloc_slot", "slots", "NALLOC_SLOT", 12},
                                {"nreq_slot", "", "NREQ_SLOT", 10},
                                {"submit_time", "", "SUBMIT_TIME", 15},
                                {"start_time", "", "START_TIME", 15},
                                {"finish_time", "", "FINISH_TIME", 16},
                                {"pend_time", "", "PEND_TIME", 12},
                                {"run_time", "", "RUN_TIME", 15},
                                {"runtimelimit", "rtlimit", "RUNTIMELIMIT", 12},
                                {"exit_code", "", "EXIT_CODE", 10},
                                {"exit_reason", "", "EXIT_REASON", 50},
                                {"pend_reason", "", "PEND_REASON", 11},
                                {"combined_resreq", "", "COMBINED_RESREQ", 20},
                                {"forward_cluster", "fwd_cluster", "FORWARD_CLUSTER", 15},
                                {"forward_time", "fwd_time", "FORWARD_TIME", 15},
                                {"srcjobid", "", "SRCJOBID", 8},
                                {"dstjobid", "", "DSTJOBID", 8},
                                {"source_cluster", "srcluster", "SOURCE_CLUSTER", 15},
                                {"proj_name", "proj", "PROJ_NAME", 11},
                                {"dependency", "", "DEPENDENCY", 15}};
static_assert(std::size(fields) == dependency + 1);

/// The values of the fields of one job.
class JobValue {
 public:
  JobValue(const ClusterView& view, const SeenJob& job)
      : view_(view),
        job_(job),
        asked_(job.asked),
        outcome_(*job.outcome),
        scheduler_(is_lent() ? view.of(job.consumer) : view),
        profile_(scheduler_.config().profiles[index_of(asked_.profile)]) {}

  std::string of(std::size_t field) const {
    switch (field) {
      case jobid:
        return id_text(asked_.id);
      case stat:
        return is_unknown() ? "UNKWN" : std::string(name_of(job_.status));
      case user:
        return or_dash(view_.grid.users.name(asked_.user));
      case user_group:
        return or_dash(view_.grid.groups.name(profile_.group));
      case queue:
        return queue_text(view_, job_);
      case app:
        return profile_.application == none<ApplicationId>
                   ? "-"
                   : scheduler_.config().applications[index_of(profile_.application)].name;
      case job_priority:
        return job_priority_text();
      case from_host:
        return from_host_text();
      case nreq_slot:
        return std::to_string(least_or_chosen());
      case submit_time:
        return view_.calendar.short_date(asked_.submit);
      case runtimelimit:
        return run_limit();
      case pend_reason:
        return reasons();
      case combined_resreq:
        return or_dash(requirement_text());
      case job_name:
        return name_text();
      case proj_name:
        return std::string(view_.grid.projects.name(
            profile_.project == none<NameId> ? default_project() : profile_.project));
      case dependency:
        return or_dash(dependency_text(scheduler_, job_));
      case Field::forward_cluster:
      case forward_time:
      case srcjobid:
      case dstjobid:
      case source_cluster:
        return of_forwarding(field);
      default:
        return of_execution(field);
    }
  }

  /// `4`; `2-4` of a job that may have more slots than it needs, and has none yet.
  std::string tasks() const {
    const std::int32_t slots = least_or_chosen();
    const bool is_open = !has_hosts(job_) || outcome_.start == never;
    return std::to_string(slots) + (is_open && profile_.most_slots > slots
                                        ? "-" + std::to_string(profile_.most_slots)
                                        : "");
  }

 private:
  /// A job that waits again needs no more than at first.
  std::int32_t least_or_chosen() const {
    const JobState* const job = in_flight();
    return (job != nullptr && !has_hosts(job_) ? job->slots : asked_.slots).count();
  }
  /// DEFAULT_PROJECT of the cluster where it was submitted.
  NameId default_project() const {
    return is_guest() ? view_.of(job_.home).settings().params.default_project
                      : scheduler_.settings().params.default_project;
  }
  /// Of an element of a job array `name[4]`.
  std::string name_text() const {
    if (job_.array == nullptr) return or_dash(job_.name);
    return job_.array->name + "[" + std::to_string(job_.element) + "]";
  }
  /// What a row of a trace says is shown as LSF 10 would have it in the text.
  std::string requirement_text() const {
    std::string text = profile_.res_req.text;
    if (const Amount memory = slot_memory(profile_.res_req); memory > 0)
      text.append(text.empty() ? "" : " ") +=
          "rusage[mem=" + std::to_string(memory / amount_unit) + "/task]";
    return text;
  }
  static std::string id_text(JobId id) { return std::to_string(static_cast<std::int64_t>(id)); }
  const std::string& cluster_name(ClusterId id) const {
    return view_.grid.clusters[index_of(id)].name;
  }
  /// Whether the job runs on hosts that are lent to another cluster.
  bool is_lent() const { return job_.consumer != none<ClusterId>; }
  /// A started job of whose first host mbatchd hears nothing.
  bool is_unknown() const {
    const JobState* const job = in_flight();
    return job != nullptr && scheduler_.world.lsf->is_unknown(job_.slot);
  }
  bool is_guest() const { return job_.home != none<ClusterId> && !is_lent(); }
  /// The submission cluster of a received job, or the consumer that runs it on lent hosts.
  ClusterId other() const { return is_lent() ? job_.consumer : job_.home; }
  JobId id_there() const { return is_lent() ? asked_.id : job_.home_id; }

  /// `a1`; `-` for a client; for a job of another cluster `a1@C1:7`, with the job's id there.
  std::string from_host_text() const {
    const ClusterId from = job_.home != none<ClusterId> ? job_.home : scheduler_.world.id;
    const auto& hosts = view_.grid.clusters[index_of(from)].hosts;
    const std::size_t at = index_of(job_.from_host);
    const std::string name = at < hosts.size() ? hosts[at].name : "-";
    if (!is_guest() && !is_lent()) return name;
    return name + "@" + cluster_name(other()) + ":" + id_text(id_there());
  }

  /// Fields of a forwarded job, seen from its submission cluster or its execution cluster.
  std::string of_forwarding(std::size_t field) const {
    if (is_lent()) return of_lending(field);
    if (!is_guest() && job_.forward == nullptr) return "-";
    switch (field) {
      case Field::forward_cluster:
        return is_guest() ? "-" : cluster_name(job_.forward->cluster);
      case forward_time:
        return is_guest() ? "-" : view_.calendar.short_date(job_.forward->forwarded);
      case srcjobid:
        return id_text(is_guest() ? job_.home_id : asked_.id);
      case source_cluster:
        return cluster_name(is_guest() ? job_.home : view_.world.id);
      default:
        if (is_guest()) return id_text(asked_.id);
        return job_.forward->id == JobId{} ? "-" : id_text(job_.forward->id);
    }
  }

  std::string of_lending(std::size_t field) const {
    if (field == srcjobid) return id_text(id_there());
    return field == source_cluster ? cluster_name(other()) : "-";
  }

  /// Fields of a job that has started.
  std::string of_execution(std::size_t field) const {
    const bool is_there = outcome_.start != never && has_hosts(job_);
    const std::vector<HostSlots> hosts =
        is_there ? exec_hosts(view_, job_) : std::vector<HostSlots>{};
    switch (field) {
      case first_host:
        return hosts.empty() ? "-" : first_host_text(hosts.front());
      case exec_host:
        return hosts.empty() ? "-" : host_list(view_, job_, hosts, ":");
      case nexec_host:
        return hosts.empty() ? "-" : std::to_string(hosts.size());
      case nalloc_slot:
        return hosts.empty() ? "-" : std::to_string(asked_.slots.count());
      case start_time:
        return is_there ? view_.calendar.short_date(outcome_.start) : "-";
      case finish_time:
        return is_finished(job_.status) ? view_.calendar.short_date(outcome_.finish) : "-";
      case pend_time:
        return seconds_text(pending());
      case run_time:
        return seconds_text(ran()) + " second(s)";
      case exit_code:
        return job_.status == JobStatus::exit ? std::to_string(outcome_.exit_code) : "-";
      case exit_reason:
        return is_finished(job_.status) ? or_dash(name_of(outcome_.end_reason)) : "-";
      default:
        return "-";
    }
  }

  std::string first_host_text(HostSlots host) const {
    host.slots = Slots{1};
    return host_list(view_, job_, {host}, "");
  }

  const JobState* in_flight() const {
    const auto& lsf = scheduler_.world.lsf;
    return lsf && job_.slot != none<JobSlotId> ? &lsf->jobs[job_.slot] : nullptr;
  }

  Duration pending() const {
    return job_.history == nullptr ? wait_until(asked_, outcome_, view_.at) : job_.history->pending;
  }

  Duration ran() const {
    if (const JobState* job = in_flight(); job != nullptr && job->is_started())
      return job->ran + (job->stage == Stage::running ? view_.at - job->since : 0ms);
    if (outcome_.start == never || !has_hosts(job_)) return {};
    if (job_.history != nullptr) return job_.history->ran;
    return std::min(outcome_.finish, view_.at) - outcome_.start;
  }

  /// The one that it has by MAX_USER_PRIORITY where it gave none.
  std::string job_priority_text() const {
    std::int32_t priority = profile_.priority;
    if (const JobState* job = in_flight(); job != nullptr)
      priority = job->priority;
    else if (scheduler_.world.lsf)
      priority =
          MergedRules(scheduler_.config(), scheduler_.settings()).priority_of(asked_.profile);
    return priority == 0 ? "-" : std::to_string(priority);
  }

  std::string run_limit() const {
    Duration limit = asked_.limit;
    if (const JobState* job = in_flight(); job != nullptr)
      limit = job->estimate;
    else if (scheduler_.world.lsf)
      limit = MergedRules(scheduler_.config(), scheduler_.settings()).limit_in(asked_, job_.queue);
    if (limit >= unlimited || limit < 0ms) return "-";
    const std::int64_t tenths = (limit.count() + 3'000) / 6'000;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  }

  std::string reasons() const {
    std::string text;
    for (const std::string& line : pend_lines(view_, job_, false))
      text += (text.empty() ? "" : " ") + line.substr(1);
    return text.empty() ? "-" : text;
  }

  const ClusterView& view_;
  const SeenJob& job_;
  const TraceJob& asked_;
  const JobOutcome& outcome_;
  const ClusterView scheduler_;  ///< the cluster that schedules it, or for a forwarded job this one
  const JobProfile& profile_;
};

}  // namespace jobs_view

std::span<const ViewField> job_fields() {
  using namespace jobs_view;
  return fields;
}

std::string job_value(const ClusterView& view, const SeenJob& job, std::size_t field) {
  using namespace jobs_view;
  return JobValue(view, job).of(field);
}

std::string dependency_text(const ClusterView& view, const SeenJob& job) {
  const ClusterConfig& config = view.config();
  // Only its submission cluster knows; what is lent is seen from there.
  if (job.home != none<ClusterId> || index_of(job.index) >= config.trace.size()) return {};
  const ConditionId now = view.world.conditions.of(config.conditions, job.index);
  if (now == none<ConditionId> || config.conditions[now].count == 0) return {};
  if (index_of(now) >= config.conditions.submitted) return condition_text(config, now);  // bmod
  const ArrayId array = config.arrays.of(job.index);
  return std::string(
      config.condition_texts.of(array == none<ArrayId> ? job.index : config.arrays[array].first));
}

Time begin_time(const ClusterView& view, const SeenJob& job) {
  const ClusterConfig& config = view.config();
  const bool is_own = job.home == none<ClusterId> && index_of(job.index) < config.trace.size();
  return is_own && config.model.dispatch != RecordedStarts::name ? config.begins.of(job.index)
                                                                 : Time{};
}

std::string tasks_text(const ClusterView& view, const SeenJob& job) {
  using namespace jobs_view;
  return JobValue(view, job).tasks();
}

ViewRecords job_records(const ClusterView& view, const std::vector<SeenJob>& jobs) {
  using namespace jobs_view;
  return {
      .command = "bjobs",
      .count_key = "JOBS",
      .fields = fields,
      .size = jobs.size(),
      .value = [&](std::size_t at, std::size_t field) { return job_value(view, jobs[at], field); }};
}

}  // namespace mcsim::views
