// Slots that must be together on a host, and hosts that never have as many.
#include <algorithm>
#include <string>

#include "mcsim/io/nearest.hpp"
#include "mcsim/model/requirement_merge.hpp"
#include "settings.hpp"
#include "settings_idle_host.hpp"

namespace mcsim {

void warn_of_wide_ptile(ScenarioDraft& draft, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        std::string_view key, const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return;
  std::int32_t most = 0;
  visit_hosts(settings, hosts, nullptr, false,
              [&](const IdleHost& host) { most = std::max(most, host.slots()); });
  if (requirement.ptile <= most) return;
  draft.complaints.warning(at, key,
                           "no host has " + std::to_string(requirement.ptile) +
                               " job slots, as span[ptile=...] wants, at most " +
                               std::to_string(most) +
                               ": jobs of more slots than that never start with it");
}

SpanRoom span_room(const ClusterDraft& cluster, QueueId id, const JobProfile& job) {
  const ClusterSettings& settings = cluster.config;
  const QueueConfig& queue = settings.queues[index_of(id)];
  static const ResourceRequirement none_said;
  const bool has_application = job.application != none<ApplicationId>;
  const ResourceRequirement& of_application =
      has_application ? settings.applications[index_of(job.application)].rules.res_req : none_said;
  SpanRoom room;
  if (!job.res_req.has_span() && !of_application.has_span() && !queue.rules.res_req.has_span())
    return room;
  const ResourceRequirement together =
      merged(job.res_req, of_application, queue.rules.res_req, settings.resources);
  room.one_host = together.one_host;
  room.ptile = together.ptile;
  const SelectExpression select = lasting_part(together.select, settings);
  visit_hosts(settings, queue.hosts, &settings.hosts[index_of(job.from_host)], false,
              [&](const IdleHost& host) {
                if (select_host(select, host))
                  room.slots.push_back(cluster.most_mxj[index_of(host.id())].count());
              });
  std::ranges::sort(room.slots, std::ranges::greater{});
  return room;
}

std::string SpanRoom::shortage(std::int32_t wanted) const {
  if (slots.empty() || (!one_host && ptile == 0)) return {};
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

}  // namespace mcsim
