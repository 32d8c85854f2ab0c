// How many slots a host on which nothing runs could give one job.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/idle_host.hpp"
#include "mcsim/model/requirement.hpp"

namespace mcsim::model {

/// For how many of a job's slots so much of a resource suffices on one host. What hosts share must
/// suffice for all of them.
inline std::int32_t slots_for(const ResourceUse& use, Amount available, bool is_shared,
                              std::int32_t slots) {
  const bool is_for_all = use.per_slot && is_shared;
  if (available < (is_for_all ? use.amount * slots : use.amount)) return 0;
  if (!use.per_slot || is_for_all || use.amount == 0) return most_slots;
  return static_cast<std::int32_t>(std::min<Amount>(available / use.amount, most_slots));
}

inline bool is_shared(const ClusterSettings& settings, ResourceId id) {
  return std::ranges::find(settings.shared_resources, id, &SharedResource::resource) !=
         settings.shared_resources.end();
}

/// For how many of a job's slots a host on which nothing runs has all that they reserve. What an
/// ELIM reports may come to any amount.
inline std::int32_t slots_for(const ClusterSettings& settings, const IdleHost& host,
                              const ResourceUse& use, std::int32_t slots) {
  constexpr double endless = 1e18;
  const auto most = static_cast<Amount>(
      std::llround(std::min(host.most(use.resource).value_or(-1) * amount_unit, endless)));
  return slots_for(use, most, is_shared(settings, use.resource), slots);
}

/// A job, as far as that decides how many slots it could ever have on one host.
struct IdleAsker {
  const QueueConfig& queue;
  const ResourceRequirement& asked;         ///< together with its queue and application
  std::vector<std::uint32_t> limit_rows{};  ///< of ClusterSettings::user_limits, for its user
  std::int32_t slots = 1;
  std::vector<std::uint32_t> sections{};  ///< of ClusterSettings::limits, that take it
};

/// The most slots that one job could ever have on a host, and what it is that leaves no more.
struct IdleOffer {
  std::int32_t slots = 0;
  std::string_view cut_by{};              ///< a limit, or a resource; empty: MXJ
  std::uint32_t section = 0;              ///< of `Limit`: of ClusterSettings::limits
  ResourceId limited = none<ResourceId>;  ///< of that, what it limits; none: slots
};

/// The slots that a row of section Limit allows one job on a host of it, by one of its resources.
inline std::int32_t slots_for_amount(const ClusterSettings& settings, const LimitedResource& amount,
                                     const IdleHost& host, const IdleAsker& job) {
  const auto maximum = host.number(capacity_of(amount.resource));
  if (amount.percent > 0 && !maximum) return most_slots;
  const Amount most = amount.on(
      static_cast<Amount>(std::llround(std::min(maximum.value_or(0) * amount_unit, 1e15))));
  std::int32_t slots = most_slots;
  for (const ResourceUse& use : job.asked.rusage)
    if (use.resource == amount.resource && use.amount > 0)
      slots = std::min(slots, slots_for(use, most, is_shared(settings, use.resource), job.slots));
  return slots;
}

/// `mxj`: of the host. Not for what span[] says. Source: docs/rules/scheduling.md, section 8.
inline IdleOffer idle_offer(const ClusterSettings& settings, const IdleHost& host, std::int32_t mxj,
                            const IdleAsker& job) {
  const HostConfig& config = settings.hosts[index_of(host.id())];
  IdleOffer offer{.slots = mxj};
  const auto cut = [&](std::int32_t most, std::string_view by, std::uint32_t section = 0,
                       ResourceId limited = none<ResourceId>) {
    if (most < offer.slots) offer = {most, by, section, limited};
  };
  cut(job.queue.hjob_limit, "HJOB_LIMIT");
  cut(job.queue.pjob_limit.on(config.ncpus), "PJOB_LIMIT");
  cut(config.user_limit, "JL/U");
  for (const std::uint32_t row : job.limit_rows)
    cut(settings.user_limits[row].per_processor.on(config.ncpus), "JL/P");
  for (const std::uint32_t at : job.sections) {
    const LimitSection& limit = settings.limits[at];
    if (!limit.takes(host.id())) continue;
    if (limit.limits_slots()) cut(limit.slots_on(config.ncpus), "Limit", at);
    for (const LimitedResource& amount : limit.amounts)
      cut(slots_for_amount(settings, amount, host, job), "Limit", at, amount.resource);
  }
  if (config.home && !config.home->takes_parallel && job.slots > 1) cut(0, "RECV_FROM=N");
  if (config.home) return offer;  // its leases decide what else it has
  for (const ResourceUse& use : job.asked.rusage)
    cut(slots_for(settings, host, use, job.slots), settings.resources[index_of(use.resource)].name);
  return offer;
}

}  // namespace mcsim::model
