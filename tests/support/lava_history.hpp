// What a real scheduler of the family did, as its lsb.events and a log of commands say it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// Seconds since the history's beginning. Its daemons write whole seconds.
using HistorySeconds = double;

/// One execution of a job, or of an element of a job array.
struct LavaExecution {
  HistorySeconds start = 0;
  std::optional<HistorySeconds> end{};
  std::vector<std::string> hosts{};  ///< one for each slot
  std::int64_t element = 0;          ///< 0: of no array
};

struct LavaJob {
  HistorySeconds submit = 0;
  std::string user;
  std::vector<std::string> command;  ///< bsub and its arguments
  std::vector<LavaExecution> executions;
};

/// What somebody did besides bsub, and what came of it.
struct LavaAction {
  HistorySeconds at = 0;
  std::string user;
  std::vector<std::string> command;
};

struct LavaHistory {
  std::string name;
  std::string folder;
  std::int64_t begin = 0;                          ///< Unix time of second 0
  std::vector<std::pair<std::string, int>> hosts;  ///< and their MXJ
  std::map<std::int64_t, LavaJob> jobs;            ///< those that were accepted
  std::vector<LavaAction> actions;
};

/// One event of an lsb.events.
struct LsbEvent {
  std::int64_t at = 0;  ///< Unix time
  std::vector<std::string> fields;

  const std::string& kind() const { return fields[0]; }
  std::int64_t job() const;
};
/// All events of the file that have a job's number.
std::vector<LsbEvent> read_lsb_events(const std::string& path);

/// Reads the folder of one history. A time within a second is told by the order of events: what
/// stands behind the last start of a second was not seen by a session of that second, and counts as
/// half a second later; so does an end in a second in which nothing starts any more.
LavaHistory read_lava_history(const std::string& folder);

}  // namespace mcsim::testing
