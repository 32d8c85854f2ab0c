// Writes jobs.csv of a run.
#include "mcsim/results/jobs_csv.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/baseline/recorded.hpp"
#include "mcsim/model/job_number.hpp"
#include "mcsim/results/job_times.hpp"
#include "mcsim/results/jobs_csv_row.hpp"
#include "mcsim/text/csv.hpp"

namespace mcsim::results {
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

/// What a user has asked for (bsub -b), which recorded starts are not. Time{}: nothing.
Time asked_begin(const ClusterConfig& config, JobIndex job) {
  return config.model.dispatch == RecordedStarts::name ? Time{} : config.begins.of(job);
}

/// Whether lists of these hosts never need quotes or a guard.
bool are_plain(const std::vector<HostConfig>& hosts) {
  return std::ranges::all_of(hosts, [](const HostConfig& host) {
    const std::string in_list = host.name + " ";
    return csv_name(in_list) == in_list;
  });
}

/// The names of a run as fields, quoted once and not for each row.
struct GridFields {
  explicit GridFields(const GridConfig& config)
      : users(fields_of(config.users)),
        groups(fields_of(config.groups)),
        projects(fields_of(config.projects)) {
    for (const std::string& workload : config.workloads) workloads.push_back(csv_name(workload));
    for (const ClusterConfig& cluster : config.clusters) {
      plain_hosts.push_back(are_plain(cluster.hosts));
      places.emplace_back();
      for (const QueueConfig& queue : cluster.queues)
        places.back().push_back(csv_name(cluster.name) + "," + csv_name(queue.name));
    }
  }

  std::vector<std::string> users;
  std::vector<std::string> groups;
  std::vector<std::string> projects;
  std::vector<std::string> workloads;
  std::vector<std::vector<std::string>> places;  ///< by ClusterId and QueueId
  std::vector<bool> plain_hosts;                 ///< by ClusterId
};

/// Writes the rows of one cluster. `with_more`: the table has columns that only some runs have.
/// The class is one for each kind of table, and not its functions, so that all of them are inlined.
template <bool with_more>
class ClusterRows {
 public:
  ClusterRows(JobsCsvWriter& writer, const GridFields& grid, const GridConfig& config,
              const RunResults& results, std::size_t cluster)
      : writer_(writer),
        grid_(grid),
        all_config_(config),
        all_results_(results),
        cluster_(cluster),
        config_(config.clusters[cluster]),
        results_(results.clusters[cluster]),
        places_(grid.places[cluster]),
        has_arrays_(has_arrays(config)),
        ties_(ties_of(config)),
        labels_((grid.workloads.size() + 1) * config_.profiles.size()),
        end_(results.end) {}

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
    std::ranges::sort(jobs, {}, [&](JobIndex job) { return std::pair(id(job), job); });
    return jobs;
  }

  JobId id(JobIndex job) const { return config_.trace[job].id; }

  void row(JobIndex index) {
    const TraceJob& job = results_.is_as_in_trace()
                              ? config_.trace[index]
                              : results_.as_played(config_.trace, index, played_);
    const JobOutcome& outcome = results_.jobs[index_of(index)];
    if (outcome.status == JobStatus::unsubmitted) return;
    JobsCsvRow& row = row_;
    describe(row, job);
    row.history = results_.history_of(index);
    row.forward = results_.forward_of(index);
    tell(row, job, outcome);
    if constexpr (with_more) {
      tell_more(index, config_.profiles[index_of(job.profile)]);
      row.more = more_;
    }
    writer_.row(row);
  }

  /// The index of an element, and jobs_csv_ties: `3,physics,sim[3]%10,done(7),,12.5`.
  void tell_more(JobIndex index, const JobProfile& profile) {
    more_.clear();
    if (has_arrays_) more_ = std::to_string(config_.arrays.element(index)) + ",";
    for (std::size_t at = 0; at < ties_.size(); ++at)
      if (ties_[at]) (more_ += tie(at, index, profile)) += ',';
    more_.pop_back();
  }
  std::string tie(std::size_t at, JobIndex index, const JobProfile& profile) const {
    const ArrayId array = config_.arrays.of(index);
    const JobIndex submitted = array == none<ArrayId> ? index : config_.arrays[array].first;
    switch (at) {
      case 0:
        return std::string(field_of(grid_.projects, profile.project));
      case 1:
        return csv_name(name_of_job(config_, index));
      case 2:
        return csv_name(config_.condition_texts.of(submitted));
      case 3: {
        const ConditionId condition = config_.conditions.of(index);
        const bool is_killed =
            condition != none<ConditionId> && config_.conditions[condition].kills_orphan;
        return is_killed ? "yes" : "";
      }
      default: {
        const Time begin = asked_begin(config_, index);
        return begin == Time{} ? std::string() : seconds_text(begin.time_since_epoch());
      }
    }
  }

