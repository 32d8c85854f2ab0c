// What jobs ask of hosts, as one: their queue's, application's and own wishes, the set of hosts and
// the order that these come to, and who asks alike.
#include <algorithm>

#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/system/lsf_book.hpp"
#include "mcsim/system/preemption_pairs.hpp"

namespace mcsim {

RequirementId LsfBook::requirement_of(QueueId queue, ProfileId profile_id) {
  std::vector<RequirementId>& known = state_.requirement_of[index_of(queue)];
  if (index_of(profile_id) >= known.size())
    known.resize(index_of(profile_id) + 1, none<RequirementId>);
  if (known[index_of(profile_id)] != none<RequirementId>) return known[index_of(profile_id)];

  const JobProfile& profile = config_.profiles[index_of(profile_id)];
  const QueueConfig& config = state_.settings.queues[index_of(queue)];
  static const ResourceRequirement nothing;
  const ResourceRequirement& of_application =
      profile.application == none<ApplicationId>
          ? nothing
          : state_.settings.applications[index_of(profile.application)].rules.res_req;
  Requirement fresh;
  fresh.queue = queue;
  fresh.asked =
      merged(profile.res_req, of_application, config.rules.res_req, state_.settings.resources);
  const SelectParts parts = split_select(fresh.asked.select, state_.settings.resources);
  fresh.dynamic_select = parts.dynamic;
  fresh.from_host = profile.from_host;
  fresh.exclusive = profile.exclusive;
  fresh.stands_alone = !only_frees_help(fresh.dynamic_select, state_.settings.resources);
  fresh.preempts = may_preempt_any(state_.settings, queue, fresh.exclusive);
  fresh.is_volatile = fresh.stands_alone || fresh.preempts;
  fresh.accept = state_.finder.accept_kind(config.job_accept_interval);
  fresh.order = order_of(fresh.asked.order);
  fresh.needs = needs_of(fresh);
  fresh.hosts = host_set(fresh, profile, parts.fixed);
  fresh.ask = ask_of(fresh);
  return known[index_of(profile_id)] = shared_requirement(std::move(fresh));
}

/// One that differs in nothing that matters, or the new one.
RequirementId LsfBook::shared_requirement(Requirement fresh) {
  const auto alike = [&](RequirementId id) {
    const Requirement& other = state_.requirements[id];
    const bool same_local = fresh.dynamic_select.empty() || other.from_host == fresh.from_host;
    return other.queue == fresh.queue && other.hosts == fresh.hosts && other.order == fresh.order &&
           other.exclusive == fresh.exclusive && same_local &&
           other.dynamic_select == fresh.dynamic_select &&
           other.asked.rusage == fresh.asked.rusage &&
           other.asked.one_host == fresh.asked.one_host && other.asked.ptile == fresh.asked.ptile &&
           other.asked.same == fresh.asked.same;
  };
  const auto found = std::ranges::find_if(state_.live_requirements, alike);
  if (found != state_.live_requirements.end()) return *found;
  const RequirementId id = state_.requirements.add(std::move(fresh));
  state_.live_requirements.push_back(id);
  return id;
}

HostSetId LsfBook::host_set(const Requirement& requirement, const JobProfile& profile,
                            const SelectExpression& fixed) {
  constexpr std::int32_t out = HostFinder::not_in_set;
  std::vector<std::int32_t> levels(state_.hosts.size(), out);
  const HostPreferences& of_queue = state_.settings.queues[index_of(requirement.queue)].hosts;
  const auto spread = [&](const HostPreferences& preferences) {
    std::vector<std::int32_t> level(state_.hosts.size(), preferences.all ? 0 : out);
    for (const auto& entry : preferences.list) level[index_of(entry.host)] = entry.level;
    return level;
  };
  const std::vector<std::int32_t> queue_levels = spread(of_queue);
  const std::vector<std::int32_t> job_levels =
      profile.hosts ? spread(*profile.hosts) : queue_levels;
  for (std::size_t at = 0; at < levels.size(); ++at) {
    if (queue_levels[at] == out || job_levels[at] == out) continue;
    const HostValues values(state_.settings, state_.hosts, state_.counts_suspended,
                            static_cast<HostId>(at), profile.from_host);
    if (select_host(fixed, values)) levels[at] = job_levels[at];
  }
  return state_.finder.add_set(std::move(levels));
}

std::uint32_t LsfBook::order_of(const std::vector<OrderKey>& asked) {
  // Indices that are the same on every host decide nothing.
  std::vector<OrderKey> keys;
  for (const OrderKey& key : asked) {
    const std::size_t at = index_of(key.resource);
    if (at >= builtin::pg && at <= builtin::it) continue;
    const bool run_queue = at <= builtin::r15m;
    keys.push_back({run_queue ? resource(builtin::r15s) : key.resource, key.reversed});
  }
  if (asked.empty()) keys.push_back({resource(builtin::r15s), false});
  const auto found = std::ranges::find(state_.orders, keys);
  if (found != state_.orders.end())
    return static_cast<std::uint32_t>(found - state_.orders.begin());
  state_.orders.push_back(keys);
  state_.stale_hosts.emplace_back();
  const std::uint32_t id = state_.finder.add_order(std::max<std::size_t>(keys.size(), 1));
  show_all();
  return id;
}

AskId LsfBook::ask_of(const Requirement& requirement) {
  for (const RequirementId id : state_.live_requirements)
    if (const AskId ask = state_.requirements[id].ask; state_.asks[ask].matches(requirement))
      return ask;
  Ask ask;
  ask.hosts = requirement.hosts;
  ask.accept = requirement.accept;
  ask.needs = requirement.needs;
  return state_.asks.add(std::move(ask));
}

}  // namespace mcsim
