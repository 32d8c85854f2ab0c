// Reports as rows.
#include "mcsim/io/counters_csv.hpp"

#include <algorithm>
#include <string>

#include "mcsim/io/csv.hpp"
#include "mcsim/io/put.hpp"

namespace mcsim {

CounterLog::CounterLog(const GridConfig& grid) : grid_(grid) {
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const auto note = [&](const ClusterSettings& settings) {
      for (const QueueConfig& queue : settings.queues)
        for (const SendTarget& target : queue.forwarding.targets)
          targets_.emplace(static_cast<ClusterId>(at), target.cluster, target.queue);
    };
    note(grid.clusters[at]);
    for (const TimelineEntry& entry : grid.clusters[at].timeline)
      if (entry.settings) note(*entry.settings);
  }
}

CounterLog::Numbers CounterLog::numbers_of(const QueueCounters& counters) {
  return std::array<std::int64_t, 8>{counters.priority,           counters.total.count(),
                                     counters.available.count(),  counters.running.count(),
                                     counters.pending.count(),    counters.preemptable.count(),
                                     counters.lowest_preemptable, counters.room};
}

void CounterLog::add(Time at, bool is_held, ClusterId reader, ClusterId cluster,
                     std::span<const QueueCounters> queues) {
  for (const auto& [from, to, queue] : targets_) {
    if (from != reader || to != cluster) continue;
    const Numbers numbers = queues.empty() ? std::nullopt : numbers_of(queues[index_of(queue)]);
    const Key key{is_held, reader, cluster, queue};
    const auto [last, is_first] = last_.try_emplace(key);
    if (last->second == numbers) continue;
    last->second = numbers;
    rows_.push_back({at, key, rows_.size(), numbers});
  }
}

void CounterLog::on(ClusterId cluster, const ReportMade& fact) {
  add(fact.made, false, fact.reader, cluster, fact.queues);
}
void CounterLog::on(ClusterId cluster, const ReportHeld& fact) {
  add(fact.at, true, cluster, fact.from, fact.queues);
}

std::optional<Diagnostic> CounterLog::write(OutputFile& file) {
  std::ranges::sort(rows_, {},
                    [](const Row& row) { return std::tuple(row.at, row.key, row.number); });
  for (const std::string_view& name : counters_csv_columns) {
    file.write(name);
    file.write(&name == &counters_csv_columns.back() ? "\n" : ",");
  }
  for (const Row& row : rows_) {
    const ClusterConfig& cluster = grid_.clusters[index_of(row.key.cluster)];
    const QueueConfig& queue = cluster.queues[index_of(row.key.queue)];
    std::string line = seconds_text(row.at.time_since_epoch()) + "," +
                       csv_name(grid_.clusters[index_of(row.key.reader)].name) + "," +
                       csv_name(queue.name + "@" + cluster.name) +
                       (row.key.is_held ? ",held" : ",published");
    for (std::size_t at = 0; at < 8; ++at) {
      line += ',';
      constexpr std::size_t lowest_preemptable = 6;
      const bool is_known = row.numbers && (at != lowest_preemptable ||
                                            (*row.numbers)[at] != ForwardCandidate::nothing);
      if (is_known) line += std::to_string((*row.numbers)[at]);
    }
    file.write(line + "\n");
  }
  return file.close();
}

}  // namespace mcsim
