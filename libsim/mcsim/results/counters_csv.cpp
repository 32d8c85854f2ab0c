// Collects and writes the rows of counters.csv.
#include "mcsim/results/counters_csv.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mcsim/forwarding/queue_counters.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {

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

namespace {

std::string whole(std::int64_t number) { return std::to_string(number); }
std::string lowest_text(std::int32_t lowest) {
  return lowest == ForwardCandidate::nothing ? "" : whole(lowest);
}
std::string room_text(std::int32_t room) {
  return room >= no_limit ? "inf" : whole(std::max(room, 0));
}

/// The cells of counters or of a candidate, whose members have the same names.
template <class Counters>
std::array<std::string, 8> all_cells(const Counters& queue) {
  return {whole(queue.priority),
          whole(queue.total.count()),
          whole(queue.available.count()),
          whole(queue.running.count()),
          whole(queue.pending.count()),
          whole(queue.preemptable.count()),
          lowest_text(queue.lowest_preemptable),
          room_text(queue.room)};
}

/// Cells are empty for a queue that receives from no cluster.
std::array<std::string, 8> reported_cells(const QueueCounters& queue) {
  return queue.is_reported ? all_cells(queue) : std::array<std::string, 8>{};
}

std::array<std::string, 8> known_cells(const HeldQueue& queue) {
  const ForwardCandidate& numbers = queue.numbers;
  switch (queue.known) {
    case ForwardKnowledge::room:
      return {"", "", "", "", "", "", "", room_text(numbers.room)};
    case ForwardKnowledge::hosts:
      return {"", whole(numbers.total.count()), whole(numbers.available.count()), "", "", "",
              "", room_text(numbers.room)};
    case ForwardKnowledge::counters:
      return all_cells(numbers);
  }
  return {};
}

}  // namespace

void CounterLog::add(Time at, const Key& key, Cells cells) {
  Cells& last = last_[key];
  if (last == cells) return;
  last = cells;
  rows_.push_back({at, key, rows_.size(), std::move(cells)});
}

void CounterLog::on(ClusterId cluster, const ReportMade& fact) {
  for (const auto& [from, to, queue] : targets_)
    if (from == fact.reader && to == cluster)
      add(fact.made, {false, from, to, queue}, reported_cells(fact.queues[index_of(queue)]));
}
void CounterLog::on(ClusterId cluster, const QueuesHeld& fact) {
  for (const HeldQueue& queue : fact.queues)
    add(fact.at, {true, cluster, queue.cluster, queue.queue}, known_cells(queue));
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
    for (const std::string& cell : row.cells) line += "," + cell;
    file.write(line + "\n");
  }
  return file.close();
}

}  // namespace mcsim::results
