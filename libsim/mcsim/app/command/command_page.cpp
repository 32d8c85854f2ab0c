// Reads the parser's tree of commands into plain values.
#include "mcsim/app/command/command_page.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/replay_options.hpp"

namespace mcsim::app {
namespace {

/// The kind of a value, by the word that stands for it in the help.
ValueKind kind_of(std::string_view value) {
  constexpr std::array files = {"FILE", "INPUT",   "IN",   "OUT",  "BASE",
                                "NEW",  "PROGRAM", "PATH", "WORDS"};
  if (std::ranges::find(files, value) != files.end()) return ValueKind::file;
  return value == "DIR" ? ValueKind::directory : ValueKind::anything;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// "JOBS" of "JOBS:INT in [1 - 1024]": the word for the value, without the text of a check.
std::string value_of(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  const auto check = value.find("INT in [");
  return check == std::string::npos ? value : value.substr(0, value.rfind(':', check));
}

/// The names of an option: "-o" and "--output"; for views also LSF's own -noheader.
std::vector<std::string> names_of(const CLI::App& command, const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) {
    names.push_back("--" + name);
    if (is_view(command.get_name()) && is_one_dash_word("-" + name)) names.push_back("-" + name);
  }
  return names;
}

OptionPage option_page(const CLI::App& command, const CLI::Option& option, const Offers& offers) {
  OptionPage page;
  page.names = names_of(command, option);
  page.about = option.get_description();
  if (option.get_positional())
    page.value = page.names.front();
  else if (takes_value(option))
    page.value = value_of(option);
  page.kind = kind_of(page.value);
  page.required = option.get_required();
  page.repeated = option.get_items_expected_max() > 1 ||
                  option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  const auto offer = std::ranges::find(offers, &option, &Offer::option);
  if (offer == offers.end()) return page;
  page.kind = offer->is_list ? ValueKind::list_of_names : ValueKind::name;
  page.known = offer->names;
  return page;
}

/// The text at the end of --help, without the exit codes and the empty lines around it.
std::string notes_of(const CLI::App& app) {
  std::string notes = app.get_footer();
  if (const auto at = notes.find(exit_codes); at != std::string::npos) notes.erase(at);
  notes.erase(notes.find_last_not_of('\n') + 1);
  return notes.substr(std::min(notes.find_first_not_of('\n'), notes.size()));
}

CommandPage page_of(const CLI::App& app, const Offers& offers, const std::string& path) {
  CommandPage page;
  page.name = app.get_name();
  page.path = path;
  page.about = app.get_description();
  page.notes = notes_of(app);
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? page.operands : page.options)
        .push_back(option_page(app, *option, offers));
  for (const CLI::App* below : app.get_subcommands({}))
    page.commands.push_back(
        page_of(*below, offers, path + (path.empty() ? "" : " ") + below->get_name()));
  return page;
}

}  // namespace

CommandPage command_page(const CLI::App& app, const Offers& offers, const std::string& program) {
  CommandPage page = page_of(app, offers, "");
  page.name = program;
  return page;
}

}  // namespace mcsim::app
