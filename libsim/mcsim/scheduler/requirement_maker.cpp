// Requirements: what queue, application and job ask of hosts, merged; the set and order of hosts
// that follow from it; and which jobs ask alike.
#include "mcsim/scheduler/requirement_maker.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/policy/preemption_pairs.hpp"
#include "mcsim/scheduler/host_places.hpp"

namespace mcsim::scheduler {
namespace {

/// Whether the expression compares with the type or model of the host that a job is submitted from.
bool names_origin(const SelectExpression& select) {
  return std::ranges::any_of(select.nodes, [](const SelectExpression::Node& node) {
    return node.op == SelectExpression::Op::local;
  });
}

}  // namespace

RequirementId RequirementMaker::make(QueueId queue, ProfileId profile_id) {
  std::vector<RequirementId>& known = state_.requirements.of_queue[index_of(queue)];
  if (index_of(profile_id) >= known.size())
    known.resize(index_of(profile_id) + 1, none<RequirementId>);

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
  fresh.accept = state_.places.finder.accept_kind(config.job_accept_interval);
  fresh.order = order_of(fresh.asked.order);
  fresh.needs = needs_of(fresh);
  fresh.hosts = host_set(queue, profile, parts.fixed);
  fresh.is_split = !state_.places.finder[fresh.hosts].spans.empty();
  fresh.search = search_of(fresh);
  if (state_.features.has_limits) {
    fresh.project = profile.project;
    fresh.application = profile.application;
  }
  return known[index_of(profile_id)] = shared(std::move(fresh));
}

/// A known requirement that differs in nothing that matters, or the new one.
RequirementId RequirementMaker::shared(Requirement fresh) {
  const ResourceRequirement& asked = fresh.asked;
  const bool looks_at_origin = !fresh.dynamic_select.empty();
  const auto [known, is_new] = state_.requirements.known.try_emplace(
      RequirementKey{.queue = fresh.queue,
                     .hosts = fresh.hosts,
                     .order = fresh.order,
                     .exclusive = fresh.exclusive,
                     .from_host = looks_at_origin ? fresh.from_host : HostId{},
                     .dynamic_select = fresh.dynamic_select,
                     .rusage = asked.rusage,
                     .one_host = asked.one_host,
                     .ptile = asked.ptile,
                     .same = asked.same,
                     .project = fresh.project,
                     .application = fresh.application},
      none<RequirementId>);
  if (is_new) known->second = state_.requirements.rows.add(std::move(fresh));
  return known->second;
}

/// Hosts are looked at once for all requirements with the same key.
HostSetId RequirementMaker::host_set(QueueId queue, const JobProfile& profile,
                                     const SelectExpression& fixed) {
  const HostSetKey key{.queue = queue,
                       .asked = profile.hosts,
                       .select = fixed,
                       .from_host = names_origin(fixed) ? profile.from_host : HostId{}};
  const auto [known, is_new] =
      state_.requirements.known_host_sets.try_emplace(key, none<HostSetId>);
  if (!is_new) return known->second;
  std::vector<std::uint32_t> spans;
  for (const HostConfig& host : state_.settings.hosts) spans.push_back(host.span_group);
  known->second = state_.places.finder.add_set(levels_of(key), spans);
  return known->second;
}

/// The preference level of each host, or HostFinder::not_in_set. Where few hosts are named, only
/// these are looked at.
std::vector<std::int32_t> RequirementMaker::levels_of(const HostSetKey& key) const {
  const HostPreferences& of_queue = state_.settings.queues[index_of(key.queue)].hosts;
  const HostPreferences& named = key.asked && !key.asked->all ? *key.asked : of_queue;
  std::vector<std::int32_t> levels(state_.hosts.size(), HostFinder::not_in_set);
  const auto add = [&](HostId host, std::int32_t level) {
    const HostValues values(state_.settings, state_.hosts, state_.features.counts_suspended, host,
                            key.from_host);
    if (select_host(key.select, values)) levels[index_of(host)] = level;
  };
  for (std::size_t at = 0; named.all && at < levels.size(); ++at) add(static_cast<HostId>(at), 0);
  for (const HostPreferences::Entry& entry : named.list)
    if (of_queue.names(entry.host)) add(entry.host, key.asked && key.asked->all ? 0 : entry.level);
  return levels;
}

std::uint32_t RequirementMaker::order_of(const std::vector<OrderKey>& asked) {
  // Indices that are the same on every host decide nothing.
  std::vector<OrderKey> keys;
  for (const OrderKey& key : asked) {
    const std::size_t at = index_of(key.resource);
    const bool is_told = state_.load && state_.load->elims().overrides(key.resource);
    if (at >= builtin::pg && at <= builtin::it && !is_told) continue;
    // Without LIMs all run queue indices are the same.
    const bool is_any = at <= builtin::r15m && config_.model.load == LoadMode::slots;
    keys.push_back({is_any ? resource(builtin::r15s) : key.resource, key.reversed});
  }
  if (asked.empty()) keys.push_back({resource(builtin::r15s), false});
  const auto found = std::ranges::find(state_.places.orders, keys);
  if (found != state_.places.orders.end())
    return static_cast<std::uint32_t>(found - state_.places.orders.begin());
  state_.places.orders.push_back(keys);
  state_.places.stale.emplace_back();
  const std::uint32_t id = state_.places.finder.add_order(std::max<std::size_t>(
      state_.places.width_of(static_cast<std::uint32_t>(state_.places.orders.size() - 1)), 1));
  the<HostPlaces>().show_all();
  return id;
}

SearchId RequirementMaker::search_of(const Requirement& requirement) {
  const auto [known, is_new] = state_.searches.known.try_emplace(
      SearchKey{requirement.hosts, requirement.accept, requirement.needs}, none<SearchId>);
  if (is_new)
    known->second = state_.searches.rows.add(
        {.hosts = requirement.hosts, .accept = requirement.accept, .needs = requirement.needs});
  return known->second;
}

SearchSizeId RequirementMaker::search_size(SearchId search, std::int32_t slots) {
  std::vector<SearchSizeId>& known = state_.searches[search].sizes;
  const auto at = std::ranges::lower_bound(
      known, slots, {}, [&](SearchSizeId id) { return state_.searches.sizes[id].slots; });
  if (at != known.end() && state_.searches.sizes[*at].slots == slots) return *at;
  SearchSize size;
  size.search = search;
  size.slots = slots;
  return *known.insert(at, state_.searches.sizes.add(std::move(size)));
}

}  // namespace mcsim::scheduler
