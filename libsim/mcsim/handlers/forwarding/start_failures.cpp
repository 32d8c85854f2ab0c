// How starts fail, and what follows.
#include "mcsim/handlers/forwarding/start_failures.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/jobs/held_jobs.hpp"

namespace mcsim::handlers {

bool StartFailures::fails(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const JobProfile& profile = world_.config.profiles[index_of(job.profile)];
  if (profile.init_failures == 0 && profile.preexec_failures == 0) return false;
  const JobHistory* const history = life_.known_history(job);
  const JobHistory before = history == nullptr ? JobHistory{} : *history;
  if (job.is_guest() && before.init_failures < profile.init_failures) {
    fail_in_initialization(id);
    return true;
  }
  if (before.preexec_failures < profile.preexec_failures) {
    fail_in_preexec(id);
    return true;
  }
  return false;
}

void StartFailures::fail_in_initialization(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  Guest& guest = world_.forwarding.guests[job.guest];
  ++guest.init_failures;
  ++life_.history_of_waiting(id).init_failures;
  const bool again = guest.init_failures <= state_.settings.params.forwarding.init_fail_retry;
  tell_failure(job, false, guest.init_failures, again);
  try_later(id);
  if (!again) timeline_.act_on(id, RemoteAction::stop);
}

void StartFailures::fail_in_preexec(JobSlotId id) {
  JobState& job = state_.jobs[id];
  ++job.record.preexec_failures;
  ++life_.history_of_waiting(id).preexec_failures;
  const bool again = job.record.preexec_failures < preexec_retry(world_, job);
  tell_failure(job, true, job.record.preexec_failures, again);
  try_later(id);
  if (again) return;
  if (job.is_guest())
    import_.send_back(id, ReturnReason::preexec_retry);
  else
    timeline_.act_on(id, RemoteAction::stop);
}

void StartFailures::tell_failure(const JobState& job, bool in_preexec, std::int32_t failures,
                                 bool again) {
  observer_.on(world_.id, StartFailed{life_.now(), job.index, in_preexec, failures, again});
}

void StartFailures::try_later(JobSlotId id) {
  JobState& job = state_.jobs[id];
  life_.waiting().set_aside(id);
  job.forward_line = JobState::no_forward_line;
  job.record.hosts_from = world_.sessions.on_raster() ? life_.now() + 1ms : life_.now();
  world_.agenda.schedule(job.record.hosts_from, phase::change, HoldIsOver{id, job.index, false});
  if (world_.is_ordered()) [[unlikely]]
    follow_element(world_, id);
}

}  // namespace mcsim::handlers