  void describe(JobsCsvRow& row, const TraceJob& job) {
    row.id = static_cast<std::int64_t>(job.id);
    row.place = places_[index_of(job.queue)];
    row.user = field_of(grid_.users, job.user);
    row.labels = labels(job);
    row.slots = job.slots.count();
    row.submit = job.submit;
    row.requested = job.requested;
    row.trace_wait = job.trace_wait;
  }

  /// The labels of a job, made once for each workload and profile.
  std::string_view labels(const TraceJob& job) {
    const std::size_t workload = std::min<std::size_t>(job.workload, grid_.workloads.size());
    std::string& labels = labels_[workload * config_.profiles.size() + index_of(job.profile)];
    if (labels.empty()) {
      const JobProfile& profile = config_.profiles[index_of(job.profile)];
      if (workload < grid_.workloads.size()) labels = grid_.workloads[workload];
      labels += ',';
      labels += field_of(grid_.groups, profile.group);
      labels += ',';
      if (profile.application != none<ApplicationId>)
        labels += csv_name(config_.applications[index_of(profile.application)].name);
    }
    return labels;
  }

  [[gnu::noinline]] std::string_view quoted(PendReason reason) {
    return reason_ = csv_field(text_of(reason));
  }

  [[gnu::always_inline]] void tell(JobsCsvRow& row, const TraceJob& job,
                                   const JobOutcome& outcome) {
    constexpr Duration absent{-1};
    row.start = outcome.start;
    row.finish = outcome.finish;
    row.wait = wait_time(job, outcome, row.history, end_).value_or(absent);
    row.run = run_time(outcome, row.history, end_).value_or(absent);
    row.status = name_of(outcome.status);
    row.eligible = eligible_time(job, outcome);
    row.end_reason = name_of(outcome.end_reason);
    row.pend_reason =
        outcome.pend_reason == PendReason::none ? std::string_view{} : quoted(outcome.pend_reason);
    row.exit_code.reset();
    if (outcome.finish != never) row.exit_code = outcome.exit_code;
    row.slowdown =
        has_run(outcome) ? bounded_slowdown(outcome.finish - job.submit, row.run) : absent.count();
    const bool away = row.forward != nullptr && row.forward->cluster != none<ClusterId>;
    const std::size_t at = away ? index_of(row.forward->cluster) : cluster_;
    row.exec_place = away ? std::string_view(grid_.places[at][index_of(row.forward->queue)])
                          : std::string_view{};
    row.hosts =
        has_started(outcome) ? hosts(at, outcome.allocation, job.slots) : std::string_view{};
  }

  /// `16*a001 4*a002`; a single slot is `a001`.
  std::string_view hosts(std::size_t cluster, AllocationId allocation, Slots slots) {
    hosts_used_ = 0;
    all_results_.clusters[cluster].allocations.visit(allocation, slots, [&](const HostSlots& part) {
      add_host(all_config_.clusters[cluster].hosts[index_of(part.host)].name, part.slots);
    });
    const std::string_view list(hosts_.data(), hosts_used_);
    return grid_.plain_hosts[cluster] ? list : quoted_hosts_ = csv_name(list);
  }
  void add_host(const std::string& name, Slots slots) {
    const std::size_t most = hosts_used_ + name.size() + widest_number + 2;
    if (hosts_.size() < most) hosts_.resize(2 * most);
    char* at = hosts_.data() + hosts_used_;
    if (hosts_used_ > 0) at = put(at, ' ');
    if (slots != Slots(1)) at = put(put_number(at, slots.count()), '*');
    hosts_used_ = static_cast<std::size_t>(put(at, name) - hosts_.data());
  }

  JobsCsvWriter& writer_;
  const GridFields& grid_;
  const GridConfig& all_config_;
  const RunResults& all_results_;
  std::size_t cluster_;
  const ClusterConfig& config_;
  const ClusterResults& results_;
  const std::vector<std::string>& places_;  ///< by QueueId
  bool has_arrays_;
  CsvTies ties_;
  std::vector<std::string> labels_;  ///< by workload and profile; empty: not made yet
  Time end_;
  std::optional<TraceJob> played_;  ///< room for the job of the present row
  JobsCsvRow row_;                  ///< the present row; each job sets all of it
  std::vector<char> hosts_;         ///< the hosts of the present row
  std::size_t hosts_used_ = 0;
  std::string quoted_hosts_;
  std::string reason_;  ///< quoted, if it needs it
  std::string more_;
};

}  // namespace

