// What follows when sbatchds end and begin.
#include "mcsim/handlers/load/sbatchd_faults.hpp"
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

void SbatchdFaults::come_back(HostId host) {
  const auto down = state_.sbatchds.down.find(host);
  if (down == state_.sbatchds.down.end() || down->second.until > life_.now()) return;
  state_.sbatchds.down.erase(down);
  set_reached(host, true);
}

bool SbatchdFaults::holds_back(JobSlotId id) {
  if (state_.sbatchds.down.empty()) return false;
  const auto down = state_.sbatchds.down.find(state_.jobs.first_host(id));
  if (down == state_.sbatchds.down.end()) return false;
  JobState& job = state_.jobs[id];
  job.record.end = world_.agenda.schedule(down->second.until, phase::end, JobEnds{id});
  if (job.record.cause == EndCause::done && job.stage == Stage::running) life_.goes_unheard(id);
  return true;
}

void SbatchdFaults::set_reached(HostId host, bool is_reached) {
  life_.change_host(host, [&](HostState& at) { at.unreached = !is_reached; });
}

}  // namespace mcsim::handlers
