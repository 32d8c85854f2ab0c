// What the recorder knows before the first fact, and what it adds after the last.
#include "mcsim/system/recorder.hpp"

#include <algorithm>

#include "mcsim/system/lsf_reasons.hpp"

namespace mcsim {

template RunState Simulation::run_until(Time, Recorder&, const Stop&);

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

void Recorder::on(ClusterId cluster, const LaunchEnds& fact) {
  const LaunchReport& report = fact.report;
  const LaunchCounts& counts = report.counts;
  Ledger& ledger = see(cluster, fact.at, 18, fact.job,
                       word(report.outcome) | std::uint64_t{counts.registered} << 32);
  ledger.fingerprint.add(std::uint64_t{counts.failed} << 32 | counts.lost);
  ledger.fingerprint.add(std::uint64_t{counts.statuses} << 32 | counts.reached);
  LaunchResults& launches = launches_of(ledger);
  const bool has_run = report.outcome == LaunchOutcome::ran;
  const Duration time = has_run ? report.launch : report.held;
  (has_run ? launches.launching : launches.lost) +=
      Int128{fact.slots.count()} * static_cast<std::int64_t>(time.count());
  if (!has_run) ++launches.outcomes[std::string(name_of(report.outcome))];
  if (has_run && counts.statuses < counts.tasks && report.exits) ++launches.without_statuses;
}

namespace {

void add_reasons(const ClusterWorld& world, ClusterResults& results) {
  const PendReasons reasons(world);
  for (const WaitingLine& line : world.baseline->lines)
    line.visit([&](const WaitingJob& job) {
      results.jobs[index_of(job.rank)].pend_reason = reasons.of(job);
    });
}

/// Histories as they are at the end of the run, what jobs in flight are at included.
std::map<JobIndex, JobHistory> histories_at(const LsfState& state, Time end) {
  std::map<JobIndex, JobHistory> histories = state.histories;
  state.jobs.visit([&](JobSlotId, const LsfJob& job) {
    const auto found = histories.find(job.index);
    if (found == histories.end()) return;
    JobHistory& history = found->second;
    const Duration since = end - job.since;
    if (job.stage == Stage::pending || job.stage == Stage::delayed) history.pending += since;
    if (job.stage == Stage::ssusp || job.stage == Stage::ususp) history.suspended += since;
    if (job.is_started()) history.ran = job.ran + (job.stage == Stage::running ? since : 0ms);
  });
  return histories;
}

std::optional<ElimOutcome> elims_at(const LsfState& state, Time end) {
  if (!state.load || state.load->elims().is_empty()) return std::nullopt;
  const ElimCounts counts = state.load->elims().counts_by(end);
  ElimOutcome elims{.starts = counts.starts, .reports = counts.reports, .problems = {}};
  for (std::size_t at = 0; at < ElimCounts::kinds; ++at)
    if (counts.problems[at] > 0)
      elims.problems.emplace(name_of(static_cast<ElimFault>(at)), counts.problems[at]);
  return elims;
}

}  // namespace

/// Jobs that are away have the reasons of where they are; on the way, that they are.
void Recorder::add_lsf_reasons(const ClusterWorld& world, Time end) {
  LsfReasons reasons(world, end);
  world.lsf->jobs.visit([&](JobSlotId id, const LsfJob& job) {
    PendReason& reason = outcome(world.id, job.index).pend_reason;
    if (job.stage == Stage::pending || job.stage == Stage::delayed || job.stage == Stage::psusp)
      reason = reasons.main_of(id);
    else if (job.stage == Stage::away && reason == PendReason::none &&
             outcome(world.id, job.index).status == JobStatus::pend)
      reason = PendReason::forwarded;
  });
}

/// Those of guests are their jobs'; what they were when a job was forwarded is in them.
void Recorder::add_histories(const ClusterWorld& world, Time end) {
  const std::size_t own = ledgers_[world.id].results.jobs.size();
  for (const auto& [job, history] : histories_at(*world.lsf, end)) {
    if (index_of(job) < own) {
      ledgers_[world.id].results.histories.try_emplace(job, history);
      continue;
    }
    const GuestOutcome& guest = ledgers_[world.id].results.guests[index_of(job) - own];
    ledgers_[guest.home].results.histories.insert_or_assign(guest.job, history);
  }
}

RunResults Recorder::results(const Simulation& simulation, RunState state, Time until) && {
  RunResults all;
  all.end = state == RunState::until     ? until
            : state == RunState::stalled ? std::max(last_fact_, last_heard_)
                                         : last_fact_;
  all.stalled = state == RunState::stalled;
  all.complete = state != RunState::stopped;
  all.ignored_actions = ignored_actions_;
  all.engine = simulation.counts();

  Fingerprint fingerprint;
  for (const ClusterWorld& world : simulation.clusters())
    if (world.lsf) {
      add_lsf_reasons(world, all.end);
      add_histories(world, all.end);
    }
  for (const ClusterWorld& world : simulation.clusters()) {
    Ledger& ledger = ledgers_[world.id];
    settle(ledger, all.end);
    fingerprint.add(ledger.fingerprint.value());
    if (world.baseline) add_reasons(world, ledger.results);
    if (world.lsf) ledger.results.elims = elims_at(*world.lsf, all.end);
    all.clusters.push_back(std::move(ledger.results));
  }
  all.fingerprint = fingerprint.value();
  return all;
}

}  // namespace mcsim
