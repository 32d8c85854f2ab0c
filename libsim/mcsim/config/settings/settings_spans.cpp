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

/// Whether a change gives the queue other hosts or limits, or another requirement.
static bool may_widen(const ClusterDraft& cluster, QueueId id) {
  const QueueConfig& now = cluster.config.queues[index_of(id)];
  return std::ranges::any_of(cluster.changes, [&](const TimelineEntry& change) {
    const auto& then = change.settings->queues;
    if (index_of(id) >= then.size()) return false;
    const QueueConfig& next = then[index_of(id)];
    return next.hosts != now.hosts || next.rules.res_req != now.rules.res_req ||
           next.hjob_limit != now.hjob_limit || next.pjob_limit != now.pjob_limit ||
           next.qjob_limit != now.qjob_limit || next.ujob_limit != now.ujob_limit;
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
                if (!select_host(select, host)) return;
                const std::int32_t mxj = cluster.most_mxj[index_of(host.id())].count();
                const std::int32_t ncpus = settings.hosts[index_of(host.id())].ncpus;
                const std::int32_t by_processor = queue.pjob_limit.on(ncpus);
                room.slots.push_back(std::min({mxj, queue.hjob_limit, by_processor}));
                if (room.slots.back() < mxj)
                  room.cut_by = by_processor < queue.hjob_limit ? "PJOB_LIMIT" : "HJOB_LIMIT";
              });
  room.in_queue = std::min(queue.qjob_limit, queue.ujob_limit);
  room.queue_limit = queue.ujob_limit < queue.qjob_limit ? "UJOB_LIMIT" : "QJOB_LIMIT";
  std::ranges::sort(room.slots, std::ranges::greater{});
  room.in_all = std::accumulate(room.slots.begin(), room.slots.end(), std::int64_t{0});
  return room;
}

std::string SpanRoom::shortage(std::int32_t wanted) const {
  if (slots.empty()) return {};
  if (std::string together = shortage_of_span(wanted); !together.empty()) return together;
  if (wanted <= std::min<std::int64_t>(in_all, in_queue)) return {};
  const std::string what =
      std::to_string(wanted) + (wanted == 1 ? " job slot is" : " job slots are") + " wanted; ";
  if (in_queue < in_all)
    return what + std::string(queue_limit) + " of its queue is " + std::to_string(in_queue);
  return what + "its hosts have " + std::to_string(in_all) + " together" + within_limit();
}

std::string SpanRoom::shortage_of_span(std::int32_t wanted) const {
  if (!one_host && ptile == 0) return {};
  if (one_host || ptile >= wanted)
    return wanted <= slots.front()
               ? ""
               : std::to_string(wanted) + " job slots on one host are wanted, by span[" +
                     (one_host ? "hosts=1" : "ptile=" + std::to_string(ptile)) +
                     "]; its hosts have at most " + std::to_string(slots.front()) + within_limit();
  const auto hosts = wanted / ptile;
  const auto wide = std::ranges::count_if(slots, [&](std::int32_t mxj) { return mxj >= ptile; });
  if (wide >= hosts) return {};
  return (hosts == 1 ? "a host" : std::to_string(hosts) + " hosts") + " with " +
         std::to_string(ptile) + " job slots " + (hosts == 1 ? "is" : "each are") +
         " wanted, by span[ptile=" + std::to_string(ptile) + "]; there " +
         (wide == 1 ? "is 1" : "are " + std::to_string(wide)) + within_limit();
}

std::string SpanRoom::within_limit() const {
  return cut_by.empty() ? "" : " within the queue's " + std::string(cut_by);
}

}  // namespace mcsim::config
