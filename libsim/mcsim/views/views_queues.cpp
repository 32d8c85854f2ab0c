// bqueues: the states, limits and jobs of queues.
#include <algorithm>
#include <string>
#include <utility>

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
  ususp
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
                                {"ususp", "", "USUSP", 10}};

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

}  // namespace mcsim::views
