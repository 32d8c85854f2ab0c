// The launches of a cluster's parallel jobs that are under way or have reached RUNNING.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "mcsim/base/random.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/pam/launch_play.hpp"

namespace mcsim::pam {

enum class LaunchId : std::uint32_t {};

/// The launch of a job that is on its hosts, with what will come of it.
struct LaunchRow {
  Launch launch;
  LaunchTurn turn;         ///< of a launch that is not RUNNING
  LaunchedRun run;         ///< of a launch that is RUNNING
  bool has_event = false;  ///< JobState::end is pending
  bool exits = false;      ///< PAM has exited by itself
  std::int32_t exit_code = 0;
};

/// Launches, and the draws of their delays.
class LaunchBoard {
 public:
  explicit LaunchBoard(const RngStream& draws) : draws_(draws) {}

  const RngStream& draws() const { return draws_; }
  LaunchId add(LaunchRow row) { return rows_.add(std::move(row)); }
  void remove(LaunchId id) {
    rows_[id] = {};
    rows_.remove(id);
  }
  LaunchRow& operator[](LaunchId id) { return rows_[id]; }
  const LaunchRow& operator[](LaunchId id) const { return rows_[id]; }
  std::size_t size() const { return rows_.size(); }

 private:
  RngStream draws_;
  RecycledTable<LaunchId, LaunchRow> rows_;
};

}  // namespace mcsim::pam
