// Prints PAM's command line as words for a shell, or as JSON.
#include "mcsim/app/command/pjl_command.hpp"

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>

#include "mcsim/app/base/visible_stream.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/utf8.hpp"

namespace mcsim::app {
namespace {

bool is_printable(char letter) { return letter >= ' ' && letter <= '~'; }

/// `word` as bash reads it back as one word. If it holds control characters or is not UTF-8, all
/// bytes beyond ASCII are written as numbers, since a terminal would not show them.
std::string bash_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%^$";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  if (has_control(word) || visible(word) != word) {
    std::string quoted = "$'";
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      const auto digit = [&](int shift) { return static_cast<char>('0' + ((byte >> shift) & 7)); };
      if (!is_printable(c))
        quoted += {'\\', digit(6), digit(3), digit(0)};
      else
        quoted += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    }
    return quoted + "'";
  }
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + bash_word(word);
  return line;
}

JsonNode json_words(const std::vector<std::string>& words) {
  std::vector<JsonNode> items;
  for (const std::string& word : words) items.push_back(json_text(word));
  return json_list(std::move(items));
}

}  // namespace

ExitCode pjl_cmdline(const PjlRequest& request, const Console& console) {
  const auto command = read_pam_command(request.words);
  if (!command) {
    for (const std::string& mistake : command.error()) console.err << "mcsim: " << mistake << '\n';
    console.err << "mcsim pjl cmdline --help tells more\n";
    return ExitCode::usage;
  }
  const std::vector<std::string> words = started_words(*command, request.callback);
  const std::string options = line_of(callback_options(request.callback));
  if (request.json) {
    std::vector<JsonNode> members = {json_member("method", json_whole(command->inserts ? 1 : 2)),
                                     json_member("pjl", json_words(command->pjl)),
                                     json_member("job", json_words(command->job)),
                                     json_member("starts", json_words(words)),
                                     json_member("LSF_TS_OPTIONS", json_text(options))};
    if (command->tasks) members.push_back(json_member("tasks", json_whole(*command->tasks)));
    console.out << to_pretty_json(json_object(std::move(members)));
    return ExitCode::done;
  }
  if (command->inserts)
    console.out << "method 1: PAM inserts TaskStarter between the PJL and the job, and starts\n  "
                << line_of(words) << '\n';
  else
    console.out << "method 2: PAM starts the words as they are\n  " << line_of(words)
                << "\nThe PJL wrapper, or the job script, inserts before what starts the tasks\n  "
                << bash_word(request.callback.task_starter)
                << " $LSF_TS_OPTIONS\nwhere PAM has set LSF_TS_OPTIONS to\n  " << options << '\n';
  return ExitCode::done;
}

}  // namespace mcsim::app
