// How PAM's clock goes on while jobs start, stop and end.
#include "mcsim/handlers/jobs/job_launches.hpp"
#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void JobLaunches::run(JobSlotId id) {
  LaunchRow& row = row_of(id);
  row.has_event = false;
  row.launch.launch = clock_of(id);
  observer_.on(world_.id, LaunchRuns{now(), state_.jobs[id].index, *row.launch.launch});
  expect(id);
}

void JobLaunches::suspend(JobSlotId id) {
  JobState& job = state_.jobs[id];
  LaunchRow& row = row_of(id);
  signal(id, LaunchSignal::stop);
  if (row.launch.launch) return;
  row.launch.pauses.push_back({clock_of(id), std::nullopt});
  row.turn = on_hosts(id, [](const LaunchPlay& play) { return play.turn(); });
  // A suspended job does not become RUNNING. It may also be past that: at a limit that its sbatchd,
  // which is down, has not reported.
  if (row.turn.outcome == LaunchOutcome::ran || row.turn.at >= unlimited) return;
  job.record.cause = EndCause::done;
  // The end may be past, if its sbatchd is down and has not reported it.
  schedule(id, std::max(job.dispatched + row.turn.at, now()), JobEnds{id});
}

void JobLaunches::resume(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  LaunchRow& row = row_of(id);
  if (row.launch.is_paused())
    row.launch.pauses.back().length = now() - job.dispatched - clock_of(id) - paused_before(row);
  signal(id, LaunchSignal::resume);
  expect(id);
}

void JobLaunches::lose(JobSlotId id, HostId host) {
  LaunchRow& row = row_of(id);
  const Duration clock = clock_of(id);
  row.launch.losses.push_back({host, clock});
  observer_.on(world_.id, LaunchLosesHost{now(), state_.jobs[id].index, host});
  if (state_.jobs[id].stage != Stage::running) return;
  cancel(id);
  expect(id);
}

void JobLaunches::cancel(JobSlotId id) {
  state_.sbatchds.held_ends.erase(id);
  if (std::exchange(row_of(id).has_event, false)) world_.agenda.cancel(state_.jobs[id].record.end);
}

std::int32_t JobLaunches::exit(JobSlotId id, std::int32_t own) {
  LaunchRow& row = row_of(id);
  row.exits = true;
  row.exit_code = row.launch.launch ? row.run.exit_code.value_or(own) : row.turn.exit_code;
  return row.exit_code;
}

EndReason JobLaunches::end_reason(JobSlotId id) const {
  const LaunchRow& row = row_of(id);
  if (row.launch.launch && row.run.pjl_hangs) return EndReason::pjl_not_exited;
  if (row.launch.launch) return row.run.exit_code ? EndReason::pjl_exited : EndReason::none;
  switch (row.turn.outcome) {
    case LaunchOutcome::pjl_not_started:
      return EndReason::pjl_not_started;
    case LaunchOutcome::timed_out:
      return EndReason::tasks_not_registered;
    case LaunchOutcome::tasks_not_started:
      return EndReason::tasks_not_started;
    default:
      return EndReason::pjl_exited;
  }
}

void JobLaunches::close(JobSlotId id) {
  JobState& job = state_.jobs[id];
  const LaunchReport report = report_on(id);
  const Duration clock = clock_of(id);
  std::vector<LaunchedHost> hosts;
  if (observer_.wants_launches())
    hosts = on_hosts(id, [&](const LaunchPlay& play) { return play.hosts_at(clock); });
  observer_.on(world_.id, LaunchEnds{now(), job.index, job.slots, report, hosts});
  state_.launches->remove(std::exchange(job.record.launch, none<LaunchId>));
}

bool JobLaunches::begin_by_rules(JobSlotId id) {
  JobState& job = state_.jobs[id];
  const LaunchRules& rules = world_.config.launch;
  const HomeJob home = home_of(job);
  const ApplicationId application = world_.config.profiles[index_of(job.profile)].application;
  const LaunchProfile* const profile = rules.find(home, application, job.queue, job.slots);
  if (profile == nullptr) return false;
  const auto number = static_cast<std::uint32_t>(profile - rules.profiles.data());
  LaunchRow row;
  row.launch = {
      .profile = number,
      .job = home,
      .home_key = home_key_of(job),
      .execution = job.record.executions,
      .run = MergedRules(world_.config, state_.settings).run_on(job, state_.jobs.first_host(id)),
      .timeout = state_.settings.params.pjl_timeout};
  job.record.launch = state_.launches->add(std::move(row));
  observer_.on(world_.id, LaunchBegins{now(), job.index, job.slots, number});
  expect(id);
  return true;
}

