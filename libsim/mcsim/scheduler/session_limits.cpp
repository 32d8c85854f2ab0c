// What sections Limit make of a session: docs/rules/limits.md.
#include <algorithm>
#include <utility>

#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/limit_charges.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {

/// What sections Limit that count on all hosts let a job have.
LimitRoom Session::limits_room(const JobState& job, JobSlotId id) {
  if (!state_.features.has_limits) return {};
  LimitCharges(config_, state_, now_).settle();
  const QueueConfig& queue = state_.settings.queues[index_of(job.queue)];
  limit_asker_ = limits_.asker(id, queue.backfill && job.estimate < unlimited);
  return limits_.room(limit_asker_);
}

/// A job that has others preempted may go beyond JOBS, where its victims still count. One that JOBS
/// alone keeps from starting has nobody preempted.
bool Session::preempt_beyond_jobs(const HostRequest& request) {
  if (!state_.features.has_limits) return preempt(request);
  if (!request.requirement.preempts) return false;
  limit_asker_.passes_jobs = true;
  const bool has_hosts = place(request);
  hosts_.clear();
  const bool done = !has_hosts && preempt(request);
  limit_asker_.passes_jobs = false;
  return done;
}

/// Sections Limit, as far as a host alone decides.
void Session::cut_by_limits(const HostRequest& request, HostId host, const WithoutVictims* without,
                            Offer& offered) const {
  const auto room_of = [&](const LimitAsker& asker) {
    return limits_.cut(asker, host, offered.slots, {}, without);
  };
  LimitRoom room;
  if (request.backfills == limit_asker_.backfills) {
    room = room_of(limit_asker_);
  } else {
    LimitAsker strict = limit_asker_;
    strict.backfills = request.backfills;
    room = room_of(strict);
  }
  if (room.slots >= offered.slots) return;
  offered.slots = static_cast<std::int32_t>(room.slots);
  offered.cut_by_limit = true;
}

/// The next host offers slots, of which sections Limit may leave less beside what the job has been
/// given so far. True: all slots of the job are placed.
bool Session::spread_on(LimitedSpread& spread, HostSlots offered, const WithoutVictims* without) {
  if (!state_.features.has_limits)
    return spread.unlimited().offer(offered.host, offered.slots.count());
  return spread.offer(limits_, limit_asker_, offered, [&](HostId host, std::int32_t slots) {
    return room_beside(spread, host, slots, without);
  });
}

/// What sections Limit leave of so many slots of a host, noted for what comes of a job that waits.
std::int32_t Session::room_beside(const LimitedSpread& spread, HostId host, std::int32_t slots,
                                  const WithoutVictims* without) {
  const LimitRoom room = limits_.cut(limit_asker_, host, slots, spread.budget(), without);
  cut_together_ = cut_together_ || room.slots < std::min(slots, spread.left());
  return static_cast<std::int32_t>(room.slots);
}

/// The most slots of a job that can be placed, as far as sections Limit let it have them together.
std::vector<HostSlots> Session::most_within_limits(const HostRequest& request,
                                                   const std::vector<HostSlots>& offers) {
  const ResourceRequirement& asked = request.requirement.asked;
  if (!state_.features.has_limits || must_have_one_host(request))
    return most_of(request.slots, asked, offers);
  LimitedSpread spread(request.slots, asked, hosts_);
  for (const HostSlots& offered : offers)
    if (spread_on(spread, offered)) break;
  spread.give_rest(limits_, limit_asker_, [&](HostId host, std::int32_t slots) {
    return room_beside(spread, host, slots, nullptr);
  });
  return std::exchange(hosts_, {});
}

/// A section Limit that counts on all hosts keeps the jobs of a line from starting.
void Session::park_for_limit(BucketId id, std::uint32_t line, std::uint32_t row) {
  state_.buckets[id].lines[line].parked = Parked::limit;
  state_.limits.parked[limits_.counter_of(limit_asker_, row)].push_back({id, line});
  waiting_.update_head(id, line);
}

/// Sections Limit keep the jobs of a line from hosts that could hold them otherwise. `preempting`:
/// a job that could preempt waits for JOBS or an amount. As long as hosts are there for it, it
/// preempts nobody; that they are not may come from any start, and from time. Null: there is none.
void Session::park_at_hosts(BucketId id, std::uint32_t line, const JobState* preempting) {
  using enum LimitedAtHosts::By;
  state_.buckets[id].lines[line].parked = Parked::limit;
  const bool is_volatile = state_.buckets[id].search_size == none<SearchSizeId>;
  if (preempting != nullptr) note_reservations(preempting->estimate);
  state_.limits.at_hosts.push_back(
      {{id, line}, is_volatile || preempting != nullptr ? session : less_use});
  waiting_.update_head(id, line);
}

/// Those to come take hosts away from a job as soon as it would run into them.
void Session::note_reservations(Duration estimate) {
  for (const ReservationConfig& one : config_.reservations) {
    const Time from = estimate >= unlimited ? one.start : one.start - estimate + 1ms;
    if (from > now_) hosts_go_ = std::min(hosts_go_, from);
  }
}

/// Sections Limit do not let a job have hosts together, in their present order. Jobs that start
/// meanwhile may change that for those that come after it in its line.
void Session::wait_for_order(JobSlotId id) {
  waits_for_order_ = true;
  JobState& job = state_.jobs[id];
  job.is_aside = true;
  tried_.push_back({id, job.bucket, job.line});
  state_.buckets[job.bucket].lines[job.line].parked = Parked::limit;
  state_.limits.at_hosts.push_back({{job.bucket, job.line}, LimitedAtHosts::By::order});
  waiting_.update_head(job.bucket, job.line);
}

void Session::bring_back_tried() {
  for (const Aside& aside : std::exchange(tried_, {})) bring_back(aside);
}

/// Reopens lines that sections Limit may let start by now.
void Session::reopen_limits() {
  LimitCharges(config_, state_, now_).settle();
  LimitUses& limits = state_.limits;
  const auto open = [&](const LimitedLine& parked) {
    tally(state_.work.buckets);
    reopen_line(parked.bucket, parked.line, Parked::limit);
  };
  for (const LimitCounter& counter : std::exchange(limits.freed, {}))
    if (const auto found = limits.parked.find(counter); found != limits.parked.end()) {
      std::ranges::for_each(found->second, open);
      limits.parked.erase(found);
    }
  const bool freed = std::exchange(limits.any_freed, false) || state_.news.any_freed;
  std::erase_if(limits.at_hosts, [&](const LimitedAtHosts& parked) {
    if (!freed && parked.by == LimitedAtHosts::By::less_use) return false;
    open(parked);
    return true;
  });
}

/// Reopens lines that starts of other jobs may help, at least as `least` says.
void Session::reopen_limited(LimitedAtHosts::By least) {
  std::erase_if(state_.limits.at_hosts, [&](const LimitedAtHosts& parked) {
    if (parked.by < least) return false;
    tally(state_.work.buckets);
    reopen_line(parked.bucket, parked.line, Parked::limit);
    return true;
  });
}

}  // namespace mcsim::scheduler
