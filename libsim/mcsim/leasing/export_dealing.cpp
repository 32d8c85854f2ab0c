// Deals units of hosts, and the memory and swap space that go with them.
#include "mcsim/leasing/export_dealing.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "mcsim/model/select.hpp"

namespace mcsim::leasing {
namespace {

/// What the policy exports of a resource: at most what the host has.
std::optional<Amount> exported(std::optional<Amount> asked, const HostConfig& host,
                               std::uint16_t id) {
  const std::optional<Amount> there = configured_amount(host, resource(id));
  return asked && there ? std::min(asked, there) : asked;
}

}  // namespace

ExportDealing::ExportDealing(const HostExport& policy, const AnyDeal& next)
    : policy_(policy), next_(next), given_(policy.distribution.size()) {
  for (const ExportShare& share : policy.distribution) shares_.push_back(share.shares);
}

std::uint32_t ExportDealing::deal_unit() {
  const auto consumer = static_cast<std::uint32_t>(next_({shares_, given_}));
  ++given_[consumer];
  return consumer;
}

std::vector<ExportedPart> ExportDealing::deal(const HostConfig& host, HostId id) {
  const std::vector<std::int64_t> before = given_;
  deal_units(next_, shares_, given_, policy_.selects() ? 1 : policy_.slots.count());
  std::vector<std::int32_t> units;
  for (std::size_t at = 0; at < given_.size(); ++at)
    units.push_back(static_cast<std::int32_t>(given_[at] - before[at]));
  return parts(host, id, units);
}

/// Slots of a shared lease are part of MXJ; an exclusive one may export more.
Slots ExportDealing::slots_of(const HostConfig& host, std::int32_t units) const {
  if (policy_.selects()) return host.mxj;
  return policy_.is_shared ? std::min(Slots(units), host.mxj) : Slots(units);
}

std::vector<ExportedPart> ExportDealing::parts(const HostConfig& host, HostId id,
                                               std::span<const std::int32_t> units) const {
  const std::int32_t all = policy_.selects() ? 1 : policy_.slots.count();
  // Memory and swap space go in proportion to slots. Running sums are rounded down, so that all is
  // dealt.
  std::int32_t before = 0;
  const auto part_of = [&](std::optional<Amount> whole, std::int32_t mine) {
    if (whole) whole = *whole * (before + mine) / all - *whole * before / all;
    return whole;
  };
  const std::optional<Amount> mem = exported(policy_.mem, host, builtin::mem);
  const std::optional<Amount> swp = exported(policy_.swp, host, builtin::swp);
  std::vector<ExportedPart> parts;
  for (std::size_t at = 0; at < units.size(); ++at) {
    if (units[at] == 0) continue;
    parts.push_back({.host = id,
                     .consumer = static_cast<std::uint32_t>(at),
                     .slots = slots_of(host, units[at]),
                     .mem = part_of(mem, units[at]),
                     .swp = part_of(swp, units[at])});
    before += units[at];
  }
  return parts;
}

bool may_export(const HostExport& policy, const ClusterSettings& settings,
                const ClusterHosts& hosts, HostId id) {
  if (settings.hosts[index_of(id)].type == "DLINUX" && !policy.swp) return false;
  return select_host(policy.select.select, HostValues(settings, hosts, false, id, id));
}

namespace {

/// Deals the hosts of all policies, one policy after the other.
class LeaseDealing {
 public:
  LeaseDealing(const ClusterSettings& settings, const ClusterHosts& hosts, const AnyDeal& next,
               std::span<const Incumbent> incumbents)
      : settings_(settings), hosts_(hosts), next_(next), incumbents_(incumbents) {
    // Borrowed hosts, and hosts that policies name, are not selected.
    for (const HostConfig& host : settings.hosts) taken_.push_back(host.home.has_value());
    for (const HostExport& policy : settings.exports)
      for (const HostId host : policy.hosts) taken_[index_of(host)] = true;
    settled_in_.assign(hosts.size(), nowhere);
    for (const Incumbent& incumbent : incumbents)
      if (incumbent.is_settled) settled_in_[index_of(incumbent.host)] = incumbent.policy;
  }

