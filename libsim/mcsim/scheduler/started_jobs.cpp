// Jobs that start, stop, go on and leave: the counts of hosts, queues and users.
#include "mcsim/scheduler/started_jobs.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/advance_charges.hpp"
#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/use_counts.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::scheduler {
namespace {

/// An exclusive job that the system has suspended does not keep others from its hosts.
void count_ssusp(HostState& host, const JobState& job, std::int32_t change) {
  host.ssusp_jobs += change;
  if (job.exclusive) host.exclusive_jobs -= change;
}

}  // namespace

void StartedJobs::start(JobSlotId id, const std::vector<HostSlots>& hosts) {
  the<SlotReserver>().stop(id);
  the<WaitingJobs>().leave(id, Stage::running);
  JobState& job = state_.jobs[id];
  job.dispatched = now_;
  job.ran = Duration{};
  job.slots = Slots{};
  for (const HostSlots& part : hosts) job.slots += part.slots;
  state_.jobs.place(id, hosts);
  the<UseCounts>().add(id, {.running = job.slots.count()});
  for (const HostSlots& part : hosts) {
    HostState& host = state_.hosts[part.host];
    state_.places.capacity -= host.capacity();
    host.running += part.slots.count();
    state_.places.capacity += host.capacity();
    ++host.started_jobs;
    host.exclusive_jobs += job.exclusive ? 1 : 0;
    host.accepted = now_;
    the<HostPlaces>().close_gates(part.host);
  }
  the<AdvanceCharges>().charge(id);
  the<RusageTakings>().take_all(id);
  for (const HostSlots& part : hosts) the<HostPlaces>().show(part.host);
}

void StartedJobs::charge_anew(JobSlotId id) { the<ShareCharges>().update(id); }

void StartedJobs::list_suspended(JobSlotId id) {
  QueueState& queue = state_.queues[state_.jobs[id].queue];
  if (state_.jobs[id].stopped_for != none<ResourceId>) return;
  queue.suspended.push_back(id);
  state_.groups.mark_stale(queue.group);
}

void StartedJobs::unlist_suspended(JobSlotId id) {
  if (std::exchange(state_.jobs[id].stopped_for, none<ResourceId>) != none<ResourceId>) return;
  if (std::exchange(state_.jobs[id].stuck_on, none<HostId>) != none<HostId>) return;
  QueueState& queue = state_.queues[state_.jobs[id].queue];
  std::erase(queue.suspended, id);
  state_.groups.mark_stale(queue.group);
}

void StartedJobs::note_stuck(JobSlotId id, HostId on) {
  QueueState& queue = state_.queues[state_.jobs[id].queue];
  state_.jobs[id].stuck_on = on;
  std::erase(queue.suspended, id);
  state_.groups.mark_stale(queue.group);
}

void StartedJobs::suspend(JobSlotId id, Stage stage, ResourceId stopped_for) {
  JobState& job = state_.jobs[id];
  job.stopped_for = stopped_for;
  const std::int32_t slots = job.slots.count();
  job.ran += now_ - job.since;
  job.since = now_;
  state_.jobs.become(id, stage);
  state_.sbatchds.unheard_ends.erase(id);
  the<UseCounts>().add(id, {.running = -slots, .suspended = slots});
  update_charge(id);
  the<RusageTakings>().give_released(id);
  if (stage == Stage::ssusp) list_suspended(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    the<HostPlaces>().change(part.host, [&](HostState& host) {
      host.running -= part.slots.count();
      host.suspended += part.slots.count();
      if (stage == Stage::ssusp) count_ssusp(host, job, 1);
    });
  });
}

void StartedJobs::change_suspension(JobSlotId id, Stage stage) {
  JobState& job = state_.jobs[id];
  if (stage == Stage::ssusp)
    list_suspended(id);
  else
    unlist_suspended(id);
  state_.jobs.become(id, stage);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    the<HostPlaces>().change(part.host, [&](HostState& host) {
      count_ssusp(host, job, stage == Stage::ssusp ? 1 : -1);
    });
  });
}

void StartedJobs::resume(JobSlotId id) {
  JobState& job = state_.jobs[id];
  MCSIM_CHECK(job.stage == Stage::ssusp, "a job resumed that the system had not suspended");
  const std::int32_t slots = job.slots.count();
  unlist_suspended(id);
  state_.jobs.become(id, Stage::running);
  job.since = now_;
  the<UseCounts>().add(id, {.running = slots, .suspended = -slots});
  update_charge(id);
  the<RusageTakings>().take_all(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    the<HostPlaces>().change(part.host, [&](HostState& host) {
      host.suspended -= part.slots.count();
      host.running += part.slots.count();
      count_ssusp(host, job, -1);
    });
  });
}

void StartedJobs::release(JobSlotId id) {
  JobState& job = state_.jobs[id];
  const bool was_running = job.stage == Stage::running;
  const bool was_ssusp = job.stage == Stage::ssusp;
  const std::int32_t slots = job.slots.count();
  if (state_.dispatch) the<PolicyJobs>().end(id);
  if (was_running) job.ran += now_ - job.since;
  if (was_ssusp) unlist_suspended(id);
  state_.sbatchds.unheard_ends.erase(id);
  if (state_.queues[job.queue].shared) the<ShareCharges>().close(id, true);
  the<UseCounts>().add(id,
                       was_running ? SlotCount{.running = -slots} : SlotCount{.suspended = -slots});
  the<RusageTakings>().give_all(id);
  the<AdvanceCharges>().uncharge(id);
  state_.jobs.become(id, Stage::psusp);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    the<HostPlaces>().change(part.host, [&](HostState& host) {
      (was_running ? host.running : host.suspended) -= part.slots.count();
      if (was_ssusp) count_ssusp(host, job, -1);
      host.exclusive_jobs -= job.exclusive ? 1 : 0;
      if (--host.started_jobs == 0) host.accepted.reset();
    });
  });
  state_.jobs.unplace(id);
  job.slots = job.record.least;
  job.since = now_;
  job.dispatched = never;
  job.backfilled = false;
}

void StartedJobs::goes_unheard(JobSlotId id) {
  state_.sbatchds.unheard_ends.try_emplace(id, now_);
  state_.jobs.visit_hosts(id, [&](HostSlots part) { the<HostPlaces>().show(part.host); });
}

void StartedJobs::move(JobSlotId id, QueueId queue) {
  JobState& job = state_.jobs[id];
  const std::int32_t slots = job.slots.count();
  const bool runs = job.stage == Stage::running;
  const double ran = state_.dispatch ? 0 : the<ShareCharges>().run_to_take(id);
  if (state_.queues[job.queue].shared) the<ShareCharges>().close(id, false);
  the<UseCounts>().add(id, runs ? SlotCount{.running = -slots} : SlotCount{.suspended = -slots});
  const ResourceId stopped_for = job.stopped_for;
  if (job.stage == Stage::ssusp) unlist_suspended(id);
  job.queue = queue;
  job.stopped_for = stopped_for;
  if (job.stage == Stage::ssusp) list_suspended(id);
  the<UseCounts>().add(id, runs ? SlotCount{.running = slots} : SlotCount{.suspended = slots});
  update_charge(id);
  the<ShareCharges>().take_run(id, ran);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    the<HostPlaces>().show(part.host);
    the<HostPlaces>().freed(part.host);
  });
}

}  // namespace mcsim::scheduler
