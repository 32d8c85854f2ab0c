// Writes what a running ELIM does: lines, JSON lines, and a table.
#include "mcsim/app/elim/elim_report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

std::string json_of(const ElimValue& value, const ElimResources& resources) {
  if (!value.value) return "null";
  const bool is_number = !resources[value.resource].is_text && !std::isnan(*value.value);
  return is_number ? value_text(value.value) : quoted_json(shown_value(resources, value));
}

std::string values_line(Time now, const std::vector<ElimValue>& values,
                        const ElimContract& contract) {
  std::string line = "{\"time\": " + seconds_of(now) + ", \"values\": {";
  // If a name comes twice, its last value counts.
  std::map<std::string, std::string> last;
  for (const ElimValue& entry : values)
    last[contract.resources[entry.resource].name] = json_of(entry, contract.resources);
  bool first = true;
  for (const auto& [name, value] : last) {
    line += (std::exchange(first, false) ? "" : ", ") + quoted_json(name) + ": " + value;
  }
  return line + "}}\n";
}

std::string event_line(Time now, std::string_view event, const std::string& more = "") {
  return "{\"time\": " + seconds_of(now) + ", \"event\": \"" + std::string(event) + "\"" + more +
         "}\n";
}

std::string problem_event(const ElimProblem& problem, const std::optional<ElimExit>& ended) {
  std::string more;
  if (problem.fault == ElimFault::exited && ended)
    more = (ended->by_signal ? ", \"signal\": " : ", \"status\": ") + std::to_string(ended->code);
  return event_line(problem.at, name_of(problem.fault),
                    more + ", \"rule\": \"" + std::string(rule_of(problem.fault)) +
                        "\", \"text\": " + quoted_json(problem.text));
}

std::string list_of_names(const ElimResources& resources) {
  std::string list;
  for (const ElimResource& resource : resources.all())
    if (resource.expected) list += (list.empty() ? "" : ", ") + quoted_json(resource.name);
  return "[" + list + "]";
}

}  // namespace

std::string seconds_of(Time time) {
  const std::int64_t milliseconds = time.time_since_epoch().count();
  std::string text = std::to_string(milliseconds / 1000);
  if (milliseconds % 1000 != 0) text += "." + std::to_string(1000 + milliseconds % 1000).substr(1);
  return text;
}

std::string value_text(const std::optional<double>& value) {
  if (!value) return "-";
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), *value).ptr};
}

std::string shown_value(const ElimResources& resources, const ElimValue& value) {
  const bool is_word = value.value && resources[value.resource].is_text;
  return is_word ? resources.text(*value.value) : value_text(value.value);
}

std::string problem_line(const ElimProblem& problem) {
  std::string time = seconds_of(problem.at) + " s";
  time.insert(0, time.size() < 12 ? 12 - time.size() : 0, ' ');
  return time + "  " + std::string(rule_of(problem.fault)) + "  " + problem.text + "\n";
}

std::string ElimRecord::head(const std::string& program, const ElimContract& contract) {
  return "{\"mcsim_elim\": 1, \"program\": " + quoted_json(program) +
         ", \"resources\": " + list_of_names(contract.resources) +
         ", \"master\": " + (contract.is_master ? "true" : "false") + "}\n";
}

std::string ElimRecord::lines(Time now, const ElimAnswer& answer, const ElimContract& contract,
                              bool within_report) {
  std::string text;
  unfinished_.insert(unfinished_.end(), answer.values.begin(), answer.values.end());
  if (!within_report && !unfinished_.empty()) {
    text += values_line(answer.report.value_or(now), unfinished_, contract);
    unfinished_.clear();
  }
  for (const ElimProblem& problem : answer.problems) text += problem_event(problem, answer.ended);
  if (answer.terminate) text += event_line(now, "terminated");
  if (answer.start) text += event_line(now, "started");
  return text;
}

std::string ElimRecord::end(Time now) { return event_line(now, "end"); }

std::string table_of(Time now, const ElimWatch& watch, const ElimContract& contract) {
  std::size_t widest = 5;
  for (const ElimResource& resource : contract.resources.all())
    widest = std::max(widest, resource.name.size());
  std::string text =
      seconds_of(now) + " s, " +
      (watch.is_running() ? watch.is_waiting() ? "waits for the rest of a report" : "the ELIM runs"
                          : "no ELIM runs") +
      ", restarts: " + std::to_string(watch.restarts()) + "\n";
  for (std::size_t at = 0; at < contract.resources.size(); ++at) {
    const auto index = static_cast<ElimIndex>(at);
    const ElimResource& resource = contract.resources[index];
    const auto value = watch.value(index);
    if (!value && !resource.expected) continue;
    text += resource.name + std::string(widest + 2 - resource.name.size(), ' ') +
            shown_value(contract.resources, {index, value}) + "\n";
  }
  return text;
}

}  // namespace mcsim::app
