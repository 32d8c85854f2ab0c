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
  std::string resources;  ///< LSF_RESOURCES: a list of names; empty: any name is accepted
  std::string shared;     ///< the resources among them that hosts share
  std::string strings;    ///< those among them whose values are words
  bool master = false;
  bool lava = false;
  bool json = false;
  std::string environment = "clean";  ///< or "keep": what this process has
  std::optional<std::string> length;  ///< --for; none: a check takes a minute, others have no end
  std::string output;                 ///< -o, of record
  // Settings of LSF; none: LSF's default.
  std::optional<std::string> poll_interval;
  std::optional<std::string> exchange_interval;
  std::optional<std::string> block_time;  ///< or "none"
  std::optional<int> restarts;
  std::optional<int> abort_value;

  // Not on the command line: tests shorten these, since a test cannot take 90 seconds.
  Duration between_starts = ElimRules{}.between_starts;
  Duration grace = 2s;  ///< from SIGTERM to SIGKILL. Source: docs/rules/lsf.md, 4.4, LIM's end
  Duration punctuality = 500ms;
  std::optional<std::uint64_t> enough_reports;  ///< after so many the program is ended, as by --for
};

/// Returns 4 if a check has found violations, 3 for a program that LIM would not start.
ExitCode elim_command(const ElimRequest& request, const Console& console);

}  // namespace mcsim::app
