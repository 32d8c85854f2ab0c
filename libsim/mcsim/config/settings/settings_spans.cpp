// Slots that a job needs at once, on one host or on all that it may use, and that never exist.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// `Limit weekly`, or `Limit 2` by its place among those that hold.
static std::string limit_words(const ClusterSettings& settings, std::uint32_t row) {
  const std::string& name = settings.limits[row].name;
  return "Limit " + (name.empty() ? std::to_string(row + 1) : name);
}

/// "JL/U of the hosts": what idle_offer() names.
static std::string owned(const ClusterSettings& settings, const IdleOffer& offer) {
  const std::string_view cut_by = offer.cut_by;
  if (cut_by == "HJOB_LIMIT" || cut_by == "PJOB_LIMIT") return "the queue's " + std::string(cut_by);
  if (cut_by == "JL/U") return "JL/U of the hosts";
  if (cut_by == "JL/P") return "JL/P of its user";
  if (cut_by == "Limit")
    return (offer.limited == none<ResourceId> ? "SLOTS"
                                              : settings.resources[index_of(offer.limited)].name) +
           " of " + limit_words(settings, offer.section);
  if (cut_by == "RECV_FROM=N") return "RECV_FROM=N of RemoteClusters";
  return "what they have of " + std::string(cut_by);
}

/// The limit that leaves least to all of a job together.
static void limit_together(SpanRoom& room, const ClusterSettings& settings,
                           const QueueConfig& queue, QueueId id, const SpanAsker& asker) {
  const auto cut = [&](std::int32_t most, std::string what) {
    if (most >= room.together) return;
    room.together = most;
    room.limit = std::move(what);
  };
  cut(queue.qjob_limit, "QJOB_LIMIT of its queue");
  cut(queue.ujob_limit, "UJOB_LIMIT of its queue");
  for (const PoolConfig& pool : settings.pools)
    if (std::ranges::find(pool.queues, id) != pool.queues.end())
      cut(pool.max_slots, "MAX_SLOTS_IN_POOL of its pool");
  for (const std::uint32_t row : asker.sections) {
    const LimitSection& limit = settings.limits[row];
    const std::string named = limit_words(settings, row);
    if (limit.is_on_all_hosts()) cut(limit.slots, "SLOTS of " + named);
    if (limit.is_on_all_hosts() && limit.jobs == 0) cut(0, "JOBS of " + named);
  }
  for (const std::uint32_t row : asker.limit_rows) {
    const UserLimit& limit = settings.user_limits[row];
    cut(limit.max_jobs,
        limit.together ? "MAX_JOBS of a group of its user" : "MAX_JOBS of its user");
  }
}

/// What decides with which hosts a job may have another one: RemoteClusters and same[]. Of what
/// same[] names only what never changes counts; none: the host has no value for it.
struct GroupKey {
  std::uint32_t span = 0;
  std::vector<std::pair<std::optional<double>, std::string>> values{};

  auto operator<=>(const GroupKey&) const = default;
};
static std::optional<GroupKey> group_key(const ClusterSettings& settings,
                                         const std::vector<ResourceId>& same,
                                         const IdleHost& host) {
  GroupKey key{.span = settings.hosts[index_of(host.id())].span_group};
  for (const ResourceId id : same) {
    if (settings.resources[index_of(id)].dynamic) continue;
    const auto number = host.number(id);
    const auto text = host.text(id);
    if (!number && !text) return std::nullopt;
    key.values.emplace_back(number, text.value_or(""));
  }
  return key;
}

static std::string same_words(const ClusterSettings& settings,
                              const std::vector<ResourceId>& same) {
  std::string words;
  for (const ResourceId id : same)
    words += (words.empty() ? "same[" : ":") + settings.resources[index_of(id)].name;
  return words + "]";
}

