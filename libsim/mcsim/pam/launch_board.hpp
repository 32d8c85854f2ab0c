// The launches of a cluster's parallel jobs that are under way or have reached RUNNING.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/pam/launch_play.hpp"

namespace mcsim::pam {

/// The launch of a job that is on its hosts, with what will come of it.
struct LaunchRow {
  Launch launch;
  LaunchTurn turn;         ///< of a launch that is not RUNNING
  LaunchedRun run;         ///< of a launch that is RUNNING
  bool has_event = false;  ///< JobState::end is pending
  bool exits = false;      ///< PAM has exited by itself
  std::int32_t exit_code = 0;
};

/// Launches in recycled rows.
class LaunchBoard {
 public:
  using Row = std::uint32_t;

  explicit LaunchBoard(const RngStream& draws) : draws_(draws) {}

  const RngStream& draws() const { return draws_; }
  Row add(LaunchRow row) {
    if (free_.empty()) {
      rows_.push_back(std::move(row));
      return static_cast<Row>(rows_.size() - 1);
    }
    const Row place = free_.back();
    free_.pop_back();
    rows_[place] = std::move(row);
    return place;
  }
  void remove(Row row) {
    rows_[row] = {};
    free_.push_back(row);
  }
  LaunchRow& operator[](Row row) { return rows_[row]; }
  const LaunchRow& operator[](Row row) const { return rows_[row]; }
  std::size_t size() const { return rows_.size() - free_.size(); }

 private:
  RngStream draws_;
  std::vector<LaunchRow> rows_;
  std::vector<Row> free_;
};

}  // namespace mcsim::pam
