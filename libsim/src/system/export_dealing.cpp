// Units of hosts, and the memory and swap space that go with them.
#include "mcsim/system/export_dealing.hpp"

#include <algorithm>

#include "mcsim/model/select.hpp"

namespace mcsim {
namespace {

/// How much a host has of a resource; none: nobody says.
std::optional<Amount> amount_on(const HostConfig& host, std::uint16_t id) {
  for (const ResourceValue& value : host.resources)
    if (value.resource == capacity_of(resource(id)))
      return static_cast<Amount>(value.number * amount_unit);
  return std::nullopt;
}

/// What the policy exports of it: not more than there is.
std::optional<Amount> exported(std::optional<Amount> asked, const HostConfig& host,
                               std::uint16_t id) {
  const std::optional<Amount> there = amount_on(host, id);
  return asked && there ? std::min(asked, there) : asked;
}

}  // namespace

ExportDealing::ExportDealing(const HostExport& policy, const DealUnit& next)
    : policy_(policy), next_(next), given_(policy.distribution.size()) {
  for (const ExportShare& share : policy.distribution) shares_.push_back(share.shares);
}

std::vector<ExportedPart> ExportDealing::deal(const HostConfig& host, HostId id) {
  std::vector<ExportedPart> parts;
  if (shares_.empty()) return parts;
  const std::int32_t units = policy_.selects() ? 1 : policy_.slots.count();
  std::vector<std::int32_t> dealt(shares_.size());
  for (std::int32_t unit = 0; unit < units; ++unit) {
    const std::size_t consumer = next_({shares_, given_});
    ++given_[consumer];
    ++dealt[consumer];
  }
  // Of memory and swap space as much as of slots; what does not come out even is the first ones'.
  std::int32_t before = 0;
  const auto part_of = [&](std::optional<Amount> all, std::int32_t mine) -> std::optional<Amount> {
    if (!all) return all;
    return *all * (before + mine) / units - *all * before / units;
  };
  const std::optional<Amount> mem = exported(policy_.mem, host, builtin::mem);
  const std::optional<Amount> swp = exported(policy_.swp, host, builtin::swp);
  for (std::size_t at = 0; at < dealt.size(); ++at) {
    if (dealt[at] == 0) continue;
    parts.push_back({.host = id,
                     .consumer = static_cast<std::uint32_t>(at),
                     .slots = policy_.selects() ? host.mxj : Slots(dealt[at]),
                     .mem = part_of(mem, dealt[at]),
                     .swp = part_of(swp, dealt[at])});
    before += dealt[at];
  }
  return parts;
}

bool may_export(const HostExport& policy, const ClusterSettings& settings, const LsfHosts& hosts,
                HostId id) {
  if (settings.hosts[index_of(id)].type == "DLINUX" && !policy.swp) return false;
  return select_host(policy.select.select, HostValues(settings, hosts, false, id, id));
}

}  // namespace mcsim
