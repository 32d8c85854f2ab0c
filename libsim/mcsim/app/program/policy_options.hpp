// `--policy NAME='COMMAND'`: programs as policies. Only a command line may start programs, never a
// scenario alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mcsim/app/program/policy_program.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/settings/loaded_scenario.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// As typed.
struct PolicyOptions {
  std::vector<std::string> policies;  ///< --policy NAME=COMMAND
  std::string timeout;                ///< --policy-timeout; empty: 10s
};

/// What the options mean. Errors, each with its option: no name or command, a name that a
/// forwarding policy of `registry` has or that is given twice, no duration, or one without a
/// policy.
Expected<std::vector<PolicyCommand>, Diagnostics> read_policies(const PolicyOptions& options,
                                                                const Registry& registry);

/// Warns of the programs that none of the scenarios asks.
Diagnostics idle_programs(const PolicyOptions& options, std::span<const Scenario> scenarios);

/// Warns of the programs that the command line of a run, as its summary has it, does not name.
Diagnostics other_programs(const PolicyOptions& options, const std::string& command_line);

/// When programs are started, at their first question: of a run anew for each cluster, of `mcsim
/// decide` once for all questions.
enum class StartPrograms : std::uint8_t { for_each_use, once };

/// The registry with the programs as policies of forwarding, slot pools, dealing and reclaim.
Registry with_programs(Registry registry, const std::vector<PolicyCommand>& programs,
                       StartPrograms start = StartPrograms::for_each_use);

}  // namespace mcsim::app
