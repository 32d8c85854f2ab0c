// What the writers of completions have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/command/command_page.hpp"

namespace mcsim::app {

/// Calls `visit` with the whole tree and with each command in it, the higher ones first.
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

/// One word of bash or zsh, whatever is in it.
inline std::string shell_quoted(const std::string& text) {
  return "'" + replaced(text, "'", "'\\''") + "'";
}

/// A script with the program's name for %PROGRAM%, and that as a part of functions' names for
/// %FUNCTION%.
inline std::string for_program(std::string script, const std::string& program) {
  std::string function = program;
  for (char& letter : function)
    if (letter == '-' || letter == '.') letter = '_';
  return replaced(replaced(std::move(script), "%FUNCTION%", function), "%PROGRAM%", program);
}

}  // namespace mcsim::app