  std::vector<DealtLease> deal() {
    for (std::size_t at = 0; at < settings_.exports.size(); ++at) {
      const HostExport& policy = settings_.exports[at];
      policy_ = static_cast<std::uint32_t>(at);
      first_ = leases_.size();
      for (const ExportShare& share : policy.distribution)
        leases_.push_back({.policy = policy_, .consumer = share.consumer, .parts = {}});
      if (policy.distribution.empty()) continue;
      if (policy.selects())
        deal_selected(policy);
      else
        deal_named(policy);
    }
    return std::move(leases_);
  }

 private:
  static constexpr auto nowhere = static_cast<std::uint32_t>(-1);

  void deal_named(const HostExport& policy) {
    ExportDealing dealing(policy, next_);
    for (const HostId id : policy.hosts)
      if (may_be_named(policy, id)) add(dealing.deal(rest_of(id), id));
  }
  /// The host with the memory and swap space that earlier policies leave.
  HostConfig rest_of(HostId id) const {
    HostConfig host = settings_.hosts[index_of(id)];
    const auto known = exported_.find(id);
    if (known == exported_.end()) return host;
    const auto less = [&](std::uint16_t capacity, Amount exported) {
      for (ResourceValue& value : host.resources)
        if (value.resource == resource(capacity))
          value.number -= static_cast<double>(exported) / static_cast<double>(amount_unit);
    };
    less(builtin::maxmem, known->second.mem);
    less(builtin::maxswp, known->second.swp);
    return host;
  }
  bool may_be_named(const HostExport& policy, HostId id) const {
    return policy.swp || settings_.hosts[index_of(id)].type != "DLINUX";
  }

  /// Deals whole hosts: first how many each consumer gets, then which.
  void deal_selected(const HostExport& policy) {
    ExportDealing dealing(policy, next_);
    std::vector<std::uint32_t> turns;  // whose turn it is, host by host
    for (std::size_t left = most_of(policy); left > 0; --left) turns.push_back(dealing.deal_unit());
    std::vector<std::int64_t> wanted(policy.distribution.size());
    for (const std::uint32_t consumer : turns) ++wanted[consumer];
    std::vector<std::pair<HostId, std::uint32_t>> chosen;
    keep_incumbents(policy, wanted, chosen);
    std::size_t host = 0;
    for (const std::uint32_t consumer : turns) {
      if (wanted[consumer] == 0) continue;
      while (!is_free(policy, static_cast<HostId>(host))) ++host;
      --wanted[consumer];
      take(static_cast<HostId>(host), consumer, chosen);
    }
    for (const auto& [id, consumer] : chosen) {
      std::vector<std::int32_t> units(policy.distribution.size());
      units[consumer] = 1;
      add(dealing.parts(settings_.hosts[index_of(id)], id, units));
    }
  }
  std::size_t most_of(const HostExport& policy) const {
    // Settled hosts first: mostly these suffice.
    std::size_t most = 0;
    for (const bool settled : {true, false})
      for (std::size_t at = 0; at < hosts_.size() && std::cmp_less(most, policy.most_hosts); ++at)
        if ((settled_in_[at] == policy_) == settled && is_free(policy, static_cast<HostId>(at)))
          ++most;
    return most;
  }
  void keep_incumbents(const HostExport& policy, std::vector<std::int64_t>& wanted,
                       std::vector<std::pair<HostId, std::uint32_t>>& chosen) {
    for (const bool own : {true, false})
      for (const Incumbent& incumbent : incumbents_) {
        if ((incumbent.policy == policy_) != own || !is_free(policy, incumbent.host)) continue;
        const auto found =
            std::ranges::find(policy.distribution, incumbent.consumer, &ExportShare::consumer);
        if (found == policy.distribution.end()) continue;
        const auto consumer = static_cast<std::uint32_t>(found - policy.distribution.begin());
        if (wanted[consumer] == 0) continue;
        --wanted[consumer];
        take(incumbent.host, consumer, chosen);
      }
  }

