// How a run was made, as opposed to its results: the part of summary.json that differs between
// machines.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::results {

/// summary.json's last entry, `engine`.
struct EngineInfo {
  /// Otherwise it has only what is the same on every machine.
  bool is_measured = true;
  std::string version;
  std::string revision;
  std::string compiler;
  std::string command_line;
  std::string directory;  ///< the working directory, to which file names are relative
  int threads = 1;
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double jobs_per_second = 0;
  std::int64_t peak_rss_bytes = 0;
};

}  // namespace mcsim::results
