// Counts and writes the rows of series.csv.
#include "mcsim/results/series_csv.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {
namespace {

/// The slots of hosts that are down, but for those on which parallel jobs go on.
std::int64_t slots_down(const ClusterWorld& world) {
  std::int64_t slots = 0;
  if (world.lsf)
    for (const auto& host : world.lsf->hosts) {
      if (host.down) slots += std::max(host.mxj - host.running, 0);
    }
  else if (world.baseline)
    for (const auto& host : world.baseline->hosts.all())
      if (host.down) slots += host.mxj.count();
  return slots;
}

}  // namespace

SeriesLog::SeriesLog(const GridConfig& grid, std::optional<Duration> step, OutputFile& file)
    : JobStandings(grid), step_(step), file_(file), clusters_(grid.clusters.size()) {
  for (std::size_t at = 0; at < clusters_.size(); ++at) {
    Cluster& cluster = clusters_[at];
    cluster.queues.resize(grid.clusters[at].queues.size());
    for (const HostConfig& host : grid.clusters[at].hosts)
      cluster.all.now[idle] += host.mxj.count();
  }
  if (step_) next_step_ = Time{*step_};
  for (const std::string_view& name : series_csv_columns) {
    if (&name != series_csv_columns.data()) file_.write(",");
    file_.write(name);
  }
  file_.write("\n");
}

// Counts.

void SeriesLog::add(Cluster& cluster, QueueId queue, Column column, std::int64_t change) {
  cluster.queues[index_of(queue)].now[column] += change;
  cluster.all.now[column] += change;
  if (column == running) cluster.all.now[idle] -= change;
  cluster.is_touched = true;
}

void SeriesLog::count(const HomeJob& job, const JobStanding& standing, std::int64_t sign) {
  Cluster& cluster = clusters_[index_of(standing.cluster)];
  const std::int64_t slots = sign * standing.slots.count();
  switch (standing.does) {
    case JobDoes::nothing:
      return;
    case JobDoes::waits:
    case JobDoes::is_on_way:
      add(cluster, standing.queue, pending_jobs, sign);
      return add(cluster, standing.queue, pending_slots, slots);
    case JobDoes::runs:
      if (job.home != standing.cluster) add(cluster, standing.queue, guests, slots);
      return add(cluster, standing.queue, running, slots);
    case JobDoes::is_suspended:
      return add(cluster, standing.queue, suspended, slots);
  }
}

void SeriesLog::turned(const HomeJob& job, const JobStanding& before, const JobStanding& after,
                       Time) {
  count(job, before, -1);
  count(job, after, 1);
}

void SeriesLog::on(ClusterId id, const CapacityChanged& fact) {
  Cluster& cluster = clusters_[index_of(id)];
  cluster.all.now[idle] = fact.slots.count() - cluster.all.now[running];
  cluster.all.now[down] = slots_down(simulation_->clusters()[index_of(id)]);
  cluster.is_touched = true;
}

/// A session may make and drop many; what counts is what an instant leaves.
void SeriesLog::count_reservations(std::size_t at) {
  const ClusterWorld& world = simulation_->clusters()[at];
  if (!world.lsf) return;
  Cluster& cluster = clusters_[at];
  const auto& all = world.lsf->slot_reservations;
  if (std::exchange(cluster.reservations, all.changes()) == all.changes()) return;
  for (Row& queue : cluster.queues) queue.now[reserved] = 0;
  cluster.all.now[reserved] = 0;
  for (const auto& one : all) add(cluster, world.lsf->jobs[one.job].queue, reserved, one.slots);
  cluster.is_touched = true;
}

// Rows.

void SeriesLog::Row::settle(Time at) {
  for (std::size_t column = 0; column < columns; ++column)
    sums[column] += Int128{seen[column]} * (at - settled).count();
  settled = at;
}

/// visit(row, name of its queue): the cluster, whose queue has no name, and then its queues.
template <class Visit>
void SeriesLog::visit_rows(std::size_t at, Visit&& visit) {
  visit(clusters_[at].all, std::string_view());
  for (std::size_t queue = 0; queue < clusters_[at].queues.size(); ++queue)
    visit(clusters_[at].queues[queue], grid().clusters[at].queues[queue].name);
}

void SeriesLog::look(Time at) {
  if (step_) step_to(at);
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster) {
    count_reservations(cluster);
    if (!std::exchange(clusters_[cluster].is_touched, false)) continue;
    visit_rows(cluster, [&](Row& row, std::string_view queue) {
      const bool is_first_of_cluster = queue.empty() && row.written == never;
      if (row.now == row.seen && !is_first_of_cluster) return;
      if (step_) row.settle(at);
      row.seen = row.now;
      row.written = at;
      if (!step_) write(cluster, row, queue, at);
    });
  }
}

/// Writes the rows of all steps that are over at `at`.
void SeriesLog::step_to(Time at) {
  for (; next_step_ <= at; next_step_ += *step_)
    for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
      visit_rows(cluster, [&](Row& row, std::string_view queue) {
        row.settle(next_step_);
        write(cluster, row, queue, next_step_ - *step_);
        row.sums = {};
      });
}

void SeriesLog::finish(Time end) {
  if (step_) {
    step_to(end);
    // The last step is a short one: it ends with the run.
    const Time begin = next_step_ - *step_;
    if (end <= begin) return;
    step_ = end - begin;
    next_step_ = end;
    return step_to(end);
  }
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    visit_rows(cluster, [&](const Row& row, std::string_view queue) {
      const bool is_unseen_cluster = queue.empty() && row.written == never;
      if (row.written < end || is_unseen_cluster) write(cluster, row, queue, end);
    });
}

std::string SeriesLog::value_of(const Row& row, std::size_t column) const {
  if (!step_) return std::to_string(row.seen[column]);
  const Int128 span = step_->count();
  return millionths_text(
      static_cast<std::int64_t>((row.sums[column] * 1'000'000 + span / 2) / span));
}

void SeriesLog::write(std::size_t cluster, const Row& row, std::string_view queue, Time at) {
  std::string line = seconds_text(at.time_since_epoch()) + "," +
                     csv_name(grid().clusters[cluster].name) + "," + csv_name(queue);
  for (std::size_t column = 0; column < columns; ++column) {
    line += ',';
    if (queue.empty() || column < idle) line += value_of(row, column);
  }
  file_.write(line + "\n");
}

}  // namespace mcsim::results
