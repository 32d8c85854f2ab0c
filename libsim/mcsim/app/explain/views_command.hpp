// `mcsim bjobs`, `bhosts`, `bqueues`, `bhpart`, `blimits`, `bclusters`, `lsload`: LSF's views of a
// run at one instant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/explain/replay.hpp"
#include "mcsim/views/views.hpp"

namespace mcsim::app {

/// What the user typed.
struct ViewsRequest {
  enum class Command { bjobs, bhosts, bqueues, bhpart, blimits, bclusters, lsload };

  Command command{};
  ReplayRequest replay;
  std::string cluster;                ///< empty: the only one
  std::optional<std::string> fields;  ///< -o
  bool no_header = false;
  bool json = false;
  bool is_long = false;     ///< -l
  bool effective = false;   ///< -E, of lsload
  bool normalized = false;  ///< -N, of lsload
  bool recursive = false;   ///< -r, of bqueues and bhpart
  bool wide = false;        ///< -w, of bjobs and bhosts
  bool exported = false;    ///< -e, of bhosts
  bool shared = false;      ///< -s, with -e
  /// Of bhosts, bqueues, bhpart and blimits; if not empty: only these.
  std::vector<std::string> names;
  // Of blimits.
  bool configured = false;  ///< -c
  LimitFilter limits;       ///< but for `names` and `all`
  // Of bjobs.
  bool all = false;      ///< -a, also of blimits
  bool pending = false;  ///< -p
  std::optional<std::string> user;
  std::optional<std::string> queue;
  std::vector<std::string> jobs;  ///< ID or ID@CLUSTER; if not empty: only these jobs
};

/// The command as it is typed.
constexpr const char* name_of(ViewsRequest::Command command) {
  using enum ViewsRequest::Command;
  switch (command) {
    case bjobs:
      return "bjobs";
    case bhosts:
      return "bhosts";
    case bqueues:
      return "bqueues";
    case bhpart:
      return "bhpart";
    case blimits:
      return "blimits";
    case bclusters:
      return "bclusters";
    case lsload:
      break;
  }
  return "lsload";
}

/// Plays the run of a folder again and prints the view. Errors become exit codes: 2 for unknown
/// names and fields, 3 for folders that cannot be played again.
ExitCode views_command(const ViewsRequest& request, const Registry& registry,
                       const Console& console);

}  // namespace mcsim::app
