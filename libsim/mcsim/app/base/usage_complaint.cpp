// Complains about unknown commands and options, and names the nearest known ones.
#include "mcsim/app/base/usage_complaint.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// `typed` as messages show it: on one line, without the quotes of in_quotes().
std::string shown_option(std::string_view typed) {
  const std::string shown = in_quotes(typed);
  return shown.substr(1, shown.size() - 2);
}

/// The complaint if an option was typed that `command` does not have, with the nearest one.
std::string unknown_option(const CLI::App& command, int argc, const char* const* argv) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (int at = 2; at < argc; ++at) {
    const std::string_view typed =
        std::string_view(argv[at]).substr(0, std::string_view(argv[at]).find('='));
    if (typed.starts_with("--") && typed.size() > 2 &&
        std::find(known.begin(), known.end(), typed) == known.end())
      return "unknown option " + shown_option(typed) + known_names(typed, known);
  }
  return {};
}

}  // namespace

std::string usage_complaint(const CLI::App& app, const CLI::ParseError& error, int argc,
                            const char* const* argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  std::vector<std::string_view> known;
  for (const CLI::App* command : app.get_subcommands({})) {
    known.push_back(command->get_name());
    if (first != known.back()) continue;
    if (!command->get_subcommands({}).empty())
      return usage_complaint(*command, error, argc - 1, argv + 1);
    const std::string option = unknown_option(*command, argc, argv);
    return option.empty() ? error.what() : option;
  }
  if (first.empty() || first.front() == '-') return error.what();
  return "unknown command " + in_quotes(first) + known_names(first, known);
}

}  // namespace mcsim::app
