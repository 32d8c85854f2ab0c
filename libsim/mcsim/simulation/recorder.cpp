// What the recorder keeps of each fact, and what it adds after the last.
#include "mcsim/simulation/recorder.hpp"

#include <algorithm>
#include <variant>

#include "mcsim/base/prefetch.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/scheduler/stage_times.hpp"

namespace mcsim::simulation {

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
  watched_ = watched_part(config, first_submit_, last_submit_);
  if (watched_.from <= first_submit_) all_watched_until_ = watched_.to;
}

void Recorder::prefetch(ClusterId cluster, JobIndex job) const {
  base::prefetch(ledgers_[cluster].results.jobs[index_of(job)]);
}

void Recorder::on(ClusterId cluster, const JobSubmitted& fact) {
  const auto delay = std::chrono::duration_cast<decltype(JobOutcome::delay)>(fact.delay);
  see(cluster, fact.at, 1, fact.job, word(fact.slots) | std::uint64_t{delay.count()} << 32);
  JobOutcome& job = outcome(cluster, fact.job);
  job.status = JobStatus::pend;
  job.delay = delay;
}

void Recorder::on(ClusterId cluster, const JobRejected& fact) {
  see(cluster, fact.at, 2, fact.job, word(fact.reason));
  JobOutcome& job = outcome(cluster, fact.job);
  job.status = JobStatus::rejected;
  job.end_reason = fact.reason;
}

void Recorder::on(ClusterId cluster, const JobHeldBack& fact) {
  ledgers_[cluster].results.submitted[fact.job] = fact.at;
}

void Recorder::on(ClusterId cluster, const SlotsChosen& fact) {
  ClusterResults& results = ledgers_[cluster].results;
  if (index_of(fact.job) < results.jobs.size()) {
    results.chosen_slots[fact.job] = fact.slots;
    return;
  }
  const GuestOutcome& guest = results.guests[index_of(fact.job) - results.jobs.size()];
  ledgers_[guest.home].results.chosen_slots[guest.job] = fact.slots;
}

void Recorder::on(ClusterId cluster, const JobStarted& fact) {
  Ledger& ledger = see(cluster, fact.at, 3, fact.job, word(fact.slots) | word(fact.reason) << 32);
  for (const HostSlots& part : fact.hosts)
    ledger.fingerprint.add(word(part.slots) << 32 | index_of(part.host));
  JobOutcome& job = outcome(cluster, fact.job);
  job.status = JobStatus::run;
  job.start = fact.at;
  job.allocation = ledger.results.allocations.add(fact.hosts);
  hold(ledger, fact.at, fact.slots.count());
}

void Recorder::on(ClusterId cluster, const JobEnded& fact) {
  Ledger& ledger = see(cluster, fact.at, 4, fact.job,
                       word(fact.slots) | word(fact.status) << 32 | word(fact.reason) << 40);
  ledger.fingerprint.add(static_cast<std::uint32_t>(fact.exit_code));
  ledger.fingerprint.add(word(fact.started));
  JobOutcome& job = outcome(cluster, fact.job);
  job.status = fact.status;
  job.finish = fact.at;
  job.end_reason = fact.reason;
  job.exit_code = fact.exit_code;
  hold(ledger, fact.at, -fact.slots.count());
}

void Recorder::on(ClusterId cluster, const JobSuspended& fact) {
  Ledger& ledger = see(cluster, fact.at, 7, fact.job,
                       word(fact.slots) | word(fact.status) << 32 | word(fact.reason) << 40);
  outcome(cluster, fact.job).status = fact.status;
  hold(ledger, fact.at, -fact.slots.count());
}

void Recorder::on(ClusterId cluster, const JobResumed& fact) {
  Ledger& ledger = see(cluster, fact.at, 8, fact.job, word(fact.slots) | word(fact.status) << 32);
  outcome(cluster, fact.job).status = fact.status;
  hold(ledger, fact.at, fact.slots.count());
}

void Recorder::on(ClusterId cluster, const JobRequeued& fact) {
  Ledger& ledger = see(cluster, fact.at, 9, fact.job, word(fact.slots) | word(fact.reason) << 32);
  outcome(cluster, fact.job).status = JobStatus::pend;
  hold(ledger, fact.at, -fact.slots.count());
}

