// Completion for zsh: for each command a function that calls _arguments.
#include <cstddef>
#include <string_view>

#include "mcsim/app/command/completion.hpp"
#include "mcsim/app/command/completion_text.hpp"

namespace mcsim::app {
namespace {

/// Escapes brackets and colons, which have a meaning for _arguments.
std::string escaped(std::string text) {
  for (const std::string_view letter : {"\\", "[", "]", ":"})
    text = replaced(std::move(text), letter, "\\" + std::string(letter));
  return text;
}

std::string action_of(const OptionPage& option) {
  switch (option.kind) {
    case ValueKind::file:
      return "_files";
    case ValueKind::directory:
      return "_files -/";
    case ValueKind::name:
      return "(" + spaced(option.known) + ")";
    case ValueKind::list_of_names:
      return "_sequence compadd - " + spaced(option.known);
    case ValueKind::anything:
      break;
  }
  return " ";
}

/// An operand with nothing to offer gets "()", so that zsh offers the options. A blank would show a
/// message about the operand instead of them.
std::string action_of_operand(const OptionPage& operand) {
  return operand.kind == ValueKind::anything ? "()" : action_of(operand);
}

/// The specifications of an option. Its names exclude each other, unless it may be repeated.
std::string option_specs(const OptionPage& option) {
  const std::string before = option.repeated ? "*" : "(" + spaced(option.names) + ")";
  const std::string value =
      option.value.empty() ? "" : ":" + escaped(option.value) + ":" + action_of(option);
  std::string specs;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--") && !option.value.empty();
    specs += " \\\n    " + shell_quoted(before + name + (is_long ? "=" : "") + "[" +
                                        escaped(option.about) + "]" + value);
  }
  return specs;
}

std::string function_of(const CommandPage& command) {
  std::string name = "_%FUNCTION%";
  return command.path.empty() ? name : name + "_" + replaced(command.path, " ", "_");
}

/// The names of the subcommands, and a case for the one that was typed.
std::string commands_below(const CommandPage& command) {
  if (command.commands.empty()) return "\n}\n\n";
  std::string lines =
      " \\\n    '1: :->command' '*:: :->argument'\n  case $state in\n  command)\n"
      "    local -a subcommands=(";
  for (const CommandPage& below : command.commands)
    lines += "\n      " + shell_quoted(below.name + ":" + below.about);
  lines +=
      ")\n    _describe -t commands command subcommands\n    ;;\n  argument)\n"
      "    case $words[1] in\n";
  for (const CommandPage& below : command.commands)
    lines += "    " + below.name + ") " + function_of(below) + " ;;\n";
  return lines + "    esac\n    ;;\n  esac\n}\n\n";
}

std::string function_for(const CommandPage& command) {
  std::string lines = function_of(command) +
                      "() {\n  local state line curcontext=$curcontext\n"
                      "  typeset -A opt_args\n  _arguments -C -S";
  for (const OptionPage& option : command.options) lines += option_specs(option);
  for (std::size_t at = 0; at < command.operands.size(); ++at) {
    const OptionPage& operand = command.operands[at];
    const std::string place = operand.repeated ? "*" : std::to_string(at + 1);
    lines += " \\\n    " +
             shell_quoted(place + ":" + escaped(operand.value) + ":" + action_of_operand(operand));
  }
  return lines + commands_below(command);
}

constexpr std::string_view registration = R"(if [[ $funcstack[1] == _%PROGRAM% ]]; then
  _%FUNCTION% "$@"
else
  compdef _%FUNCTION% %PROGRAM%
fi
)";

}  // namespace

std::string zsh_completion(const CommandPage& program) {
  std::string script =
      "#compdef %PROGRAM%\n# zsh completion for %PROGRAM%, as `%PROGRAM% completion zsh` writes "
      "it.\n\n";
  for_each_command(program, [&](const CommandPage& command) { script += function_for(command); });
  return for_program(script + std::string(registration), program.name);
}

}  // namespace mcsim::app
