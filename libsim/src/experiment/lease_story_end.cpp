// How leases stand at the end of their story.
#include "experiment/lease_story.hpp"

namespace mcsim {
namespace {

const BorrowedLease* borrowed_of(const ClusterWorld& consumer, const ClusterWorld& provider,
                                 std::size_t number) {
  for (const BorrowedLease& lease : consumer.leasing.borrowed)
    if (consumer.forwarding.neighbours[lease.neighbour].id == provider.id && lease.lease == number)
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

/// Who has what.
std::string LeaseStory::state_text(Time now) const {
  const ClusterWorld& provider = of(provider_);
  const bool is_up = reach_text(now).empty();
  std::string text;
  for (std::size_t number = 0; number < provider.leasing.lent.size(); ++number) {
    const LentLease& lent = provider.leasing.lent[number];
    if (lent.is_over || provider.forwarding.neighbours[lent.neighbour].id != consumer_) continue;
    const BorrowedLease* lease = borrowed_of(of(consumer_), provider, number);
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
    const bool waits = lent.is_shared && lent.told == 0;  // the first slot, for its consumer
    if (given > held)
      text += ", " + std::to_string(given - held) + (waits ? " is reserved for it" : " in transit");
    if (lent.takes_hosts && lease == nullptr) text += ", which nobody can use";
  }
  return text.empty() ? lender() + " exports nothing to " + borrower() : text;
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
  story_.summary = "at " + story_.calendar.instant(end) + ": " + state_text(end);
  tell_numbers();
  return std::move(story_);
}

}  // namespace mcsim
