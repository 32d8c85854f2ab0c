// What an import is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mcsim::app {

struct ImportRequest {
  std::vector<std::string> acct{};    ///< files of lsb.acct, plain or packed
  std::vector<std::string> events{};  ///< files of lsb.events, in the order of their records
  std::string hosts{};                ///< what lshosts -w printed; empty: none
  std::string conf{};                 ///< directory of LSF's files; empty: none
  std::string cluster{};              ///< its name; empty: what the files say
  std::optional<std::string> from{};  ///< --from: jobs that end before it are left out
  std::optional<std::string> to{};    ///< --to: jobs that are submitted from then on are left out
  std::string folder{};               ///< -o
  bool json = false;
};

}  // namespace mcsim::app
