// Writes manual pages from the tree of commands.
#include "mcsim/app/command/man_page.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "mcsim/app/base/version.hpp"
#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/roff.hpp"

namespace mcsim::app {
namespace {

/// "mcsim elim check".
std::string words_of(const CommandPage& program, const CommandPage& command) {
  return program.name + (command.path.empty() ? "" : " " + command.path);
}

std::string upper(std::string text) {
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

/// A sentence in the form that the list of manual pages has: "runs one simulation".
std::string as_title(std::string about, const std::string& program) {
  if (about.starts_with(program + ": ")) about.erase(0, program.size() + 2);
  if (about.ends_with('.')) about.pop_back();
  if (about.size() > 1 && std::islower(static_cast<unsigned char>(about[1])) != 0)
    about[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(about[0])));
  return about;
}

/// "-o, --output DIR".
std::string heading_of(const OptionPage& option) {
  std::string text;
  for (const std::string& name : option.names) text += (text.empty() ? "" : ", ") + roff_bold(name);
  return option.value.empty() ? text : text + " " + roff_italic(option.value);
}

std::string synopsis_of(const CommandPage& program, const CommandPage& command) {
  std::string line = roff_bold(words_of(program, command));
  if (!command.commands.empty()) line += " " + roff_italic("COMMAND");
  line += " [" + roff_italic("OPTION") + "]...";
  for (const OptionPage& option : command.options)
    if (option.required)
      line += " " + roff_bold(option.names.front()) + " " + roff_italic(option.value);
  for (const OptionPage& operand : command.operands) {
    const std::string word = roff_italic(operand.value) + (operand.repeated ? "..." : "");
    line += operand.required ? " " + word : " [" + word + "]";
  }
  return line + "\n";
}

std::string item(const std::string& heading, const std::string& text) {
  return ".TP\n" + heading + "\n" + roff(text) + "\n";
}

std::string options_of(const CommandPage& command) {
  std::string text;
  for (const OptionPage& operand : command.operands)
    text += item(roff_italic(operand.value), operand.about);
  for (const OptionPage& option : command.options) text += item(heading_of(option), option.about);
  return text;
}

constexpr std::string_view what_it_does =
    R"(mcsim replays a workload on simulated LSF clusters that forward jobs to each other and lend each
other hosts, and tells what happened, and why. A scenario (JSON) holds clusters, hosts, queues and
links in LSF's own words, or names the directories of LSF's own files, and the jobs or traces; a
bare trace (SWF) will do. The same scenario and seed give the same results, byte for byte.

  mcsim run scenario.json -o out
  mcsim explain out --job 1
  mcsim bjobs out --at 2h -p

Results go to standard output, diagnostics and progress to standard error. Scenarios to begin with,
and the documentation, come with mcsim: in /usr/share/mcsim and /usr/share/doc/mcsim, or wherever it
was installed.)";

/// The section of commands that have pages of their own.
std::string list_of_pages(const CommandPage& program) {
  std::string text = ".SH COMMANDS\n";
  for (const CommandPage& command : program.commands)
    text += item(roff_bold(man_page_name(program, command)) + "(1)", command.about);
  return text;
}

/// The section of commands that are described on this page: check, run and record of elim.
std::string sections_of(const CommandPage& program, const CommandPage& command) {
  std::string text = command.commands.empty() ? "" : ".SH COMMANDS\n";
  for (const CommandPage& below : command.commands) {
    text += ".SS " + roff_argument(words_of(program, below)) + "\n" + roff(below.about) +
            "\n.PP\n" + synopsis_of(program, below);
    if (!below.notes.empty()) text += ".PP\n" + roff_paragraphs(below.notes);
    text += options_of(below);
  }
  return text;
}

/// The text "Exit codes: 0 done; 1 the run failed ...; 130 interrupted." as a list.
std::string exit_status() {
  std::string rest = exit_codes;
  rest.erase(0, std::string_view("Exit codes: ").size());
  std::ranges::replace(rest, '\n', ' ');
  rest.pop_back();
  std::string text = ".SH \"EXIT STATUS\"\n";
  while (!rest.empty()) {
    const std::string one = rest.substr(0, rest.find("; "));
    const auto blank = one.find(' ');
    text += item(roff_bold(one.substr(0, blank)), one.substr(blank + 1));
    rest.erase(0, std::min(rest.size(), one.size() + 2));
  }
  return text;
}

std::string see_also(const CommandPage& program, const CommandPage& command) {
  std::string text;
  const auto add = [&](const CommandPage& other) {
    if (other.path == command.path) return;
    text += (text.empty() ? "" : ",\n") + roff_bold(man_page_name(program, other)) + "(1)";
  };
  add(program);
  for (const CommandPage& other : program.commands) add(other);
  return ".SH \"SEE ALSO\"\n" + text + "\n";
}

}  // namespace

std::string man_page_name(const CommandPage& program, const CommandPage& command) {
  return program.name + (command.path.empty() ? "" : "-" + command.path);
}

std::string man_page(const CommandPage& program, const CommandPage& command) {
  const std::string name = man_page_name(program, command);
  const bool is_whole = command.path.empty();
  std::string page = ".TH " + roff_argument(upper(name)) + " 1 \"\" " +
                     roff_argument("mcsim " + std::string(version())) + " \"User Commands\"\n" +
                     ".SH NAME\n" + roff(name) + " \\- " +
                     roff(as_title(command.about, program.name)) + "\n.SH SYNOPSIS\n" +
                     synopsis_of(program, command) + ".SH DESCRIPTION\n" +
                     (is_whole ? roff_paragraphs(what_it_does) : roff(command.about) + "\n");
  if (!command.notes.empty()) page += ".PP\n" + roff_paragraphs(command.notes);
  page += is_whole ? list_of_pages(program) : sections_of(program, command);
  return page + ".SH OPTIONS\n" + options_of(command) + exit_status() + see_also(program, command);
}

}  // namespace mcsim::app
