// What the recorder knows before the first fact, and what it adds after the last.
#include "mcsim/system/recorder.hpp"

#include <algorithm>

namespace mcsim {

Recorder::Recorder(const GridConfig& config) {
  for (const ClusterConfig& cluster : config.clusters) {
    Ledger ledger;
    ledger.results.jobs.resize(cluster.trace.size());
    for (const HostConfig& host : cluster.hosts) ledger.capacity += host.mxj.count();
    ledgers_.add(std::move(ledger));
    if (cluster.trace.empty()) continue;
    const auto last = static_cast<JobIndex>(cluster.trace.size() - 1);
    first_submit_ = std::min(first_submit_, cluster.trace[JobIndex{}].submit);
    last_submit_ = std::max(last_submit_, cluster.trace[last].submit);
  }
}

RunResults Recorder::results(const Simulation& simulation, RunState state, Time until) && {
  RunResults all;
  all.end = state == RunState::until ? until : last_fact_;
  all.stalled = state == RunState::stalled;
  all.complete = state != RunState::stopped;
  all.ignored_actions = ignored_actions_;
  all.engine = simulation.counts();

  Fingerprint fingerprint;
  for (const ClusterWorld& world : simulation.clusters()) {
    Ledger& ledger = ledgers_[world.id];
    settle(ledger, all.end);
    fingerprint.add(ledger.fingerprint.value());
    const PendReasons reasons(world);
    for (const WaitingLine& line : world.lines)
      line.visit([&](const WaitingJob& job) {
        ledger.results.jobs[index_of(job.rank)].pend_reason = reasons.of(job);
      });
    all.clusters.push_back(std::move(ledger.results));
  }
  all.fingerprint = fingerprint.value();
  return all;
}

}  // namespace mcsim
