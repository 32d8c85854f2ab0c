// Slots that a job needs at once, on one host or on all that it may use, and that never exist.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_wishes.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/idle_offer.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {

std::int32_t most_slots_of_host(const ClusterSettings& settings, const HostPreferences& hosts) {
  std::int32_t most = 0;
  visit_hosts(settings, hosts, std::nullopt, false,
              [&](const IdleHost& host) { most = std::max(most, host.slots()); });
  return most;
}

void warn_of_wide_ptile(ScenarioDraft& draft, ClusterDraft& names, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        ImpossibleRule rule, const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return;
  const std::int32_t most = most_slots_of_host(settings, hosts);
  if (requirement.ptile <= most) return;
  rule.kind = ImpossibleRule::Kind::ptile;
  rule.complaint =
      draft.complaints.warning(at, "RES_REQ"_key,
                               "no host has " + counted(requirement.ptile, "job slot") +
                                   ", as span[ptile=...] wants, at most " + std::to_string(most) +
                                   ": jobs of more slots than that never start with it",
                               {.who = "requirement", .what = "fits no host", .count = 1});
  names.impossible.push_back(rule);
}

/// "JL/U of the hosts": what idle_offer() names.
static std::string owned(std::string_view cut_by) {
  if (cut_by == "HJOB_LIMIT" || cut_by == "PJOB_LIMIT") return "the queue's " + std::string(cut_by);
  if (cut_by == "JL/U") return "JL/U of the hosts";
  if (cut_by == "JL/P") return "JL/P of its user";
  return "what they have of " + std::string(cut_by);
}

/// The limit that leaves least to all of a job together.
static void limit_together(SpanRoom& room, const ClusterSettings& settings,
                           const QueueConfig& queue, const std::vector<std::uint32_t>& rows) {
  const auto cut = [&](std::int32_t most, const char* what) {
    if (most >= room.together) return;
    room.together = most;
    room.limit = what;
  };
  cut(queue.qjob_limit, "QJOB_LIMIT of its queue");
  cut(queue.ujob_limit, "UJOB_LIMIT of its queue");
  for (const std::uint32_t row : rows) {
    const UserLimit& limit = settings.user_limits[row];
    cut(limit.max_jobs,
        limit.together ? "MAX_JOBS of a group of its user" : "MAX_JOBS of its user");
  }
}

SpanRoom span_room(const ClusterDraft& cluster, const ClusterSettings& settings, QueueId id,
                   const JobProfile& job, Slots wanted,
                   const std::vector<std::uint32_t>& limit_rows) {
  const QueueConfig& queue = settings.queues[index_of(id)];
  SpanRoom room;
  const ResourceRequirement asked = wish_together(settings, queue, job);
  if (asks_for_lost(cluster, settings, asked)) return room;
  room.one_host = asked.one_host;
  room.ptile = asked.ptile;
  const IdleAsker asker{
      .queue = queue, .asked = asked, .limit_rows = limit_rows, .slots = wanted.count()};
  const SelectExpression select = lasting_part(asked.select, settings);
  std::map<std::string, std::int64_t> taken;  // slots, by what takes them
  std::int32_t most_of_host = -1;
  visit_hosts(settings, hosts_together(queue, job),
              origin_of(settings.hosts[index_of(job.from_host)]), false, [&](const IdleHost& host) {
                if (!select_host(select, host)) return;
                const std::int32_t mxj = cluster.most_mxj[index_of(host.id())].count();
                const IdleOffer offer = idle_offer(settings, host, mxj, asker);
                room.slots.push_back(offer.slots);
                if (mxj > offer.slots) taken[owned(offer.cut_by)] += mxj - offer.slots;
                if (most_of_host < offer.slots)
                  room.cut_on_widest = offer.cut_by.empty() ? "" : owned(offer.cut_by);
                most_of_host = std::max(most_of_host, offer.slots);
              });
  const auto by_slots = &std::pair<const std::string, std::int64_t>::second;
  if (!taken.empty()) room.cut_by = std::ranges::max_element(taken, {}, by_slots)->first;
  limit_together(room, settings, queue, limit_rows);
  std::ranges::sort(room.slots, std::ranges::greater{});
  room.in_all = std::accumulate(room.slots.begin(), room.slots.end(), std::int64_t{0});
  return room;
}

static std::string within_limit(const std::string& limit) {
  return limit.empty() ? "" : " within " + limit;
}

std::string SpanRoom::shortage(std::int32_t wanted) const {
  if (slots.empty()) return {};
  if (std::string of_span = shortage_of_span(wanted); !of_span.empty()) return of_span;
  if (wanted <= std::min<std::int64_t>(in_all, together)) return {};
  const std::string what =
      counted(wanted, "job slot") + (wanted == 1 ? " is" : " are") + " wanted; ";
  if (together < in_all) return what + limit + " is " + std::to_string(together);
  return what + "its hosts have " + std::to_string(in_all) + " together" + within_limit(cut_by);
}

std::string SpanRoom::shortage_of_span(std::int32_t wanted) const {
  if (!one_host && ptile == 0) return {};
  if (one_host || ptile >= wanted)
    return wanted <= slots.front()
               ? ""
               : counted(wanted, "job slot") + " on one host " + (wanted == 1 ? "is" : "are") +
                     " wanted, by span[" +
                     (one_host ? "hosts=1" : "ptile=" + std::to_string(ptile)) +
                     "]; its hosts have at most " + std::to_string(slots.front()) +
                     within_limit(cut_on_widest);
  const auto hosts = wanted / ptile;
  const auto wide = std::ranges::count_if(slots, [&](std::int32_t mxj) { return mxj >= ptile; });
  if (wide >= hosts) return {};
  return (hosts == 1 ? "a host" : std::to_string(hosts) + " hosts") + " with " +
         counted(ptile, "job slot") + (hosts == 1 ? " is" : " each are") +
         " wanted, by span[ptile=" + std::to_string(ptile) + "]; there " +
         (wide == 1 ? "is 1" : "are " + std::to_string(wide)) + within_limit(cut_by);
}

}  // namespace mcsim::config
