// JOB_CONTROLS, and what application profiles have in its place: what is not simulated of it.
#include <algorithm>
#include <cstddef>
#include <string>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

struct Control {
  std::string_view name;
  std::string_view key;      ///< where it stands alone
  std::string_view signals;  ///< that do what happens without it
  std::string_view done;     ///< what happens
};

constexpr Control controls[] = {
    {"SUSPEND", "SUSPEND_CONTROL"_key, "SIGSTOP SIGTSTP STOP TSTP", "suspended"},
    {"RESUME", "RESUME_CONTROL"_key, "SIGCONT CONT", "resumed"},
    {"TERMINATE", "TERMINATE_CONTROL"_key, "SIGINT SIGTERM SIGKILL INT TERM KILL", "ended"}};

void check(SettingsDraft& in, const JsonAt& at, std::string_view key, const Control& control,
           std::string_view action) {
  const auto words = split_words(action);
  const auto known = split_words(control.signals);
  const bool is_usual =
      words.empty() || (words.size() == 1 && std::ranges::find(known, words[0]) != known.end());
  if (is_usual) return;
  in.complaints().warning(at, key,
                          in_quotes(std::string(control.name) + "[" + std::string(action) + "]") +
                              " is not simulated: jobs are " + std::string(control.done) +
                              " as without it");
}

/// The bracket that closes the first letter; npos: none does.
std::size_t closing(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '[') ++depth;
    if (text[at] == ']' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

void check_all(SettingsDraft& in, const JsonAt& at, std::string_view text) {
  const std::string whole(text);
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.empty()) return;
    const auto open = std::min(text.find('['), text.size());
    const auto name = split_words(text.substr(0, open));
    const auto control = name.size() == 1 ? std::ranges::find(controls, name[0], &Control::name)
                                          : std::end(controls);
    const auto close = closing(text.substr(open));
    if (control == std::end(controls) || close == std::string_view::npos)
      return in.complaints().warning(at, "JOB_CONTROLS"_key,
                                     "expected SUSPEND[...] RESUME[...] TERMINATE[...], got " +
                                         in_quotes(whole) + "; the rest is ignored");
    check(in, at, "JOB_CONTROLS"_key, *control, text.substr(open + 1, close - 1));
    text.remove_prefix(open + close + 1);
  }
}

}  // namespace

void check_controls(SettingsDraft& in, const JsonNode& line, const JsonAt& at) {
  const Fields fields(line);
  if (const auto text = fields.text("JOB_CONTROLS"_key)) check_all(in, at, *text);
  for (const Control& control : controls)
    if (const auto text = fields.text(control.key)) check(in, at, control.key, control, *text);
}

}  // namespace mcsim::config
