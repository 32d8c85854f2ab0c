// When a job's reasons are asked for again: a job that waits for weeks is looked at by a hundred
// thousand sessions, and most of them change nothing.
#include <algorithm>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::app {

/// Called before an instant is played. What happens in it apart from a session may change anything.
void JobStory::note_due(Time now) {
  const ClusterWorld& here = world();
  if (std::min(here.agenda.next_time(), here.arrivals.time()) <= now) is_stale_ = true;
}

void JobStory::note_asked(Time now) {
  ++asked_;
  is_stale_ = asking_ == Asking::always;
  if (!world().lsf) {
    answer_ends_ = never;
    return;
  }
  answer_ends_ = next_turn(now);
  const SlotReservations& reservations = world().lsf->slot_reservations;
  reserved_.assign(reservations.begin(), reservations.end());
  reserves_since_ = world().lsf->jobs[slot_].reserves_since;
  passed_over_ = is_passed_over();
}

/// Whether the last session did not look at it, since its time to reserve was over.
bool JobStory::is_passed_over() const {
  return std::ranges::binary_search(world().lsf->slot_reservations.passed_over, slot_);
}

/// Whether it may use slots that others have reserved until a predicted start.
bool JobStory::backfills() const {
  const SchedulerState& state = *world().lsf;
  const JobState& job = state.jobs[slot_];
  return state.settings.queues[index_of(job.queue)].backfill && job.estimate < unlimited;
}

/// Whether the last answer is that of this instant, too: there were only sessions since, which have
/// started, suspended and reserved nothing, and nothing turns by time alone.
bool JobStory::has_answer() const {
  if (is_stale_ || slot_ == none<JobSlotId> || looked_ >= answer_ends_) return false;
  if (!world().lsf) return true;
  const SchedulerState& state = *world().lsf;
  const auto are_same = [foresees = backfills()](const SlotReservation& one,
                                                 const SlotReservation& other) {
    return one.job == other.job && one.host == other.host && one.slots == other.slots &&
           (!foresees || one.predicted_start == other.predicted_start);
  };
  return state.jobs[slot_].reserves_since == reserves_since_ && is_passed_over() == passed_over_ &&
         std::ranges::equal(state.slot_reservations, reserved_, are_same);
}

/// The next time after `now` at which reasons may change though nothing happens; `now`: at any.
/// These are the conditions of HostAnswers and SchedulerReasons that look at the clock.
Time JobStory::next_turn(Time now) const {
  const SchedulerState& state = *world().lsf;
  const JobState& job = state.jobs[slot_];
  const QueueConfig& queue = state.settings.queues[index_of(job.queue)];
  const bool heeds_load =
      state.load && (state.features.judges_load() || !state.load->elims().is_empty());
  if (world().forwarding.is_linked() || heeds_load || !state.settings.pools.empty() ||
      state.features.has_reservations || queue.run_window.is_set())
    return now;
  Time next = never;
  const auto note = [&](Time turn) {
    if (turn > now) next = std::min(next, turn);
  };
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (const auto& accepted = state.hosts[static_cast<HostId>(at)].accepted)
      note(*accepted + queue.job_accept_interval);
  if (!backfills()) return next;
  for (const SlotReservation& one : state.slot_reservations)
    if (one.predicted_start != never) note(one.predicted_start - job.estimate + 1ms);
  return next;
}

}  // namespace mcsim::app
