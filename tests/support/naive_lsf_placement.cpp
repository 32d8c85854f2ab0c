// In which order hosts are taken, and how a job's slots are spread over them.
// docs/rules/scheduling.md, sections 5 and 8.
#include <algorithm>
#include <string>
#include <utility>

#include "support/naive_lsf_hosts.hpp"
#include "support/naive_lsf_limits.hpp"
#include "support/naive_lsf_resources.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

struct Offer {
  HostId host{};
  std::int64_t slots = 0;
};

HostSlots part(HostId host, std::int64_t slots) {
  return {host, Slots(static_cast<std::int32_t>(slots))};
}

/// Whether `a` is better than `b` by one key: 1, worse: -1, neither: 0. Undefined values are last.
int compare(const State& state, const Job& job, const OrderKey& key, HostId a, HostId b) {
  const auto value_a = HostView(state, a, job.profile->from_host).number(key.resource);
  const auto value_b = HostView(state, b, job.profile->from_host).number(key.resource);
  if (!value_a || !value_b) return (value_a ? 1 : 0) - (value_b ? 1 : 0);
  if (*value_a == *value_b) return 0;
  const bool less_is_better =
      state.settings->resources[index_of(key.resource)].increasing != key.reversed;
  return (*value_a < *value_b) == less_is_better ? 1 : -1;
}

std::int32_t level(const State& state, const Job& job, HostId host) {
  const HostPreferences& hosts =
      job.profile->hosts ? *job.profile->hosts : state.queue_of(job).hosts;
  return level_of(hosts, host).value_or(0);
}

/// `ptile` slots on each host in order that offers them; the rest on the first other host that
/// offers it.
std::vector<HostSlots> spread_by_tiles(std::int64_t slots, std::int64_t ptile,
                                       const std::vector<Offer>& offers, LimitedParts limits) {
  std::vector<HostSlots> parts;
  std::vector<Offer> others;
  const auto has = [&](const Offer& offer, std::int64_t wanted) {
    return offer.slots >= wanted && limits.most_on(offer.host, wanted) == wanted;
  };
  for (const Offer& offer : offers) {
    if (static_cast<std::int64_t>(parts.size()) < slots / ptile && has(offer, ptile)) {
      parts.push_back(part(offer.host, ptile));
      limits.take(offer.host, ptile);
    } else {
      others.push_back(offer);
    }
  }
  const std::int64_t rest = slots % ptile;
  const auto found = std::ranges::find_if(others, [&](const Offer& one) { return has(one, rest); });
  if (rest > 0 && found != others.end()) parts.push_back(part(found->host, rest));
  return parts;
}

/// Hosts in order, each with all slots that it offers, as far as the hosts before it leave them by
/// the limits that they share.
std::vector<HostSlots> spread(const Job& job, const std::vector<Offer>& offers,
                              LimitedParts limits) {
  std::vector<HostSlots> parts;
  if (job.wants.ptile > 0) return spread_by_tiles(job.slots(), job.wants.ptile, offers, limits);
  std::int64_t missing = job.slots();
  for (const Offer& offer : offers) {
    const std::int64_t given = limits.most_on(offer.host, std::min(missing, offer.slots));
    if (given <= 0) continue;
    parts.push_back(part(offer.host, given));
    limits.take(offer.host, given);
    missing -= given;
  }
  return parts;
}

bool is_all(const Job& job, const std::vector<HostSlots>& parts) {
  std::int64_t sum = 0;
  for (const HostSlots& one : parts) sum += one.slots.count();
  return sum == job.slots();
}

std::optional<std::vector<HostSlots>> place_in_group(const Job& job,
                                                     const std::vector<Offer>& offers,
                                                     const LimitedParts& limits) {
  if (!needs_one_host(job)) {
    std::vector<HostSlots> parts = spread(job, offers, limits);
    if (!is_all(job, parts)) return std::nullopt;
    return parts;
  }
  for (const Offer& offer : offers)
    if (offer.slots >= job.slots()) return std::vector{part(offer.host, job.slots())};
  return std::nullopt;
}

using Values = std::vector<std::pair<double, std::string>>;

