// How a provider exports hosts, and what it does with requests, answers and returns.
#include "mcsim/handlers/leasing/lease_provider.hpp"
#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void LeaseProvider::open() {
  export_all({});
  expect_evaluation();
}

void LeaseProvider::reconfigure(const std::vector<ClusterWorld>& grid) {
  if (!leasing_.may_export) return;
  std::vector<Incumbent> incumbents = hosts_with_jobs(world_, grid, life_.now());
  const std::vector<Incumbent> others = hosts_that_stay(world_);
  incumbents.insert(incumbents.end(), others.begin(), others.end());
  export_all(incumbents);
}

void LeaseProvider::note_hosts(std::vector<HostId> hosts) {
  if (hosts.empty() || leasing_.lent_on.empty()) return;
  std::ranges::sort(hosts);
  hosts.erase(std::ranges::unique(hosts).begin(), hosts.end());
  bool may_take = false;
  for (const HostId id : hosts) {
    may_take = may_take || (leasing_.lacks_hosts && may_be_selected(id));
    for (const LeasePart part : leasing_.lent_on[index_of(id)])
      if (const LentLease& lease = leasing_.lent[part.lease];
          index_of(part.part) < lease.told && !lease.is_over)
        tell_state(lease, id);
  }
  if (may_take) export_all(hosts_that_stay(world_));
}

void LeaseProvider::receive(NeighbourId neighbour, const LeaseRequest& request) {
  AskedHosts& wanted = leasing_.wanted[neighbour];
  for (const HostId host : request.exclusive) wanted.add(host, false);
  for (const HostId host : request.shared) wanted.add(host, true);
  for (LentLease& lease : leasing_.lent)
    if (lease.neighbour == neighbour) establish_if_wanted(lease);
  close();
}

void LeaseProvider::receive(NeighbourId, const LeaseAnswers& answers) {
  bool moves = false;
  for (const LeaseAnswer& answer : answers.leases) {
    LentLease& lease = leasing_.lent[answer.lease];
    lease.is_settling = false;
    moves = moves || answer.idle_to != IdleTo::nobody;
    take_back(lease, answer.given_up);
    if (answer.idle_to == IdleTo::consumer) give_idle(answer.lease);
  }
  if (moves) close();
}

void LeaseProvider::receive(NeighbourId, const LeaseReturn& returned) {
  LentLease& lease = leasing_.lent[returned.lease];
  for (const LeasedSlots& part : returned.given_up) lease.hosts[part.part].told = part.amounts;
  take_back(lease, returned.given_up);
  close();
}

void LeaseProvider::receive(NeighbourId neighbour, const InstancesHeld& held) {
  for (const LeasedInstance& one : held.instances)
    for (LentInstance& lent : leasing_.lent_instances)
      if (lent.neighbour == neighbour && lent.instance == one.instance) lent.told = one.amount;
  settle_instances();
}

void LeaseProvider::evaluate() {
  life_.settle_leases();
  std::map<NeighbourId, LeaseOffers> offers;
  for (LentLease& lease : leasing_.lent) {
    if (!lease.is_shared || !lease.is_established || lease.is_settling) continue;
    if (!world_.forwarding.neighbours[lease.neighbour].out.is_up(life_.now())) continue;
    lease.is_settling = true;
    offers[lease.neighbour].leases.push_back(
        {leasing_.lent.id_of(lease), leasing_.holdings[lease.holding].sum});
  }
  for (auto& [neighbour, all] : offers) {
    all.keeps_one = world_.config.model.lease_keep_one_slot;
    send_to(neighbour, std::move(all));
  }
  expect_evaluation();
}

void LeaseProvider::hand_over() {
  if (!leasing_.waits_for_slots) return leasing_.to_hand_over.clear();
  life_.settle_leases();
  std::vector<HostId> changed = std::exchange(leasing_.to_hand_over, {});
  if (changed.empty()) return;
  std::ranges::sort(changed);
  changed.erase(std::ranges::unique(changed).begin(), changed.end());
  for (const HostId id : changed)
    if (!leasing_.lent_on[index_of(id)].empty()) share_out(id);
  close();
}

void LeaseProvider::expect_evaluation() {
  if (!leasing_.may_share) return;
  const Duration delay = state_.settings.params.reclaim_delay;
  const Duration since = life_.now() - Time{};
  world_.agenda.schedule(Time{} + (since / delay + 1) * delay, phase::periodic, LeasesAreDue{});
}

void LeaseProvider::export_all(const std::vector<Incumbent>& incumbents) {
  const std::vector<DealtLease> dealt =
      dealt_leases(state_.settings, state_.hosts, leasing_.deal, incumbents);
  leasing_.lacks_hosts = lacks_hosts(state_.settings, dealt);
  ProviderSlots::Turn turn = provider_slots().take_up(dealt, grants_);
  leasing_.policies = state_.settings.exports;
  for (const HostId id : turn.hosts) share_out(id);
  life_.settle_leases();
  send_grants();  // before the terms: what comes by another lease stays, and jobs on it
  for (const LeaseId id : turn.leases) tell_terms(id, std::move(turn.staying[id]));
  leasing_.dealt = dealt;
  if (exports_reported()) life_.places().hear_of_load();
  lend_instances(false);
  expect_report(life_.now() - 1ms);
  close();
}

