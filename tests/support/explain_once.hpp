// The command explain, called as the command line calls it.
#pragma once

#include <optional>
#include <string>

#include "mcsim/app/explain/explain_command.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/rooms.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing {

inline Answer explain(const ExplainRequest& request) {
  return answer_of([&](const Console& console) {
    return explain_command(request, default_registry(), console);
  });
}

/// --job `job`, with --at where it is given.
inline Answer explain_job(const std::string& folder, const std::string& job,
                          const std::optional<std::string>& at = std::nullopt) {
  ExplainRequest request;
  request.replay.folder = folder;
  request.replay.at = at;
  request.job = job;
  return explain(request);
}

}  // namespace mcsim::testing
