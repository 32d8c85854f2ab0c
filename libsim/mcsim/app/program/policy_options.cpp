// Reads the programs that are policies.
#include "mcsim/app/program/policy_options.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "mcsim/app/program/forward_program.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view by_default = "10s";

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 40 && std::ranges::all_of(text, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-' || letter == '.';
  });
}

}  // namespace

Expected<std::vector<PolicyCommand>, Diagnostics> read_policies(const PolicyOptions& options,
                                                                const Registry& registry) {
  Diagnostics wrong;
  const auto complain = [&](const std::string& option, std::string text) {
    wrong.add(about_file(option, std::move(text)));
  };
  const auto timeout =
      read_duration(options.timeout.empty() ? by_default : std::string_view(options.timeout));
  const std::string timeout_option = "--policy-timeout " + in_quotes(options.timeout);
  if (!timeout || *timeout <= 0ms)
    complain(timeout_option, "expected a duration above 0, such as 500ms or 10s");
  if (!options.timeout.empty() && options.policies.empty())
    complain(timeout_option, "there is no --policy");
  std::vector<PolicyCommand> programs;
  for (const std::string& policy : options.policies) {
    const std::size_t equals = std::min(policy.find('='), policy.size());
    const std::string name = policy.substr(0, equals);
    const std::string command = policy.substr(std::min(equals + 1, policy.size()));
    const std::string option = "--policy " + in_quotes(policy);
    const auto has_name = [&](const auto& entry) { return entry.name == name; };
    if (!is_name(name) || command.find_first_not_of(" \t") == command.npos)
      complain(option, "expected NAME='COMMAND', with a name of letters, digits, '_', '-' and '.'");
    else if (registry.find_forward(name) != nullptr)
      complain(option, in_quotes(name) + " is a policy of this program; take another name");
    else if (std::ranges::any_of(programs, has_name))
      complain(option, in_quotes(name) + " is given twice");
    else
      programs.push_back({.name = name, .command = command, .timeout = timeout.value_or(0ms)});
  }
  if (wrong.has_errors()) return Unexpected(std::move(wrong));
  return programs;
}

Registry with_programs(Registry registry, const std::vector<PolicyCommand>& programs) {
  for (const PolicyCommand& program : programs)
    registry.forward.push_back({.name = program.name, .make = [program](const PolicyValues&) {
                                  return AnyForward(ForwardProgram(program));
                                }});
  return registry;
}

}  // namespace mcsim::app