  bool is_free(const HostExport& policy, HostId id) const {
    if (taken_[index_of(id)]) return false;
    if (settled_in_[index_of(id)] != nowhere) return settled_in_[index_of(id)] == policy_;
    return !hosts_[id].down && may_export(policy, settings_, hosts_, id);
  }
  void take(HostId id, std::uint32_t consumer,
            std::vector<std::pair<HostId, std::uint32_t>>& chosen) {
    taken_[index_of(id)] = true;
    chosen.emplace_back(id, consumer);
  }
  void add(const std::vector<ExportedPart>& parts) {
    for (const ExportedPart& part : parts) {
      leases_[first_ + part.consumer].parts.push_back(part);
      if (!part.mem && !part.swp) continue;
      Exported& sum = exported_[part.host];
      sum.mem += part.mem.value_or(0);
      sum.swp += part.swp.value_or(0);
    }
  }

  const ClusterSettings& settings_;
  const ClusterHosts& hosts_;
  const AnyDeal& next_;
  std::span<const Incumbent> incumbents_;
  std::vector<bool> taken_;                ///< by HostId: it may not be selected
  std::vector<std::uint32_t> settled_in_;  ///< by HostId: the policy that has selected it; nowhere
  std::vector<DealtLease> leases_;
  struct Exported {
    Amount mem = 0;
    Amount swp = 0;
  };
  std::map<HostId, Exported> exported_;  ///< of hosts that policies name
  std::uint32_t policy_ = 0;
  std::size_t first_ = 0;  ///< the first of its leases
};

}  // namespace

std::vector<DealtLease> dealt_leases(const ClusterSettings& settings, const ClusterHosts& hosts,
                                     const AnyDeal& next, std::span<const Incumbent> incumbents) {
  return LeaseDealing(settings, hosts, next, incumbents).deal();
}

namespace {

/// Whether a consumer gets a host that shares the instance.
bool gets_a_host_of(const SharedResource& shared, ClusterId consumer,
                    std::span<const DealtLease> leases) {
  return std::ranges::any_of(leases, [&](const DealtLease& lease) {
    return lease.consumer == consumer &&
           std::ranges::any_of(lease.parts, [&](const ExportedPart& part) {
             return std::ranges::binary_search(shared.hosts, index_of(part.host));
           });
  });
}

}  // namespace

std::vector<DealtInstance> dealt_instances(const ClusterSettings& settings, const AnyDeal& next,
                                           std::span<const DealtLease> leases,
                                           std::span<const Amount> there) {
  std::vector<std::int64_t> left;  // whole units, by instance
  for (const Amount amount : there) left.push_back(std::max<Amount>(amount, 0) / amount_unit);
  std::vector<DealtInstance> dealt;
  for (const SharedResourceExport& policy : settings.resource_exports) {
    const auto gets = [&](std::size_t instance, const ExportShare& share) {
      const SharedResource& shared = settings.shared_resources[instance];
      return shared.resource == policy.resource && gets_a_host_of(shared, share.consumer, leases);
    };
    std::int64_t units = 0;
    for (std::size_t at = 0; at < left.size(); ++at)
      if (std::ranges::any_of(policy.distribution, std::bind_front(gets, at))) units += left[at];
    units = std::min(units, policy.amount / amount_unit);
    std::vector<std::int32_t> shares;
    for (const ExportShare& share : policy.distribution) shares.push_back(share.shares);
    std::vector<std::int64_t> given(shares.size());
    deal_units(next, shares, given, units);
    for (std::size_t consumer = 0; consumer < given.size(); ++consumer)
      for (std::size_t at = 0; at < left.size(); ++at) {
        const ExportShare& share = policy.distribution[consumer];
        if (given[consumer] == 0 || left[at] == 0 || !gets(at, share)) continue;
        const std::int64_t taken = std::min(given[consumer], left[at]);
        given[consumer] -= taken;
        left[at] -= taken;
        dealt.push_back({static_cast<std::uint32_t>(at), share.consumer, taken * amount_unit});
      }
  }
  return dealt;
}

bool lacks_hosts(const ClusterSettings& settings, std::span<const DealtLease> leases) {
  std::vector<std::size_t> found(settings.exports.size());
  for (const DealtLease& lease : leases) found[lease.policy] += lease.parts.size();
  for (std::size_t at = 0; at < found.size(); ++at)
    if (settings.exports[at].selects() && std::cmp_less(found[at], settings.exports[at].most_hosts))
      return true;
  return false;
}

}  // namespace mcsim::leasing