// Defined in this file and not inline: of several inline copies the linker might take one from a
// file in which less was inlined.
/// In place of the end of the row that has just been written.
[[gnu::noinline]] void JobsCsvWriter::add_more(char* end, std::string_view more) {
  file_.wrote_to(end - 1);
  file_.write(",");
  file_.write(more);
  file_.write("\n");
}

void JobsCsvWriter::row(const JobsCsvRow& row) {
  const bool started = row.start != never;
  RowText out(file_.room(size_of(row)));
  const std::string_view id = out.number(row.id);
  out.text(row.place);
  out.text(row.user);
  out.number_or_empty(row.slots);
  const std::string_view submit = out.time(row.submit);
  out.time(row.forward == nullptr ? never : row.forward->forwarded);
  out.text(!started ? "," : row.exec_place.empty() ? row.place : row.exec_place);
  const std::string_view start = row.start == row.submit ? out.text(submit) : out.time(row.start);
  out.time(row.finish);
  out.duration(row.wait);
  out.duration(row.run);
  out.text(row.status);
  if (row.forward == nullptr && row.history == nullptr) {
    out.text("0,0,0,0");  // forwards, returns, preemptions, requeues
  } else {
    out.number(row.forward == nullptr ? 0 : row.forward->forwards);
    out.number(row.forward == nullptr ? 0 : row.forward->returns);
    out.number(row.history == nullptr ? 0 : row.history->preemptions);
    out.number(row.history == nullptr ? 0 : row.history->requeues);
  }
  out.text(row.hosts);
  out.text(row.labels);
  out.duration(row.requested);
  if (started && !row.exec_place.empty())  // exec_job_id
    out.number(static_cast<std::int64_t>(row.forward->id));
  else
    out.text(started ? id : "");
  row.eligible == row.submit ? out.text(submit) : out.time(row.eligible);
  if (row.history == nullptr) {
    out.text(start);   // first_start_time
    out.text("0,,0");  // suspended_time, launch_time, lost_time
  } else {
    out.time(row.history->first_start);
    out.duration(row.history->suspended);
    out.duration(row.history->launch < unlimited ? row.history->launch : Duration{-1});
    out.duration(row.history->lost);
  }
  out.millionths(row.slowdown);
  end(out, row);
  out.duration(row.trace_wait);
  if (row.history == nullptr) {
    out.text("0,0");  // held_time, unreachable_time
  } else {
    out.duration(row.history->held);
    out.duration(row.history->unreachable);
  }
  if (row.more.data() != nullptr) [[unlikely]]
    return add_more(out.end_row(), row.more);
  file_.wrote_to(out.end_row());
}

CsvTies ties_of(const GridConfig& config) {
  CsvTies ties{};
  for (const ClusterConfig& one : config.clusters) {
    const CsvTies its = {
        std::ranges::any_of(one.profiles,
                            [](const JobProfile& job) { return job.project != none<NameId>; }),
        !one.job_names.empty() || std::ranges::any_of(one.arrays.rows,
                                                      [](const JobArray& array) {
                                                        return !array.name.empty() ||
                                                               array.spec.limit > 0;
                                                      }),
        !one.condition_texts.empty(),
        std::ranges::any_of(one.conditions.rows, &JobCondition::kills_orphan),
        one.begins.any() && one.model.dispatch != RecordedStarts::name};
    for (std::size_t at = 0; at < ties.size(); ++at) ties[at] = ties[at] || its[at];
  }
  return ties;
}

std::optional<Diagnostic> write_jobs_csv(OutputFile& file, const GridConfig& config,
                                         const RunResults& results) {
  JobsCsvWriter writer(file);
  const CsvTies ties = ties_of(config);
  const bool with_more = has_arrays(config) || std::ranges::find(ties, true) != ties.end();
  writer.names(has_arrays(config), ties);
  const GridFields grid(config);
  for (std::size_t at = 0; at < results.clusters.size(); ++at) {
    if (with_more)
      ClusterRows<true>(writer, grid, config, results, at).write();
    else
      ClusterRows<false>(writer, grid, config, results, at).write();
  }
  return file.close();
}

}  // namespace mcsim::results
