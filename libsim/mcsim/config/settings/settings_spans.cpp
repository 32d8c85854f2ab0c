// Slots that a job needs at once, on one host or on all that it may use, and that never exist.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_wishes.hpp"
#include "mcsim/model/idle_host.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {

void warn_of_wide_ptile(ScenarioDraft& draft, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        std::string_view key, const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return;
  std::int32_t most = 0;
  visit_hosts(settings, hosts, std::nullopt, false,
              [&](const IdleHost& host) { most = std::max(most, host.slots()); });
  if (requirement.ptile <= most) return;
  draft.complaints.warning(at, key,
                           "no host has " + std::to_string(requirement.ptile) +
                               " job slots, as span[ptile=...] wants, at most " +
                               std::to_string(most) +
                               ": jobs of more slots than that never start with it");
}

/// Whether a change gives the queue other hosts or another requirement.
static bool may_widen(const ClusterDraft& cluster, QueueId id) {
  const QueueConfig& now = cluster.config.queues[index_of(id)];
  return std::ranges::any_of(cluster.changes, [&](const TimelineEntry& change) {
    const auto& then = change.settings->queues;
    return index_of(id) < then.size() && (then[index_of(id)].hosts != now.hosts ||
                                          then[index_of(id)].rules.res_req != now.rules.res_req);
  });
}

SpanRoom span_room(const ClusterDraft& cluster, QueueId id, const JobProfile& job) {
  const ClusterSettings& settings = cluster.config;
  const QueueConfig& queue = settings.queues[index_of(id)];
  SpanRoom room;
  if (may_widen(cluster, id)) return room;
  const ResourceRequirement together = wish_together(settings, queue, job);
  if (asks_for_lost(cluster, settings, together)) return room;
  room.one_host = together.one_host;
  room.ptile = together.ptile;
  const SelectExpression select = lasting_part(together.select, settings);
  visit_hosts(settings, hosts_together(queue, job),
              origin_of(settings.hosts[index_of(job.from_host)]), false, [&](const IdleHost& host) {
                if (select_host(select, host))
                  room.slots.push_back(cluster.most_mxj[index_of(host.id())].count());
              });
  std::ranges::sort(room.slots, std::ranges::greater{});
  room.in_all = std::accumulate(room.slots.begin(), room.slots.end(), std::int64_t{0});
  return room;
}

std::string SpanRoom::shortage(std::int32_t wanted) const {
  if (slots.empty()) return {};
  if (std::string together = shortage_of_span(wanted); !together.empty()) return together;
  if (wanted <= in_all) return {};
  return std::to_string(wanted) + (wanted == 1 ? " job slot is" : " job slots are") +
         " wanted; its hosts have " + std::to_string(in_all) + " together";
}

std::string SpanRoom::shortage_of_span(std::int32_t wanted) const {
  if (!one_host && ptile == 0) return {};
  if (one_host || ptile >= wanted)
    return wanted <= slots.front()
               ? ""
               : std::to_string(wanted) + " job slots on one host are wanted, by span[" +
                     (one_host ? "hosts=1" : "ptile=" + std::to_string(ptile)) +
                     "]; its hosts have at most " + std::to_string(slots.front());
  const auto hosts = wanted / ptile;
  const auto wide = std::ranges::count_if(slots, [&](std::int32_t mxj) { return mxj >= ptile; });
  if (wide >= hosts) return {};
  return (hosts == 1 ? "a host" : std::to_string(hosts) + " hosts") + " with " +
         std::to_string(ptile) + " job slots " + (hosts == 1 ? "is" : "each are") +
         " wanted, by span[ptile=" + std::to_string(ptile) + "]; there " +
         (wide == 1 ? "is 1" : "are " + std::to_string(wide));
}

}  // namespace mcsim::config
