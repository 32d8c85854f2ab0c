// Collects and writes the rows of executions.csv.
#include "mcsim/results/executions_csv.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "mcsim/model/job_number.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {
namespace {

std::string_view name_of(RequeueReason reason) {
  switch (reason) {
    case RequeueReason::exit_value:
      return "REQUEUE_EXIT_VALUES";
    case RequeueReason::preempted:
      return "PREEMPTED";
    case RequeueReason::host_down:
      return "HOST_DOWN";
    case RequeueReason::lease:
      return "LEASE";
    case RequeueReason::control:
      return "JOB_CONTROLS";
  }
  return {};
}

std::string time_field(Time time) {
  return time == never ? std::string() : seconds_text(time.time_since_epoch());
}

}  // namespace

ExecutionLog::ExecutionLog(const GridConfig& grid) : grid_(grid), names_(grid) {
  for (const ClusterConfig& cluster : grid.clusters) jobs_.emplace_back(cluster.trace.size());
}

// Jobs and their rows.

ExecutionLog::Row* ExecutionLog::open_row(const HomeJob& job) {
  const std::uint32_t row = state_of(job.home, job.job).row;
  return row == no_row ? nullptr : &rows_[row];
}

ExecutionLog::Row& ExecutionLog::add_row(const HomeJob& job, ClusterId cluster) {
  Job& state = state_of(job.home, job.job);
  state.row = static_cast<std::uint32_t>(rows_.size());
  Row& row = rows_.emplace_back();
  row.number = rows_.size();
  row.home = job.home;
  row.job = job.job;
  row.cluster = cluster;
  row.queue = job.queue;
  row.slots = grid_.clusters[index_of(job.home)].trace[job.job].slots;
  return row;
}

void ExecutionLog::be(ClusterId cluster, JobIndex job, JobStatus status, Time at) {
  Row* row = open_row(names_.named(cluster, job));
  if (row == nullptr) return;
  row->outcome = model::name_of(status);
  const bool is_suspended = status == JobStatus::ssusp || status == JobStatus::ususp;
  if (!is_suspended)
    go_on(*row, at);
  else if (row->suspended_since == never)
    row->suspended_since = at;
}

/// It is not suspended any more.
void ExecutionLog::go_on(Row& row, Time at) {
  if (row.suspended_since != never) row.suspended += at - row.suspended_since;
  row.suspended_since = never;
}

void ExecutionLog::leave(const HomeJob& job, Time at, std::string_view outcome,
                         std::string_view reason, ReturnReason code) {
  Job& state = state_of(job.home, job.job);
  state.arrived = at;
  if (Row* row = open_row(job)) {
    row->left = at;
    go_on(*row, at);
    row->outcome = outcome;
    row->reason = reason;
    row->code = static_cast<std::uint16_t>(code);
  }
  state.row = no_row;
}

// Facts.

void ExecutionLog::on(ClusterId cluster, const JobSubmitted& fact) {
  state_of(cluster, fact.job).arrived = fact.at;
}

void ExecutionLog::on(ClusterId cluster, const JobStarted& fact) {
  const HomeJob job = names_.named(cluster, fact.job);
  Row* row = open_row(job);
  if (row == nullptr) row = &add_row(job, cluster);
  row->arrived = state_of(job.home, job.job).arrived;
  row->exec_id = job.id;
  row->started = fact.at;
  row->slots = fact.slots;
  row->hosts = allocations_.add(fact.hosts);
  row->outcome = model::name_of(JobStatus::run);
}

void ExecutionLog::on(ClusterId cluster, const JobEnded& fact) {
  leave(names_.named(cluster, fact.job), fact.at, model::name_of(fact.status),
        model::name_of(fact.reason));
}
void ExecutionLog::on(ClusterId cluster, const JobRequeued& fact) {
  leave(names_.named(cluster, fact.job), fact.at, "REQUEUED", name_of(fact.reason));
}
void ExecutionLog::on(ClusterId cluster, const JobSuspended& fact) {
  be(cluster, fact.job, fact.status, fact.at);
}
void ExecutionLog::on(ClusterId cluster, const JobResumed& fact) {
  be(cluster, fact.job, fact.status, fact.at);
}

