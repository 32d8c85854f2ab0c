// Shared by the writers of completions: a walk over the commands, and quoting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/command/command_page.hpp"

namespace mcsim::app {

/// Calls `visit` with the whole tree and with each command in it, parents first.
template <class Visit>
void for_each_command(const CommandPage& command, const Visit& visit) {
  visit(command);
  for (const CommandPage& below : command.commands) for_each_command(below, visit);
}

inline std::string spaced(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

inline std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// `text` as one word of bash or zsh, whatever it holds.
inline std::string shell_quoted(const std::string& text) {
  return "'" + replaced(text, "'", "'\\''") + "'";
}

/// The script with the program's name for %PROGRAM%, and for %FUNCTION% the same name in a form
/// that can be part of a function's name.
inline std::string for_program(std::string script, const std::string& program) {
  std::string function = program;
  for (char& letter : function)
    if (letter == '-' || letter == '.') letter = '_';
  return replaced(replaced(std::move(script), "%FUNCTION%", function), "%PROGRAM%", program);
}

}  // namespace mcsim::app
