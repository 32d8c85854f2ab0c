// Compares states, times, hosts, where jobs went, how often, and why they came back.
#include "support/naive_grid_compare.hpp"

#include <exception>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/naive_grid.hpp"

namespace mcsim::testing {
namespace {

std::string text_of(Time time) {
  if (time == never) return "never";
  return std::to_string(time.time_since_epoch().count()) + " ms";
}
template <class Number>
  requires std::is_integral_v<Number>
std::string text_of(Number number) {
  return std::to_string(number);
}
std::string text_of(JobStatus status) { return std::string(name_of(status)); }
std::string text_of(EndReason reason) {
  return reason == EndReason::none ? "none" : std::string(name_of(reason));
}
std::string text_of(ClusterId id) {
  return id == none<ClusterId> ? "its own" : "C" + std::to_string(index_of(id) + 1);
}
std::string text_of(QueueId id) { return "q" + std::to_string(index_of(id) + 1); }
std::string text_of(const std::vector<HostSlots>& hosts) {
  std::string text;
  for (const HostSlots& part : hosts)
    text += (text.empty() ? "" : " ") + std::to_string(part.slots.count()) + "*h" +
            std::to_string(index_of(part.host) + 1);
  return text;
}
std::string text_of(const std::map<ReturnReason, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [reason, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " by " +
            std::to_string(static_cast<int>(reason));
  return text;
}

/// Collects the differences of one job or cluster by time; those of one time as they are found.
struct Comparison {
  template <class T>
  void compare(const char* what, Time when, const T& fast, const T& slow) {
    if (fast == slow) return;
    found.emplace(when, name + ": " + what + " is " + text_of(fast) + ", by the naive reference " +
                            text_of(slow));
  }
  std::string name;
  std::multimap<Time, std::string>& found;
};

const ForwardOutcome& forward_of(const ClusterResults& results, JobIndex job) {
  static const ForwardOutcome none_at_all;
  const ForwardOutcome* const found = results.forward_of(job);
  return found == nullptr ? none_at_all : *found;
}

std::vector<HostSlots> hosts_of(const RunResults& results, ClusterId where, const JobOutcome& job,
                                Slots slots) {
  std::vector<HostSlots> hosts;
  results.clusters[index_of(where)].allocations.visit(
      job.allocation, slots, [&](HostSlots part) { hosts.push_back(part); });
  return hosts;
}

/// Each difference has the time at which it can first have been seen.
void compare_job(Comparison& job, const RunResults& fast, ClusterId home, JobIndex index,
                 const naive::GridJob& slow) {
  const ClusterResults& results = fast.clusters[index_of(home)];
  const JobOutcome& a = results.jobs[index_of(index)];
  const naive::Job& b = slow.job;
  const ForwardOutcome& forward = forward_of(results, index);
  const ClusterId where = slow.travels.is_away ? slow.travels.cluster : none<ClusterId>;
  const bool has_execution = b.is_started() || b.finish != never;
  const Time start = std::min(a.start, has_execution ? b.start : never);
  job.compare("forwards", std::min(start, forward.forwarded),
              static_cast<std::int64_t>(forward.forwards), slow.travels.forwards);
  job.compare("returns", std::min(start, forward.forwarded),
              static_cast<std::int64_t>(forward.returns), slow.travels.returns);
  if (forward.forwards > 0) {
    job.compare("cluster", start, forward.cluster, where);
    if (where != none<ClusterId>) job.compare("queue", start, forward.queue, slow.travels.queue);
  }
  if (has_execution) job.compare("start", start, a.start, b.start);
  if (has_execution && b.start != never && forward.cluster == where)
    job.compare("hosts", start,
                hosts_of(fast, where == none<ClusterId> ? home : where, a,
                         results.slots_of(b.asked.slots, index)),
                b.hosts);
  job.compare("status", std::min(a.finish, b.finish), a.status, b.status);
  job.compare("end reason", std::min(a.finish, b.finish), a.end_reason, b.reason);
  job.compare("finish", std::min(a.finish, b.finish), a.finish, b.finish);
  job.compare("exit code", std::min(a.finish, b.finish), a.exit_code, b.exit_code);
  const JobHistory* const history = results.history_of(index);
  job.compare("preemptions", start, history == nullptr ? 0 : history->preemptions,
              b.history.preemptions);
  job.compare("requeues", start, history == nullptr ? 0 : history->requeues, b.history.requeues);
}

/// Calls visit(settings) for all settings that the clusters ever have.
template <class Visit>
void visit_settings(const GridConfig& grid, Visit&& visit) {
  for (const ClusterConfig& cluster : grid.clusters) {
    visit(static_cast<const ClusterSettings&>(cluster));
    for (const TimelineEntry& entry : cluster.timeline)
      if (entry.settings) visit(*entry.settings);
  }
}

bool has_session_grids(const GridConfig& grid) {
  bool has = false;
  visit_settings(grid, [&](const ClusterSettings& settings) {
    has = has || settings.params.job_scheduling_interval > 0ms;
  });
  return has;
}

/// The difference of the earliest time.
std::string difference(const GridConfig& grid, const RunResults& fast, const naive::Grid& slow) {
  std::multimap<Time, std::string> found;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const auto id = static_cast<ClusterId>(at);
    const std::vector<naive::GridJob> jobs = slow.jobs_of(id);
    for (std::size_t job = 0; job < jobs.size(); ++job) {
      const auto number = static_cast<std::int64_t>(jobs[job].job.asked.id);
      Comparison one{grid.clusters[at].name + " job " + std::to_string(number), found};
      compare_job(one, fast, id, static_cast<JobIndex>(job), jobs[job]);
    }
    const ForwardCounts& counts = fast.clusters[at].forwarding;
    std::uint64_t ineffectual = 0;
    for (const auto& [reason, count] : slow.site(id).returned)
      if (reason == ReturnReason::cluster_not_accepted || reason == ReturnReason::processors)
        ineffectual += count;
    Comparison all{grid.clusters[at].name, found};
    all.compare("returns by reason", never, counts.returned, slow.site(id).returned);
    all.compare("ineffectual", never, counts.ineffectual, ineffectual);
  }
  Comparison whole{"the grid", found};
  if (!has_session_grids(grid))
    whole.compare("sessions", never, fast.engine.sessions, slow.sessions());
  return found.empty() ? "" : found.begin()->second;
}

}  // namespace

GridConfig without_session_grids(GridConfig grid) {
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.params.job_scheduling_interval = 0ms;
    for (TimelineEntry& entry : cluster.timeline) {
      if (!entry.settings) continue;
      const auto settings = std::make_shared<ClusterSettings>(*entry.settings);
      settings->params.job_scheduling_interval = 0ms;
      entry.settings = settings;
    }
  }
  return grid;
}

std::string difference_to_naive_grid(const GridConfig& grid) {
  naive::Grid slow(grid);
  slow.run(*grid.until);
  try {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState state = simulation.run_until(*grid.until, recorder);
    const RunResults fast = std::move(recorder).results(simulation, state, *grid.until);
    return difference(grid, fast, slow);
  } catch (const std::exception& error) {
    return std::string("the simulator stopped: ") + error.what();
  }
}

}  // namespace mcsim::testing
