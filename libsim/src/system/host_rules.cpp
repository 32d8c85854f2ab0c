// The rules of hosts that are not asked for at each look at one.
#include "mcsim/system/host_rules.hpp"

#include <optional>
#include <string>
#include <utility>

namespace mcsim {

std::int32_t HostRules::kept_from(NameId user, HostId host) const {
  if (!state_.has_reservations) return 0;
  std::int32_t kept = 0;
  for (const std::uint32_t row : state_.parts_on[index_of(host)]) {
    const ReservedPart& part = state_.reserved_parts[row];
    const ReservationConfig& config = config_.reservations[part.reservation];
    const bool active = config.start <= now_ && now_ < config.end;
    if (active && !std::ranges::binary_search(config.users, user))
      kept += std::max(part.slots - state_.held(row), 0);
  }
  return kept;
}

std::vector<std::vector<HostSlots>> HostRules::groups_of(
    const Requirement& requirement, const std::vector<HostSlots>& offers) const {
  using Values = std::vector<std::pair<std::optional<double>, std::string>>;
  std::vector<Values> values;  // of each group
  std::vector<std::vector<HostSlots>> groups;
  for (const HostSlots& offered : offers) {
    Values mine;
    bool defined = true;
    const HostValues host(state_.settings, state_.hosts, state_.counts_suspended, offered.host,
                          requirement.from_host);
    for (const ResourceId id : requirement.asked.same) {
      const auto number = host.number(id);
      const auto text = host.text(id);
      defined = defined && (number || text);
      mine.emplace_back(number, text.value_or(""));
    }
    if (!defined) continue;
    const auto at = static_cast<std::size_t>(std::ranges::find(values, mine) - values.begin());
    if (at == values.size()) {
      values.push_back(std::move(mine));
      groups.emplace_back();
    }
    groups[at].push_back(offered);
  }
  return groups;
}

}  // namespace mcsim
