// counters.csv: the counters of receive queues as execution clusters have reported them, and as
// submission clusters have held them.
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

/// An observer that keeps rows for each receive queue and submission cluster. There is a row
/// `published` when a report differs from the one before, and a row `held` when the submission
/// cluster decides by other numbers than in the last session in which it decided.
///
/// Held numbers are those before the first decision of the session. They include own forwards that
/// no report has counted yet; a cell is empty if the cluster does not know the number or its
/// setting does not use it. An unlimited room is `inf`.
class CounterLog final : public Observer {
 public:
  explicit CounterLog(const GridConfig& grid);

  using Observer::on;
  void on(ClusterId cluster, const ReportMade& fact) override;
  void on(ClusterId cluster, const QueuesHeld& fact) override;
  bool wants_reports() const override { return true; }

  /// Writes the table, ordered by time, and closes the file. Returns the first error.
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
  /// The cells from the column priority on; empty: not known.
  using Cells = std::array<std::string, 8>;
  struct Row {
    Time at;
    Key key;
    std::size_t number = 0;  ///< in the order in which rows were made
    Cells cells;
  };

  void add(Time at, const Key& key, Cells cells);

  const GridConfig& grid_;
  /// Submission cluster, execution cluster and receive queue of all targets that queues ever have.
  std::set<std::tuple<ClusterId, ClusterId, QueueId>> targets_;
  std::map<Key, Cells> last_;
  std::vector<Row> rows_;
};

}  // namespace mcsim::results