HomeJob JobLaunches::home_of(const JobState& job) const {
  if (!job.is_guest()) return {world_.id, job.index};
  const Guest& guest = world_.forwarding.guests[job.guest];
  return {world_.forwarding.neighbours[guest.neighbour].id, guest.home_job};
}

std::uint64_t JobLaunches::home_key_of(const JobState& job) const {
  if (!job.is_guest()) return hash_name(world_.config.name);
  return world_.forwarding.neighbours[world_.forwarding.guests[job.guest].neighbour].name_key;
}

Duration JobLaunches::clock_of(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  return job.ran + (job.stage == Stage::running ? now() - job.since : Duration{});
}

Duration JobLaunches::paused_before(const LaunchRow& row) {
  Duration sum{};
  for (const Launch::Pause& pause : row.launch.pauses) sum += pause.length.value_or(Duration{});
  return sum;
}

void JobLaunches::schedule(JobSlotId id, Time at, const ClusterEvent& event) {
  state_.jobs[id].record.end = world_.agenda.schedule(at, phase::end, event);
  row_of(id).has_event = true;
}

void JobLaunches::expect(JobSlotId id) {
  JobState& job = state_.jobs[id];
  LaunchRow& row = row_of(id);
  const MergedRules rules(world_.config, state_.settings);
  const HostId first = state_.jobs.first_host(id);
  const Duration clock = clock_of(id);
  if (row.launch.launch) {
    row.run = on_hosts(id, [](const LaunchPlay& play) { return play.run(); });
    rules.bound(job, first, row.run.end, *row.launch.launch);
    return expect_end(id, clock);
  }
  row.turn = on_hosts(id, [](const LaunchPlay& play) { return play.turn(); });
  const Duration turn = row.launch.clock_at(row.turn.at);
  if (row.turn.outcome != LaunchOutcome::ran) {
    rules.bound(job, first, turn, turn);
    return expect_end(id, clock);
  }
  rules.bound(job, first, end_of_both(turn, row.launch.run), turn);
  if (turn > job.record.occupies || turn >= unlimited) return expect_end(id, clock);
  schedule(id, now() + std::max(turn - clock, Duration{}), TasksHaveStarted{id});
}

Duration JobLaunches::end_of_both(Duration turn, Duration run) {
  return turn >= unlimited || run >= unlimited ? unlimited : turn + run;
}

void JobLaunches::expect_end(JobSlotId id, Duration clock) {
  const Duration occupies = state_.jobs[id].record.occupies;
  row_of(id).has_event = false;
  if (occupies >= unlimited) return;
  // A job that ended while its sbatchd was down has run for longer.
  schedule(id, now() + std::max(occupies - clock, Duration{}), JobEnds{id});
}

void JobLaunches::signal(JobSlotId id, LaunchSignal signal) {
  if (!observer_.wants_signals()) return;
  const LaunchCounts counts = counts_now(id);
  observer_.on(world_.id, LaunchSignalled{now(), state_.jobs[id].index, signal, counts});
}

LaunchCounts JobLaunches::counts_now(JobSlotId id) const {
  const Duration clock = clock_of(id);
  return on_hosts(id, [&](const LaunchPlay& play) { return play.at(clock); });
}

LaunchReport JobLaunches::report_on(JobSlotId id) const {
  const LaunchRow& row = row_of(id);
  const bool has_run = row.launch.launch.has_value();
  LaunchReport report{.outcome = LaunchOutcome::ran,
                      .counts = {},
                      .launch = row.launch.launch.value_or(Duration{}),
                      .held = clock_of(id) - state_.jobs[id].record.overrun,
                      .timeout = row.launch.timeout,
                      .exits = row.exits};
  if (!row.exits) {
    if (!has_run) report.outcome = LaunchOutcome::interrupted;
    report.counts = counts_now(id);
    report.pam_is_lost = state_.hosts[state_.jobs.first_host(id)].down;
    if (report.pam_is_lost) report.counts.reached = 0;
  } else if (has_run) {
    report.counts = on_hosts(id, [&](const LaunchPlay& play) { return play.at_exit(row.run); });
    report.pjl_hung = row.run.pjl_hangs;
    report.pjl_was_early = row.run.exit_code.has_value() && !row.run.pjl_hangs;
  } else {
    report.outcome = row.turn.outcome;
    report.counts = on_hosts(id, [&](const LaunchPlay& play) { return play.at_failure(row.turn); });
  }
  report.exit_code = row.exit_code;
  return report;
}

}  // namespace mcsim::handlers
