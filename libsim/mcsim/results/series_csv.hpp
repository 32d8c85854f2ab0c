// series.csv: what waited, ran and was free in each queue and cluster, over time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/results/job_standings.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::simulation {
class Simulation;
}  // namespace mcsim::simulation

namespace mcsim::results {

inline constexpr std::array<std::string_view, 11> series_csv_columns = {
    "time",          "cluster",       "queue",           "pending_jobs",
    "pending_slots", "running_slots", "suspended_slots", "reserved_slots",
    "guest_slots",   "idle_slots",    "down_slots"};

/// An observer that writes a row for a queue, and for its cluster as a whole, after each instant
/// in which one of its numbers has changed. With a step: rows of all at each step, with the means
/// over it, so that sums over time stay the same.
class SeriesLog final : public JobStandings {
 public:
  /// `step`: none, or more than 0. Rows go to `file`, which must outlive the log.
  SeriesLog(const GridConfig& grid, std::optional<Duration> step, OutputFile& file);
  /// The simulation that the facts come from, which stays where it is until finish().
  void watch(const simulation::Simulation& simulation) { simulation_ = &simulation; }

  using JobStandings::on;
  void on(ClusterId cluster, const CapacityChanged& fact) override;

  /// All that happens up to `at` has happened.
  void look(Time at);
  /// The run is over, after a last look: a last row for each cluster and each queue that has one.
  void finish(Time end);

 private:
  enum Column : std::uint8_t {
    pending_jobs,
    pending_slots,
    running,
    suspended,
    reserved,
    guests,
    idle,  ///< of a cluster only, from here on
    down
  };
  static constexpr std::size_t columns = 8;
  using Values = std::array<std::int64_t, columns>;
  /// A queue, or a cluster.
  struct Row {
    Values now{};
    Values seen{};                       ///< after the last instant that was looked at
    std::array<Int128, columns> sums{};  ///< of `seen`, in milliseconds, since the last step
    Time settled{};
    Time written = never;  ///< when it last changed; never: it has not been looked at

    void settle(Time at);
  };
  struct Cluster {
    Row all;
    std::vector<Row> queues;         ///< by QueueId
    std::uint64_t reservations = 0;  ///< SlotReservations::changes() at the last look
    bool is_touched = true;
  };

  void turned(const HomeJob& job, const JobStanding& before, const JobStanding& after,
              Time at) override;
  void count(const HomeJob& job, const JobStanding& standing, std::int64_t sign);
  void add(Cluster& cluster, QueueId queue, Column column, std::int64_t change);
  void count_reservations(std::size_t cluster);
  template <class Visit>
  void visit_rows(std::size_t cluster, Visit&& visit);
  void step_to(Time at);
  void write(std::size_t cluster, const Row& row, std::string_view queue, Time at);
  std::string value_of(const Row& row, std::size_t column) const;

  std::optional<Duration> step_;
  OutputFile& file_;
  const simulation::Simulation* simulation_ = nullptr;
  std::vector<Cluster> clusters_;  ///< by ClusterId
  Time next_step_{};
};

}  // namespace mcsim::results
