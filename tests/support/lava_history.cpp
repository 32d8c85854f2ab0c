// Reads lsb.events, the log of commands, and the workload of a history.
#include "support/lava_history.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::testing {

namespace lava_history {

using Words = std::vector<std::string>;

/// The fields of an event: words, or texts in quotes, in which "" is a quote.
Words fields_of(const std::string& line) {
  Words fields;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    std::string& field = fields.emplace_back();
    if (line[at] != '"') {
      while (at < line.size() && line[at] != ' ') field += line[at++];
      continue;
    }
    for (++at; at < line.size(); ++at) {
      if (line[at] == '"' && (at + 1 == line.size() || line[++at] != '"')) break;
      field += line[at];
    }
  }
  return fields;
}

/// The words of a command, with the shell's quotes.
Words words_of(const std::string& command) {
  Words words;
  bool is_open = false;
  char quote = 0;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == 0 && c == ' ') {
      is_open = false;
      continue;
    }
    if (!is_open) words.emplace_back();
    is_open = true;
    if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = 0;
    else if (c == '\\' && quote == '"' && at + 1 < command.size())
      words.back() += command[++at];
    else
      words.back() += c;
  }
  return words;
}

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error("no number: " + text);
  return value;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Whether an execution has ended: DONE, EXIT, or PEND where the job is requeued.
bool is_end(const LsbEvent& event) {
  const std::string& status = event.fields[4];
  return event.kind() == "JOB_STATUS" && (status == "1" || status == "32" || status == "64");
}

/// The index of the element that a JOB_STATUS is about: behind the exit status, which comes after
/// 19 numbers of what was used, if there are some.
std::int64_t element_of_end(const LsbEvent& status) {
  return number(status.fields[status.fields[9] == "1" ? 30 : 11]);
}

/// Where the last JOB_START of each second stands.
std::map<std::int64_t, std::size_t> last_starts(const std::vector<LsbEvent>& events) {
  std::map<std::int64_t, std::size_t> last;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].kind() == "JOB_START") last[events[i].at] = i;
  return last;
}

void read_events(LavaHistory& history) {
  const auto events = read_lsb_events(history.folder + "/lsb.events");
  const auto last = last_starts(events);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const LsbEvent& event = events[i];
    const auto start = last.find(event.at);
    const bool is_behind = start != last.end() && i > start->second;
    const auto at = static_cast<HistorySeconds>(event.at - history.begin);
    if (event.kind() == "JOB_NEW") {
      history.jobs[event.job()].submit = at + (is_behind ? 0.5 : 0);
    } else if (event.kind() == "JOB_START") {
      const auto count = static_cast<std::ptrdiff_t>(number(event.fields[8]));
      const auto first = event.fields.begin() + 9;
      // Hosts, two commands, flags, and the index of an element.
      history.jobs[event.job()].executions.push_back(
          {at, {}, Words(first, first + count), number(first[count + 3])});
    } else if (is_end(event)) {
      auto& executions = history.jobs[event.job()].executions;
      const std::int64_t element = element_of_end(event);
      const auto ended = std::find_if(executions.rbegin(), executions.rend(),
                                      [&](const auto& one) { return one.element == element; });
      if (ended != executions.rend() && !ended->end)
        ended->end = at + (is_behind || start == last.end() ? 0.5 : 0);
    }
  }
}

/// The number of the job that bsub has answered with; none: it refused the job.
std::optional<std::int64_t> job_of_answer(const std::string& answer) {
  const auto open = answer.find("Job <");
  if (open == std::string::npos) return std::nullopt;
  return number(answer.substr(open + 5, answer.find('>', open) - open - 5));
}

/// Lines as `0.30 0.01 alice bsub -n 2 sleep 9 => Job <1> is submitted to queue <low>.`
void read_commands(LavaHistory& history) {
  for (const std::string& line : lines_of(history.folder + "/submitted.log")) {
    const auto arrow = line.find(" => ");
    if (arrow == std::string::npos) continue;
    std::istringstream in(line.substr(0, arrow));
    HistorySeconds at = 0;
    HistorySeconds took = 0;
    std::string user;
    std::string command;
    in >> at >> took >> user;
    std::getline(in >> std::ws, command);
    Words words = words_of(command);
    if (words.empty()) continue;
    if (words[0] != "bsub") {
      history.actions.push_back({at, user, std::move(words)});
    } else if (const auto job = job_of_answer(line.substr(arrow))) {
      history.jobs.at(*job).user = user;
      history.jobs.at(*job).command = std::move(words);
    }
  }
}

void read_hosts(LavaHistory& history) {
  const std::string path = history.folder + "/workload.json";
  const auto tree = read_json_file(path, path);
  if (!tree) throw std::runtime_error("cannot read " + path);
  const JsonNode* slots = tree->root.find("mxj");
  for (const JsonNode& host : tree->root.find("hosts")->children)
    history.hosts.emplace_back(host.text, static_cast<int>(slots->find(host.text)->whole));
}

}  // namespace lava_history

std::int64_t LsbEvent::job() const { return lava_history::number(fields[3]); }

std::vector<LsbEvent> read_lsb_events(const std::string& path) {
  std::vector<LsbEvent> events;
  for (const std::string& line : lava_history::lines_of(path)) {
    std::vector<std::string> fields = lava_history::fields_of(line);
    if (fields.size() < 5 || !fields[0].starts_with("JOB_")) continue;
    const std::int64_t at = lava_history::number(fields[2]);
    events.push_back({at, std::move(fields)});
  }
  return events;
}

LavaHistory read_lava_history(const std::string& folder) {
  LavaHistory history;
  history.name = std::filesystem::path(folder).filename().string();
  history.folder = folder;
  std::ifstream(folder + "/t0") >> history.begin;
  lava_history::read_hosts(history);
  lava_history::read_events(history);
  lava_history::read_commands(history);
  std::erase_if(history.jobs, [](const auto& job) { return job.second.command.empty(); });
  return history;
}

}  // namespace mcsim::testing
