// What a consumer does with grants, offers and cuts of leases.
#include "mcsim/handlers/leasing/lease_consumer.hpp"
#include "mcsim/cluster/decision_cost.hpp"
#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void LeaseConsumer::receive(NeighbourId neighbour, const LeaseGrant& grant) {
  BorrowedLease* lease = find(neighbour, grant.lease);
  const bool establishes = lease == nullptr;
  if (establishes) lease = &open(neighbour, grant);
  Slots more{};
  for (const LeasedSlots& part : grant.hosts) {
    if (index_of(part.part) == lease->hosts.size()) add_host(*lease, part.host);
    if (part.slots > Slots{}) set_over(lease->hosts[part.part], false);
    lease->hosts[part.part].slots += part.slots;
    more += part.slots;
    settle_slots(*lease, part.part, part.slots.count());
    // More slots may come with less memory than the lease gave before.
    const std::int32_t killed = cut_to_amounts(*lease, part);
    if (killed > 0) tell_killed(lease->hosts[part.part].host, killed);
  }
  if (grant.ends_evaluation) end_evaluation(*lease);
  observer_.on(world_.id,
               LeaseGranted{life_.now(), provider_of(*lease), lease->policy, more, establishes});
}

void LeaseConsumer::receive(NeighbourId neighbour, const LeaseOffers& offers) {
  life_.settle_leases();
  LeaseAnswers answers;
  answers.leases.reserve(offers.leases.size());
  for (const LeaseOffer& offer : offers.leases)
    answers.leases.push_back(answer_to(granted(neighbour, offer.lease), offer, offers.keeps_one));
  world_.forwarding.outbox.push_back({neighbour, std::move(answers)});
}

void LeaseConsumer::receive(NeighbourId neighbour, const LentInstances& lent) {
  const ClusterId home = world_.forwarding.neighbours[neighbour].id;
  for (const LeasedInstance& one : lent.instances) {
    const std::uint32_t place = instance_here({home, one.instance});
    life_.set_instance_total(place, one.amount);
    if (lent.are_reported) continue;
    for (const auto& [host, killed] : kills_.for_instance(state_.settings.shared_resources[place]))
      tell_killed(host, killed);
  }
  world_.forwarding.outbox.push_back({neighbour, InstancesHeld{lent.instances}});
}

void LeaseConsumer::receive(NeighbourId neighbour, const LeaseTerms& terms) {
  BorrowedLease& lease = granted(neighbour, terms.lease);
  LeaseReturn returned{.lease = terms.lease, .given_up = {}};
  std::int32_t killed = 0;
  Slots all{};
  for (const LeasedSlots& most : terms.most) {
    BorrowedHost& host = lease.hosts[most.part];
    set_over(host, most.slots == Slots{});
    const Slots less = host.slots - std::min(host.slots, most.slots);
    killed += kills_.until(host.host, [&](const HostState& at) {
      return at.running + at.suspended <= at.mxj - less.count();
    });
    returned.given_up.push_back(give_up(lease, most.part, less));
    returned.given_up.back().amounts = most.amounts;
    killed += cut_to_amounts(lease, most);
    all += less;
    tell_staying(neighbour, lease, most.part, less, terms.staying);
  }
  lease.is_over = terms.ends;
  if (lease.is_over) end_evaluation(lease);
  observer_.on(world_.id,
               LeaseCut{life_.now(), provider_of(lease), lease.policy, all, killed, terms.ends});
  world_.forwarding.outbox.push_back({neighbour, std::move(returned)});
}

HostId LeaseConsumer::host_of(NeighbourId neighbour, const LentHostTurns& turn) const {
  return here(neighbour, turn.host);
}

void LeaseConsumer::note_links() {
  for (const KnownProvider& provider : leasing_.providers) {
    const Link& way = world_.forwarding.neighbours[provider.neighbour].out;
    const bool cut_off = !way.is_up(life_.now());
    for (const HostId id : provider.hosts)
      if (id != none<HostId> && state_.hosts[id].cut_off != cut_off)
        life_.change_host(id, [&](HostState& host) { host.cut_off = cut_off; });
  }
}

