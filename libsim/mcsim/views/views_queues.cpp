// bqueues: the states, limits and jobs of queues.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "mcsim/scheduler/pool_shares.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/views/place_status.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace queues_view {

enum Field : std::size_t {
  queue_name,
  priority,
  status,
  max,
  jl_u,
  jl_p,
  jl_h,
  njobs,
  pend,
  run,
  susp,
  rsv,
  ssusp,
  ususp,
  slot_pool,
  slot_share,
  max_slots_in_pool,
  use_priority_in_pool,
  pool_slots,
  pool_used,
  entitlement,
  accumulated_use
};

constexpr ViewField fields[] = {{"queue_name", "qname", "QUEUE_NAME", 15},
                                {"priority", "prio", "PRIO", 10},
                                {"status", "stat", "STATUS", 12},
                                {"max", "", "MAX", 10},
                                {"jl_u", "jlu", "JL/U", 10},
                                {"jl_p", "jlp", "JL/P", 10},
                                {"jl_h", "jlh", "JL/H", 10},
                                {"njobs", "", "NJOBS", 10},
                                {"pend", "", "PEND", 10},
                                {"run", "", "RUN", 10},
                                {"susp", "", "SUSP", 10},
                                {"rsv", "", "RSV", 10},
                                {"ssusp", "", "SSUSP", 10},
                                {"ususp", "", "USUSP", 10},
                                {"slot_pool", "", "SLOT_POOL", 15},
                                {"slot_share", "", "SLOT_SHARE", 10},
                                {"max_slots_in_pool", "", "MAX_SLOTS_IN_POOL", 17},
                                {"use_priority_in_pool", "", "USE_PRIORITY_IN_POOL", 20},
                                {"pool_slots", "", "POOL_SLOTS", 10},
                                {"pool_used", "", "POOL_USED", 10},
                                {"entitlement", "", "ENTITLEMENT", 11},
                                {"accumulated_use", "", "ACCUMULATED_USE", 15}};

/// Whole slot-seconds; decisions.jsonl has them to the last digit.
std::string rounded(double slot_seconds) {
  constexpr double most = 9e18;
  return std::to_string(std::llround(std::min(slot_seconds, most)));
}

/// What a session would say of the queue's slot pool now.
std::string pool_value(const ClusterView& view, QueueId id, std::size_t field) {
  const QueueConfig& queue = view.settings().queues[index_of(id)];
  if (queue.pool == none<PoolId>) return "-";
  const PoolConfig& pool = view.settings().pools[index_of(queue.pool)];
  if (field == slot_pool) return pool.name;
  if (field == slot_share) return std::to_string(queue.slot_share) + "%";
  if (field == max_slots_in_pool) return limit_or_dash(pool.max_slots);
  if (field == use_priority_in_pool) return pool.use_priority ? "Y" : "N";
  if (!view.world.lsf) return "-";
  const PoolDealt dealt = PoolShares(view.config(), *view.world.lsf, view.at).dealt(queue.pool);
  const auto at =
      static_cast<std::size_t>(std::ranges::find(pool.queues, id) - pool.queues.begin());
  if (field == pool_slots) return std::to_string(dealt.total.count());
  if (field == pool_used) return std::to_string(dealt.used[at]);
  if (field == entitlement) return std::to_string(dealt.entitlements.slots[at].count());
  return rounded(dealt.queues[at].accumulated);
}

