// What each decision of a run has cost, by kind, policy and cluster.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/bench/spread.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::app {

/// Reads whatever grows while a decision is made: a clock, instructions.
class Meter {
 public:
  static constexpr std::size_t most = 2;
  using Readings = std::array<std::uint64_t, most>;

  Meter() = default;
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;
  virtual ~Meter() = default;

  virtual void begin() = 0;
  /// What has come since begin().
  virtual Readings end() = 0;
};

/// The decisions of one kind by one policy in one cluster.
struct DecisionGroup {
  std::string kind;
  std::string policy;
  std::string cluster;

  auto operator<=>(const DecisionGroup&) const = default;
  /// `session/lsf/C1`.
  std::string name() const { return kind + "/" + policy + "/" + cluster; }
};

/// The costs of a group of decisions: first the work in steps and by kinds of rows, as
/// work_columns; then what the meter reads.
using DecisionCosts = std::vector<Spread>;

inline constexpr std::array<std::string_view, 8> work_columns = {
    "steps", "jobs", "buckets", "hosts", "candidates", "described", "leases", "messages"};

class CostLog final : public Observer {
 public:
  using Observer::on;

  /// `meter`: none, or outlives it.
  CostLog(const GridConfig& grid, Meter* meter) : grid_(grid), meter_(meter) {}

  bool wants_work() const override { return true; }
  void on(ClusterId cluster, const DecisionBegins& fact) override;
  void on(ClusterId cluster, const DecisionEnds& fact) override;

  const std::map<DecisionGroup, DecisionCosts>& groups() const { return groups_; }

 private:
  DecisionCosts& costs_of(ClusterId cluster, const DecisionEnds& fact);

  const GridConfig& grid_;
  Meter* meter_;
  std::map<DecisionGroup, DecisionCosts> groups_;
  /// The group that a cluster's last decision of a kind was of: mostly that of the next one.
  struct Last {
    std::string policy;
    DecisionCosts* costs = nullptr;
  };
  std::map<std::pair<ClusterId, DecisionKind>, Last> last_;
};

}  // namespace mcsim::app
