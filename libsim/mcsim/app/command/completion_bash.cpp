// Completion for bash: two functions that hold a table of the commands, and one that reads the
// command line with it.
#include <cstddef>
#include <string_view>
#include <vector>

#include "mcsim/app/command/completion.hpp"
#include "mcsim/app/command/completion_text.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view head =
    R"(# bash completion for %PROGRAM%, as `%PROGRAM% completion bash` writes it.
# shellcheck shell=bash

)";

// bash also breaks words at = : and @; the function joins them again.
constexpr std::string_view bash_reader = R"(
_%FUNCTION%() {
  local path='' commands options valued expects='' prefix='' kind='' names='' word i
  local operand=1 ended='' joins='' only_joins='^[=:@]+$'
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $joins || $word =~ $only_joins ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    joins=
    [[ $word =~ $only_joins ]] && joins=yes
  done
  local cur=${words[-1]}

  _%FUNCTION%_command ''
  for word in "${words[@]:0:${#words[@]}-1}"; do
    if [[ $expects ]]; then
      expects=
    elif [[ ! $ended && $word == -- ]]; then
      ended=yes
    elif [[ ! $ended && $word == -?* ]]; then
      [[ " $valued " == *" $word "* ]] && expects=$word
    elif [[ " $commands " == *" $word "* ]]; then
      path+=${path:+ }$word
      _%FUNCTION%_command "$path"
    else
      ((++operand))
    fi
  done

  if [[ ! $expects && ! $ended && $cur == --*=* ]]; then
    expects=${cur%%=*}
    cur=${cur#*=}
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=$expects=
  fi
  if [[ $expects ]]; then
    _%FUNCTION%_value "$path" "$expects"
  elif [[ ! $ended && $cur == -* ]]; then
    kind=name names=$options
  elif [[ $commands ]]; then
    kind=name names=$commands
  else
    _%FUNCTION%_value "$path" "$operand"
  fi
  case $kind in
  name) mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$names" -- "$cur") ;;
  list)
    compopt -o nospace 2>/dev/null
    local name taken=, left=
    [[ $cur == *,* ]] && prefix+=${cur%,*}, taken+=${cur%,*},
    for name in $names; do [[ $taken == *,"$name",* ]] || left+="$name "; done
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$left" -- "${cur##*,}")
    ;;
  file | directory)
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -A "$kind" -- "$cur")
    ;;
  esac
}
complete -F _%FUNCTION% %PROGRAM%
)";

std::vector<std::string> names_of(const std::vector<OptionPage>& options, bool only_valued) {
  std::vector<std::string> names;
  for (const OptionPage& option : options)
    if (!only_valued || !option.value.empty())
      names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::string command_case(const CommandPage& command) {
  std::vector<std::string> below;
  for (const CommandPage& one : command.commands) below.push_back(one.name);
  return "  " + shell_quoted(command.path) + ")\n    commands=" + shell_quoted(spaced(below)) +
         "\n    options=" + shell_quoted(spaced(names_of(command.options, false))) +
         "\n    valued=" + shell_quoted(spaced(names_of(command.options, true))) + "\n    ;;\n";
}

std::string offer_of(const OptionPage& option) {
  switch (option.kind) {
    case ValueKind::file:
      return "kind='file'";
    case ValueKind::directory:
      return "kind='directory'";
    case ValueKind::name:
      return "kind=name names=" + shell_quoted(spaced(option.known));
    case ValueKind::list_of_names:
      return "kind=list names=" + shell_quoted(spaced(option.known));
    case ValueKind::anything:
      break;
  }
  return {};
}

/// A line for each option and each operand (by its number) that has values to offer.
std::string value_cases(const CommandPage& command) {
  std::string lines;
  const auto add = [&](const std::string& pattern, const OptionPage& option) {
    if (option.kind != ValueKind::anything)
      lines += "  " + pattern + ") " + offer_of(option) + " ;;\n";
  };
  for (const OptionPage& option : command.options) {
    std::string pattern;
    for (const std::string& name : option.names)
      pattern += (pattern.empty() ? "" : " | ") + shell_quoted(command.path + "/" + name);
    add(pattern, option);
  }
  for (std::size_t at = 0; at < command.operands.size(); ++at)
    add(command.operands[at].repeated ? shell_quoted(command.path + "/") + "[0-9]*"
                                      : shell_quoted(command.path + "/" + std::to_string(at + 1)),
        command.operands[at]);
  return lines;
}

}  // namespace

std::string bash_completion(const CommandPage& program) {
  std::string commands;
  std::string values;
  for_each_command(program, [&](const CommandPage& command) {
    commands += command_case(command);
    values += value_cases(command);
  });
  return for_program(std::string(head), program.name) +
         for_program(
             "# What stands behind a command, and which of its options take a value.\n"
             "_%FUNCTION%_command() {\n  commands='' options='' valued=''\n"
             "  case $1 in\n",
             program.name) +
         commands + "  esac\n}\n\n" +
         for_program(
             "# What the value of an option can be, or an operand by its number.\n"
             "_%FUNCTION%_value() {\n  case $1/$2 in\n",
             program.name) +
         values + "  esac\n}\n" + for_program(std::string(bash_reader), program.name);
}

}  // namespace mcsim::app
