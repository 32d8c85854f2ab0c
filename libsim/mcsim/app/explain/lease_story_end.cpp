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

/// Why the consumer has never asked, by the jobs that pend now: a cluster asks only when jobs wait.
std::string LeaseStory::why_not_asked() const {
  const SchedulerState& state = *of(consumer_).lsf;
  const std::vector<HostConfig>& hosts = state.settings.hosts;
  const auto is_of_provider = [&](const HostConfig& host) {
    return host.home && host.home->cluster == provider_;
  };
  const auto is_named = [&](const HostPreferences::Entry& entry) {
    return is_of_provider(hosts[index_of(entry.host)]);
  };
  const bool has_any = std::ranges::any_of(hosts, is_of_provider);
  const bool is_serial = std::ranges::any_of(hosts, [&](const HostConfig& host) {
    return is_of_provider(host) && !host.home->takes_parallel;
  });
  std::string queues;
  bool pends = false;
  bool may_start = false;
  for (std::size_t at = 0; at < state.settings.queues.size(); ++at) {
    const QueueConfig& config = state.settings.queues[at];
    const bool names =
        config.hosts.all ? has_any : std::ranges::any_of(config.hosts.list, is_named);
    if (!names) continue;
    queues += (queues.empty() ? "" : ", ") + config.name;
    const QueueState& queue = state.queues[static_cast<QueueId>(at)];
    const bool starts = queue.open && queue.active && queue.dispatches && queue.runs;
    state.jobs.visit([&](JobSlotId, const JobState& job) {
      if (index_of(job.queue) != at || job.stage != Stage::pending) return;
      pends = true;
      may_start = may_start || starts;
    });
  }
  if (queues.empty()) return "no queue names them";
  const std::string those = " the queues that name them (" + queues + ")";
  if (!pends) return "when sessions were over no job pended in" + those;
  if (!may_start) return those.substr(1) + " are closed, inactive or outside of their windows";
  return is_serial ? "jobs pend that want more than one slot, and RECV_FROM=N"
                   : "no session is over since jobs pend";
}

/// Why a lease that was asked for is not granted.
std::string LeaseStory::why_not_granted(const LentLease& lent, std::int32_t asked) {
  if (lent.first_slots() == 0) return "there is nothing that it could export";
  if (asked > lent.first_slots())
    return "it begins with " + counted(lent.first_slots(), "slot") +
           ", and the narrowest job that has asked for hosts of " + lender() + " wants " +
           std::to_string(asked);
  if (lent.wants_first_slot) return "no slot of it is idle on a host that is up, to begin with";
  return "what is said of it is on its way";
}

/// Reports why leases are not established. If the link is down, another line says so.
void LeaseStory::tell_why_not(Time end) {
  if (!of(provider_).lsf || !of(consumer_).lsf || !reach_text(end).empty()) return;
  const ClusterWorld& provider = of(provider_);
  const ClusterWorld& consumer = of(consumer_);
  std::int32_t asked = no_limit;
  for (const KnownProvider& one : consumer.leasing.providers)
    if (consumer.forwarding.neighbours[one.neighbour].id == provider_) asked = one.asked;
  for (const LentLease& lent : provider.leasing.lent) {
    if (lent.is_over || lent.is_established ||
        provider.forwarding.neighbours[lent.neighbour].id != consumer_)
      continue;
    if (asked == no_limit) {
      story_.add(end, "not_established",
                 borrower() + " has not asked for hosts of " + lender() + ": " + why_not_asked());
      return;
    }
    story_.add(end, "not_established",
               policy_name(lent.policy) + " is not established: " + why_not_granted(lent, asked));
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
