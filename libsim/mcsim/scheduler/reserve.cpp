// Slots that wait for a parallel job: section 8 of docs/rules/scheduling.md.
#include <algorithm>
#include <utility>

#include "mcsim/model/select.hpp"
#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/idle_room.hpp"
#include "mcsim/scheduler/session.hpp"

namespace mcsim::scheduler {

/// Jobs whose time to reserve is over wait until the next session.
void Session::pass_over() {
  std::vector<JobSlotId>& passed = state_.slot_reservations.passed_over;
  passed.clear();
  for (const JobSlotId id : state_.slot_reservations.reserving) {
    const JobState& job = state_.jobs[id];
    const Duration most = state_.settings.queues[index_of(job.queue)].max_reserve_time;
    if (most > 0ms && now_ - job.reserves_since > most) passed.push_back(id);
  }
  for (const JobSlotId id : passed) {
    reserved_.stop(id);
    set_aside(id);
  }
  std::ranges::sort(passed);
}

/// Reserves free slots for a job that cannot start, as many as limits have room for. False: there
/// are none, or it may not reserve.
bool Session::reserve(const HostRequest& request, std::int64_t room) {
  const Duration most = state_.settings.queues[index_of(request.queue)].max_reserve_time;
  if (most == 0ms || request.slots == 1) return false;
  if (!IdleRoom(config_, state_, now_).could_hold(request.job)) {
    // Limits of hosts on users may let another user's job of the same size reserve.
    cut_for_user_ = cut_for_user_ || state_.features.has_user_hosts;
    cut_by_limit_ = cut_by_limit_ || state_.features.has_limits;
    return false;
  }
  HostRequest strict = request;
  strict.backfills = false;  // no job reserves what others have reserved
  limit_asker_.backfills = false;
  limit_asker_.passes_jobs = true;
  const std::vector<HostSlots> offers = offers_in_order(strict, nullptr);
  std::vector<HostSlots> parts;
  if (!request.requirement.is_grouped(request.slots)) {
    parts = most_within_limits(request, offers);
  } else {
    // Not only in the first group: otherwise it would help this job if others took slots there.
    for (const auto& group : rules_.groups_of(request.requirement, request.slots, offers))
      if (parts = most_within_limits(request, group); !parts.empty()) break;
  }
  if (parts.empty()) return false;
  const Time start = predicted_start(request);
  for (const HostSlots& part : parts) {
    const std::int64_t slots = std::min<std::int64_t>(part.slots.count(), room);
    if (slots > 0) reserved_.add({request.job, part.host, static_cast<std::int32_t>(slots), start});
    room -= slots;
  }
  reserved_.start(request.job);
  return true;
}

/// When enough slots will be free, as far as run limits tell.
Time Session::predicted_start(const HostRequest& request) const {
  struct End {
    Time time;
    std::size_t host;  // position in `free`
    std::int32_t slots;
    auto operator<=>(const End&) const = default;
  };
  std::vector<std::int32_t> free;  // of each host; below 0: MXJ is less than what runs
  std::vector<End> ends;
  visit_set(request, [&](HostId host) {
    tally(state_.work.hosts);
    const HostState& at = state_.hosts[host];
    if (at.closed || at.down || !at.in_window || !is_selected(request, host)) return;
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
      tally(state_.work.jobs);
      const Time end = rules_.predicted_end(state_.jobs[id]);
      if (end != never) ends.push_back({end, free.size(), slots.count()});
    });
    free.push_back(at.mxj - at.running - (state_.features.counts_suspended ? at.suspended : 0));
  });
  std::int64_t sum = 0;
  for (const std::int32_t slots : free) sum += std::max(slots, 0);
  if (sum >= request.slots) return now_;
  std::ranges::sort(ends);
  for (const End& end : ends) {
    std::int32_t& slots = free[end.host];
    sum -= std::max(slots, 0);
    slots += end.slots;
    sum += std::max(slots, 0);
    if (sum >= request.slots) return end.time;
  }
  return never;
}

bool Session::is_selected(const HostRequest& request, HostId host) const {
  return select_host(request.requirement.dynamic_select,
                     HostValues(state_.settings, state_.hosts, state_.features.counts_suspended,
                                host, request.requirement.from_host));
}

}  // namespace mcsim::scheduler