void ExecutionLog::on(ClusterId cluster, const JobForwarded& fact) {
  Row& row = add_row(names_.named(cluster, fact.job), fact.to);
  row.queue = fact.queue;
  row.outcome = "FORWARDED";
}
void ExecutionLog::on(ClusterId, const ForwardRefused& fact) {
  const HomeJob job = names_.named(fact.home, fact.job);
  if (Row* row = open_row(job)) row->arrived = fact.at;
  leave(job, fact.at, "REFUSED", {}, fact.reason);
}
void ExecutionLog::on(ClusterId cluster, const GuestAccepted& fact) {
  names_.accept(cluster, fact);
  state_of(fact.home, fact.job).arrived = fact.at;
  if (Row* row = open_row(names_.named(cluster, fact.guest))) {
    row->arrived = fact.at;
    row->exec_id = fact.id;
    row->outcome = model::name_of(JobStatus::pend);
  }
}
void ExecutionLog::on(ClusterId cluster, const JobSwitched& fact) { names_.move(cluster, fact); }
void ExecutionLog::on(ClusterId cluster, const GuestReturned& fact) {
  leave(names_.named(cluster, fact.guest), fact.at, "RETURNED", {}, fact.reason);
}
void ExecutionLog::on(ClusterId cluster, const JobReturned& fact) {
  state_of(cluster, fact.job).arrived = fact.at;
}

// The table.

std::string ExecutionLog::line(const Row& row, std::uint32_t attempt) const {
  const ClusterConfig& home = grid_.clusters[index_of(row.home)];
  const ClusterConfig& place = grid_.clusters[index_of(row.cluster)];
  std::string hosts;
  allocations_.visit(row.hosts, row.slots, [&](const HostSlots& part) {
    if (!hosts.empty()) hosts += ' ';
    if (part.slots != Slots{1}) hosts += std::to_string(part.slots.count()) + "*";
    hosts += place.hosts[index_of(part.host)].name;
  });
  const std::string id =
      row.exec_id == JobId{} ? "" : std::to_string(static_cast<std::int64_t>(row.exec_id));
  const std::string reason = row.code != 0 ? std::to_string(row.code) : std::string(row.reason);
  return std::to_string(static_cast<std::int64_t>(home.trace[row.job].id)) + "," +
         csv_name(home.name) + "," + std::to_string(attempt) + "," + csv_name(place.name) + "," +
         csv_name(place.queues[index_of(row.queue)].name) + "," + id + "," +
         time_field(row.arrived) + "," + time_field(row.started) + "," + time_field(row.left) +
         "," + std::string(row.outcome) + "," + reason + "," + csv_name(hosts) + "," +
         (row.started == never ? std::string() : seconds_text(row.suspended)) +
         (has_arrays(grid_) ? "," + std::to_string(home.arrays.element(row.job)) : "") + "\n";
}

std::optional<Diagnostic> ExecutionLog::write(OutputFile& file) {
  const auto key = [&](const Row& row) {
    return std::tuple(row.home, grid_.clusters[index_of(row.home)].trace[row.job].id, row.job);
  };
  for (Row& row : rows_) go_on(row, end_);
  std::ranges::sort(rows_, {}, [&](const Row& row) { return std::pair(key(row), row.number); });
  for (const std::string_view& name : executions_csv_columns) {
    if (&name != executions_csv_columns.data()) file.write(",");
    file.write(name);
  }
  file.write(has_arrays(grid_) ? ",index\n" : "\n");
  std::uint32_t attempt = 0;
  for (std::size_t at = 0; at < rows_.size(); ++at) {
    attempt = at > 0 && key(rows_[at]) == key(rows_[at - 1]) ? attempt + 1 : 1;
    file.write(line(rows_[at], attempt));
  }
  return file.close();
}

}  // namespace mcsim::results
