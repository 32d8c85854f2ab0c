// Gathers what became of the jobs of a run, and compares.
#include "support/schedules.hpp"

#include <algorithm>

namespace mcsim::testing {
namespace {

std::string in_words(const ScheduledJob& job) {
  const auto in_ms = [](Time time) {
    return time == never ? std::string("never") : std::to_string((time - Time{}).count()) + " ms";
  };
  std::string text = std::string(name_of(job.status)) + " from " + in_ms(job.start) + " to " +
                     in_ms(job.finish) + " " + std::string(name_of(job.end_reason)) + " code " +
                     std::to_string(job.exit_code) + " on";
  for (const HostSlots part : job.hosts)
    text += " " + std::to_string(part.slots.count()) + "*" + std::to_string(index_of(part.host));
  if (job.cluster != none<ClusterId>)
    text += " in cluster " + std::to_string(index_of(job.cluster));
  return text + ", forwards " + std::to_string(job.forwards) + ", returns " +
         std::to_string(job.returns) + ", preemptions " + std::to_string(job.preemptions) +
         ", requeues " + std::to_string(job.requeues);
}

ScheduledJob scheduled(const GridConfig& grid, const RunResults& results, ClusterId home,
                       JobIndex at) {
  const ClusterResults& own = results.clusters[index_of(home)];
  const JobOutcome& outcome = own.jobs[index_of(at)];
  const TraceJob& job = grid.clusters[index_of(home)].trace[at];
  ScheduledJob row{.id = job.id,
                   .start = outcome.start,
                   .finish = outcome.finish,
                   .status = outcome.status,
                   .end_reason = outcome.end_reason,
                   .exit_code = outcome.exit_code};
  const ClusterResults* where = &own;
  if (const ForwardOutcome* const forward = own.forward_of(at)) {
    row.forwards = forward->forwards;
    row.returns = forward->returns;
    row.cluster = forward->cluster;
    if (forward->cluster != none<ClusterId>) {
      row.queue = forward->queue;
      where = &results.clusters[index_of(forward->cluster)];
    }
  }
  if (const JobHistory* const history = own.history_of(at)) {
    row.preemptions = history->preemptions;
    row.requeues = history->requeues;
  }
  where->allocations.visit(outcome.allocation, own.slots_of(job.slots, at),
                           [&](HostSlots part) { row.hosts.push_back(part); });
  return row;
}

}  // namespace

Schedule schedule_of(const GridConfig& grid, const RunResults& results) {
  Schedule all(grid.clusters.size());
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    for (std::size_t row = 0; row < grid.clusters[at].trace.size(); ++row)
      all[at].push_back(
          scheduled(grid, results, static_cast<ClusterId>(at), static_cast<JobIndex>(row)));
  return all;
}

Schedule doubled(Schedule schedule) {
  for (std::vector<ScheduledJob>& jobs : schedule)
    for (ScheduledJob& job : jobs)
      for (Time* const time : {&job.start, &job.finish})
        if (*time != never) *time = Time{} + 2 * (*time - Time{});
  return schedule;
}

std::string difference(const Schedule& a, const Schedule& b, std::size_t clusters) {
  for (std::size_t at = 0; at < clusters; ++at) {
    if (a[at].size() != b[at].size()) return "cluster " + std::to_string(at) + ": number of jobs";
    const auto [one, other] = std::ranges::mismatch(a[at], b[at]);
    if (one == a[at].end()) continue;
    return "cluster " + std::to_string(at) + ", job " +
           std::to_string(static_cast<std::int64_t>(one->id)) + ": " + in_words(*one) + "; then " +
           in_words(*other);
  }
  return {};
}

}  // namespace mcsim::testing