void LeaseConsumer::pause_inactive() {
  if (leasing_.inactive == 0) return;
  life_.settle_leases();
  for (const HostId id : std::exchange(leasing_.to_pause, {}))
    leasing_.holdings.visit_on(id, [&](HoldingId holding, LeasePartId part) {
      BorrowedLease* const lease = borrowed_as(holding);
      if (lease != nullptr && lease->is_inactive)
        set_paused(*lease, part, leasing_.holdings[holding].parts[part].idle() > Slots{});
    });
}

/// As reclaim policies know it.
static std::uint64_t number_of(const BorrowedLease& lease) {
  return std::uint64_t{index_of(lease.neighbour)} << 32 | index_of(lease.lease);
}

LeaseAnswer LeaseConsumer::answer_to(BorrowedLease& lease, const LeaseOffer& offer,
                                     bool keeps_one) {
  // Only leases that are ok are evaluated.
  if (lease.is_inactive) return {.lease = offer.lease, .idle_to = IdleTo::nobody, .given_up = {}};
  begin_decision(world_, observer_, DecisionKind::reclaim);
  tally(leasing_.work.leases);
  const ReclaimView view{.provider = offer.provider,
                         .consumer = leasing_.holdings[lease.holding].sum,
                         .now = life_.now(),
                         .lease = number_of(lease)};
  LeaseAnswer answer{.lease = offer.lease, .idle_to = leasing_.reclaim(view), .given_up = {}};
  leasing_.reclaim.hear({view, answer.idle_to});
  if (answer.idle_to == IdleTo::provider) {
    answer.given_up = give_idle(lease, keeps_one);
    make_inactive(lease);
    stay_inactive(lease);
  }
  if (answer.idle_to == IdleTo::consumer) {
    lease.is_settling = true;
    make_inactive(lease);
  }
  observer_.on(world_.id,
               LeaseEvaluated{life_.now(), provider_of(lease), lease.policy, view, answer.idle_to});
  end_decision(world_, observer_, DecisionKind::reclaim, world_.config.model.lease_reclaim);
  return answer;
}

void LeaseConsumer::ask_again(NeighbourId neighbour) {
  provider(neighbour).asked = {};
  leasing_.call_again();
  life_.wake();
}

BorrowedLease* LeaseConsumer::find(NeighbourId neighbour, LeaseId id) {
  const auto found = std::ranges::find_if(leasing_.borrowed, [&](const BorrowedLease& lease) {
    return lease.neighbour == neighbour && lease.lease == id;
  });
  return found == leasing_.borrowed.end() ? nullptr : &*found;
}

BorrowedLease& LeaseConsumer::granted(NeighbourId neighbour, LeaseId id) {
  BorrowedLease* const lease = find(neighbour, id);
  MCSIM_CHECK(lease != nullptr, "a message about a lease that was never granted");
  return *lease;
}

BorrowedLease* LeaseConsumer::borrowed_as(HoldingId holding) {
  if (index_of(holding) >= leasing_.borrowed_of.size()) return nullptr;
  const BorrowedId id = leasing_.borrowed_of[holding];
  return id == none<BorrowedId> ? nullptr : &leasing_.borrowed[id];
}

KnownProvider& LeaseConsumer::provider(NeighbourId neighbour) const {
  const auto found = std::ranges::find(leasing_.providers, neighbour, &KnownProvider::neighbour);
  MCSIM_CHECK(found != leasing_.providers.end(), "a lease from a cluster that exports nothing");
  return *found;
}

ClusterId LeaseConsumer::provider_of(const BorrowedLease& lease) const {
  return world_.forwarding.neighbours[lease.neighbour].id;
}

HostId LeaseConsumer::here(NeighbourId neighbour, HostId host) const {
  const HostId id = provider(neighbour).hosts[index_of(host)];
  MCSIM_CHECK(id != none<HostId>, "a lease of a host that is never exported");
  return id;
}

