// `mcsim elim` and its options.
#include "mcsim/app/command/elim_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/whole_option.hpp"

namespace mcsim::app {
namespace {

const char* name_of(ElimRequest::Command command) {
  using enum ElimRequest::Command;
  return command == check ? "check" : command == run ? "run" : "record";
}

/// Settings of LIM's configuration that a trial may change.
void add_elim_rules(CLI::App& command, ElimRequest& to) {
  command
      .add_option("--poll-interval", to.poll_interval,
                  "ELIM_POLL_INTERVAL; by default 5s, its most")
      ->type_name("T");
  command.add_option("--exinterval", to.exchange_interval, "EXINTERVAL; by default 15s")
      ->type_name("T");
  command
      .add_option("--blocktime", to.block_time,
                  "LSF_ELIM_BLOCKTIME, or none: for ever, as with --lava; by default 4s")
      ->type_name("T");
  command.add_option("--restarts", to.restarts, "LSF_ELIM_RESTARTS; by default no limit")
      ->type_name("N")
      ->check(whole_between(0, 1'000'000));
  command.add_option("--abort-value", to.abort_value, "ELIM_ABORT_VALUE; by default 97")
      ->type_name("N")
      ->check(whole_between(1, 255));
  command.add_flag("--lava", to.lava,
                   "As Lava's LIM: the program is called elim, LSF_MASTER is Y or N, and numbers "
                   "are read by atof and strtod");
}

CLI::App& add_elim_command(CLI::App& elim, ElimRequest::Command which, const char* about,
                           ElimRequest& to, Offers& offers) {
  CLI::App& command = *elim.add_subcommand(name_of(which), about);
  command.callback([&to, which] { to.command = which; });
  command.add_option("PROGRAM", to.program, "The ELIM: an executable called elim.application")
      ->required();
  command
      .add_option("--resources", to.resources,
                  "LSF_RESOURCES: the names that it is to report; by default any name is taken")
      ->type_name("LIST");
  command.add_option("--strings", to.strings, "Those of them that are strings, not numbers")
      ->type_name("NAMES");
  command.add_option("--shared", to.shared, "Those of them that several hosts share")
      ->type_name("LIST");
  command.add_flag("--master", to.master, "Starts it as on the master host: LSF_MASTER is set");
  CLI::Option* const environment =
      command
          .add_option("--env", to.environment,
                      "Its environment: clean, as a daemon has it that was started at boot, or "
                      "keep, yours; by default clean")
          ->type_name("WHICH");
  offers.push_back({environment, {"clean", "keep"}});
  command.add_option("--for", to.length, "How long: 90s, 10min, 2h")->type_name("T");
  command.add_flag("--json", to.json, "Prints JSON");
  add_elim_rules(command, to);
  command.footer(std::string("\n") + exit_codes);
  return command;
}

}  // namespace

void add_elim(CLI::App& app, ElimRequest& to, Offers& offers) {
  CLI::App& elim = *app.add_subcommand(
      "elim", "Runs a real ELIM under the contract that LIM holds it to (docs/rules/elim.md).");
  elim.require_subcommand(1);
  add_elim_command(elim, ElimRequest::Command::check,
                   "Tells all that it does wrong, in one minute or --for; exit code 4 if anything.",
                   to, offers);
  add_elim_command(elim, ElimRequest::Command::run,
                   "Keeps it alive as LIM does, and shows its values, until Ctrl-C or --for.", to,
                   offers);
  add_elim_command(elim, ElimRequest::Command::record,
                   "Keeps it alive as LIM does, and writes what it reports, until Ctrl-C or --for.",
                   to, offers)
      .add_option(
          "-o,--output", to.output,
          "The record: whole, or not at all; packed where its name ends in .gz, .zst or .xz")
      ->type_name("FILE")
      ->required();
  elim.footer(std::string("\n") + exit_codes);
}

}  // namespace mcsim::app
