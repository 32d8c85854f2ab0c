// Adds all subcommands of `mcsim`, in the order of --help.
#include "mcsim/app/command/command_tree.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "mcsim/app/base/strict.hpp"
#include "mcsim/app/base/version.hpp"
#include "mcsim/app/command/bench_options.hpp"
#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/decide_options.hpp"
#include "mcsim/app/command/elim_options.hpp"
#include "mcsim/app/command/generate_options.hpp"
#include "mcsim/app/command/import_options.hpp"
#include "mcsim/app/command/replay_options.hpp"
#include "mcsim/app/command/report_options.hpp"
#include "mcsim/app/command/run_options.hpp"
#include "mcsim/app/command/sweep_options.hpp"

namespace mcsim::app {
namespace {

void add_validate(CLI::App& app, Typed& typed, Offers& offers) {
  CLI::App& validate = *app.add_subcommand(
      "validate",
      "Tells all that is wrong with scenarios, traces and LSF configurations; runs nothing.");
  validate
      .add_option(
          "FILE", typed.files,
          "Scenarios (JSON) and traces (SWF), each plain, .gz, .zst or .xz, and directories of LSF "
          "configuration")
      ->required();
  validate.add_flag("--json", typed.json, "Prints the diagnostics as JSON");
  validate.add_flag("--strict", typed.strict, strict_about);
  add_warnings(validate, typed.warnings, offers);
  validate.footer(std::string("\n") + exit_codes);
}

void add_convert(CLI::App& app, Typed& typed, Offers& offers) {
  CLI::App& convert = *app.add_subcommand(
      "convert", "Converts between SWF, tables of jobs and `jobs` of scenarios.");
  ConvertRequest& to = typed.convert;
  convert
      .add_option(
          "IN", to.in,
          "A trace (.swf), a table of jobs (.csv) or a scenario (.json), also with .gz, .zst "
          "or .xz")
      ->required();
  convert
      .add_option("OUT", to.out,
                  "What to write; its name tells the format, and the packing: .gz, .zst or .xz")
      ->required();
  CLI::Option* const from =
      convert.add_option("--from", to.from, "Format of IN: swf, jobs.csv or json")
          ->type_name("FORMAT");
  CLI::Option* const into =
      convert.add_option("--to", to.to, "Format of OUT: swf, jobs.csv or json")
          ->type_name("FORMAT");
  for (const CLI::Option* option : {from, into})
    offers.push_back({option, {"swf", "jobs.csv", "json"}});
  convert.add_flag("--partial", typed.partial, "Takes the jobs.csv of an interrupted run too");
  convert.add_flag("--json", typed.json, "Prints the numbers of rows as JSON");
  convert.footer(std::string("\n") + exit_codes);
}

void add_pjl(CLI::App& app, PjlRequest& to) {
  CLI::App& pjl = *app.add_subcommand("pjl", "How PAM starts parallel jobs (docs/rules/pam.md).");
  pjl.require_subcommand(1);
  CLI::App& command = *pjl.add_subcommand(
      "cmdline", "Shows what PAM makes of a command line: where TaskStarter goes.");
  command
      .add_option(
          "WORDS", to.words,
          "Behind --: pam [-t] [-v] [-n num_tasks] -g [num_args] pjl [options] job [options]")
      ->required();
  command.add_option("--task-starter", to.callback.task_starter, "TaskStarter's path")
      ->type_name("PATH");
  command.add_option("--address", to.callback.address, "Where PAM listens")->type_name("HOST:PORT");
  command.add_option("--envdir", to.callback.directory, "LSF_ENVDIR")->type_name("DIR");
  command.add_flag("--json", to.json, "Prints JSON");
  command.footer(R"help(
With num_args, the number of the PJL's words and itself, PAM inserts TaskStarter
behind them (method 1); without, the PJL wrapper does it (method 2). Exit code 2
if num_args does not fit.

)help" + std::string(exit_codes));
}

void add_completion(CLI::App& app, PagesRequest& to, Offers& offers) {
  CLI::App& completion = *app.add_subcommand(
      "completion", "Prints what teaches a shell to complete this program's commands and options.");
  const std::vector<std::string> shells = completion_shells();
  CLI::Option* const shell =
      completion.add_option("SHELL", to.shell, "The shell: " + listed(shells))->required();
  offers.push_back({shell, shells});
  completion.footer(R"(
In your own shell, now or in its startup file:
  source <(mcsim completion bash)
  source <(mcsim completion zsh)
  mcsim completion fish | source
A program with policies of its own that is called mine does the same with mine
completion bash.

)" + std::string(exit_codes));
}

void add_man(CLI::App& app, PagesRequest& to, Offers& offers) {
  CLI::App& man = *app.add_subcommand("man", "Prints the manual page of a command.");
  CLI::Option* const command =
      man.add_option("COMMAND", to.command, "Which one; by default the page of mcsim as a whole");
  std::vector<std::string> names;
  for (const CLI::App* known : app.get_subcommands({})) names.push_back(known->get_name());
  offers.push_back({command, names});
  man.add_option("-o,--output", to.folder, "Writes all pages into this directory instead")
      ->type_name("DIR");
  man.footer(R"(
  mcsim man run | man -l -

)" + std::string(exit_codes));
}

}  // namespace

void add_commands(CLI::App& app, Typed& typed, const Registry& registry, Offers& offers) {
  app.set_version_flag("--version", "mcsim " + std::string(version()) + " (" +
                                        std::string(revision()) + ", " + std::string(compiler()) +
                                        ")");
  app.require_subcommand(1);
  app.footer(std::string("\n") + exit_codes);
  add_run(app, typed.run, registry, offers);
  add_compare(app, typed.compare, registry, offers);
  add_sweep(app, typed.sweep, registry, offers);
  add_bench(app, typed.bench, registry, offers);
  add_validate(app, typed, offers);
  add_convert(app, typed, offers);
  add_generate(app, typed.generate, offers);
  add_import(app, typed.history);
  add_backtest(app, typed.backtest, offers);
  add_decide(app, typed.decide, offers);
  add_elim(app, typed.elim, offers);
  add_pjl(app, typed.pjl);
  add_explain(app, typed.explain);
  add_report(app, typed.report);
  add_views(app, typed.views);
  add_completion(app, typed.pages, offers);
  add_man(app, typed.pages, offers);
  for (CLI::App* const command : app.get_subcommands({})) {
    const std::string& name = command->get_name();
    if (name == "validate" || name == "decide" || name == "explain" || name == "report" ||
        is_view(name))
      add_policies(*command, typed.programs);
  }
}

}  // namespace mcsim::app
