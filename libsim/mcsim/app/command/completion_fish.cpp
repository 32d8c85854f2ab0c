// Completion for fish: a function that tells the position on the command line, and a line for each
// word that can be typed there.
#include <cstddef>
#include <string_view>

#include "mcsim/app/command/completion.hpp"
#include "mcsim/app/command/completion_text.hpp"

namespace mcsim::app {
namespace {

// The first function's arguments: a command and, for an operand, the operand's number.
constexpr std::string_view fish_reader = R"(
function __%FUNCTION%_at
    set -l path ''
    set -l operand 1
    set -l expects no
    set -l ended no
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $expects = yes
            set expects no
        else if test $ended = no; and test "$word" = --
            set ended yes
        else if test $ended = no; and string match -qr '^-.' -- $word
            contains -- "$path/$word" $__%FUNCTION%_valued; and set expects yes
        else if contains -- "$path/$word" $__%FUNCTION%_commands
            set path (string trim -- "$path $word")
        else
            set operand (math $operand + 1)
        end
    end
    test "$path" = "$argv[1]"; or return 1
    set -q argv[2]; or return 0
    test $operand = $argv[2]
end

function __%FUNCTION%_list
    set -l done (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    for name in $argv
        string match -q -- "*,$name,*" ",$done"; or echo $done$name
    end
end

complete -c %PROGRAM% -f
)";

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// How fish completes the value. `-r`: a value must follow; `-f`: no files; `-F`: files after all.
std::string value_of(const OptionPage& option) {
  const std::string names = spaced(option.known);
  switch (option.kind) {
    case ValueKind::file:
      return " -F";
    case ValueKind::directory:
      return " -f -a '(__fish_complete_directories)'";
    case ValueKind::name:
      return " -f -a " + fish_quoted(names);
    case ValueKind::list_of_names:
      return " -f -a " + fish_quoted("(__%FUNCTION%_list " + names + ")");
    case ValueKind::anything:
      break;
  }
  return " -f";
}

std::string where(const std::string& command, const std::string& operand) {
  return "complete -c %PROGRAM% -n " + fish_quoted("__%FUNCTION%_at " + fish_quoted(command) +
                                                   (operand.empty() ? "" : " ") + operand);
}

std::string option_line(const CommandPage& command, const OptionPage& option) {
  std::string line = where(command.path, "");
  for (const std::string& name : option.names) {
    if (name.starts_with("--"))
      line += " -l " + name.substr(2);
    else
      line += (name.size() == 2 ? " -s " : " -o ") + name.substr(1);
  }
  if (!option.value.empty()) line += " -r" + value_of(option);
  return line + " -d " + fish_quoted(option.about) + "\n";
}

std::string lines_for(const CommandPage& command) {
  std::string lines;
  for (const CommandPage& below : command.commands)
    lines +=
        where(command.path, "") + " -a " + below.name + " -d " + fish_quoted(below.about) + "\n";
  for (std::size_t at = 0; at < command.operands.size(); ++at) {
    const OptionPage& operand = command.operands[at];
    if (operand.kind != ValueKind::anything)
      lines += where(command.path, operand.repeated ? "" : std::to_string(at + 1)) +
               value_of(operand) + "\n";
  }
  for (const OptionPage& option : command.options) lines += option_line(command, option);
  return lines;
}

}  // namespace

std::string fish_completion(const CommandPage& program) {
  std::string commands;
  std::string valued;
  std::string lines;
  for_each_command(program, [&](const CommandPage& command) {
    for (const CommandPage& below : command.commands)
      commands += " " + fish_quoted(command.path + "/" + below.name);
    for (const OptionPage& option : command.options)
      for (const std::string& name : option.names)
        if (!option.value.empty()) valued += " " + fish_quoted(command.path + "/" + name);
    lines += lines_for(command);
  });
  return for_program(
      "# fish completion for %PROGRAM%, as `%PROGRAM% completion fish` writes it.\n"
      "set -g __%FUNCTION%_commands" +
          commands + "\nset -g __%FUNCTION%_valued" + valued + "\n" + std::string(fish_reader) +
          lines,
      program.name);
}

}  // namespace mcsim::app
