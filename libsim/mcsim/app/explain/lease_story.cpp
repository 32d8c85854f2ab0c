// What one cluster leases to another: under which policies, how much at which time, and why.
#include "mcsim/app/explain/lease_story.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {

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

// After each instant.

void LeaseStory::before(const Simulation& simulation, Time now) {
  simulation_ = &simulation;
  if (played_) look(looked_);
  grants_.clear();
  looked_ = now;
  played_ = true;
}

/// Inserts a line before all others of its instant, but after the policies at the beginning.
void LeaseStory::insert(Time at, std::string event, std::string text) {
  const auto place = std::ranges::lower_bound(story_.lines.begin() + 1, story_.lines.end(), at, {},
                                              &StoryLine::from);
  story_.lines.insert(place, {.from = at, .event = std::move(event), .text = std::move(text)});
}

void LeaseStory::look(Time now) {
  if (!of(provider_).lsf || !of(consumer_).lsf) return;
  std::string exports = exports_text();
  const bool is_first = !std::exchange(has_told_exports_, true);
  if (is_first || exports != exports_) {
    if (const std::string left_out = left_out_text(); !left_out.empty())
      insert(now, "left_out", left_out);
    if (exports != exports_)
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

/// Reports `text` if it has changed from `held`; if it is empty, reports `otherwise`.
void LeaseStory::turn(Time now, const char* event, std::string& held, std::string text,
                      const std::string& otherwise) {
  if (text == held) return;
  story_.add(now, event, text.empty() ? otherwise : text);
  held = std::move(text);
}

std::string LeaseStory::reach_text(Time now) const {
  const ForwardingState& forwarding = of(consumer_).forwarding;
  const Neighbour& neighbour = forwarding.neighbour(provider_);
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

void LeaseStory::on(ClusterId cluster, const LeaseAsked& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  const std::string hosts = counted(fact.hosts, "host") + " of " + lender();
  story_.add(fact.at, "asked",
             fact.is_shared ? borrower() + " asks for shared leases of " + hosts +
                                  ": a job that waits could start with a first slot there"
                            : borrower() + " asks for exclusive leases of " + hosts +
                                  ": jobs have come to queues that name them");
}

void LeaseStory::on(ClusterId cluster, const LeaseEvaluated& fact) {
  if (!is_mine(cluster, fact.provider)) return;
  ++evaluations_;
  const auto side = [](const std::string& name, const LeaseSide& has) {
    return name + " has " + counted(has.available, "slot") + " and uses " +
           std::to_string(has.used);
  };
  story_.add(fact.at, "evaluated",
             policy_name(fact.policy) + " is evaluated: " + side(lender(), fact.view.provider) +
                 ", " + side(borrower(), fact.view.consumer) + "; " + evaluation_text(fact));
}

/// Which side gets the idle slots.
std::string LeaseStory::evaluation_text(const LeaseEvaluated& fact) {
  const std::int64_t provider = fact.view.provider.idle();
  const std::int64_t consumer = fact.view.consumer.idle();
  if (fact.idle_to == IdleTo::nobody)
    return provider == consumer ? "both have as many idle slots: nothing changes"
                                : "idle slots stay where they are";
  if (fact.idle_to == IdleTo::consumer)
    return "idle slots go to " + borrower() + (consumer < provider ? ", which has fewer" : "");
  const std::vector<HostSlots> gone = std::exchange(moved_, {});
  const bool keeps_one =
      grid_.clusters[index_of(provider_)].model.lease_keep_one_slot && fact.view.consumer.used == 0;
  if (keeps_one && gone.empty())
    return borrower() + " keeps its last slot (lease_keep_one_slot): nothing moves";
  return "idle slots go to " + lender() + (provider < consumer ? ", which has fewer" : "") +
         (keeps_one ? ", but for one (lease_keep_one_slot); " : "; ") +
         moved_text("gives back", gone);
}

}  // namespace mcsim::app