std::optional<Values> values_of(const State& state, const Job& job, HostId host) {
  Values values;
  // A job of several slots never spans groups.
  const auto span_group = state.settings->hosts[index_of(host)].span_group;
  values.emplace_back(needs_one_host(job) ? 0.0 : static_cast<double>(span_group), "");
  const HostView view(state, host, job.profile->from_host);
  for (const ResourceId id : job.wants.same) {
    const auto number = view.number(id);
    const auto text = view.text(id);
    if (!number && !text) return std::nullopt;
    values.emplace_back(number.value_or(0), std::string(text.value_or("")));
  }
  return values;
}

/// The offers, grouped by the values of the resources in same[]; groups in the order of their first
/// hosts.
std::vector<std::vector<Offer>> groups(const State& state, const Job& job,
                                       const std::vector<Offer>& offers) {
  std::vector<std::pair<Values, std::vector<Offer>>> found;
  for (const Offer& offer : offers) {
    const std::optional<Values> values = values_of(state, job, offer.host);
    if (!values) continue;
    auto group = std::ranges::find_if(found, [&](const auto& one) { return one.first == *values; });
    if (group == found.end()) group = found.insert(found.end(), {*values, {}});
    group->second.push_back(offer);
  }
  std::vector<std::vector<Offer>> result;
  for (auto& [values, group] : found) result.push_back(std::move(group));
  return result;
}

std::vector<Offer> offers_of(const State& state, const Job& job, const std::vector<HostId>& hosts,
                             Relief relief) {
  std::vector<Offer> offers;
  for (const HostId host : hosts)
    if (const std::int64_t slots = offer(state, job, host, relief); slots > 0)
      offers.push_back({host, slots});
  return offers;
}

}  // namespace

std::vector<HostId> host_order(const State& state, const Job& job) {
  std::vector<OrderKey> keys = job.wants.order;
  if (keys.empty()) keys = {{resource(builtin::r15s)}, {resource(builtin::pg)}};
  std::vector<HostId> order;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) order.push_back(state.host_id(at));
  std::ranges::sort(order, [&](HostId a, HostId b) {
    if (level(state, job, a) != level(state, job, b))
      return level(state, job, a) > level(state, job, b);
    for (const OrderKey& key : keys)
      if (const int better = compare(state, job, key, a, b)) return better > 0;
    return a < b;
  });
  return order;
}

std::optional<std::vector<HostSlots>> place(const State& state, const Job& job,
                                            const std::vector<HostId>& hosts) {
  const std::vector<Offer> offers = offers_of(state, job, hosts, Relief::backfill);
  const LimitedParts limits(state, job, backfill_end_of(state, job, Relief::backfill));
  for (const std::vector<Offer>& group : groups(state, job, offers))
    if (auto parts = place_in_group(job, group, limits)) return parts;
  return std::nullopt;
}

bool could_ever_hold(const State& state, const Job& job) {
  Job lasting = job;
  const std::vector<ResourceConfig> resources = resources_in_use(state);
  std::erase_if(lasting.wants.same, [&](ResourceId id) { return resources[index_of(id)].dynamic; });
  std::vector<Offer> offers;
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (const std::int64_t slots = most_when_idle(state, job, state.host_id(at)); slots > 0)
      offers.push_back({state.host_id(at), slots});
  State idle = state;
  idle.jobs = {job};
  idle.jobs[0].reserved.clear();
  const LimitedParts limits(idle, idle.jobs[0], never);
  return std::ranges::any_of(groups(state, lasting, offers), [&](const std::vector<Offer>& group) {
    return place_in_group(lasting, group, limits).has_value();
  });
}

std::vector<HostSlots> reservable(const State& state, const Job& job) {
  const auto offers = offers_of(state, job, host_order(state, job), Relief::none);
  const LimitedParts limits(state, job, never);
  for (const std::vector<Offer>& group : groups(state, job, offers)) {
    if (needs_one_host(job)) {
      const auto of_use = [&](const Offer& one) { return std::min(one.slots, job.slots()); };
      const auto most = std::ranges::max_element(group, {}, of_use);
      return {part(most->host, of_use(*most))};
    }
    std::vector<HostSlots> parts = spread(job, group, limits);
    if (!parts.empty()) return parts;
  }
  return {};
}

}  // namespace mcsim::testing::naive
