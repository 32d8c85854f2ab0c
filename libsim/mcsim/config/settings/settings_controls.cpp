// JOB_CONTROLS, and what application profiles have in its place.
#include <algorithm>
#include <cstddef>
#include <optional>
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
  std::optional<JobControl> JobRules::* rule;
};

constexpr Control controls[] = {
    {"SUSPEND", "SUSPEND_CONTROL"_key, "STOP TSTP", "suspended", &JobRules::suspend_control},
    {"RESUME", "RESUME_CONTROL"_key, "CONT", "resumed", &JobRules::resume_control},
    {"TERMINATE", "TERMINATE_CONTROL"_key, "INT TERM KILL", "ended", &JobRules::terminate_control}};

constexpr std::int32_t by_signal = 128;  ///< what a signal's number is added to in exit codes
struct Signal {
  std::string_view name;
  std::int32_t number;
};
/// Signals that end a process that does not catch them, and their numbers on Linux.
constexpr Signal deadly[] = {{"HUP", 1},   {"INT", 2},   {"QUIT", 3},  {"ABRT", 6},  {"KILL", 9},
                             {"USR1", 10}, {"USR2", 12}, {"ALRM", 14}, {"TERM", 15}, {"XCPU", 24}};

/// What a single signal does; none: nothing that is simulated.
std::optional<JobControl> control_of_signal(const Control& control, std::string_view name) {
  if (name.starts_with("SIG")) name.remove_prefix(3);
  const auto usual = split_words(control.signals);
  if (std::ranges::find(usual, name) != usual.end()) return JobControl{};
  const auto* const signal = std::ranges::find(deadly, name, &Signal::name);
  if (signal == std::end(deadly)) return std::nullopt;
  if (control.name == "TERMINATE") return JobControl{};
  return JobControl{JobControl::Kind::kill, by_signal + signal->number};
}

/// Whether the words behind a command mean the job itself and nothing else.
bool names_job(const std::vector<std::string_view>& words) {
  return words.size() == 2 && words[1].find("LSB_JOBID") != std::string_view::npos;
}

/// What an action does; none: it is not simulated.
std::optional<JobControl> control_of(const Control& control, std::string_view action) {
  const auto words = split_words(action);
  if (words.empty()) return JobControl{};
  const std::string_view command = words[0].substr(words[0].rfind('/') + 1);
  if (command == "brequeue" && names_job(words)) return JobControl{JobControl::Kind::requeue};
  if (command == "bkill" && names_job(words))
    return JobControl{control.name == "TERMINATE" ? JobControl::Kind::usual
                                                  : JobControl::Kind::kill};
  if (words.size() != 1) return std::nullopt;
  if (command == "CHKPNT" && control.name == "SUSPEND") return JobControl{};
  if (command == "CHKPNT" && control.name == "TERMINATE")
    return JobControl{JobControl::Kind::checkpoint};
  return control_of_signal(control, command);
}

void read(SettingsDraft& in, const JsonAt& at, std::string_view key, const Control& control,
          std::string_view action, JobRules& rules) {
  const std::string shown = in_quotes(std::string(control.name) + "[" + std::string(action) + "]");
  const auto found = control_of(control, action);
  if (!found)
    return in.complaints().warning(
        at, key,
        shown + " is not simulated: jobs are " + std::string(control.done) + " as without it",
        {.who = "job control", .what = "is left out", .count = 1});
  rules.*control.rule = *found;
  const bool is_command = split_words(action).size() == 2;
  if (control.name == "TERMINATE" && is_command)
    in.complaints().warning(
        at, key,
        shown + ": LSF's manual says that this command and the action wait for each other; here " +
            (found->kind == JobControl::Kind::requeue
                 ? "jobs are requeued, but at their limits they end"
                 : "jobs are ended"));
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

void read_all(SettingsDraft& in, const JsonAt& at, std::string_view text, JobRules& rules) {
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
    read(in, at, "JOB_CONTROLS"_key, *control, text.substr(open + 1, close - 1), rules);
    text.remove_prefix(open + close + 1);
  }
}

}  // namespace

void read_controls(SettingsDraft& in, const JsonNode& line, const JsonAt& at, JobRules& rules) {
  const Fields fields(line);
  if (const auto text = fields.text("JOB_CONTROLS"_key)) read_all(in, at, *text, rules);
  for (const Control& control : controls)
    if (const auto text = fields.text(control.key))
      read(in, at, control.key, control, *text, rules);
}

}  // namespace mcsim::config
