// SLOT_POOL and SLOT_SHARE of lsb.queues: which queues share which slots.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

constexpr std::size_t longest_pool_name = 60;

/// True: LSF only logs it, and the queue is in no pool.
bool complain_of_pool(SettingsDraft& in, const JsonAt& at, std::string_view key,
                      const std::string& text) {
  if (!is_lsfs_own(in.draft, at, key)) return in.complaints().error(at, key, text);
  in.complaints().warning(at, key, text + "; this queue is in no slot pool",
                          {.who = "queue", .what = "loses its slot pool", .count = 1});
  return true;
}

/// False: complained about, and LSF does not take the queue into the pool.
bool has_same_hosts(SettingsDraft& in, const QueueConfig& first, const QueueConfig& queue,
                    const JsonAt& at) {
  const auto ours = hosts_of(in, queue);
  const auto theirs = hosts_of(in, first);
  const auto different = std::ranges::mismatch(ours, theirs);
  if (different.in1 == ours.end()) return true;
  const auto& host = in.settings.hosts[static_cast<std::size_t>(different.in1 - ours.begin())];
  return !complain_of_pool(in, at, "HOSTS"_key,
                           "the queues of a slot pool have the same hosts, but " + host.name +
                               (*different.in1 ? " is not one of queue " + first.name
                                               : ", one of queue " + first.name + ", is missing"));
}

/// Source: Platform LSF Administration Guide 6.2, "Queue-based Fairshare".
bool is_in_no_partition(SettingsDraft& in, const QueueConfig& queue, const JsonAt& at) {
  const auto ours = hosts_of(in, queue);
  bool is_left_out = false;
  for (const auto& [partition, members] : in.names.host_partitions) {
    std::vector<std::string> both;
    for (const HostId id : members)
      if (ours[index_of(id)]) both.push_back(in.settings.hosts[index_of(id)].name);
    if (!both.empty() &&
        complain_of_pool(in, at, "SLOT_POOL"_key,
                         "hosts of a slot pool are in no host partition, but partition " +
                             partition + " has " + first_names(both)))
      is_left_out = true;
  }
  return !is_left_out;
}

PoolId pool_of(SettingsDraft& in, const std::string& name) {
  auto& pools = in.settings.pools;
  const auto found = std::ranges::find(pools, name, &PoolConfig::name);
  if (found != pools.end()) return static_cast<PoolId>(found - pools.begin());
  pools.push_back({.name = name});
  return static_cast<PoolId>(pools.size() - 1);
}

/// What the first queue of a pool says holds for the pool.
void set_pool(PoolConfig& pool, const Fields& fields) {
  if (const auto most = fields.whole("MAX_SLOTS_IN_POOL"_key))
    pool.max_slots = static_cast<std::int32_t>(*most);
  pool.use_priority = flag_of(fields, lsb::queues["USE_PRIORITY_IN_POOL"]);
}

void warn_of_others(SettingsDraft& in, const PoolConfig& pool, const Fields& fields,
                    const JsonAt& at) {
  const std::string& first = in.settings.queues[index_of(pool.queues.front())].name;
  const std::string text =
      " without effect: what counts is what queue " + first + ", the first one of the pool, says";
  const auto most = fields.whole("MAX_SLOTS_IN_POOL"_key);
  if (most && *most != pool.max_slots)
    in.complaints().warning(at, "MAX_SLOTS_IN_POOL"_key, "is" + text);
  if (flag_of(fields, lsb::queues["USE_PRIORITY_IN_POOL"]) && !pool.use_priority)
    in.complaints().warning(at, "USE_PRIORITY_IN_POOL"_key, "is" + text);
}

/// Whether the hosts of a queue are those of the pool.
bool may_join(SettingsDraft& in, const std::string& name, QueueId id, const JsonAt& at) {
  if (!in.names.hosts_known || in.queues_without_hosts.contains(id)) return true;
  const auto& queues = in.settings.queues;
  const QueueConfig& queue = queues[index_of(id)];
  const auto pool = std::ranges::find(in.settings.pools, name, &PoolConfig::name);
  if (pool != in.settings.pools.end())
    for (const QueueId other : pool->queues)
      if (!in.queues_without_hosts.contains(other))
        return has_same_hosts(in, queues[index_of(other)], queue, at);
  return is_in_no_partition(in, queue, at);
}

void join_pool(SettingsDraft& in, const std::string& name, QueueId id, const Fields& fields,
               const JsonAt& at) {
  QueueConfig& queue = in.settings.queues[index_of(id)];
  if (name.size() > longest_pool_name || !is_name(name))
    return void(
        complain_of_pool(in, at, "SLOT_POOL"_key,
                         "expected a name of letters, digits, '_', '-' and '.', at most 60 long"));
  if (!fields.has("SLOT_SHARE"_key))
    return void(
        complain_of_pool(in, at, "SLOT_SHARE"_key, "missing: a queue with SLOT_POOL needs it"));
  if (!may_join(in, name, id, at)) return;
  queue.pool = pool_of(in, name);
  queue.slot_share = static_cast<std::int32_t>(fields.whole("SLOT_SHARE"_key).value_or(1));
  PoolConfig& pool = in.settings.pools[index_of(queue.pool)];
  pool.queues.push_back(id);
  if (pool.queues.size() == 1)
    set_pool(pool, fields);
  else
    warn_of_others(in, pool, fields, at);
}

}  // namespace

std::vector<bool> hosts_of(const SettingsDraft& in, const QueueConfig& queue) {
  std::vector<bool> hosts(in.settings.hosts.size(), queue.hosts.all);
  for (const auto& entry : queue.hosts.list) hosts[index_of(entry.host)] = true;
  return hosts;
}

void read_pools(SettingsDraft& in) {
  std::size_t position = 0;
  visit_lines(&in.node, in.at, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt& at) {
    if (position >= in.settings.queues.size()) return;
    const auto id = static_cast<QueueId>(position++);
    const Fields fields(line);
    if (const auto name = fields.text("SLOT_POOL"_key)) return join_pool(in, *name, id, fields, at);
    for (const std::string_view key : {"SLOT_SHARE"_key, "MAX_SLOTS_IN_POOL"_key})
      if (fields.has(key) && !fields.has("SLOT_POOL"_key))
        complain_of_part(in.draft, at, key, "there is no SLOT_POOL that it could be of");
  });
}

}  // namespace mcsim::config