std::uint32_t LeaseConsumer::instance_here(const InstanceHome& home) const {
  const auto& all = state_.settings.shared_resources;
  const auto found = std::ranges::find(all, home, &SharedResource::home);
  MCSIM_CHECK(found != all.end(), "a shared resource that is never exported");
  return static_cast<std::uint32_t>(found - all.begin());
}

BorrowedLease& LeaseConsumer::open(NeighbourId neighbour, const LeaseGrant& grant) {
  const BorrowedId id = leasing_.borrowed.add({});
  BorrowedLease& lease = leasing_.borrowed[id];
  lease.neighbour = neighbour;
  lease.lease = grant.lease;
  lease.policy = grant.policy;
  lease.is_shared = grant.is_shared;
  if (!lease.is_shared) return lease;
  lease.holding = leasing_.holdings.add();
  leasing_.borrowed_of.resize(index_of(lease.holding) + 1, none<BorrowedId>);
  leasing_.borrowed_of[lease.holding] = id;
  return lease;
}

void LeaseConsumer::add_host(BorrowedLease& lease, HostId host) {
  const HostId id = here(lease.neighbour, host);
  lease.hosts.add({.host = id});
  HostState& at = state_.hosts[id];
  ++at.known_by;
  at.was_known = true;
  if (lease.is_shared) leasing_.holdings.add_part(lease.holding, id);
}

void LeaseConsumer::set_over(BorrowedHost& host, bool is_over) {
  if (host.is_over == is_over) return;
  host.is_over = is_over;
  state_.hosts[host.host].known_by += is_over ? -1 : 1;
}

void LeaseConsumer::settle_slots(BorrowedLease& lease, LeasePartId part, std::int32_t more) {
  const BorrowedHost& host = lease.hosts[part];
  if (lease.is_shared) leasing_.holdings.set(lease.holding, part, host.slots);
  life_.set_leased(host.host, state_.hosts[host.host].leased + more);
  observer_.on(world_.id,
               LeasedSlotsChanged{life_.now(), provider_of(lease), lease.lease, lease.policy,
                                  lease.is_shared, host.host, host.slots, more});
}

void LeaseConsumer::tell_staying(NeighbourId neighbour, const BorrowedLease& from, LeasePartId part,
                                 Slots less, const std::vector<StayingSlots>& staying) {
  for (const StayingSlots& stay : staying) {
    if (stay.part != part) continue;
    const Slots slots = std::min(stay.slots, less);
    less -= slots;
    if (slots == Slots{}) continue;
    const BorrowedLease& to = granted(neighbour, stay.lease);
    observer_.on(world_.id,
                 LeasedSlotsStay{life_.now(), provider_of(from), from.policy, to.policy,
                                 from.is_shared, to.is_shared, from.hosts[part].host, slots});
  }
}

LeasedSlots LeaseConsumer::give_up(BorrowedLease& lease, LeasePartId part, Slots slots) {
  BorrowedHost& host = lease.hosts[part];
  host.slots -= slots;
  settle_slots(lease, part, -slots.count());
  return {part, state_.settings.hosts[index_of(host.host)].home->host, slots};
}

std::vector<LeasedSlots> LeaseConsumer::give_idle(BorrowedLease& lease, bool keeps_one) {
  const Holding& holding = leasing_.holdings[lease.holding];
  bool keeps = keeps_one && holding.sum.used == 0;
  std::vector<LeasedSlots> given_up;
  for (const LeasePartId part : leasing_.holdings.idle_parts(lease.holding)) {
    tally(leasing_.work.hosts);
    Slots idle = holding.parts[part].idle();
    if (std::exchange(keeps, false)) idle -= Slots(1);
    if (idle > Slots{}) given_up.push_back(give_up(lease, part, idle));
  }
  return given_up;
}