bool LeaseProvider::may_be_selected(HostId id) const {
  const auto is_exported = [&](LeasePart part) {
    return leasing_.lent[part.lease].hosts[part.part].slots > Slots{};
  };
  if (state_.hosts[id].down || std::ranges::any_of(leasing_.lent_on[index_of(id)], is_exported))
    return false;
  return std::ranges::any_of(state_.settings.exports, [&](const HostExport& policy) {
    return policy.selects() && may_export(policy, state_.settings, state_.hosts, id);
  });
}

void LeaseProvider::hear_reports() {
  leasing_.hears_reports = false;
  life_.places().hear_of_load();
  lend_instances(true);
  expect_report(life_.now());
}

void LeaseProvider::note_lims() {
  if (!leasing_.hears_reports) return;
  life_.places().hear_of_load();
  lend_instances(true);
}

void LeaseProvider::lend_instances(bool are_reported) {
  if (state_.settings.resource_exports.empty() && leasing_.lent_instances.empty()) return;
  const auto neighbours = provider_slots().take_up(
      dealt_instances(state_.settings, leasing_.deal, leasing_.dealt, amounts_there()));
  settle_instances();
  for (const NeighbourId neighbour : neighbours)
    if (has_established(neighbour)) tell_instances(neighbour, are_reported);
}

bool LeaseProvider::is_reported(const SharedResource& shared) const {
  return state_.settings.resources[index_of(shared.resource)].is_external();
}

/// What there is of each instance, as configured or as last reported.
std::vector<Amount> LeaseProvider::amounts_there() const {
  std::vector<Amount> there;
  for (const SharedResource& shared : state_.settings.shared_resources) {
    Amount amount = shared.home ? 0 : shared.amount;
    if (!shared.home && is_reported(shared) && !shared.hosts.empty()) {
      const auto first = static_cast<HostId>(shared.hosts.front());
      amount =
          state_.hosts.reported(shared.resource, state_.hosts.instance(first, shared.resource));
    }
    there.push_back(amount);
  }
  return there;
}

/// Whether ELIMs report how much there is of what is exported.
bool LeaseProvider::exports_reported() const {
  const auto& exports = state_.settings.resource_exports;
  return state_.load &&
         std::ranges::any_of(state_.settings.shared_resources, [&](const SharedResource& shared) {
           return !shared.home && is_reported(shared) &&
                  std::ranges::find(exports, shared.resource, &SharedResourceExport::resource) !=
                      exports.end();
         });
}

/// Values come with the exchanges of the LIMs, the next one after `from`.
void LeaseProvider::expect_report(Time from) {
  if (leasing_.hears_reports || !exports_reported()) return;
  leasing_.hears_reports = true;
  world_.agenda.schedule(state_.load->next_known(from), phase::periodic, ReportsAreHeard{});
}

bool LeaseProvider::has_established(NeighbourId neighbour) const {
  return std::ranges::any_of(leasing_.lent, [&](const LentLease& lease) {
    return lease.neighbour == neighbour && lease.told > 0;
  });
}

void LeaseProvider::tell_instances(NeighbourId neighbour, bool are_reported) {
  LentInstances lent{.instances = {}, .are_reported = are_reported};
  for (LentInstance& one : leasing_.lent_instances) {
    if (one.neighbour != neighbour || (one.exported == 0 && one.told == 0)) continue;
    one.told = std::max(one.told, one.exported);
    lent.instances.push_back({one.instance, one.exported});
  }
  if (!lent.instances.empty()) send_to(neighbour, std::move(lent));
}

void LeaseProvider::tell_terms(LeaseId id, std::vector<StayingSlots> staying) {
  LentLease& lease = leasing_.lent[id];
  if (!lease.is_established) return let_ask_again(lease);
  LeaseTerms terms{.lease = id, .ends = lease.is_over, .most = {}, .staying = std::move(staying)};
  for (std::size_t at = 0; at < lease.told; ++at) {
    const LeasePartId part = lease.hosts.id_at(at);
    if (const LentHost& host = lease.hosts[part];
        host.given > host.slots || host.told != host.exported || lease.is_over)
      terms.most.push_back({part, host.host, host.slots, host.exported});
  }
  if (lease.is_over) lease.is_established = lease.is_settling = false;
  if (lease.is_over || !terms.most.empty()) send(lease, std::move(terms));
  if (lease.is_established && lease.told < lease.hosts.size()) grants_[id];
}

void LeaseProvider::let_ask_again(const LentLease& lease) {
  if (life_.now() == Time{} || lease.is_over) return;
  leasing_.wanted[lease.neighbour] = {};
  send(lease, LeasesChange{});
}

