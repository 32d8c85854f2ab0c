// What settings ask for.
#include "mcsim/scheduler/features.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "mcsim/model/select.hpp"
#include "mcsim/policy/preemption_pairs.hpp"

namespace mcsim::scheduler {
namespace {

bool has_preemption(const ClusterSettings& settings) {
  return std::ranges::any_of(settings.queues, [](const QueueConfig& queue) {
    return queue.preemption.preemptive || queue.preemption.preemptable;
  });
}

bool has_user_hosts(const ClusterSettings& settings) {
  return std::ranges::any_of(settings.hosts,
                             [](const HostConfig& host) { return host.user_limit < no_limit; }) ||
         std::ranges::any_of(settings.user_limits, [](const UserLimit& limit) {
           return limit.per_processor.thousandths >= 0;
         });
}

/// Whether `is` holds for what any queue, application or job asks for.
template <class Is>
bool any_requirement(const ClusterConfig& config, const ClusterSettings& settings, Is&& is) {
  return std::ranges::any_of(settings.queues,
                             [&](const auto& queue) { return is(queue.rules.res_req); }) ||
         std::ranges::any_of(settings.applications,
                             [&](const auto& app) { return is(app.rules.res_req); }) ||
         std::ranges::any_of(config.profiles,
                             [&](const auto& profile) { return is(profile.res_req); });
}

bool selects_on_load(const ClusterConfig& config, const ClusterSettings& settings) {
  return any_requirement(config, settings, [&](const ResourceRequirement& asked) {
    return is_dynamic(asked.select, settings.resources);
  });
}

bool has_thresholds(const ClusterSettings& settings,
                    std::optional<double> LoadThreshold::* member) {
  const auto says_so = [&](const auto& one) {
    return std::ranges::any_of(one.thresholds, [&](const LoadThreshold& threshold) {
      return (threshold.*member).has_value();
    });
  };
  return std::ranges::any_of(settings.queues, says_so) ||
         std::ranges::any_of(settings.hosts, says_so);
}

/// Whether jobs may reserve external indices, or indices that an ELIM may report in place of LIM.
bool reserves_told(const ClusterConfig& config, const ClusterSettings& settings) {
  const auto is_told = [&](const ResourceUse& use) {
    return settings.resources[index_of(use.resource)].is_external() ||
           std::ranges::any_of(config.elims, [&](const ElimConfig& elim) {
             return std::ranges::find(elim.values, use.resource, &ElimOutput::resource) !=
                    elim.values.end();
           });
  };
  return any_requirement(config, settings, [&](const ResourceRequirement& asked) {
    return std::ranges::any_of(asked.rusage, is_told);
  });
}

/// Whether values that hosts may share, and that change, decide the order of hosts or have
/// thresholds.
bool ranks_by_told(const ClusterConfig& config, const ClusterSettings& settings) {
  const auto is_told = [&](ResourceId id) {
    return index_of(id) >= builtin::count && settings.resources[index_of(id)].dynamic;
  };
  const auto has_threshold = [&](const auto& one) {
    return std::ranges::any_of(one.thresholds, is_told, &LoadThreshold::index);
  };
  return std::ranges::any_of(settings.queues, has_threshold) ||
         std::ranges::any_of(settings.hosts, has_threshold) ||
         any_requirement(config, settings, [&](const ResourceRequirement& asked) {
           return std::ranges::any_of(asked.order, is_told, &OrderKey::resource);
         });
}

}  // namespace

void note_reserved(const ClusterConfig& config, ClusterSettings& settings) {
  std::vector<bool> reserved(settings.resources.size());
  static_cast<void>(any_requirement(config, settings, [&](const ResourceRequirement& asked) {
    for (const ResourceUse& use : asked.rusage) reserved[index_of(use.resource)] = true;
    return false;
  }));
  for (std::size_t at = builtin::count; at < settings.resources.size(); ++at)
    if (ResourceConfig& resource = settings.resources[at];
        resource.kind == ResourceKind::numeric && !resource.is_external())
      resource.dynamic = resource.dynamic || reserved[at];
}

Features features_of(const ClusterConfig& config, const ClusterSettings& settings) {
  const bool preempts = has_preemption(settings);
  const bool asks_lims = config.model.load == LoadMode::lim;
  Features features;
  features.counts_suspended = !preempts;
  features.selects_on_load = selects_on_load(config, settings);
  features.has_thresholds = asks_lims && has_thresholds(settings, &LoadThreshold::sched);
  features.has_load_stops = asks_lims && has_thresholds(settings, &LoadThreshold::stop);
  // Under lava_elim any index may be nan, which closes its host.
  const bool may_be_nan = config.model.lava_elim && !config.elims.empty();
  features.reserves_told = asks_lims && (may_be_nan || reserves_told(config, settings));
  features.ranks_by_told = ranks_by_told(config, settings);
  features.reacts_to_starts = preempts || features.selects_on_load;
  features.has_reservations = !config.reservations.empty();
  features.has_user_hosts = has_user_hosts(settings);
  features.has_limits = !settings.limits.empty();
  features.reserves_slots = std::ranges::any_of(settings.queues, &QueueConfig::reserves_slots);
  features.has_spans = std::ranges::any_of(
      settings.hosts, [](const HostConfig& host) { return host.span_group != 0; });
  for (std::size_t at = 0; at < settings.queues.size(); ++at)
    if (const auto id = static_cast<QueueId>(at); may_preempt_any(settings, id, false))
      features.preempting.push_back(id);
  return features;
}

}  // namespace mcsim::scheduler
