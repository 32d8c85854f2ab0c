// Reads the programs that are policies.
#include "mcsim/app/program/policy_options.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "mcsim/app/program/forward_program.hpp"
#include "mcsim/app/program/lease_programs.hpp"
#include "mcsim/app/program/slot_pool_program.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view by_default = "10s";
constexpr Duration longest_timeout = 24h;

/// A word that scenarios and --set can name: no number, no value of JSON.
bool is_name(std::string_view text) {
  const bool begins = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  return begins && text.size() <= 40 && !parse_json(text, "name") &&
         std::ranges::all_of(text, [](unsigned char letter) {
           return std::isalnum(letter) != 0 || letter == '_' || letter == '-' || letter == '.';
         });
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return small;
}

template <class Entries>
bool has(const Entries& entries, const std::string& name) {
  return std::ranges::any_of(entries,
                             [&](const auto& entry) { return lower(entry.name) == lower(name); });
}

/// Whether a policy of the families that programs can be of has the name, whatever its case.
bool is_taken(const Registry& registry, const std::string& name) {
  return has(registry.forward, name) || has(registry.slot_pool, name) || has(registry.deal, name) ||
         has(registry.reclaim, name);
}

bool forwards_by(const ClusterSettings& settings, std::string_view policy) {
  return settings.params.forwarding.policy == policy &&
         std::ranges::any_of(settings.queues,
                             [](const QueueConfig& queue) { return queue.forwarding.sends(); });
}

/// Whether anything in a cluster is decided by the policy.
bool asks(const ClusterSettings& settings, const ModelConfig& model, std::string_view policy) {
  const auto is_pooled = [](const QueueConfig& queue) { return queue.pool != none<PoolId>; };
  const auto is_borrowed = [](const HostConfig& host) { return host.home && host.home->by_shared; };
  return forwards_by(settings, policy) ||
         (model.pool_shares == policy && std::ranges::any_of(settings.queues, is_pooled)) ||
         (model.lease_dealing == policy &&
          (!settings.exports.empty() || !settings.resource_exports.empty())) ||
         (model.lease_reclaim == policy && std::ranges::any_of(settings.hosts, is_borrowed));
}

bool uses(const Scenario& scenario, std::string_view policy) {
  return std::ranges::any_of(scenario.config.clusters, [&](const ClusterConfig& cluster) {
    return asks(cluster, cluster.model, policy) ||
           std::ranges::any_of(cluster.timeline, [&](const TimelineEntry& change) {
             return change.settings && asks(*change.settings, cluster.model, policy);
           });
  });
}

Diagnostic warning_about_option(const std::string& policy, std::string text) {
  Diagnostic said = about_file("--policy " + in_quotes(policy), std::move(text));
  said.severity = Severity::warning;
  return said;
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
  if (!timeout || *timeout <= 0ms || *timeout > longest_timeout)
    complain(timeout_option, "expected a duration above 0 of at most 1d, such as 500ms or 10s");
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
      complain(
          option,
          "expected NAME='COMMAND', with a name that begins with a letter, of letters, digits, "
          "'_', '-' and '.'; not true, false or null");
    else if (is_taken(registry, name))
      complain(option, in_quotes(name) + " is a policy of this program; take another name");
    else if (std::ranges::any_of(programs, has_name))
      complain(option, in_quotes(name) + " is given twice");
    else
      programs.push_back({.name = name, .command = command, .timeout = timeout.value_or(0ms)});
  }
  if (wrong.has_errors()) return Unexpected(std::move(wrong));
  return programs;
}

Diagnostics idle_programs(const PolicyOptions& options, std::span<const Scenario> scenarios) {
  Diagnostics idle;
  for (const std::string& policy : options.policies) {
    const std::string name = policy.substr(0, policy.find('='));
    const bool is_used = std::ranges::any_of(
        scenarios, [&](const Scenario& scenario) { return uses(scenario, name); });
    if (!is_used)
      idle.add(warning_about_option(policy,
                                    "the program is never asked: no cluster decides by it on "
                                    "forwarding, a slot pool or leases"));
  }
  return idle;
}

Diagnostics other_programs(const PolicyOptions& options, const std::string& command_line) {
  Diagnostics others;
  for (const std::string& policy : options.policies)
    if (command_line.find("--policy " + policy) == command_line.npos &&
        command_line.find("--policy=" + policy) == command_line.npos)
      others.add(warning_about_option(policy, "the run had another program: " + command_line));
  return others;
}

Registry with_programs(Registry registry, const std::vector<PolicyCommand>& programs,
                       StartPrograms start) {
  for (const PolicyCommand& program : programs) {
    const auto add = [&]<class Any, class Program>(std::vector<PolicyEntry<Any>>& family,
                                                   std::type_identity<Program>) {
      const Program shared(program);  // copies share the process
      family.push_back({.name = program.name, .make = [=](const PolicyValues&) {
                          return Any(start == StartPrograms::once ? shared : Program(program));
                        }});
    };
    add(registry.forward, std::type_identity<ForwardProgram>());
    add(registry.slot_pool, std::type_identity<SlotPoolProgram>());
    add(registry.deal, std::type_identity<DealProgram>());
    add(registry.reclaim, std::type_identity<ReclaimProgram>());
  }
  return registry;
}

}  // namespace mcsim::app