std::int32_t LeaseConsumer::cut_to_amounts(BorrowedLease& lease, const LeasedSlots& part) {
  set_amounts(lease, part);
  const HostId host = lease.hosts[part.part].host;
  const std::int32_t for_memory = kills_.for_resource(host, resource(builtin::mem));
  return for_memory + kills_.for_resource(host, resource(builtin::swp));
}

void LeaseConsumer::set_amounts(BorrowedLease& lease, const LeasedSlots& part) {
  BorrowedHost& host = lease.hosts[part.part];
  if (host.amounts == part.amounts && !leasing_.borrows_amounts) return;
  leasing_.borrows_amounts = true;
  host.amounts = part.amounts;
  sum_up(host.host, resource(builtin::mem), &HostAmounts::mem);
  sum_up(host.host, resource(builtin::swp), &HostAmounts::swp);
}

void LeaseConsumer::sum_up(HostId id, ResourceId resource,
                           std::optional<Amount> HostAmounts::* member) {
  std::optional<Amount> sum;
  bool is_lent = false;
  bool lends_all = false;
  for (const BorrowedLease& lease : leasing_.borrowed)
    for (const BorrowedHost& host : lease.hosts) {
      if (host.host != id || host.is_over) continue;
      is_lent = true;
      const std::optional<Amount>& amount = host.amounts.*member;
      lends_all = lends_all || !amount;
      if (amount) sum = sum.value_or(0) + *amount;
    }
  const auto own = configured_amount(state_.settings.hosts[index_of(id)], resource);
  if (!is_lent || (lends_all && own)) sum = own;
  if (!sum && state_.hosts.total(id, resource) != ClusterHosts::undefined) sum = 0;
  if (sum) life_.set_total(id, resource, *sum);
}

void LeaseConsumer::tell_killed(HostId id, std::int32_t killed) {
  const auto has = [&](const BorrowedHost& host) { return host.host == id && !host.is_over; };
  for (const BorrowedLease& lease : leasing_.borrowed) {
    if (std::ranges::none_of(lease.hosts, has)) continue;
    observer_.on(world_.id,
                 LeaseCut{life_.now(), provider_of(lease), lease.policy, Slots{}, killed, false});
    return;
  }
}

void LeaseConsumer::make_inactive(BorrowedLease& lease) {
  if (!std::exchange(lease.is_inactive, true)) ++leasing_.inactive;
  pause_idle(lease);
}

void LeaseConsumer::end_evaluation(BorrowedLease& lease) {
  lease.is_settling = false;
  if (lease.is_inactive) stay_inactive(lease);
}

void LeaseConsumer::stay_inactive(BorrowedLease& lease) {
  const Duration longer = lease.is_over ? Duration{} : world_.config.model.lease_inactive;
  lease.inactive_until = life_.now() + longer;
  if (longer == Duration{}) return resume(lease);
  pause_idle(lease);
  world_.agenda.schedule(lease.inactive_until, phase::change,
                         LeaseIsActive{leasing_.borrowed.id_of(lease)});
}

void LeaseConsumer::pause_idle(BorrowedLease& lease) {
  for (const LeasePartId part : leasing_.holdings.idle_parts(lease.holding))
    set_paused(lease, part, true);
}

void LeaseConsumer::set_paused(BorrowedLease& lease, LeasePartId part, bool is_paused) {
  if (std::exchange(lease.hosts[part].is_paused, is_paused) == is_paused) return;
  if (is_paused)
    lease.paused.push_back(part);
  else
    std::erase(lease.paused, part);
  life_.places().change(lease.hosts[part].host,
                        [&](HostState& host) { host.paused += is_paused ? 1 : -1; });
}

void LeaseConsumer::resume(BorrowedLease& lease) {
  if (!lease.is_inactive || lease.is_settling || lease.inactive_until > life_.now()) return;
  lease.is_inactive = false;
  --leasing_.inactive;
  for (const LeasePartId part : std::exchange(lease.paused, {})) {
    lease.hosts[part].is_paused = false;
    life_.change_host(lease.hosts[part].host, [](HostState& host) { --host.paused; });
  }
}

}  // namespace mcsim::handlers
