// Finds the loads that a cluster's settings name.
#include "mcsim/lim/load_watch.hpp"

#include <algorithm>

namespace mcsim::lim {
namespace {

bool is_moved(ResourceId index) { return index_of(index) <= builtin::ut; }

std::uint32_t bit_of(ResourceId index) {
  return is_moved(index) ? 1U << static_cast<unsigned>(index_of(index)) : 0U;
}

std::uint32_t named_by(const ResourceRequirement& asked) {
  using Op = SelectExpression::Op;
  std::uint32_t bits = 0;
  for (const OrderKey& key : asked.order) bits |= bit_of(key.resource);
  for (const ResourceId id : asked.same) bits |= bit_of(id);
  for (const SelectExpression::Node& node : asked.select.nodes)
    if (node.op == Op::resource || node.op == Op::defined) bits |= bit_of(node.resource);
  return bits;
}

void add_levels(const std::vector<LoadThreshold>& thresholds, LoadWatch& watch,
                std::vector<LoadWatch::Level>& levels) {
  for (const LoadThreshold& threshold : thresholds) {
    if (!is_moved(threshold.index)) {
      watch.stops_for_others = watch.stops_for_others || threshold.stop.has_value();
      continue;
    }
    const auto index = static_cast<std::uint16_t>(index_of(threshold.index));
    if (threshold.sched) levels.push_back({index, *threshold.sched, false});
    if (threshold.stop) levels.push_back({index, *threshold.stop, true});
  }
}

}  // namespace

LoadWatch watched_loads(const ClusterConfig& config, const ClusterSettings& settings) {
  LoadWatch watch;
  for (const QueueConfig& queue : settings.queues) {
    watch.values |= named_by(queue.rules.res_req);
    if (queue.rules.res_req.order.empty()) watch.values |= 1U << builtin::r15s;
    add_levels(queue.thresholds, watch, watch.levels);
  }
  for (const auto& app : settings.applications) watch.values |= named_by(app.rules.res_req);
  for (const JobProfile& profile : config.profiles) watch.values |= named_by(profile.res_req);
  const auto has_own = [](const HostConfig& host) { return !host.thresholds.empty(); };
  if (std::ranges::none_of(settings.hosts, has_own)) return watch;
  watch.of_host = Table<HostId, std::vector<LoadWatch::Level>>(settings.hosts.size());
  for (std::size_t at = 0; at < settings.hosts.size(); ++at)
    add_levels(settings.hosts[at].thresholds, watch, watch.of_host[static_cast<HostId>(at)]);
  return watch;
}

}  // namespace mcsim::lim