void Recorder::on(ClusterId cluster, const CapacityChanged& fact) {
  Ledger& ledger = see(cluster, fact.at, 5, none<JobIndex>, word(fact.slots));
  settle(ledger, fact.at);
  ledger.capacity = fact.slots.count();
}

void Recorder::on(ClusterId cluster, const ActionIgnored& fact) {
  see(cluster, fact.at, 6, none<JobIndex>, 0);
  ++ignored_actions_;
}

void Recorder::on(ClusterId cluster, const JobForwarded& fact) {
  Ledger& ledger = see(cluster, fact.at, 10, fact.job,
                       index_of(fact.to) | index_of(fact.queue) << 16 | word(fact.rule) << 32);
  ForwardOutcome& forward = forward_of(ledger, fact.job);
  forward.forwarded = fact.at;
  forward.id = JobId{};
  forward.cluster = fact.to;
  forward.queue = fact.queue;
  forget_hosts(cluster, fact.job);
  ++forward.forwards;
  ++ledger.results.forwarding.forwarded;
  ++ledger.results.forwarding_to[{fact.to, fact.queue}].forwarded;
}

void Recorder::on(ClusterId cluster, const ForwardRefused& fact) {
  see(cluster, fact.at, 11, fact.job,
      index_of(fact.home) | index_of(fact.queue) << 16 | index_of(fact.reason) << 32);
}

void Recorder::on(ClusterId cluster, const GuestAccepted& fact) {
  Ledger& ledger = see(cluster, fact.at, 12, fact.guest, word(fact.slots));
  ledger.fingerprint.add(index_of(fact.home) << 32 | index_of(fact.job));
  const std::size_t number = index_of(fact.guest) - ledger.results.jobs.size();
  std::vector<GuestOutcome>& guests = ledger.results.guests;
  if (number >= guests.size()) guests.resize(number + 1);
  guests[number] = {fact.job, fact.home, fact.queue, fact.id};
  forward_of(ledgers_[fact.home], fact.job).id = fact.id;
}

void Recorder::on(ClusterId cluster, const GuestReturned& fact) {
  see(cluster, fact.at, 13, fact.guest, index_of(fact.reason));
  outcome(cluster, fact.guest).status = JobStatus::pend;
}

void Recorder::on(ClusterId, const ForwardHeard& fact) {
  last_heard_ = std::max(last_heard_, fact.at);
}

void Recorder::on(ClusterId cluster, const JobReturned& fact) {
  Ledger& ledger = see(cluster, fact.at, 14, fact.job, index_of(fact.reason));
  ForwardOutcome& forward = forward_of(ledger, fact.job);
  for (ForwardCounts* const counts :
       {&ledger.results.forwarding,
        &ledger.results.forwarding_to[{forward.cluster, forward.queue}]}) {
    ++counts->returned[fact.reason];
    if (is_ineffectual(fact.reason)) ++counts->ineffectual;
  }
  forward.cluster = none<ClusterId>;
  outcome(cluster, fact.job).status = JobStatus::pend;
  forget_hosts(cluster, fact.job);
  ++forward.returns;
}

void Recorder::on(ClusterId cluster, const LaunchBegins& fact) {
  Ledger& ledger = see(cluster, fact.at, 15, fact.job, word(fact.slots));
  ++launches_of(ledger).launches;
}

void Recorder::on(ClusterId cluster, const LaunchRuns& fact) {
  Ledger& ledger = see(cluster, fact.at, 16, fact.job, word(Time{fact.launch}));
  LaunchResults& launches = launches_of(ledger);
  ++launches.outcomes[std::string(name_of(LaunchOutcome::ran))];
  launches.times.push_back(fact.launch);
}

void Recorder::on(ClusterId cluster, const LaunchLosesHost& fact) {
  see(cluster, fact.at, 17, fact.job, index_of(fact.host));
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
      results.jobs[index_of(world.baseline->jobs[job.job].index)].pend_reason = reasons.of(job);
    });
}

