// The state of the leases at the end of their story.
#include "mcsim/app/explain/lease_story.hpp"

#include <algorithm>

namespace mcsim::app {
namespace {

const BorrowedLease* borrowed_of(const ClusterWorld& consumer, const ClusterWorld& provider,
                                 LeaseId id) {
  for (const BorrowedLease& lease : consumer.leasing.borrowed)
    if (consumer.forwarding.neighbours[lease.neighbour].id == provider.id && lease.lease == id)
      return &lease;
  return nullptr;
}

std::int64_t slots_of(const BorrowedLease* lease) {
  std::int64_t slots = 0;
  if (lease != nullptr)
    for (const BorrowedHost& host : lease->hosts) slots += host.slots.count();
  return slots;
}

}  // namespace

/// The state of each lease, and how many slots the consumer has.
std::string LeaseStory::state_text(Time now) const {
  const ClusterWorld& provider = of(provider_);
  const bool is_up = reach_text(now).empty();
  std::string text;
  for (const LentLease& lent : provider.leasing.lent) {
    if (lent.is_over || provider.forwarding.neighbours[lent.neighbour].id != consumer_) continue;
    const BorrowedLease* lease =
        borrowed_of(of(consumer_), provider, provider.leasing.lent.id_of(lent));
    std::int64_t all = 0;
    std::int64_t given = 0;
    for (const LentHost& host : lent.hosts) {
      all += host.slots.count();
      given += host.given.count();
    }
    const std::string state = !is_up               ? "disc"
                              : lease == nullptr   ? "conn"
                              : lease->is_inactive ? "inactive"
                                                   : "ok";
    const std::int64_t held = slots_of(lease);
    text += (text.empty() ? "" : "; ") + policy_name(lent.policy) + " (" + state +
            "): " + borrower() + " has " + std::to_string(held) + " of " + counted(all, "slot");
    const bool waits = lent.is_shared && lent.told == 0;  // its first slot waits for the consumer
    if (given > held)
      text += ", " + std::to_string(given - held) + (waits ? " is reserved for it" : " in transit");
    if (lent.takes_hosts && lease == nullptr) text += ", which nobody can use";
  }
  return text.empty() ? lender() + " exports nothing to " + borrower() : text;
}

// Why leases are not established.

bool LeaseStory::has_asked(const LentLease& lent) const {
  const ClusterWorld& consumer = of(consumer_);
  for (const KnownProvider& one : consumer.leasing.providers)
    if (consumer.forwarding.neighbours[one.neighbour].id == provider_)
      return std::ranges::any_of(lent.hosts, [&](const LentHost& host) {
        return host.slots > Slots{} && one.asked.has(host.host, lent.is_shared);
      });
  return false;
}

/// Why the consumer has never asked for hosts of a lease.
std::string LeaseStory::why_not_asked(const LentLease& lent) const {
  const SchedulerState& state = *of(consumer_).lsf;
  const auto is_lent = [&](HostId id) {
    const auto& home = state.settings.hosts[index_of(id)].home;
    return home && home->cluster == provider_ &&
           std::ranges::any_of(lent.hosts, [&](const LentHost& host) {
             return host.slots > Slots{} && host.host == home->host;
           });
  };
  std::string queues;
  bool pends = false;
  for (std::size_t at = 0; at < state.settings.queues.size(); ++at) {
    const QueueConfig& config = state.settings.queues[at];
    bool names = std::ranges::any_of(config.hosts.list, is_lent, &HostPreferences::Entry::host);
    for (std::size_t host = 0; config.hosts.all && host < state.hosts.size(); ++host)
      names = names || is_lent(static_cast<HostId>(host));
    if (!names) continue;
    queues += (queues.empty() ? "" : ", ") + config.name;
    state.jobs.visit([&](JobSlotId, const JobState& job) {
      pends = pends || (index_of(job.queue) == at && job.stage == Stage::pending);
    });
  }
  if (queues.empty()) return "no queue names them";
  const std::string those = " the queues that name them (" + queues + ")";
  if (lent.is_shared)
    return pends ? "no job that waits in" + those +
                       " could start with its first slot and what else is free"
                 : "when sessions were over no job pended in" + those;
  return pends ? "no session is over since jobs pend" : "no job has come to" + those;
}

/// Why a lease that was asked for is not granted.
std::string LeaseStory::why_not_granted(const LentLease& lent) const {
  if (lent.wants_first_slot) return "no slot of it is idle on a host that is up, to begin with";
  return "what is said of it is on its way";
}

/// Reports why leases are not established. If the link is down, another line says so.
void LeaseStory::tell_why_not(Time end) {
  if (!of(provider_).lsf || !of(consumer_).lsf || !reach_text(end).empty()) return;
  const ClusterWorld& provider = of(provider_);
  for (const LentLease& lent : provider.leasing.lent) {
    if (lent.is_over || lent.is_established ||
        provider.forwarding.neighbours[lent.neighbour].id != consumer_)
      continue;
    story_.add(end, "not_established",
               policy_name(lent.policy) + " is not established: " +
                   (!lent.exports() ? "there is nothing that it could export"
                    : !has_asked(lent)
                        ? borrower() + " has not asked for its hosts: " + why_not_asked(lent)
                        : why_not_granted(lent)));
  }
}

void LeaseStory::tell_numbers() {
  const auto add = [&](const char* key, std::int64_t number) {
    story_.numbers.push_back(json_member(key, json_whole(number)));
  };
  add("slots_granted", granted_);
  add("slots_returned", returned_);
  add("evaluations", evaluations_);
  add("jobs_killed", kills_);
}

Story LeaseStory::finish(const Simulation& simulation, Time end) {
  simulation_ = &simulation;
  look(looked_);
  tell_why_not(end);
  story_.summary = "at " + story_.calendar.instant(end) + ": " + state_text(end);
  tell_numbers();
  return std::move(story_);
}

}  // namespace mcsim::app
