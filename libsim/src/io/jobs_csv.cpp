// jobs.csv of a run.
#include "mcsim/io/jobs_csv.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "io/jobs_csv_row.hpp"
#include "mcsim/io/csv.hpp"
#include "mcsim/io/job_times.hpp"

namespace mcsim {
namespace {

std::vector<std::string> fields_of(const NameTable& names) {
  std::vector<std::string> fields;
  fields.reserve(names.size());
  for (std::size_t at = 0; at < names.size(); ++at)
    fields.push_back(csv_name(names.name(static_cast<NameId>(at))));
  return fields;
}

std::string_view field_of(const std::vector<std::string>& fields, NameId id) {
  return id == none<NameId> ? std::string_view{} : std::string_view(fields[index_of(id)]);
}

/// The names of a run as fields: each is quoted once, not once a row.
struct GridFields {
  explicit GridFields(const GridConfig& config)
      : users(fields_of(config.users)), groups(fields_of(config.groups)) {
    for (const std::string& workload : config.workloads) workloads.push_back(csv_name(workload));
  }

  std::vector<std::string> users;
  std::vector<std::string> groups;
  std::vector<std::string> workloads;
};

/// The rows of one cluster.
class ClusterRows {
 public:
  ClusterRows(JobsCsvWriter& writer, const GridFields& grid, const ClusterConfig& config,
              const ClusterResults& results, Time end)
      : writer_(writer),
        grid_(grid),
        config_(config),
        results_(results),
        end_(end),
        plain_hosts_(are_plain(config.hosts)) {
    for (const QueueConfig& queue : config.queues)
      places_.push_back(csv_name(config.name) + "," + csv_name(queue.name));
  }

  void write() {
    if (ids_ascend())
      for (std::size_t at = 0; at < results_.jobs.size(); ++at) row(static_cast<JobIndex>(at));
    else
      for (const JobIndex job : jobs_by_id()) row(job);
  }

 private:
  bool ids_ascend() const {
    JobId last{};
    for (std::size_t at = 0; at < results_.jobs.size(); ++at) {
      const JobId next = id(static_cast<JobIndex>(at));
      if (next < last) return false;
      last = next;
    }
    return true;
  }

  std::vector<JobIndex> jobs_by_id() const {
    std::vector<JobIndex> jobs(results_.jobs.size());
    for (std::size_t at = 0; at < jobs.size(); ++at) jobs[at] = static_cast<JobIndex>(at);
    std::ranges::sort(jobs, {}, [&](JobIndex job) { return id(job); });
    return jobs;
  }

  JobId id(JobIndex job) const { return config_.trace[job].id; }

  void row(JobIndex index) {
    const TraceJob& job = config_.trace[index];
    const JobOutcome& outcome = results_.jobs[index_of(index)];
    if (outcome.status == JobStatus::unsubmitted) return;
    JobsCsvRow row;
    describe(row, job);
    row.history = results_.history_of(index);
    tell(row, job, outcome);
    writer_.row(row);
  }

  void describe(JobsCsvRow& row, const TraceJob& job) const {
    row.id = static_cast<std::int64_t>(job.id);
    row.place = places_[index_of(job.queue)];
    row.user = field_of(grid_.users, job.user);
    row.group = field_of(grid_.groups, config_.profiles[index_of(job.profile)].group);
    if (job.workload < grid_.workloads.size()) row.workload = grid_.workloads[job.workload];
    row.slots = job.slots.count();
    row.submit = job.submit;
    row.requested = job.requested;
    row.trace_wait = job.trace_wait;
  }

  void tell(JobsCsvRow& row, const TraceJob& job, const JobOutcome& outcome) {
    constexpr Duration absent{-1};
    row.start = outcome.start;
    row.finish = outcome.finish;
    row.wait = wait_time(job, outcome, row.history, end_).value_or(absent);
    row.run = run_time(outcome, row.history, end_).value_or(absent);
    row.status = name_of(outcome.status);
    row.eligible = eligible_time(job, outcome);
    row.end_reason = name_of(outcome.end_reason);
    row.pend_reason = text_of(outcome.pend_reason);
    if (outcome.finish != never) row.exit_code = outcome.exit_code;
    if (has_run(outcome)) row.slowdown = bounded_slowdown(outcome.finish - job.submit, row.run);
    if (has_started(outcome)) row.hosts = hosts(outcome.allocation, job.slots);
  }

  /// `16*a001 4*a002`, a single slot just `a001`.
  std::string_view hosts(AllocationId allocation, Slots slots) {
    hosts_.clear();
    results_.allocations.visit(allocation, slots, [&](const HostSlots& part) {
      if (!hosts_.empty()) hosts_ += ' ';
      if (part.slots.count() != 1) {
        char count[widest_number];
        hosts_.append(count, put(put_number(count, part.slots.count()), '*'));
      }
      hosts_ += config_.hosts[index_of(part.host)].name;
    });
    if (!plain_hosts_) hosts_ = csv_name(hosts_);
    return hosts_;
  }

  /// Whether no list of these hosts needs quotes or a guard.
  static bool are_plain(const std::vector<HostConfig>& hosts) {
    return std::ranges::all_of(hosts, [](const HostConfig& host) {
      const std::string in_list = host.name + " ";
      return csv_name(in_list) == in_list;
    });
  }

  JobsCsvWriter& writer_;
  const GridFields& grid_;
  const ClusterConfig& config_;
  const ClusterResults& results_;
  Time end_;
  std::vector<std::string> places_;  ///< by QueueId
  bool plain_hosts_;
  std::string hosts_;  ///< of the row that is being written
};

}  // namespace

std::optional<Diagnostic> write_jobs_csv(OutputFile& file, const GridConfig& config,
                                         const RunResults& results) {
  JobsCsvWriter writer(file);
  writer.names();
  const GridFields grid(config);
  for (std::size_t at = 0; at < results.clusters.size(); ++at)
    ClusterRows(writer, grid, config.clusters[at], results.clusters[at], results.end).write();
  return file.close();
}

}  // namespace mcsim
