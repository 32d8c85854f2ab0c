// The commands that simulate, and their options.
#include "mcsim/app/command/run_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "mcsim/app/base/strict.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/whole_option.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

std::vector<std::string> dispatch_names(const Registry& registry) {
  std::vector<std::string> names;
  for (const Registry::Dispatch& entry : registry.dispatch) names.push_back(entry.name);
  return names;
}

constexpr const char* about_interrupted_folders =
    ". What Ctrl-C cuts short leaves older whole results there, and goes to DIR.partial until the "
    "next that is whole";

}  // namespace

void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& to,
                  const std::string& about, const std::string& value) {
  command.add_option(name, to, about)
      ->type_name(value)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->trigger_on_parse(false);
}

void add_outputs(CLI::App& command, std::string& to, const std::string& about, Offers& offers) {
  CLI::Option* const outputs = command.add_option("--outputs", to, about)->type_name("LIST");
  offers.push_back({outputs, {std::begin(output_names), std::end(output_names)}, true});
}

void add_input(CLI::App& command, RunRequest& to, const Registry& registry, Offers& offers) {
  command
      .add_option("INPUT", to.input,
                  "A scenario (JSON), or a trace (SWF), each plain, .gz, .zst or .xz")
      ->required();
  add_repeated(command, "--set", to.sets, "Changes one value: model.dispatch=easy", "PATH=VALUE");
  command.add_option("--seed", to.seed, "Of all random streams; by default the scenario's")
      ->type_name("N");
  command.add_option("--until", to.until, "Ends the run at this time: 30d, 12h, 90min, 15s, 200ms")
      ->type_name("T");
  command
      .add_option("--slots", to.slots,
                  "Of a bare trace: the machine's job slots; by default the "
                  "header's MaxProcs")
      ->type_name("N");
  const std::vector<std::string> policies = dispatch_names(registry);
  CLI::Option* const dispatch =
      command
          .add_option("--dispatch", to.dispatch,
                      "Of a bare trace: " + listed(policies) + "; by default easy")
          ->type_name("POLICY");
  offers.push_back({dispatch, policies});
  add_policies(command, to.programs);
  command.add_flag("--strict", to.strict, strict_about);
  add_warnings(command, to.warnings, offers);
  command.add_flag("-q,--quiet", to.quiet, "Prints no results");
}

void add_policies(CLI::App& command, PolicyOptions& to) {
  add_repeated(command, "--policy", to.policies,
               "A program as policy NAME of forwarding, slot pools or leases: it is asked in lines "
               "of JSON, as mcsim decide is",
               "NAME=COMMAND");
  command
      .add_option("--policy-timeout", to.timeout,
                  "The longest that such a program may take for an answer; by default 10s")
      ->type_name("T");
}

void add_warnings(CLI::App& command, std::string& to, Offers& offers) {
  const std::vector<std::string> choices(std::begin(warnings_choices), std::end(warnings_choices));
  const CLI::Validator is_choice(
      [choices](const std::string& text) {
        const bool is_one = std::ranges::find(choices, text) != choices.end();
        return is_one ? std::string() : "expected " + listed(choices) + ", got " + in_quotes(text);
      },
      "", "warnings");
  CLI::Option* const option =
      command.add_option("--warnings", to, warnings_about)->type_name("CHOICE")->check(is_choice);
  offers.push_back({option, choices});
}

void add_run(CLI::App& app, RunRequest& to, const Registry& registry, Offers& offers) {
  CLI::App& run = *app.add_subcommand("run", "Runs one simulation: a scenario, or a bare trace.");
  add_input(run, to, registry, offers);
  run.add_option("-o,--output", to.folder,
                 std::string("Where the run folder goes: complete, or not at all") +
                     about_interrupted_folders)
      ->type_name("DIR");
  add_outputs(
      run, to.outputs,
      "What to write beside summary.json, scenario.json and skipped.csv: jobs (the "
      "default), executions, decisions, counters, launches, shares, segments, series, usage (in "
      "summary.json), acct (lsb.acct), or nothing (\"\")",
      offers);
  run.add_option("--series-step", to.series_step,
                 "Rows of series.csv: means over steps of this length, not one for each change")
      ->type_name("T");
  run.add_flag("--check", to.check, "Exit code 4 unless the scenario's `expect` holds");
  run.add_flag("--print-config", to.print_config,
               "Prints the scenario with all defaults; runs nothing");
  run.add_flag("--json", to.json, "Prints the text of summary.json instead of a table");
  run.footer(std::string("\n") + exit_codes);
}

}  // namespace mcsim::app
