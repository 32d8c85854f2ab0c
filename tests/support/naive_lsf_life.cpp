// Submission, start, suspension, end: each changes one job and notes that something has changed.
#include "support/naive_lsf_life.hpp"

#include <algorithm>
#include <cmath>

#include "mcsim/model/requirement_merge.hpp"
#include "support/naive_conditions.hpp"
#include "support/naive_lsf_limits.hpp"
#include "support/naive_lsf_reservations.hpp"
#include "support/naive_lsf_shares.hpp"

namespace mcsim::testing::naive {
namespace {

// Exit codes as LSF reports them: 128 + the signal that ended the job.
constexpr std::int32_t by_sigusr2 = 140;
constexpr std::int32_t by_sigkill = 137;

/// The accumulated use of a queue grows by its running jobs, so it is brought up to now before they
/// change.
void settle(State& state, QueueId queue) {
  const auto slots = static_cast<std::int32_t>(state.running_slots(queue));
  state.decay.add(state.queues[index_of(queue)].use, Slots(slots), state.now);
}

Duration most_run(const JobRules& application, const JobRules& queue) {
  return std::min(application.run_limit, queue.run_limit);
}

/// The smaller of two memory limits; negative: none.
std::int64_t smaller(std::int64_t a, std::int64_t b) {
  return a < 0 || b < 0 ? std::max(a, b) : std::min(a, b);
}

Duration scaled(Duration time, double cpuf) {
  if (time >= unlimited) return time;
  return Duration(std::llround(static_cast<double>(time.count()) / cpuf));
}

/// A job that may overuse is held to what its queue and its application allow, not to what it asked
/// for itself.
Duration kill_limit(const State& state, const Job& job, double cpuf) {
  if (!job.profile->overuse) return job.limit_here;
  const Duration most = most_run(state.application_of(job), state.queue_of(job).rules);
  return state.settings->params.abs_runlimit ? most : scaled(most, cpuf);
}

/// What ends this execution, and after how long.
void plan_end(const State& state, Job& job) {
  const ModelConfig& model = state.config.model;
  const double cpuf = model.run_time_scaling ? state.host(job.hosts[0].host).cpuf : 1.0;
  job.limit_here = state.settings->params.abs_runlimit ? job.limit : scaled(job.limit, cpuf);
  job.occupies = scaled(job.work, cpuf);
  job.cause = EndCause::done;
  const Duration kill = kill_limit(state, job, cpuf);
  if (model.enforce_runlimit && kill < job.occupies) {
    job.occupies = kill;
    job.cause = EndCause::run_limit;
  }
  const JobRules& application = state.application_of(job);
  const JobRules& queue = state.queue_of(job).rules;
  std::int64_t asked = job.profile->mem_limit;
  if (asked < 0) asked = application.default_mem_limit;
  if (asked < 0) asked = queue.default_mem_limit;
  const std::int64_t most = smaller(asked, smaller(application.mem_limit, queue.mem_limit));
  const Duration check = model.memlimit_at_once ? 0ms : state.settings->params.sbd_sleep_time;
  if (most >= 0 && job.profile->memory > most && check < job.occupies) {
    job.occupies = check;
    job.cause = EndCause::mem_limit;
  }
}

/// The job stops running, or stops being suspended.
void close_stage(State& state, Job& job) {
  if (job.status == JobStatus::run) {
    settle(state, job.queue);
    settle_share(state, job);
  }
  if (job.is_suspended()) job.history.suspended += state.now - job.since;
  // Its processes have died with the host on which they were watched.
  const Host& first = state.hosts[index_of(job.hosts[0].host)];
  if (job.status == JobStatus::run && first.silent) {
    const Duration dead = state.now - std::max(first.silent_since, job.since);
    job.history.unreachable += dead;
    job.dead += dead;
  }
  job.ran_before = state.ran(job);
  job.since = state.now;
}

std::int32_t exit_code_of(const Job& job) {
  const std::vector<std::int32_t>& codes = job.profile->exit_codes;
  if (codes.empty()) return 0;
  return codes[std::min(codes.size(), static_cast<std::size_t>(job.executions)) - 1];
}

const RequeueExitValue* requeue_value(const State& state, const Job& job, std::int32_t code) {
  const JobRules& application = state.application_of(job);
  const auto& values = application.requeue_exit_values.empty()
                           ? state.queue_of(job).rules.requeue_exit_values
                           : application.requeue_exit_values;
  const auto found = std::ranges::find(values, code, &RequeueExitValue::code);
  return found == values.end() ? nullptr : &*found;
}

bool may_requeue(const State& state, const Job& job) {
  const auto first = [](const auto& a, const auto& b) { return a ? a : b; };
  const auto most = first(state.application_of(job).retries.max_job_requeue,
                          first(state.queue_of(job).rules.retries.max_job_requeue,
                                state.settings->params.retries.max_job_requeue));
  return !most || job.exit_requeues < *most;
}

bool has_hosts(const Job& job, const QueueConfig& queue) {
  if (!job.profile->hosts || queue.hosts.all) return true;
  return std::ranges::all_of(job.profile->hosts->list, [&](const auto& wanted) {
    return std::ranges::find(queue.hosts.list, wanted.host, &HostPreferences::Entry::host) !=
           queue.hosts.list.end();
  });
}

/// Who has no account in the tree of a queue is not let in.
bool lacks_account(const State& state, const Job& job, const QueueConfig& queue) {
  if (queue.fairshare == none<FairshareId> ||
      state.config.model.fairshare.no_share == FairshareOptions::NoShare::last)
    return false;
  const FairshareConfig& tree = state.settings->fairshares[index_of(queue.fairshare)];
  const NameId group = tree.known_group(job.profile->group);
  return std::ranges::none_of(
      tree.accounts, [&](const ShareRowConfig& row) { return row.takes(job.asked.user, group); });
}

}  // namespace

EndReason refusal(const State& state, const Job& job, QueueId id) {
  const QueueConfig& queue = state.settings->queues[index_of(id)];
  const JobRules& application = state.application_of(job);
  const ProcLimit& a = application.proc_limit;
  const ProcLimit& b = queue.rules.proc_limit;
  if (!state.queues[index_of(id)].open) return EndReason::queue_closed;
  if (!queue.users.has(job.asked.user)) return EndReason::user_not_in_queue;
  if (lacks_account(state, job, queue)) return EndReason::user_without_share;
  const std::int64_t fewest = job.asked.slots.count();  // it may have more by now
  const std::int64_t widest = std::max<std::int64_t>(fewest, job.profile->most_slots);
  if (widest < std::max(a.least, b.least) || fewest > std::min(a.most, b.most))
    return EndReason::processors_out_of_range;
  const bool asked = job.asked.requested >= 0ms && job.asked.limit < unlimited;
  if (asked && job.asked.limit > queue.rules.run_limit) return EndReason::run_limit_over_queue;
  if (asked && job.asked.limit > application.run_limit)
    return EndReason::run_limit_over_application;
  const auto is_over = [&](std::int64_t most) {
    return most >= 0 && job.profile->mem_limit > most;
  };
  if (is_over(queue.rules.mem_limit)) return EndReason::mem_limit_over_queue;
  if (is_over(application.mem_limit)) return EndReason::mem_limit_over_application;
  if (!has_hosts(job, queue)) return EndReason::hosts_not_in_queue;
  if (job.profile->exclusive && !queue.exclusive) return EndReason::queue_not_exclusive;
  return EndReason::none;
}

void set_limit(const State& state, Job& job) {
  const JobRules& application = state.application_of(job);
  const JobRules& queue = state.queue_of(job).rules;
  job.limit = job.asked.limit;
  if (job.limit == queues_default)
    job.limit = application.default_run_limit ? *application.default_run_limit
                                              : queue.default_run_limit.value_or(unlimited);
  job.limit = std::min(job.limit, most_run(application, queue));
}

void set_requirement(const State& state, Job& job) {
  job.wants = merged(job.profile->res_req, state.application_of(job).res_req,
                     state.queue_of(job).rules.res_req, state.settings->resources);
}

/// MAX_USER_PRIORITY: what jobs may ask for, and half of it is what others have.
void set_priority(const State& state, Job& job) {
  const std::int32_t most = state.settings->params.max_user_priority;
  job.priority = job.profile->priority == 0 ? most / 2 : job.profile->priority;
}

void submit(State& state, Job& job) {
  set_priority(state, job);
  const std::int32_t most = state.settings->params.max_user_priority;
  job.reason = most > 0 && job.priority > most ? EndReason::priority_over_maximum
                                               : refusal(state, job, job.queue);
  if (job.reason == EndReason::none) job.reason = refusal_in_order(state, job);
  if (job.reason != EndReason::none) {
    job.status = JobStatus::rejected;
    job.ended = state.now;
    job.ended_round = state.round;
    return;
  }
  job.forward_delay = state.queue_of(job).forwarding.forward_delay;
  enqueue(state, job);
  wait_for_others(state, job);
}

void enqueue(State& state, Job& job) {
  job.status = JobStatus::pend;
  job.position = ++state.bottom;
  job.waits_since = state.now;
  job.work = job.asked.run;
  job.pending_from = state.now + state.queue_of(job).new_job_sched_delay;
  set_limit(state, job);
  set_requirement(state, job);
  state.news = true;
}

namespace {

/// A started job takes its slots along: the queue must have its hosts, and room in its own limits.
bool takes_started(const State& state, const Job& job, QueueId id) {
  const QueueConfig& queue = state.settings->queues[index_of(id)];
  const bool counts_for_users = job.status == JobStatus::run || !state.has_preemption();
  const std::vector<NameId> user{job.asked.user};
  const std::int64_t of_user = state.used(
      {.queue = id, .users = &user, .suspended_too = !state.has_preemption(), .except = &job});
  if (state.used({.queue = id, .except = &job}) + job.slots() > queue.qjob_limit) return false;
  if (counts_for_users && of_user + job.slots() > queue.ujob_limit) return false;
  if (!limits_let_switch(state, job, id)) return false;
  return std::ranges::all_of(job.hosts, [&](const HostSlots& part) {
    const std::int64_t slots =
        state.used({.host = part.host, .queue = id, .except = &job}) + part.slots.count();
    const bool has_host = queue.hosts.all || std::ranges::find(queue.hosts.list, part.host,
                                                               &HostPreferences::Entry::host) !=
                                                 queue.hosts.list.end();
    return has_host && slots <= queue.hjob_limit &&
           slots <= queue.pjob_limit.on(state.host(part.host).ncpus);
  });
}

}  // namespace

bool bswitch(State& state, Job& job, QueueId queue) {
  if (job.queue == queue || refusal(state, job, queue) != EndReason::none) return false;
  if (job.is_started() && !takes_started(state, job, queue)) return false;
  job.reserved.clear();
  job.reserves_since = never;
  if (job.status == JobStatus::run) {
    settle(state, job.queue);
    settle(state, queue);
  }
  const FairshareId before = state.queue_of(job).fairshare;
  job.queue = queue;
  if (job.is_started()) switch_share(state, job, before);
  set_limit(state, job);
  set_requirement(state, job);
  return true;
}

void start(State& state, Job& job, const std::vector<HostSlots>& hosts, bool backfilled,
           std::optional<ShareCharge> share) {
  settle(state, job.queue);
  job.charges = charges_of(state, job, hosts);
  job.hosts = hosts;
  job.share = std::move(share);
  job.reserved.clear();  // else it would count for the account before it runs
  job.ran_decayed = {.until = state.now};
  settle_share(state, job);
  job.status = JobStatus::run;
  job.last_run = JobStatus::unsubmitted;
  job.uses = job.wants.rusage;
  job.backfilled = backfilled;
  job.reserves_since = never;
  job.predicted_start = never;
  job.start = state.now;
  job.since = state.now;
  job.since_round = state.round;
  job.unheard = false;
  job.ran_before = 0ms;
  job.dead = 0ms;
  ++job.executions;
  plan_end(state, job);
  if (job.history.first_start == never) job.history.first_start = state.now;
  job.history.pending += state.now - job.waits_since;
  for (const HostSlots& part : hosts) state.hosts[index_of(part.host)].last_start = state.now;
  state.tell(job, News::started);
}

/// Whether JOB_CONTROLS has a job requeued or killed in place of what was to happen.
static bool acts_otherwise(State& state, Job& job, std::optional<JobControl> JobRules::* action) {
  const JobControl control = state.control(job, action);
  if (control.kind == JobControl::Kind::requeue) requeue(state, job);
  if (control.kind == JobControl::Kind::kill && control.exit_code == 0)
    finish(state, job, JobStatus::exit, EndReason::term_owner, 130);
  else if (control.kind == JobControl::Kind::kill)
    finish(state, job, JobStatus::exit, EndReason::none, control.exit_code);
  return control.ends_execution();
}

void suspend(State& state, Job& job, JobStatus status) {
  if (acts_otherwise(state, job, &JobRules::suspend_control)) return;
  if (job.status == JobStatus::run) job.stopped = state.now;
  close_stage(state, job);
  job.status = status;
  job.was_suspended = true;
  state.tell(job, News::suspended);
}

void stop_pending(State& state, Job& job) {
  job.history.pending += state.now - job.waits_since;
  job.waits_since = state.now;
  job.status = JobStatus::psusp;
  job.reserved.clear();
  job.reserves_since = never;
  state.tell(job, News::suspended);
}

void note_stop(const State& state, Job& job) {
  const Duration stopped = state.now - job.waits_since;
  const Duration held = state.now - std::max(job.waits_since, job.pending_from);
  job.history.held += std::max(held, 0ms);
  job.history.pending += stopped - std::max(held, 0ms);
}

void resume(State& state, Job& job) {
  if (acts_otherwise(state, job, &JobRules::resume_control)) return;
  settle(state, job.queue);
  settle_share(state, job);
  close_stage(state, job);
  job.status = JobStatus::run;
  job.since_round = state.round;
  job.unheard = false;
  state.tell(job, News::resumed);
}

void preempt(State& state, Job& job) {
  ++job.history.preemptions;
  const auto kind = state.control(job, &JobRules::terminate_control).kind;
  if (state.queue_of(job).terminate_when_preempted)
    requeue(state, job, kind == JobControl::Kind::checkpoint);
  else
    suspend(state, job, JobStatus::ssusp);
}

static bool is_by_signal(EndReason reason) {
  constexpr EndReason all[] = {EndReason::term_runlimit,  EndReason::term_memlimit,
                               EndReason::term_owner,     EndReason::term_window,
                               EndReason::term_host_down, EndReason::term_orphan};
  return std::ranges::find(all, reason) != std::end(all);
}

void finish(State& state, Job& job, JobStatus status, EndReason reason, std::int32_t exit_code) {
  job.history.ran = job.history.kept;
  if (job.is_started()) {
    close_stage(state, job);
    leave_share(state, job);
    job.history.ran += job.ran_before - job.dead;
  } else if (job.status == JobStatus::pend) {
    job.history.pending += state.now - job.waits_since;
  } else if (job.status == JobStatus::psusp) {
    note_stop(state, job);
  }
  job.status = status;
  job.reason = reason;
  job.exit_code = exit_code;
  job.own_code = is_by_signal(reason) ? 0 : exit_code;
  job.finish = state.now;
  job.ended = state.now;
  job.ended_round = state.round;
  state.news = true;
  state.tell(job, News::ended);
}

void terminate(State& state, Job& job, EndReason reason, std::int32_t exit_code) {
  const auto kind = job.is_started() ? state.control(job, &JobRules::terminate_control).kind
                                     : JobControl::Kind::usual;
  if (kind == JobControl::Kind::requeue) return requeue(state, job);
  if (kind == JobControl::Kind::checkpoint && reason == EndReason::term_window)
    return requeue(state, job, true);
  finish(state, job, JobStatus::exit, reason, exit_code);
}

void requeue(State& state, Job& job, bool keeps_work) {
  close_stage(state, job);
  leave_share(state, job);
  const double cpuf =
      state.config.model.run_time_scaling ? state.host(job.hosts[0].host).cpuf : 1.0;
  const Duration ran = job.ran_before - job.dead;
  if (keeps_work) {
    job.history.kept += ran;
    const auto done = std::llround(static_cast<double>(ran.count()) * cpuf);
    job.work = std::max(0ms, job.work - Duration(done));
  } else {
    job.history.lost += ran;
  }
  job.ran_before = 0ms;
  ++job.history.requeues;
  job.status = JobStatus::pend;
  job.waits_since = state.now;
  job.charges.clear();
  const bool to_bottom = state.settings->params.requeue_to_bottom;
  job.position = to_bottom ? ++state.bottom : --state.top;
  state.news = true;
  state.tell(job, News::requeued);
}

void end(State& state, Job& job) {
  if (job.cause == EndCause::run_limit)
    return finish(state, job, JobStatus::exit, EndReason::term_runlimit, by_sigusr2);
  if (job.cause == EndCause::mem_limit)
    return finish(state, job, JobStatus::exit, EndReason::term_memlimit, by_sigkill);
  const std::int32_t code = exit_code_of(job);
  const RequeueExitValue* const value = requeue_value(state, job, code);
  if (value == nullptr || !may_requeue(state, job))
    return finish(state, job, code == 0 ? JobStatus::done : JobStatus::exit, EndReason::none, code);
  if (value->exclude && job.slots() == 1) job.excluded.push_back(job.hosts[0].host);
  ++job.exit_requeues;
  if (state.config.model.dep_requeued == DepRequeued::last_run) {
    job.last_run = code == 0 ? JobStatus::done : JobStatus::exit;
    job.own_code = code;
  }
  requeue(state, job);
}

bool is_rerunnable(const State& state, const Job& job) {
  const auto of_application = state.application_of(job).rerunnable;
  const auto of_queue = state.queue_of(job).rules.rerunnable;
  return job.profile->rerunnable || (of_application ? *of_application : of_queue.value_or(false));
}

void host_went_down(State& state, Job& job) {
  if (is_rerunnable(state, job))
    requeue(state, job);
  else
    finish(state, job, JobStatus::exit, EndReason::term_host_down, by_sigkill);
}

void window_closed(State& state, Job& job) {
  if (state.queue_of(job).terminate_when_window_closes)
    terminate(state, job, EndReason::term_window, by_sigkill);
  else
    suspend(state, job, JobStatus::ssusp);
  state.news = true;
}

}  // namespace mcsim::testing::naive