SpanRoom span_room(const ClusterDraft& cluster, const ClusterSettings& settings, QueueId id,
                   const SpanAsker& asker) {
  const QueueConfig& queue = settings.queues[index_of(id)];
  SpanRoom room;
  const ResourceRequirement asked = wish_together(settings, queue, asker.job);
  if (asks_for_lost(cluster, settings, asked)) return room;
  room.one_host = asked.one_host;
  room.ptile = asked.ptile;
  const IdleAsker idle{.queue = queue,
                       .asked = asked,
                       .limit_rows = asker.limit_rows,
                       .slots = asker.wanted.count(),
                       .sections = asker.sections};
  const SelectExpression select = lasting_part(asked.select, settings);
  std::map<GroupKey, std::vector<std::int32_t>> groups;
  std::map<std::string, std::int64_t> taken;  // slots, by what takes them
  std::int32_t most_of_host = -1;
  visit_hosts(settings, hosts_together(queue, asker.job), asker.from, false,
              [&](const IdleHost& host) {
                if (!select_host(select, host)) return;
                const auto key = group_key(settings, asked.same, host);
                if (!key) return;
                const std::int32_t mxj = cluster.most_mxj[index_of(host.id())].count();
                const IdleOffer offer = idle_offer(settings, host, mxj, idle);
                groups[*key].push_back(offer.slots);
                if (mxj > offer.slots) taken[owned(settings, offer)] += mxj - offer.slots;
                if (most_of_host < offer.slots)
                  room.cut_on_widest = offer.cut_by.empty() ? "" : owned(settings, offer);
                most_of_host = std::max(most_of_host, offer.slots);
              });
  const auto by_slots = &std::pair<const std::string, std::int64_t>::second;
  if (!taken.empty()) room.cut_by = std::ranges::max_element(taken, {}, by_slots)->first;
  for (auto& [key, slots] : groups) {
    std::ranges::sort(slots, std::ranges::greater{});
    room.groups.push_back(std::move(slots));
  }
  const bool is_split =
      !groups.empty() && groups.begin()->first.span != groups.rbegin()->first.span;
  if (room.groups.size() > 1)
    room.apart = is_split ? ", since no RemoteClusters joins their clusters"
                          : ", by " + same_words(settings, asked.same);
  limit_together(room, settings, queue, id, asker);
  return room;
}

static std::string within_limit(const std::string& limit) {
  return limit.empty() ? "" : " within " + limit;
}
static std::string slots_are(std::int32_t count) {
  return counted(count, "job slot") + (count == 1 ? " is" : " are");
}

static std::int64_t sum_of(const std::vector<std::int32_t>& group) {
  return std::accumulate(group.begin(), group.end(), std::int64_t{0});
}
static std::int64_t front_of(const std::vector<std::int32_t>& group) { return group.front(); }
/// How many hosts of a group offer so many slots.
static std::int64_t count_of(const std::vector<std::int32_t>& group, std::int32_t slots) {
  return std::ranges::upper_bound(group, slots, std::ranges::greater{}) - group.begin();
}

/// As SlotSpread places them.
bool SpanRoom::holds(const Group& group, std::int32_t wanted) const {
  if (wanted == 1 || one_host || ptile >= wanted) return group.front() >= wanted;
  if (ptile == 0) return sum_of(group) >= wanted;
  const std::int32_t tiles = wanted / ptile;
  const std::int32_t rest = wanted % ptile;
  return count_of(group, ptile) >= tiles && (rest == 0 || count_of(group, rest) > tiles);
}

std::string SpanRoom::shortage(std::int32_t wanted) const {
  if (groups.empty()) return {};
  const bool is_held =
      std::ranges::any_of(groups, [&](const Group& group) { return holds(group, wanted); });
  const bool is_of_span = one_host || ptile > 0;
  if (!is_held && (is_of_span || most_of(sum_of) <= together)) return shortage_of_hosts(wanted);
  if (wanted <= together) return {};
  return slots_are(wanted) + " wanted; " + limit + " is " + std::to_string(together);
}

std::int64_t SpanRoom::most_of(const std::function<std::int64_t(const Group&)>& measure) const {
  std::int64_t most = 0;
  for (const Group& group : groups) most = std::max(most, measure(group));
  return most;
}

std::string SpanRoom::shortage_of_hosts(std::int32_t wanted) const {
  if (one_host || ptile >= wanted)
    return counted(wanted, "job slot") + " on one host " + (wanted == 1 ? "is" : "are") +
           " wanted, by span[" + (one_host ? "hosts=1" : "ptile=" + std::to_string(ptile)) +
           "]; its hosts have at most " + std::to_string(most_of(front_of)) +
           within_limit(cut_on_widest);
  if (ptile > 0 && wanted > 1) return shortage_of_tiles(wanted);
  return slots_are(wanted) + " wanted; its hosts have " + (apart.empty() ? "" : "at most ") +
         std::to_string(most_of(sum_of)) + " together" + apart + within_limit(cut_by);
}

std::string SpanRoom::shortage_of_tiles(std::int32_t wanted) const {
  const std::int32_t tiles = wanted / ptile;
  const std::int32_t rest = wanted % ptile;
  const std::int64_t wide = most_of([&](const Group& group) { return count_of(group, ptile); });
  std::string text = (tiles == 1 ? "a host" : std::to_string(tiles) + " hosts") + " with " +
                     counted(ptile, "job slot") + (tiles == 1 ? "" : " each");
  if (wide >= tiles) text += " and another one with " + std::to_string(rest);
  text += (tiles == 1 && wide < tiles ? " is" : " are") + std::string(" wanted, by span[ptile=") +
          std::to_string(ptile) + "]; ";
  if (wide >= tiles) return text + "there is no such other one" + apart + within_limit(cut_by);
  return text + (wide == 1 ? "there is 1" : "there are " + std::to_string(wide)) + apart +
         within_limit(cut_by);
}

}  // namespace mcsim::config
