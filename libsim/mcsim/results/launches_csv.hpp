// launches.csv: the launches of parallel jobs, host by host.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

inline constexpr std::array<std::string_view, 16> launches_csv_columns = {
    "job_id",      "submit_cluster", "exec_cluster", "start_time", "pjl",   "outcome",
    "launch_time", "end_time",       "exit_code",    "host",       "tasks", "registered",
    "failed",      "lost",           "timeout",      "task_time"};

/// An observer that keeps a row for each host of each launch that is over. Times are in seconds;
/// `task_time` is the number of task-seconds that RES of the host has reported to PAM.
class LaunchLog final : public Observer {
 public:
  explicit LaunchLog(const GridConfig& grid) : grid_(grid), places_(grid.clusters.size()) {}

  using Observer::on;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const LaunchBegins& fact) override;
  void on(ClusterId cluster, const LaunchEnds& fact) override;
  bool wants_launches() const override { return true; }

  /// Writes the table, ordered by (position of the submission cluster, job id, start, position
  /// among the hosts), and closes the file. Returns the first error.
  std::optional<Diagnostic> write(OutputFile& file);

 private:
  struct Row {
    ClusterId home{};
    ClusterId cluster{};
    JobId job{};
    std::uint32_t index = 0;  ///< of an element
    Time started{};
    Time ended{};
    std::uint32_t profile;  ///< position in LaunchRules::profiles of `cluster`
    LaunchReport report;
    LaunchedHost host;
    std::size_t number = 0;
  };
  struct Begun {
    Time at{};
    std::uint32_t profile = 0;
  };
  struct Guest {
    ClusterId home{};
    JobIndex job{};
  };
  /// What is known of the jobs in one cluster.
  struct Place {
    std::vector<Guest> guests;  ///< by JobIndex minus the number of own jobs
    std::vector<Begun> begun;   ///< by JobIndex
  };

  Begun& begun(ClusterId cluster, JobIndex job);
  std::string line(const Row& row) const;

  const GridConfig& grid_;
  std::vector<Place> places_;  ///< by ClusterId
  std::vector<Row> rows_;
};

}  // namespace mcsim::results