std::string limit_value(const QueueConfig& queue, std::size_t field) {
  if (field == max) return limit_or_dash(queue.qjob_limit);
  if (field == jl_u) return limit_or_dash(queue.ujob_limit);
  if (field == jl_h) return limit_or_dash(queue.hjob_limit);
  const std::int64_t per_processor = queue.pjob_limit.thousandths;
  return per_processor < 0 ? "-" : millionths_text(per_processor * 1'000);
}

std::string queue_value(const ClusterView& view, QueueId id, std::size_t field) {
  const QueueConfig& queue = view.settings().queues[index_of(id)];
  if (field == queue_name) return queue.name;
  if (field == priority) return std::to_string(queue.priority);
  if (field == status) return queue_status(view.world, id);
  if (field <= jl_h) return limit_value(queue, field);
  if (field >= slot_pool) return pool_value(view, id, field);
  const QueueCounts counts = queue_counts(view.world, id);
  switch (field) {
    case njobs:
      return std::to_string(counts.all());
    case pend:
      return std::to_string(counts.pend);
    case run:
      return std::to_string(counts.run);
    case susp:
      return std::to_string(counts.susp());
    case ssusp:
      return std::to_string(counts.ssusp);
    case ususp:
      return std::to_string(counts.ususp);
    default:
      return std::to_string(counts.reserved);
  }
}

}  // namespace queues_view

std::span<const ViewField> queue_fields() {
  using namespace queues_view;
  return fields;
}

ViewRecords queue_records(const ClusterView& view) {
  using namespace queues_view;
  std::vector<QueueId> order;
  for (std::size_t at = 0; at < view.config().queues.size(); ++at)
    order.push_back(static_cast<QueueId>(at));
  std::ranges::sort(order, {}, [&](QueueId id) {
    return std::pair(-std::int64_t{view.settings().queues[index_of(id)].priority}, id);
  });
  const std::size_t size = order.size();
  return {.command = "bqueues",
          .count_key = "QUEUES",
          .fields = fields,
          .size = size,
          .value = [&view, order = std::move(order)](std::size_t at, std::size_t field) {
            return queue_value(view, order[at], field);
          }};
}

std::string bqueues_text(const ViewRecords& records, bool header) {
  using namespace queues_view;
  std::string text = header ? "QUEUE_NAME      PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND"
                              "   RUN  SUSP\n"
                            : "";
  for (std::size_t at = 0; at < records.size; ++at) {
    const auto value = [&](std::size_t field) { return records.value(at, field); };
    text += left(value(queue_name), 15) + " " + right(value(priority), 3) + "  " +
            left(value(status), 15) + " " + right(value(max), 3);
    for (const std::size_t field : {jl_u, jl_p, jl_h}) text += " " + right(value(field), 4);
    for (const std::size_t field : {njobs, pend, run, susp}) text += " " + right(value(field), 5);
    text += "\n";
  }
  return text;
}

std::string bqueues_long_text(const ClusterView& view, const ViewRecords& records, bool recursive) {
  using namespace queues_view;
  std::string text;
  for (std::size_t at = 0; at < records.size; ++at) {
    const auto value = [&](std::size_t field) { return records.value(at, field); };
    text += (text.empty() ? "" : "\n") + ("QUEUE: " + value(queue_name)) +
            "\n\nPARAMETERS/STATISTICS\n"
            "PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP   RSV\n" +
            right(value(priority), 3) + "  " + left(value(status), 15) + " " + right(value(max), 3);
    for (const std::size_t field : {jl_u, jl_p, jl_h}) text += " " + right(value(field), 4);
    for (const std::size_t field : {njobs, pend, run, ssusp, ususp, rsv})
      text += " " + right(value(field), 5);
    text += "\n" + queue_shares_text(view, value(queue_name), recursive);
    if (value(slot_pool) == "-") continue;
    text += "\nSLOT_POOL:  " + value(slot_pool) + "\nSLOT_SHARE:  " + value(slot_share) + "\n";
    if (value(max_slots_in_pool) != "-")
      text += "MAX_SLOTS_IN_POOL:  " + value(max_slots_in_pool) + "\n";
    text += "USE_PRIORITY_IN_POOL:  " + value(use_priority_in_pool) + "\n";
    text += "ENTITLEMENT:  " + value(entitlement) + " of " + value(pool_slots) + " slots, " +
            value(pool_used) + " in use\nACCUMULATED_USE:  " + value(accumulated_use) +
            " slot-seconds\n";
  }
  return text;
}

}  // namespace mcsim::views
