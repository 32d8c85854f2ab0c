// Makes a contract from what the user typed, and runs the program under it.
#include "mcsim/app/elim/elim_command.hpp"

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/elim/elim_check.hpp"
#include "mcsim/app/elim/elim_report.hpp"
#include "mcsim/app/elim/elim_session.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/packing.hpp"

namespace mcsim::app {
namespace {

std::vector<std::string> names_of(const std::string& list) {
  std::vector<std::string> names;
  constexpr const char* separators = ", \t\n";
  for (std::size_t at = list.find_first_not_of(separators); at != std::string::npos;) {
    const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
    names.push_back(list.substr(at, end - at));
    at = list.find_first_not_of(separators, end);
  }
  return names;
}

/// A mistake in the command line, in words.
using Usage = std::string;

struct Bounds {
  Duration least{1};
  Duration most = unlimited;
};

std::optional<Usage> read_into(Duration& to, const std::optional<std::string>& text,
                               const char* option, Bounds bounds = {}) {
  if (!text) return std::nullopt;
  const auto duration = read_duration(*text);
  if (!duration || *duration < bounds.least || *duration > bounds.most)
    return std::string(option) + ": expected a duration" +
           (bounds.least > Duration{} ? " above 0" : "") +
           (bounds.most < unlimited ? ", " + seconds_of(Time{bounds.most}) + " s at most" : "") +
           ", such as 90s or 200ms, got " + in_quotes(*text);
  to = *duration;
  return std::nullopt;
}

std::optional<Usage> read_block_time(std::optional<Duration>& to,
                                     const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  if (text == "none") {
    to.reset();
    return std::nullopt;
  }
  Duration read = to.value_or(Duration{});
  const auto mistake = read_into(read, text, "--blocktime", {.least = 0ms, .most = 1'000'000s});
  to = read;
  return mistake;
}

std::optional<Usage> read_resources(ElimResources& to, const ElimRequest& request) {
  const auto shared = names_of(request.shared);
  const auto names = names_of(request.resources);
  const auto strings = names_of(request.strings);
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const std::string& name : shared)
    if (!has(names, name)) return "--shared: " + in_quotes(name) + " is not in --resources";
  for (const std::string& name : strings) {
    if (!has(names, name)) return "--strings: " + in_quotes(name) + " is not in --resources";
    if (to.find(name)) return "--strings: " + in_quotes(name) + " is a number";
  }
  for (const std::string& name : names) {
    const auto known = to.find(name);
    if (known && to[*known].target == ElimTarget::fixed)
      return "--resources: " + in_quotes(name) + " is no dynamic resource, so no ELIM reports it";
    const bool is_shared = has(shared, name);
    const ElimTarget target = known       ? to[*known].target
                              : is_shared ? ElimTarget::shared
                                          : ElimTarget::host_index;
    to.add({name, target, true, has(strings, name)});
  }
  if (names.empty()) to.take_any();
  return std::nullopt;
}

Expected<ElimTrial, Usage> plan_of(const ElimRequest& request) {
  constexpr Duration usual_check = 60s;
  ElimTrial plan{
      .request = request, .program = request.program, .contract = {}, .length = unlimited};
  ElimRules& rules = plan.contract.rules;
  if (request.command == ElimRequest::Command::check) plan.length = usual_check;
  std::optional<Usage> mistake = read_into(plan.length, request.length, "--for");
  // The same bounds as in lsf.cluster: docs/reference/reference.md.
  if (!mistake)
    mistake =
        read_into(rules.poll_interval, request.poll_interval, "--poll-interval", {.most = 5s});
  if (!mistake)
    mistake = read_into(rules.exchange_interval, request.exchange_interval, "--exinterval");
  if (request.lava) rules.block_time.reset();  // a LIM waits as long as it takes
  if (!mistake) mistake = read_block_time(rules.block_time, request.block_time);
  if (!mistake) mistake = read_resources(plan.contract.resources, request);
  if (!mistake && request.environment != "clean" && request.environment != "keep")
    mistake = "--env: expected clean or keep, got " + in_quotes(request.environment);
  if (mistake) return Unexpected(std::move(*mistake));
  rules.restarts = request.restarts;
  rules.abort_value = request.abort_value.value_or(rules.abort_value);
  rules.lava = request.lava;
  rules.between_starts = request.between_starts;
  rules.punctuality = request.punctuality;
  plan.contract.is_master = request.master;
  if (plan.program.find('/') == std::string::npos) plan.program = "./" + plan.program;
  return plan;
}

/// Keeps a program alive and hands each answer to `show(now, session, answer)`, until Ctrl-C, the
/// end of --for, or `show` returns false since nobody reads what it prints. Then the program is
/// ended as LIM ends it.
template <class Show>
void keep_alive(const ElimTrial& plan, Show&& show) {
  const Stopwatch watch;
  const auto now = [&] { return time_of(watch); };
  ElimSession session(plan.program, plan.contract, plan.request.grace,
                      {.keeps_environment = plan.request.environment == "keep"});
  const Time end = end_of(Time{}, plan.length);
  std::uint64_t reports = 0;
  const std::uint64_t enough = plan.request.enough_reports.value_or(~std::uint64_t{});
  bool stopping = false;
  while (!stopping || session.has_program()) {
    const Time at = now();
    if (at >= end) session.start_no_more();
    const ElimAnswer& answer = session.look(at);
    if (answer.report) ++reports;
    const bool is_seen = show(at, session, answer);
    const bool enough_seen =
        !is_seen || at >= end || reports >= enough || !session.watch().is_wanted();
    if (!stopping && (enough_seen || InterruptWatch::interrupted())) {
      session.stop(at);
      stopping = true;
      continue;
    }
    constexpr Duration at_most = 200ms;  // Ctrl-C may come just before the wait
    const Time next = stopping ? session.next_check() : std::min(session.next_check(), end);
    session.wait(std::clamp(next - now(), Duration{0}, at_most));
  }
}

/// Prints one line for each event.
void show_lines(std::ostream& out, Time now, const ElimSession& session, const ElimAnswer& answer) {
  if (answer.is_empty()) return;
  for (const ElimProblem& problem : answer.problems) out << problem_line(problem);
  for (const ElimValue& value : answer.values)
    out << seconds_of(now) << " s  " << session.contract().resources[value.resource].name << " = "
        << shown_value(session.contract().resources, value) << '\n';
  if (answer.terminate) out << seconds_of(now) << " s  SIGTERM\n";
  if (answer.start) out << seconds_of(now) << " s  started\n";
  out << std::flush;
}

ExitCode run(const ElimTrial& plan, const Console& console) {
  ElimRecord record;
  const bool table = console.out_is_terminal && !plan.request.json;
  if (plan.request.json) console.out << ElimRecord::head(plan.request.program, plan.contract);
  Time last{};
  keep_alive(plan, [&](Time now, const ElimSession& session, const ElimAnswer& answer) {
    last = now;
    if (plan.request.json) {
      console.out << record.lines(now, answer, session.contract(), session.watch().is_waiting())
                  << std::flush;
    } else if (!table) {
      show_lines(console.out, now, session, answer);
    } else if (!answer.is_empty()) {
      put_command(console.out, "\x1b[H\x1b[J");
      console.out << table_of(now, session.watch(), session.contract());
      for (const ElimProblem& problem : answer.problems)
        console.out << wrapped(problem_line(problem), console.out_width());
      console.out << std::flush;
    }
    return console.out.good();
  });
  if (plan.request.json) console.out << ElimRecord::end(last);
  return ExitCode::done;
}

ExitCode record(const ElimTrial& plan, const Console& console) {
  auto file = ReplacedFile::create(plan.request.output, packing_of_name(plan.request.output));
  if (!file) {
    print(console, file.error());
    return ExitCode::run_failed;
  }
  file->file().write(ElimRecord::head(plan.request.program, plan.contract));
  ElimRecord record;
  std::uint64_t reports = 0;
  Time last{};
  keep_alive(plan, [&](Time now, const ElimSession& session, const ElimAnswer& answer) {
    last = now;
    if (answer.report) ++reports;
    file->file().write(record.lines(now, answer, session.contract(), session.watch().is_waiting()));
    return !file->file().has_failed();
  });
  file->file().write(ElimRecord::end(last));
  if (const auto failure = file->commit()) {
    print(console, {{*failure}});
    return ExitCode::run_failed;
  }
  if (plan.request.json)
    console.out << "{\"reports\": " << reports << "}\n";
  else
    console.out << plan.request.output << ": " << reports
                << (reports == 1 ? " report in " : " reports in ") << seconds_of(last) << " s\n";
  return ExitCode::done;
}

}  // namespace

ExitCode elim_command(const ElimRequest& request, const Console& console) {
  auto plan = plan_of(request);
  if (!plan) {
    console.err << "mcsim: " << plan.error() << '\n';
    return ExitCode::usage;
  }
  if (request.command == ElimRequest::Command::record && request.output.empty()) {
    console.err << "mcsim: -o FILE: missing\n";
    return ExitCode::usage;
  }
  if (const auto complaint = elim_complaint(plan->program, request.lava)) {
    print(console, {{about_file(request.program, *complaint)}});
    return ExitCode::bad_input;
  }
  const InterruptWatch interrupts;
  const ChildrenCanBeWaitedFor children;
  switch (request.command) {
    case ElimRequest::Command::check:
      return elim_check(*plan, console);
    case ElimRequest::Command::run:
      return run(*plan, console);
    case ElimRequest::Command::record:
      break;
  }
  return record(*plan, console);
}

}  // namespace mcsim::app