void LeaseProvider::tell_state(const LentLease& lease, HostId id) {
  LentHostTurns turn{id, state_.hosts[id].down};
  const auto sbatchd = state_.sbatchds.down.find(id);
  if (sbatchd != state_.sbatchds.down.end()) turn.sbatchd_back = sbatchd->second.until;
  send(lease, turn);
}

void LeaseProvider::share_out(HostId id) {
  const ProviderSlots::Away away = provider_slots().share_out(id, grants_);
  life_.set_leased(id, -away.slots);
  lend_amount(id, resource(builtin::mem), away.amounts.mem);
  lend_amount(id, resource(builtin::swp), away.amounts.swp);
}

void LeaseProvider::lend_amount(HostId id, ResourceId resource, std::optional<Amount> away) {
  if (!away && !leasing_.lends_amounts) return;
  if (const auto own = configured_amount(state_.settings.hosts[index_of(id)], resource))
    life_.set_total(id, resource, *own - away.value_or(0));
}

void LeaseProvider::settle_instances() {
  for (const LentInstance& lent : leasing_.lent_instances) {
    const SharedResource& shared = state_.settings.shared_resources[lent.instance];
    const Amount away = provider_slots().away_of(lent.instance);
    if (is_reported(shared))
      life_.set_instance_lent(lent.instance, away);
    else
      life_.set_instance_total(lent.instance, shared.amount - away);
  }
}

void LeaseProvider::establish_if_wanted(LentLease& lease) {
  if (lease.is_established || lease.is_over || lease.wants_first_slot) return;
  const AskedHosts& wanted = leasing_.wanted[lease.neighbour];
  const auto is_wanted = [&](const LentHost& host) {
    return host.slots > Slots{} && wanted.has(host.host, lease.is_shared);
  };
  if (std::ranges::none_of(lease.hosts, is_wanted)) return;
  lease.is_established = true;
  const LeaseId id = leasing_.lent.id_of(lease);
  grants_[id];  // also where others still have all slots
  for (const LentHost& host : lease.hosts) {
    // The slot of a shared lease that waits for its consumer.
    if (lease.is_shared) grants_[id][lease.hosts.id_of(host)] = host.given;
    share_out(host.host);
  }
}

void LeaseProvider::take_back(LentLease& lease, const std::vector<LeasedSlots>& given_up) {
  for (const LeasedSlots& part : given_up) {
    LentHost& host = lease.hosts[part.part];
    MCSIM_CHECK(part.slots <= host.given, "slots come back that were not given");
    host.given -= part.slots;
    share_out(host.host);
  }
}

void LeaseProvider::give_idle(LeaseId id) {
  LentLease& lease = leasing_.lent[id];
  life_.settle_leases();
  for (const LeasePartId part : leasing_.holdings.idle_parts(lease.holding)) {
    const Slots idle = leasing_.holdings[lease.holding].parts[part].idle();
    lease.hosts[part].given += idle;
    grants_[id][part] += idle;
    share_out(lease.hosts[part].host);
  }
  grants_[id];
  settled_.insert(id);
}

void LeaseProvider::reserve_first_slots() {
  life_.settle_leases();
  for (LentLease& lease : leasing_.lent) {
    if (!lease.wants_first_slot || lease.is_over) continue;
    const HostId host = provider_slots().reserve_first(lease);
    if (host == none<HostId>) continue;
    share_out(host);
    establish_if_wanted(lease);
  }
}

void LeaseProvider::close() {
  if (leasing_.may_share) reserve_first_slots();
  send_grants();
  settled_.clear();
  leasing_.waits_for_slots = provider_slots().waits_for_slots();
}

void LeaseProvider::send_grants() {
  for (auto& [id, parts] : std::exchange(grants_, {})) send_grant(id, parts);
}

void LeaseProvider::send_grant(LeaseId id, std::map<LeasePartId, Slots>& parts) {
  LentLease& lease = leasing_.lent[id];
  for (std::size_t at = lease.told; at < lease.hosts.size(); ++at) {
    const LeasePartId part = lease.hosts.id_at(at);
    parts[part];
    const HostId host = lease.hosts[part].host;
    if (state_.hosts[host].down || state_.hosts[host].unreached) tell_state(lease, host);
  }
  const std::uint32_t heard_of =
      std::exchange(lease.told, static_cast<std::uint32_t>(lease.hosts.size()));
  LeaseGrant grant{.lease = id,
                   .policy = lease.policy,
                   .is_shared = lease.is_shared,
                   .ends_evaluation = settled_.contains(id),
                   .hosts = {}};
  for (const auto& [part, slots] : parts) {
    LentHost& host = lease.hosts[part];
    if (index_of(part) >= heard_of) host.told = host.exported;
    grant.hosts.push_back({part, host.host, slots, host.exported});
  }
  send(lease, std::move(grant));
  if (heard_of == 0) tell_instances(lease.neighbour);
}

void LeaseProvider::send(const LentLease& lease, Message message) {
  send_to(lease.neighbour, std::move(message));
}

void LeaseProvider::send_to(NeighbourId neighbour, Message message) {
  world_.forwarding.outbox.push_back({neighbour, std::move(message)});
}

}  // namespace mcsim::handlers
