// Counts leases again.
#include "support/lease_check.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <variant>

#include "mcsim/base/check.hpp"

namespace mcsim::testing {
namespace {

/// Slots by lease and place in the lease.
using Parts = std::map<std::pair<LeaseId, LeasePartId>, std::int64_t>;

void add(Parts& parts, LeaseId lease, const std::vector<LeasedSlots>& hosts) {
  for (const LeasedSlots& part : hosts) parts[{lease, part.part}] += part.slots.count();
}

/// The slots that letters grant. Letters to a provider are counted apart, since each of two
/// clusters may be both.
template <class Letters>
Parts granted_in(const Letters& letters) {
  Parts parts;
  for (const Mailbox::Letter& letter : letters)
    if (const auto* grant = std::get_if<LeaseGrant>(&letter.message))
      add(parts, grant->lease, grant->hosts);
  return parts;
}
template <class Letters>
Parts given_up_in(const Letters& letters) {
  Parts parts;
  for (const Mailbox::Letter& letter : letters)
    if (const auto* answers = std::get_if<LeaseAnswers>(&letter.message))
      for (const LeaseAnswer& answer : answers->leases) add(parts, answer.lease, answer.given_up);
    else if (const auto* returned = std::get_if<LeaseReturn>(&letter.message))
      add(parts, returned->lease, returned->given_up);
  return parts;
}

std::int64_t of(const Parts& parts, LeaseId lease, LeasePartId part) {
  const auto found = parts.find({lease, part});
  return found == parts.end() ? 0 : found->second;
}

const BorrowedLease* borrowed(const ClusterWorld& consumer, NeighbourId neighbour, LeaseId id) {
  for (const BorrowedLease& lease : consumer.leasing.borrowed)
    if (lease.neighbour == neighbour && lease.lease == id) return &lease;
  return nullptr;
}

/// Whether a letter about a smaller lease, or its answer, is on its way.
template <class Letters>
bool is_being_cut(const Letters& to_consumer, const Letters& to_provider, LeaseId id) {
  const auto is_about = [&]<class About>(const Mailbox::Letter& letter, const About*) {
    const auto* about = std::get_if<About>(&letter.message);
    return about != nullptr && about->lease == id;
  };
  return std::ranges::any_of(to_consumer,
                             [&](const auto& letter) {
                               return is_about(letter, static_cast<const LeaseTerms*>(nullptr));
                             }) ||
         std::ranges::any_of(to_provider, [&](const auto& letter) {
           return is_about(letter, static_cast<const LeaseReturn*>(nullptr));
         });
}

void check_lease(const ClusterWorld& provider, LeaseId id,
                 const std::vector<ClusterWorld>& clusters) {
  const LentLease& lease = provider.leasing.lent[id];
  const Neighbour& there = provider.forwarding.neighbours[lease.neighbour];
  const ClusterWorld& consumer = clusters[index_of(there.id)];
  const BorrowedLease* const theirs = borrowed(consumer, there.me, id);
  const auto& letters_there = consumer.forwarding.neighbours[there.me].inbox.letters();
  const Parts to_consumer = granted_in(letters_there);
  const Parts to_provider = given_up_in(there.inbox.letters());
  const bool is_cut = is_being_cut(letters_there, there.inbox.letters(), id);
  for (const LentHost& host : lease.hosts) {
    const LeasePartId part = lease.hosts.id_of(host);
    std::int64_t away = of(to_consumer, id, part) + of(to_provider, id, part);
    if (theirs != nullptr && index_of(part) < theirs->hosts.size())
      away += theirs->hosts[part].slots.count();
    // The first slot of a shared lease waits for its consumer with the provider.
    const bool waits = lease.is_shared && theirs == nullptr && lease.told == 0;
    if (waits) away += host.given.count();
    MCSIM_CHECK(host.given.count() == away, "exported slots are lost, or there twice");
    MCSIM_CHECK(host.given <= host.slots || is_cut || waits, "more slots are given than exported");
    if (lease.is_shared)
      MCSIM_CHECK(provider.leasing.holdings[lease.holding].parts[part].slots <= host.kept(),
                  "a provider holds slots that it does not keep");
  }
}

/// The provider exports all that it has given of a host, and uses nothing of a host that it has
/// given as a whole.
void check_lent(const ClusterWorld& provider, HostId id) {
  std::int64_t given = 0;
  bool is_taken = false;
  HostAmounts exported{0, 0};
  for (const LeasePart part : provider.leasing.lent_on[index_of(id)]) {
    const LentLease& lease = provider.leasing.lent[part.lease];
    const LentHost& host = lease.hosts[part.part];
    *exported.mem += host.exported.mem.value_or(0);
    *exported.swp += host.exported.swp.value_or(0);
    if (lease.is_shared || lease.takes_hosts) given += host.given.count();
    is_taken = is_taken || (lease.takes_hosts && !lease.is_shared && host.slots > Slots{});
  }
  const HostConfig& config = provider.lsf->settings.hosts[index_of(id)];
  const Amount mem = configured_amount(config, resource(builtin::mem)).value_or(*exported.mem);
  const Amount swp = configured_amount(config, resource(builtin::swp)).value_or(*exported.swp);
  MCSIM_CHECK(*exported.mem <= mem && *exported.swp <= swp,
              "more memory or swap space is exported than there is");
  const HostState& host = provider.lsf->hosts[id];
  const std::int32_t own = config.mxj.count();
  MCSIM_CHECK(host.mxj == (is_taken ? 0 : std::max<std::int64_t>(own - given, 0)),
              "a provider has other slots than its leases leave");
}

/// Checks MXJ, and that jobs use no more slots than the cluster has.
void check_hosts(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    const HostState& host = state.hosts[id];
    const std::int32_t own = state.settings.hosts[at].mxj.count();
    MCSIM_CHECK(host.mxj == std::max(own + host.leased, 0), "MXJ is not what leases leave");
    // A job that preempts uses the slots of the job that it has suspended.
    if (state.settings.hosts[at].home)
      MCSIM_CHECK(
          host.running + (state.features.counts_suspended ? host.suspended : 0) <= host.leased,
          "jobs run on slots that are not the consumer's");
  }
}

void check_sums(const ClusterWorld& world) {
  Holdings counted = world.leasing.holdings;
  for (const HostId id : world.lsf->news.lease_changed.hosts)
    counted.update(id, world.lsf->hosts[id]);
  for (const LentLease& lease : world.leasing.lent) {
    if (!lease.is_shared) continue;
    LeaseSide sum;
    for (const HeldPart& part : counted[lease.holding].parts) {
      sum.available += part.available().count();
      sum.used += part.used.count();
      MCSIM_CHECK(part.idle() == Slots{} || part.is_listed, "idle slots are not listed");
    }
    MCSIM_CHECK(sum.available == counted[lease.holding].sum.available &&
                    sum.used == counted[lease.holding].sum.used,
                "the sums of a shared lease are not those of its hosts");
  }
}

}  // namespace

void check_leases(const std::vector<ClusterWorld>& clusters) {
  for (const ClusterWorld& world : clusters) {
    if (!world.lsf) continue;
    check_hosts(world);
    check_sums(world);
    for (const LentLease& lease : world.leasing.lent)
      check_lease(world, world.leasing.lent.id_of(lease), clusters);
    for (std::size_t at = 0; at < world.leasing.lent_on.size(); ++at)
      if (!world.lsf->settings.hosts[at].home) check_lent(world, static_cast<HostId>(at));
  }
}

}  // namespace mcsim::testing
