// What follows when sbatchds end and begin.
#include "mcsim/handlers/load/sbatchd_faults.hpp"

#include <set>
#include <utility>

#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void SbatchdFaults::take_down(const TimelineEntry& entry) {
  const Time back = end_of(life_.now(), entry.down_for);
  SbatchdDown& down =
      state_.sbatchds.down.try_emplace(entry.host, SbatchdDown{life_.now(), back}).first->second;
  down.until = std::max(down.until, back);
  set_reached(entry.host, false);
  world_.agenda.schedule(back, phase::change, SbatchdBack{entry.host});
}

bool SbatchdFaults::come_back(HostId host) {
  const auto down = state_.sbatchds.down.find(host);
  if (down == state_.sbatchds.down.end() || down->second.until > life_.now()) return false;
  state_.sbatchds.down.erase(down);
  set_reached(host, true);
  return true;
}

void SbatchdFaults::hear(HostId host, std::optional<Time> back) {
  if (back)
    state_.sbatchds.down.try_emplace(host, SbatchdDown{.since = life_.now()}).first->second.until =
        *back;
  else
    state_.sbatchds.down.erase(host);
  if (state_.hosts[host].unreached != back.has_value()) set_reached(host, !back);
}

bool SbatchdFaults::holds_back(JobSlotId id) {
  const bool lacks_mbatchd = state_.lacks_mbatchd();
  if (!lacks_mbatchd && state_.sbatchds.down.empty()) return false;
  const auto down = state_.sbatchds.down.find(state_.jobs.first_host(id));
  // An sbatchd of a provider may be back before the cluster has heard of it.
  const bool has_sbatchd = down == state_.sbatchds.down.end() || down->second.until <= life_.now();
  if (!lacks_mbatchd && has_sbatchd) return false;
  JobState& job = state_.jobs[id];
  if (lacks_mbatchd) state_.sbatchds.held_ends.insert(id);
  const Time heard = lacks_mbatchd ? never : down->second.until;
  job.record.end = world_.agenda.schedule(heard, phase::end, JobEnds{id});
  // An sbatchd keeps limits by itself.
  const bool is_over = has_sbatchd || job.record.cause == EndCause::done;
  if (is_over && job.stage == Stage::running) life_.goes_unheard(id);
  return true;
}

std::vector<JobSlotId> SbatchdFaults::take_held_ends() {
  const std::set<JobSlotId> held = std::exchange(state_.sbatchds.held_ends, {});
  for (const JobSlotId id : held) world_.agenda.cancel(state_.jobs[id].record.end);
  return {held.begin(), held.end()};
}

void SbatchdFaults::set_reached(HostId host, bool is_reached) {
  life_.change_host(host, [&](HostState& at) { at.unreached = !is_reached; });
}

}  // namespace mcsim::handlers
