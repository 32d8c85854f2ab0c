// What an import is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Whose records they are.
enum class HistoryKind : std::uint8_t {
  lsf,    ///< lsb.acct and lsb.events
  slurm,  ///< what sacct -P prints
  pbs     ///< accounting logs of PBS and Torque
};

struct ImportRequest {
  HistoryKind kind = HistoryKind::lsf;
  std::vector<std::string> acct{};  ///< files of lsb.acct, or of the other kinds; plain or packed
  /// Files of lsb.events: FILE, FILE.1, FILE.2 ... in any order, those of other names the oldest
  /// first.
  std::vector<std::string> events{};
  std::string hosts{};                ///< what lshosts -w printed; empty: none
  std::string conf{};                 ///< directory of LSF's files; empty: none
  std::string cluster{};              ///< its name; empty: what the files say
  std::optional<std::string> from{};  ///< --from: jobs that end before it are left out
  std::optional<std::string> to{};    ///< --to: jobs that are submitted from then on are left out
  bool anonymise = false;
  std::string anonymise_key{};  ///< a file; empty: a key that nobody keeps
  std::string folder{};         ///< -o
  std::string program = "mcsim";
};

}  // namespace mcsim::app
