// `mcsim elim check`, `run` and `record`: a real ELIM under the contract that LIM holds it to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"

namespace mcsim::app {

/// What the user typed.
struct ElimRequest {
  enum class Command { check, run, record };

  Command command{};
  std::string program;
  std::string resources;  ///< names, LSF_RESOURCES; empty: any name is taken
  std::string shared;     ///< those of them that hosts share
  bool master = false;
  bool lava = false;
  bool json = false;
  std::optional<std::string> length;  ///< --for; a check has one minute, the others no end
  std::string output;                 ///< -o, of record
  // As LSF has them; none: LSF's default.
  std::optional<std::string> poll_interval;
  std::optional<std::string> exchange_interval;
  std::optional<std::string> block_time;  ///< or "none"
  std::optional<int> restarts;
  std::optional<int> abort_value;

  // Not on the command line: a test has no 90 seconds.
  Duration between_starts = ElimRules{}.between_starts;
  Duration grace = 2s;  ///< from SIGTERM to SIGKILL. Source: docs/rules/lsf.md, 4.4, LIM's end
  Duration punctuality = 500ms;
  std::optional<std::uint64_t> enough_reports;  ///< ends like --for
};

/// Answers 4 where a check has found violations, 3 for a program that LIM would not start.
ExitCode elim_command(const ElimRequest& request, const Console& console);

}  // namespace mcsim::app
