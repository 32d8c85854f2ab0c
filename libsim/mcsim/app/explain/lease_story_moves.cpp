// The slots that one cluster gets from another by leases, keeps by other leases, and gives back.
#include "mcsim/app/explain/lease_story.hpp"

#include <algorithm>
#include <cstdlib>

namespace mcsim::app {
namespace {

/// Removes slots of a host from a list; false: the list has fewer, and is unchanged.
bool take(std::vector<HostSlots>& list, HostId host, Slots slots) {
  const auto found = std::ranges::find(list, host, &HostSlots::host);
  if (found == list.end() || found->slots < slots) return false;
  found->slots -= slots;
  if (found->slots == Slots{}) list.erase(found);
  return true;
}

}  // namespace

void LeaseStory::on(ClusterId cluster, const LeasedSlotsChanged& fact) {
  if (!is_mine(cluster, fact.provider) || fact.more == 0) return;
  (fact.more > 0 ? granted_ : returned_) += std::abs(fact.more);
  moved_.push_back({fact.host, Slots(std::abs(fact.more))});
  moves_shared_ = fact.is_shared;
}

/// `C2 gets 3 slots: 3*a1@C1`.
std::string LeaseStory::moved_text(const std::string& verb, const std::vector<HostSlots>& hosts) {
  return borrower() + " " + verb + " " +
         (hosts.empty() ? "no slots" : hosts_text(hosts, consumer_));
}

// Slots that come.

void LeaseStory::on(ClusterId cluster, const LeaseGranted& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  Grant grant{.policy = fact.policy,
              .is_shared = moves_shared_,
              .line = story_.lines.size(),
              .head = policy_name(fact.policy) + (fact.establishes ? ", established: " : ": "),
              .got = std::exchange(moved_, {})};
  story_.add(fact.at, fact.establishes ? "established" : "granted", grant_text(grant));
  grants_.push_back(std::move(grant));
}

std::string LeaseStory::grant_text(const Grant& grant) {
  if (grant.kept.empty()) return grant.head + moved_text("gets", grant.got);
  return grant.head + moved_text("keeps", grant.kept) +
         (grant.got.empty() ? "" : "; " + moved_text("gets", grant.got));
}

/// Slots reported as granted at this instant are in fact kept. If the message of the cut comes
/// later than the grant, the grant's line stays.
void LeaseStory::on(ClusterId cluster, const LeasedSlotsStay& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  granted_ -= fact.slots.count();
  returned_ -= fact.slots.count();
  stay_.hosts.push_back({fact.host, fact.slots});
  const std::string as = fact.to != fact.policy              ? policy_name(fact.to)
                         : fact.is_shared == fact.was_shared ? "another lease"
                         : fact.is_shared                    ? "shared"
                                                             : "exclusive";
  if (std::ranges::find(stay_.as, as) == stay_.as.end()) stay_.as.push_back(as);
  for (Grant& grant : grants_) {
    if (grant.policy != fact.to || grant.is_shared != fact.is_shared ||
        !take(grant.got, fact.host, fact.slots))
      continue;
    grant.kept.push_back({fact.host, fact.slots});
    story_.lines[grant.line].text = grant_text(grant);
    return;
  }
}

// Slots that go.

void LeaseStory::on(ClusterId cluster, const JobRequeued& fact) {
  if (cluster == consumer_ && fact.reason == RequeueReason::lease)
    killed_.push_back(names_.name(cluster, fact.job));
}

void LeaseStory::on(ClusterId cluster, const LeaseCut& fact) {
  if (cluster != consumer_) return;
  const std::vector<std::string> killed = std::exchange(killed_, {});
  if (fact.provider != provider_) return;
  kills_ += fact.jobs;
  const bool goes_on = fact.ends && !stay_.hosts.empty();
  std::string text = cut_text(fact);
  for (const std::string& job : killed)
    text += (&job == &killed.front() ? "; killed and requeued: " : ", ") + job;
  story_.add(fact.at, goes_on ? "goes_on" : fact.ends ? "ended" : "cut", std::move(text));
}

std::string LeaseStory::cut_text(const LeaseCut& fact) {
  std::vector<HostSlots> gone = std::exchange(moved_, {});
  const Stay stay = std::exchange(stay_, {});
  for (const HostSlots& part : stay.hosts) take(gone, part.host, part.slots);
  std::string as;
  for (const std::string& one : stay.as) as += (as.empty() ? "" : " and ") + one;
  std::string text = policy_name(fact.policy);
  if (!fact.ends && fact.slots == Slots{}) return text + " exports less beside slots";
  if (stay.hosts.empty())
    return text +
           (!fact.ends             ? " exports less: "
            : exports(fact.policy) ? " is another lease now: "
                                   : " exports nothing any more: ") +
           moved_text("gives back", gone);
  text += fact.ends ? " goes on as " + as + ": " + moved_text("keeps", stay.hosts)
                    : " exports less: " + moved_text("keeps, by " + as + ",", stay.hosts);
  return gone.empty() ? text : text + "; " + moved_text("gives back", gone);
}

/// Whether the policy exports something to the consumer now.
bool LeaseStory::exports(std::uint32_t policy) const {
  const ClusterWorld& provider = of(provider_);
  return std::ranges::any_of(provider.leasing.lent, [&](const LentLease& lease) {
    return !lease.is_over && lease.policy == policy &&
           provider.forwarding.neighbours[lease.neighbour].id == consumer_;
  });
}

}  // namespace mcsim::app
