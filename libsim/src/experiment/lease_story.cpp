// What one cluster leases to another: what for, how much of it when, and why.
#include "experiment/lease_story.hpp"

#include <algorithm>
#include <cstdlib>

#include "io/text_table.hpp"
#include "mcsim/policy/lease_reclaim.hpp"

namespace mcsim {
namespace {

std::string policy_name(std::uint32_t policy) { return "policy " + std::to_string(policy + 1); }

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

std::string amount_text(Amount amount) {
  return rounded_text(amount, amount_unit, amount % amount_unit == 0 ? 0 : 1);
}

/// `, 1 of 3 shares`; empty: all of them.
std::string shares_text(const std::vector<ExportShare>& distribution, ClusterId provider,
                        ClusterId consumer) {
  std::int64_t all = 0;
  std::int64_t own = 0;
  for (const ExportShare& share : distribution) {
    if (share.consumer != provider) all += share.shares;
    if (share.consumer == consumer) own += share.shares;
  }
  return own < all ? ", " + std::to_string(own) + " of " + counted(all, "share") : "";
}

bool is_for(const std::vector<ExportShare>& distribution, ClusterId consumer) {
  return std::ranges::find(distribution, consumer, &ExportShare::consumer) != distribution.end();
}

}  // namespace

LeaseStory::LeaseStory(const GridConfig& grid, const Calendar& calendar, ClusterId provider,
                       ClusterId consumer)
    : grid_(grid),
      provider_(provider),
      consumer_(consumer),
      names_(grid),
      story_{.calendar = calendar} {
  story_.subject = "leases of " + lender() + " to " + borrower();
  policies_ = policies_text(grid.clusters[index_of(provider)]);
  story_.add(Time{}, "policies", policies_);
}

// What is exported.

std::string LeaseStory::policy_text(const HostExport& policy) const {
  const ClusterConfig& cluster = grid_.clusters[index_of(provider_)];
  std::string text = policy.is_shared ? "shared, " : "exclusive, ";
  if (policy.selects()) {
    text += "up to " + counted(policy.most_hosts, "whole host");
    if (!policy.select.text.empty()) text += " of \"" + policy.select.text + "\"";
  } else {
    text += counted(policy.slots.count(), "slot") + (policy.hosts.size() == 1 ? " of" : " each of");
    for (const HostId host : policy.hosts) text += " " + cluster.hosts[index_of(host)].name;
  }
  if (policy.mem) text += ", MEM " + amount_text(*policy.mem);
  if (policy.swp) text += ", SWP " + amount_text(*policy.swp);
  return text + shares_text(policy.distribution, provider_, consumer_);
}

std::string LeaseStory::policies_text(const ClusterSettings& settings) const {
  std::string text;
  for (std::uint32_t at = 0; at < settings.exports.size(); ++at)
    if (is_for(settings.exports[at].distribution, consumer_))
      text +=
          (text.empty() ? "" : "; ") + policy_name(at) + ": " + policy_text(settings.exports[at]);
  for (const SharedResourceExport& policy : settings.resource_exports)
    if (!text.empty() && is_for(policy.distribution, consumer_))
      text += "; " + settings.resources[index_of(policy.resource)].name + ": up to " +
              amount_text(policy.amount) + shares_text(policy.distribution, provider_, consumer_);
  return text.empty() ? lender() + " exports nothing to " + borrower() : text;
}

/// As the policies were dealt.
std::string LeaseStory::exports_text() const {
  const ClusterWorld& provider = of(provider_);
  std::string text;
  for (const LentLease& lease : provider.leasing.lent) {
    if (provider.forwarding.neighbours[lease.neighbour].id != consumer_) continue;
    std::vector<HostSlots> hosts;
    for (const LentHost& host : lease.hosts)
      if (host.slots > Slots{}) hosts.push_back({host.host, host.slots});
    if (!hosts.empty())
      text += (text.empty() ? "" : "; ") + policy_name(lease.policy) + " exports " +
              hosts_text(hosts, provider_);
  }
  return text;
}

std::string LeaseStory::hosts_text(const std::vector<HostSlots>& hosts, ClusterId cluster) const {
  constexpr std::size_t most_names = 8;
  std::int64_t slots = 0;
  for (const HostSlots& part : hosts) slots += part.slots.count();
  return counted(slots, "slot") +
         (hosts.size() > most_names
              ? " on " + counted(hosts.size(), "host")
              : ": " + allocation_text(hosts, grid_.clusters[index_of(cluster)]));
}

// Looking after each instant.

void LeaseStory::before(const Simulation& simulation, Time now) {
  simulation_ = &simulation;
  if (played_) look(looked_);
  looked_ = now;
  played_ = true;
}

/// As the first of its instant, but for the policies of the beginning.
void LeaseStory::insert(Time at, std::string event, std::string text) {
  const auto place = std::ranges::lower_bound(story_.lines.begin() + 1, story_.lines.end(), at, {},
                                              &StoryLine::from);
  story_.lines.insert(place, {.from = at, .event = std::move(event), .text = std::move(text)});
}

void LeaseStory::look(Time now) {
  if (!of(provider_).lsf || !of(consumer_).lsf) return;
  if (std::string exports = exports_text(); exports != exports_) {
    insert(now, "exported", exports.empty() ? "nothing is exported any more" : exports);
    exports_ = std::move(exports);
  }
  if (std::string policies = policies_text(of(provider_).lsf->settings); policies != policies_) {
    insert(now, "policies", lender() + " is reconfigured: " + policies);
    policies_ = std::move(policies);
  }
  turn(now, "link", reach_, reach_text(now), "the link is up again");
  turn(now, "inactive", inactive_, inactive_text(), "no lease is inactive any more");
}

/// A state that is told when it is another one than `held`.
void LeaseStory::turn(Time now, const char* event, std::string& held, std::string text,
                      const std::string& otherwise) {
  if (text == held) return;
  story_.add(now, event, text.empty() ? otherwise : text);
  held = std::move(text);
}

std::string LeaseStory::reach_text(Time now) const {
  const ForwardingState& forwarding = of(consumer_).forwarding;
  const Neighbour& neighbour = forwarding.neighbours[forwarding.neighbour_of[index_of(provider_)]];
  return neighbour.out.is_up(now)
             ? ""
             : "the link is down: " + borrower() + " starts nothing on hosts of " + lender();
}

std::string LeaseStory::inactive_text() const {
  std::string text;
  for (const BorrowedLease& lease : of(consumer_).leasing.borrowed)
    if (lease.is_inactive && of(consumer_).forwarding.neighbours[lease.neighbour].id == provider_)
      text += (text.empty() ? "inactive: " : ", ") + policy_name(lease.policy);
  return text.empty() ? "" : text + "; " + borrower() + " starts nothing on idle slots";
}

// Facts.

/// A job that wants as many slots, and waits in a queue that names hosts of the provider.
std::string LeaseStory::asking_job(Slots slots) const {
  const ClusterWorld& world = of(consumer_);
  const auto provider =
      std::ranges::find_if(world.leasing.providers, [&](const LeaseProvider& one) {
        return world.forwarding.neighbours[one.neighbour].id == provider_;
      });
  const LsfJob* first = nullptr;
  world.lsf->jobs.visit([&](JobSlotId, const LsfJob& job) {
    if (job.stage == Stage::pending && job.slots == slots &&
        provider->queues[index_of(job.queue)] &&
        (first == nullptr || job.position < first->position))
      first = &job;
  });
  const std::string wants = counted(slots.count(), "slot");
  if (first == nullptr) return "a job that wants " + wants + " pends";
  return "job " + names_.name(consumer_, first->index) + " pends, which wants " + wants;
}

void LeaseStory::on(ClusterId cluster, const LeaseAsked& fact) {
  if (is_mine(cluster, fact.provider))
    story_.add(fact.at, "asked",
               borrower() + " asks for hosts of " + lender() + ": " + asking_job(fact.slots));
}

void LeaseStory::on(ClusterId cluster, const LeasedSlotsChanged& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  std::int32_t& slots = slots_[{fact.lease, fact.host}];
  const std::int32_t more = fact.slots.count() - std::exchange(slots, fact.slots.count());
  (more > 0 ? granted_ : returned_) += std::abs(more);
  if (more == 0) return;
  moved_.slots += std::abs(more);
  moved_.hosts.push_back({fact.host, Slots(std::abs(more))});
}

/// `C2 gets 3 slots: 3*a1@C1`.
std::string LeaseStory::moved_text(const std::string& verb) {
  const Moved moved = std::exchange(moved_, {});
  return borrower() + " " + verb + " " +
         (moved.hosts.empty() ? "no slots" : hosts_text(moved.hosts, consumer_));
}

void LeaseStory::on(ClusterId cluster, const LeaseGranted& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  story_.add(fact.at, fact.establishes ? "established" : "granted",
             policy_name(fact.policy) + (fact.establishes ? ", established: " : ": ") +
                 moved_text("gets"));
}

void LeaseStory::on(ClusterId cluster, const LeaseEvaluated& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  ++evaluations_;
  const auto side = [](const std::string& name, const LeaseSide& has) {
    return name + " has " + counted(has.available, "slot") + " and uses " +
           std::to_string(has.used);
  };
  const std::int64_t provider = fact.view.provider.idle();
  const std::int64_t consumer = fact.view.consumer.idle();
  std::string text = policy_name(fact.policy) +
                     " is evaluated: " + side(lender(), fact.view.provider) + ", " +
                     side(borrower(), fact.view.consumer) + "; ";
  if (fact.idle_to == IdleTo::nobody)
    text += provider == consumer ? "both have as many idle slots: nothing changes"
                                 : "idle slots stay where they are";
  if (fact.idle_to == IdleTo::consumer)
    text += "idle slots go to " + borrower() + (consumer < provider ? ", which has fewer" : "");
  if (fact.idle_to == IdleTo::provider)
    text += "idle slots go to " + lender() + (provider < consumer ? ", which has fewer" : "") +
            "; " + moved_text("gives back");
  story_.add(fact.at, "evaluated", std::move(text));
}

void LeaseStory::on(ClusterId cluster, const JobRequeued& fact) {
  if (cluster == consumer_ && fact.reason == RequeueReason::lease)
    killed_.push_back(names_.name(cluster, fact.job));
}

void LeaseStory::on(ClusterId cluster, const LeaseCut& fact) {
  if (cluster != consumer_) return;
  const std::vector<std::string> killed = std::exchange(killed_, {});
  if (fact.provider != provider_) return;
  kills_ += fact.jobs;
  const bool is_of_slots = fact.ends || fact.slots > Slots{};
  std::string text = policy_name(fact.policy) +
                     (fact.ends     ? " exports nothing any more: "
                      : is_of_slots ? " exports less: "
                                    : " exports less beside slots") +
                     (is_of_slots ? moved_text("gives back") : "");
  for (const std::string& job : killed)
    text += (&job == &killed.front() ? "; killed and requeued: " : ", ") + job;
  story_.add(fact.at, fact.ends ? "ended" : "cut", std::move(text));
}

// The end.

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
