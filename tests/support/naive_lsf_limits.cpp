// Jobs as limits see them. What a job takes once from an instance that hosts share counts on the
// first of its hosts there.
#include "support/naive_lsf_limits.hpp"

#include <algorithm>

#include "support/naive_lsf_resources.hpp"

namespace mcsim::testing::naive {
namespace {

LimitJob who(const State& state, const Job& job) {
  const JobProfile& profile = *job.profile;
  return {.user = job.asked.user,
          .queue = job.queue,
          .project = profile.project != none<NameId> ? profile.project
                                                     : state.settings->params.default_project,
          .application = profile.application};
}

bool is_instance_of(const SharedResource& shared, HostId host) {
  return std::ranges::find(shared.hosts, static_cast<std::uint32_t>(index_of(host))) !=
         shared.hosts.end();
}

/// Adds what the job takes of a resource on each of its hosts. `amount`: once, or for each slot.
void add_use(const State& state, std::vector<LimitPart>& parts, const ResourceUse& use,
             Amount amount) {
  bool is_shared = false;
  for (const SharedResource& shared : state.settings->shared_resources) {
    if (shared.resource != use.resource) continue;
    is_shared = true;
    bool is_first = true;
    for (LimitPart& part : parts) {
      if (!is_instance_of(shared, part.host)) continue;
      if (use.per_slot)
        part.amounts[use.resource] += amount * part.slots;
      else if (is_first)
        part.amounts[use.resource] += amount;
      is_first = false;
    }
  }
  if (is_shared) return;
  for (LimitPart& part : parts)
    part.amounts[use.resource] += use.per_slot ? amount * part.slots : amount;
}

std::vector<LimitPart> plain(const std::vector<HostSlots>& hosts) {
  std::vector<LimitPart> parts;
  for (const HostSlots& host : hosts) parts.push_back({host.host, host.slots.count(), {}});
  return parts;
}

/// A job that would start on these hosts.
LimitUser as_started(const State& state, const Job& job, const std::vector<HostSlots>& hosts) {
  LimitUser user{.who = who(state, job), .parts = plain(hosts)};
  for (const ResourceUse& use : job.wants.rusage) add_use(state, user.parts, use, use.amount);
  return user;
}

/// A job on its hosts, with what it holds of these uses.
LimitUser as_is(const State& state, const Job& job, const std::vector<ResourceUse>& uses) {
  LimitUser user{.who = who(state, job),
                 .is = state.runs_now(job) ? LimitUser::Is::running : LimitUser::Is::suspended,
                 .parts = plain(job.hosts)};
  for (const ResourceUse& use : uses)
    add_use(state, user.parts, use, left_of(use, state.now - job.start, decay_step(state)));
  return user;
}

std::vector<ResourceUse> held_uses(const State& state, const Job& job) {
  const std::vector<ResourceUse> back = given_back(state, job);
  std::vector<ResourceUse> held = job.uses;
  std::erase_if(held,
                [&](const ResourceUse& use) { return std::ranges::find(back, use) != back.end(); });
  return held;
}

LimitUsers all_but(const State& state, const Job& job, Time backfill_end) {
  LimitUsers users;
  for (const Job& other : state.jobs) {
    if (&other == &job) continue;
    if (!state.is_gone(other)) {
      users.push_back(as_is(state, other, held_uses(state, other)));
    } else if (other.status == JobStatus::pend && !other.reserved.empty()) {
      users.push_back(
          {.who = who(state, other),
           .is = LimitUser::Is::reserving,
           .hidden = other.predicted_start != never && other.predicted_start >= backfill_end,
           .parts = plain(other.reserved)});
    }
  }
  return users;
}

NaiveLimits limits_of(const State& state) { return {*state.settings, state.has_preemption()}; }

}  // namespace

LimitedParts::LimitedParts(const State& state, const Job& job, Time backfill_end) {
  if (state.settings->limits.empty()) return;
  state_ = &state;
  job_ = &job;
  others_ = all_but(state, job, backfill_end);
}

std::int64_t LimitedParts::most_on(HostId host, std::int64_t slots) const {
  if (state_ == nullptr) return slots;
  const LimitAsk ask = state_->passes_jobs ? LimitAsk::reserve : LimitAsk::start;
  for (std::int64_t most = slots; most > 0; --most) {
    std::vector<HostSlots> parts = parts_;
    parts.push_back(part(host, most));
    if (limits_of(*state_).allow(as_started(*state_, *job_, parts), others_, ask)) return most;
  }
  return 0;
}

std::int64_t room_in_limits(const State& state, const Job& job) {
  if (state.settings->limits.empty()) return job.slots();
  return limits_of(state).room(who(state, job), job.slots(), all_but(state, job, never));
}

bool limits_let_resume(const State& state, const Job& job) {
  if (state.settings->limits.empty()) return true;
  return limits_of(state).allow(as_is(state, job, given_back(state, job)),
                                all_but(state, job, never), LimitAsk::resume);
}

bool limits_let_switch(const State& state, const Job& job, QueueId queue) {
  if (state.settings->limits.empty()) return true;
  return limits_of(state).allow_switch(as_is(state, job, held_uses(state, job)), queue,
                                       all_but(state, job, never));
}

}  // namespace mcsim::testing::naive