/// Histories as they are at the end of the run, the present stage of jobs in flight included.
std::map<JobIndex, JobHistory> histories_at(const SchedulerState& state, Time end) {
  std::map<JobIndex, JobHistory> histories = state.histories;
  state.jobs.visit([&](JobSlotId id, const JobState& job) {
    const auto found = histories.find(job.index);
    if (found == histories.end()) return;
    JobHistory& history = found->second;
    add_waiting(history, job, end);
    if (!job.is_started()) return;
    const Duration since = end - job.since;
    if (job.stage != Stage::running) history.suspended += since;
    const Duration unheard = state.unheard(id, end);
    history.unreachable += unheard;
    const Duration ran =
        job.ran - job.record.overrun + (job.stage == Stage::running ? since - unheard : 0ms);
    history.ran += ran;
    if (history.launch == unlimited) history.launch = ran;  // it goes on
  });
  return histories;
}

std::optional<ElimOutcome> elims_at(const SchedulerState& state, Time end) {
  if (!state.load || state.load->elims().is_empty()) return std::nullopt;
  const ElimCounts counts = state.load->elims().counts_by(end);
  ElimOutcome elims{.starts = counts.starts, .reports = counts.reports, .problems = {}};
  for (std::size_t at = 0; at < ElimCounts::kinds; ++at)
    if (counts.problems[at] > 0)
      elims.problems.emplace(name_of(static_cast<ElimFault>(at)), counts.problems[at]);
  return elims;
}

PendReason main_reason(JobSlotId id, SchedulerReasons& reasons, SchedulerReasons* deciding) {
  const PendReason decides = deciding == nullptr ? PendReason::none : deciding->main_of(id);
  return is_trivial(decides) ? reasons.main_of(id) : decides;
}

}  // namespace

/// Jobs that are away have the reasons of their execution clusters; jobs on the way are
/// `forwarded`. Of a job that nothing will ever start, what decides counts, and no window that is
/// closed just now.
void Recorder::add_lsf_reasons(const ClusterWorld& world, Time end, bool has_stalled) {
  SchedulerReasons reasons(world, end);
  SchedulerReasons deciding(world, end, Windows::open);
  world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
    PendReason& reason = outcome(world.id, job.index).pend_reason;
    if (job.stage >= Stage::delayed && job.stage <= Stage::psusp)
      reason = main_reason(id, reasons, has_stalled ? &deciding : nullptr);
    else if (job.stage == Stage::away && reason == PendReason::none &&
             outcome(world.id, job.index).status == JobStatus::pend)
      reason = PendReason::forwarded;
  });
}

/// The history of a guest is that of its job; it goes on from the history at the forward.
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

/// Jobs on their way wait, too; their histories go with them.
void Recorder::add_histories_on_the_way(const ClusterWorld& to, Time end) {
  const auto add = [&](ClusterId home, JobIndex job, const auto& message, Time sent) {
    if (!message.history) return;
    JobHistory& history = ledgers_[home].results.histories[job] = *message.history;
    history.pending += end - sent;
  };
  for (const Neighbour& from : to.forwarding.neighbours)
    for (const Mailbox::Letter& letter : from.inbox.letters())
      if (const auto* sent = std::get_if<ForwardJob>(&letter.message))
        add(from.id, sent->job, *sent, letter.sent);
      else if (const auto* returned = std::get_if<ForwardReturned>(&letter.message))
        add(to.id, to.lsf->jobs[from.ledger[returned->forward].job].index, *returned, letter.sent);
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
      add_lsf_reasons(world, all.end, all.stalled);
      add_histories(world, all.end);
    }
  for (const ClusterWorld& world : simulation.clusters())
    if (world.lsf) add_histories_on_the_way(world, all.end);
  for (const ClusterWorld& world : simulation.clusters()) {
    Ledger& ledger = ledgers_[world.id];
    settle(ledger, all.end);
    fingerprint.add(ledger.fingerprint.value());
    if (world.baseline) add_reasons(world, ledger.results);
    // Clusters may have heard of reports since the last fact, by sessions that tell nothing.
    if (world.lsf)
      ledger.results.elims =
          elims_at(*world.lsf, state == RunState::finished ? simulation.played_until() : all.end);
    all.clusters.push_back(std::move(ledger.results));
  }
  all.fingerprint = fingerprint.value();
  return all;
}

}  // namespace mcsim::simulation
