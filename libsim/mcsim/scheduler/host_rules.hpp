// Which slots of a host are taken, kept and left: the rules by which sessions decide, and reasons
// are given.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/ordered_bits.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// A job that asks for slots of a host, as far as that matters to what others hold of it.
struct SlotAsker {
  QueueId queue{};
  NameId user{};
  Time end = never;  ///< if it started now
  bool backfills = false;
  bool exclusive = false;
  JobSlotId own = none<JobSlotId>;  ///< the reservations of this job do not count
};

/// Looks at the state, changes nothing; not to be kept. `stays(job)`: whether a job there counts as
/// one that stays, not as a victim. Source: docs/rules/scheduling.md, sections 5, 8 and 10.
class HostRules {
 public:
  HostRules(const ClusterConfig& config, const SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

  // Slots that jobs hold.

  std::int32_t held_by_queue(HostId host, QueueId queue) const {
    std::int32_t slots = 0;
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots part) {
      if (state_.jobs[id].queue == queue) slots += part.count();
    });
    return slots;
  }
  /// By the users for whom `counts(user)`.
  template <class Stays, class Counts>
  std::int32_t held_by_users(HostId host, Stays&& stays, Counts&& counts) const {
    std::int32_t slots = 0;
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots part) {
      const JobState& job = state_.jobs[id];
      if (holds_slots(job) && stays(id) && counts(job.user)) slots += part.count();
    });
    return slots;
  }
  /// The end by the run limit; never: not known.
  Time predicted_end(const JobState& job) const {
    if (job.stage != Stage::running || job.limit >= unlimited) return never;
    return std::max(job.since + (job.limit - job.ran), now_ + 1ms);
  }

  // Slots that other jobs have reserved (SLOT_RESERVE), less what the asker may use of them.

  struct Reserved {
    std::int32_t all = 0;
    std::int32_t of_queue = 0;  ///< of the asker's
    std::int32_t of_user = 0;
  };
  Reserved reserved_from(const SlotAsker& asker, HostId host) const {
    Reserved reserved;
    visit_reserved(asker, host, [&](const JobState& job, std::int32_t slots) {
      reserved.all += slots;
      if (job.queue == asker.queue) reserved.of_queue += slots;
      if (job.user == asker.user) reserved.of_user += slots;
    });
    return reserved;
  }
  /// By a group of lsb.users.
  std::int32_t reserved_by_group(const SlotAsker& asker, HostId host,
                                 const UserLimit& group) const {
    std::int32_t reserved = 0;
    visit_reserved(asker, host, [&](const JobState& job, std::int32_t slots) {
      if (group.names(job.user)) reserved += slots;
    });
    return reserved;
  }

  // Advance reservations.

  bool is_active(const ReservationConfig& config) const {
    return config.start <= now_ && now_ < config.end;
  }
  /// Slots of a row of AdvanceReservations::parts that are in use by jobs charged to it.
  template <class Stays>
  std::int32_t held_of(std::uint32_t row, Stays&& stays) const {
    return charged(row, [&](JobSlotId id) { return stays(id) && holds_slots(state_.jobs[id]); });
  }
  std::int32_t held_of(std::uint32_t row) const {
    return held_of(row, [](JobSlotId) { return true; });
  }
  /// Whether a job is on slots of a reservation that is not for this user.
  bool has_slots_kept_from(NameId user, JobSlotId id) const;
  /// Slots of active reservations that are not in use, and not for this user.
  std::int32_t kept_from(NameId user, HostId host) const;
  /// Slots of a host that jobs hold at a future instant, and that reservations keep beside them.
  struct Taken {
    std::int32_t held = 0;
    std::int32_t kept = 0;
  };
  /// Calls look(start, taken) for begins of reservations before the asker would end: where jobs
  /// hold the same slots at several of them, for one at which reservations keep most.
  template <class Stays, class Look>
  void visit_starts(const SlotAsker& asker, HostId host, Stays&& stays, Look&& look) const {
    const ReservedLevels& levels = state_.advance.levels[index_of(host)];
    std::size_t first = levels.from(now_ + 1ms);
    const std::size_t last = levels.from(latest_begin(asker));
    while (first < last) {
      const Time start = levels.spans()[first].start;
      const std::size_t end =
          std::min(last, levels.from(next_change(start, host, levels.spans()[last - 1].start)));
      Taken taken = uncharged_at(start, host, stays);
      taken.kept += levels.most(first, end);
      look(start, taken);
      first = end;
    }
  }
  /// The slots of a host that leave reservations what is theirs at a later begin, of which
  /// visit_starts() tells: those that the asker would have of active reservations that last until
  /// then are none beside them.
  template <class Stays>
  std::int32_t room_at(Time start, const Taken& then, const SlotAsker& asker, HostId host,
                       Stays&& stays) const {
    std::int32_t room = 0;
    std::int32_t beside = std::max(state_.hosts[host].mxj - then.held - then.kept, 0);
    for (const std::uint32_t row : state_.advance.current[index_of(host)]) {
      const ReservationConfig& config = config_of(row);
      if (!is_active(config) || !config.users.has(asker.user)) continue;
      const std::int32_t rest = std::max(state_.advance.parts[row].slots - held_of(row, stays), 0);
      const bool lasts = start < config.end;
      if (!lasts && beside < rest) return room + beside;  // a job is charged to them in their order
      if (!lasts) beside -= rest;
      room += rest;
    }
    return room + beside;
  }
  /// Whether the asker is an exclusive job that would close the host to a reservation's users.
  bool would_close(const SlotAsker& asker, HostId host) const;
  /// Whether future reservations let a suspended job resume on its slots of a host, and active
  /// ones, too, if it is exclusive.
  bool lets_resume(JobSlotId id, HostSlots part) const;

  /// Slots of active reservations, of all users, that are not in use.
  std::int32_t kept_on(HostId host) const;

  // What a queue's counters call available.

  /// Slots of a host on which a session could start jobs of a queue without preempting any, limits,
  /// requirements and accept intervals apart. Source: docs/rules/forwarding.md, section 3.
  std::int32_t available(QueueId queue, HostId host) const {
    const HostState& at = state_.hosts[host];
    const std::int32_t idle = at.idle(state_.features.counts_suspended);
    if (idle == 0 || (at.ssusp_jobs > 0 && is_suspended_before({.queue = queue}, host))) return 0;
    return std::max(idle - kept_on(host), 0);
  }

  // Jobs that are suspended.

  /// A host that keeps a suspended job from resuming; none: no host does.
  HostId keeps_suspended(JobSlotId id) const;

  /// The slots that suspended jobs of the same or a larger PRIORITY leave the asker: of
  /// reservations that are for the asker and not for them, what is not in use; no_limit: there are
  /// no such jobs.
  template <class Stays>
  std::int32_t left_by_suspended(const SlotAsker& asker, HostId host, Stays&& stays) const {
    if (state_.hosts[host].ssusp_jobs == 0) return no_limit;
    if (!is_suspended_before(asker, host)) return no_limit;
    if (!state_.features.has_reservations) return 0;
    const std::vector<NameId> users = users_suspended_before(asker, host);
    std::int32_t left = 0;
    for (const std::uint32_t row : state_.advance.current[index_of(host)]) {
      const ReservationConfig& config = config_of(row);
      const auto may_use = [&](NameId user) { return config.users.has(user); };
      if (is_active(config) && may_use(asker.user) && std::ranges::none_of(users, may_use))
        left += std::max(state_.advance.parts[row].slots - held_of(row, stays), 0);
    }
    return left;
  }

  // Load.

  /// A threshold by which a host starts nothing, of a queue or of the host; null: there is none.
  /// Source: docs/rules/lsf.md, 4.6.
  const LoadThreshold* exceeded(HostId host, const std::vector<LoadThreshold>& thresholds) const;
  const LoadThreshold* exceeded(HostId host) const {
    return exceeded(host, state_.settings.hosts[index_of(host)].thresholds);
  }
  const LoadThreshold* exceeded(HostId host, QueueId queue) const {
    return exceeded(host, state_.settings.queues[index_of(queue)].thresholds);
  }
  bool starts_jobs_of(QueueId queue, HostId host) const {
    return !state_.features.has_thresholds ||
           (exceeded(host) == nullptr && exceeded(host, queue) == nullptr);
  }

  // Which host first, and which together.

  /// By `model.host_order`, a program's own policy.
  std::int64_t own_rank(HostId host) const;

  /// Appends the keys by which an order ranks a host, as if `relief` were free there, too.
  void append_key(HostId host, std::uint32_t order, std::vector<std::int64_t>& key,
                  const HostRelief& relief = {}) const {
    if (state_.places.ranks) [[unlikely]]
      key.push_back(own_rank(host));
    const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host,
                            host, relief);
    for (const OrderKey& part : state_.places.orders[order]) {
      const auto value = values.number(part.resource);
      const bool less_first =
          state_.settings.resources[index_of(part.resource)].increasing != part.reversed;
      key.push_back(!value ? std::numeric_limits<std::int64_t>::max()
                           : ordered_bits(less_first ? *value : -*value));
    }
  }
  /// same[]: hosts with the same values together, the group of the first host first. Hosts of
  /// clusters that a job of so many slots may not span are never together.
  std::vector<std::vector<HostSlots>> groups_of(const Requirement& requirement, std::int32_t slots,
                                                const std::vector<HostSlots>& offers) const;

 private:
  const ReservationConfig& config_of(std::uint32_t row) const {
    return config_.reservations[state_.advance.parts[row].reservation];
  }
  /// Reservations that begin before that, and after now, matter to the asker.
  Time latest_begin(const SlotAsker& asker) const {
    if (config_.model.reservation_backfill == ReservationBackfill::anybody) return now_;
    return jobs_end() ? asker.end : never;
  }
  /// After `start`: when fewer jobs hold slots, or a reservation with charges ends; no later than
  /// `last` + 1 ms.
  Time next_change(Time start, HostId host, Time last) const {
    Time next = last + 1ms;
    const auto note = [&](Time change) {
      if (change > start) next = std::min(next, change);
    };
    if (jobs_end())
      state_.jobs.visit_on(host,
                           [&](JobSlotId id, Slots) { note(predicted_end(state_.jobs[id])); });
    for (const std::uint32_t row : state_.advance.current[index_of(host)]) note(config_of(row).end);
    return next;
  }
  /// What jobs hold at `start`, less what they have of reservations then.
  template <class Stays>
  Taken uncharged_at(Time start, HostId host, Stays&& stays) const {
    const auto is_there = [&](JobSlotId id) {
      const JobState& job = state_.jobs[id];
      return stays(id) && holds_slots(job) && !(jobs_end() && predicted_end(job) <= start);
    };
    Taken taken;
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
      if (is_there(id)) taken.held += slots.count();
    });
    for (const std::uint32_t row : state_.advance.current[index_of(host)])
      if (start < config_of(row).end) taken.kept -= charged(row, is_there);
    return taken;
  }
  /// Slots of a row of AdvanceReservations::parts that are charged to jobs for which `counts(job)`.
  template <class Counts>
  std::int32_t charged(std::uint32_t row, Counts&& counts) const {
    std::int32_t slots = 0;
    for (const ReservationCharge& charge : state_.advance.parts[row].charges)
      if (counts(charge.job)) slots += charge.slots;
    return slots;
  }
  /// Calls visit(job) for jobs in SSUSP that go before the asker.
  template <class Visit>
  void visit_suspended_before(const SlotAsker& asker, HostId host, Visit&& visit) const {
    const auto priority = [&](QueueId queue) {
      return state_.settings.queues[index_of(queue)].priority;
    };
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
      const JobState& job = state_.jobs[id];
      if (job.stage == Stage::ssusp && priority(job.queue) >= priority(asker.queue)) visit(job);
    });
  }
  bool is_suspended_before(const SlotAsker& asker, HostId host) const {
    bool is = false;
    visit_suspended_before(asker, host, [&](const JobState&) { is = true; });
    return is;
  }
  std::vector<NameId> users_suspended_before(const SlotAsker& asker, HostId host) const;

  bool holds_slots(const JobState& job) const {
    return job.stage == Stage::running || state_.features.counts_suspended;
  }
  /// Whether run limits predict when jobs end.
  bool jobs_end() const {
    return config_.model.reservation_backfill != ReservationBackfill::nobody;
  }
  template <class Visitor>
  void visit_reserved(const SlotAsker& asker, HostId host, Visitor&& visitor) const {
    state_.slot_reservations.visit_on(host, [&](const SlotReservation& other) {
      const bool passes =
          asker.backfills && other.predicted_start != never && asker.end <= other.predicted_start;
      if (other.job != asker.own && !passes) visitor(state_.jobs[other.job], other.slots);
    });
  }
  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
};

}  // namespace mcsim::scheduler
