// counters.csv: what execution clusters have reported of their receive queues, and what submission
// clusters have held.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

inline constexpr std::array<std::string_view, 12> counters_csv_columns = {
    "time",      "submit_cluster", "queue",   "kind",        "priority",           "total",
    "available", "running",        "pending", "preemptable", "lowest_preemptable", "room"};

/// An observer that keeps a row for each receive queue and submission cluster whenever a report is
/// made that says something else than the one before (`published`), and whenever the submission
/// cluster decides by other numbers than in the last session in which it decided (`held`, as it is
/// before the first decision of a session: own
/// forwards that no report has counted yet are in them; empty where it does not know a number, or
/// its setting does not ask for it). A room without end is `inf`.
class CounterLog final : public Observer {
 public:
  explicit CounterLog(const GridConfig& grid);

  using Observer::on;
  void on(ClusterId cluster, const ReportMade& fact) override;
  void on(ClusterId cluster, const QueuesHeld& fact) override;
  bool wants_reports() const override { return true; }

  /// Writes the table, by time, and closes the file. The answer is the first thing that went wrong.
  std::optional<Diagnostic> write(OutputFile& file);

 private:
  /// A receive queue, as one submission cluster knows it.
  struct Key {
    bool is_held = false;
    ClusterId reader{};
    ClusterId cluster{};
    QueueId queue{};

    auto operator<=>(const Key&) const = default;
  };
  /// Of the columns from priority on; empty: not known.
  using Cells = std::array<std::string, 8>;
  struct Row {
    Time at;
    Key key;
    std::size_t number = 0;  ///< in the order in which rows were made
    Cells cells;
  };

  void add(Time at, const Key& key, Cells cells);

  const GridConfig& grid_;
  std::set<std::tuple<ClusterId, ClusterId, QueueId>> targets_;  ///< of queues, at any time
  std::map<Key, Cells> last_;
  std::vector<Row> rows_;
};

}  // namespace mcsim::results
