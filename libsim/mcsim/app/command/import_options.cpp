// Adds mcsim import, with a subcommand for each kind of history.
#include "mcsim/app/command/import_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/run_options.hpp"

namespace mcsim::app {
namespace {

void add_window(CLI::App& command, ImportRequest& to) {
  command
      .add_option("--from", to.from,
                  "Virtual time 0, in UTC (2026-01-31T00:00:00Z): jobs that end before it are left "
                  "out, and what ran or waited then starts or waits at 0")
      ->type_name("INSTANT");
  command.add_option("--to", to.to, "Jobs that are submitted from then on are left out")
      ->type_name("INSTANT");
}

void add_anonymise(CLI::App& command, ImportRequest& to) {
  CLI::Option* const anonymise = command.add_flag(
      "--anonymise", to.anonymise,
      "Puts pseudonyms for all names but those of queues: users, groups, projects, jobs, hosts, "
      "resources, applications, clusters. Hosts keep their numbers. Times, sizes and numbers of "
      "jobs stay. Records that are not understood are only counted, with their places");
  command
      .add_option("--anonymise-key", to.anonymise_key,
                  "A file of at least 16 random bytes, which is not copied: the same names have "
                  "the same pseudonyms in each import with it. By default a key is made, and "
                  "thrown away")
      ->type_name("FILE")
      ->needs(anonymise);
}

void add_folder(CLI::App& command, ImportRequest& to, const char* about) {
  command.add_option("-o,--output", to.folder, about)->type_name("DIR")->required();
}

void add_import_lsf(CLI::App& command, ImportRequest& to) {
  CLI::App& lsf = *command.add_subcommand(
      "lsf", "Reads lsb.acct, lsb.events and the configuration of a cluster of the LSF family.");
  lsf.add_option("--acct", to.acct,
                 "Files of lsb.acct, of LSF 4 to 10 and of the schedulers that come from Platform "
                 "Lava, in any order; each plain, .gz, .zst or .xz")
      ->type_name("FILE")
      ->required();
  lsf.add_option(
         "--events", to.events,
         "Files of lsb.events: groups of users, suspensions, what people did to jobs, queues "
         "and hosts, forwards. FILE, FILE.1, FILE.2 ... in any order, others the oldest "
         "first; packed or not")
      ->type_name("FILE");
  lsf.add_option("--hosts", to.hosts,
                 "What lshosts -w prints: processors, memory, types; with --conf or without")
      ->type_name("FILE");
  lsf.add_option("--conf", to.conf,
                 "The directory with lsf.*, and with lsb.* there or in lsbatch/CLUSTER/configdir")
      ->type_name("DIR");
  lsf.add_option("--cluster", to.cluster,
                 "The cluster's name; by default that of lsf.cluster.NAME, or of lsb.events")
      ->type_name("NAME");
  add_window(lsf, to);
  add_anonymise(lsf, to);
  add_folder(lsf, to, "Where scenario.json, the jobs and the configuration go; new, or empty");
  lsf.footer(R"(
  mcsim import lsf --acct lsb.acct* --events lsb.events* --conf /lsf/conf -o site
  mcsim backtest site -o site-backtest

)" + std::string(exit_codes));
}

/// What the other schedulers have in common: jobs, and no configuration.
CLI::App& add_import_of(CLI::App& command, ImportRequest& to, HistoryKind kind, const char* name,
                        const char* about, const char* files) {
  CLI::App& other = *command.add_subcommand(name, about);
  other.add_option("FILE", to.acct, files)->required();
  other
      .add_option("--cluster", to.cluster,
                  "The cluster's name; by default the one that the records name, or site")
      ->type_name("NAME");
  add_window(other, to);
  add_anonymise(other, to);
  add_folder(other, to, "Where scenario.json and the jobs go; new, or empty");
  other.parse_complete_callback([&to, kind] { to.kind = kind; });
  return other;
}

void add_import_slurm(CLI::App& command, ImportRequest& to) {
  CLI::App& slurm = add_import_of(
      command, to, HistoryKind::slurm, "slurm",
      "Reads jobs of Slurm: hosts and queues are guessed from them.",
      "What sacct -P prints, with its first line: JobID, Submit, Start, End, State, AllocCPUS, "
      "Partition and User, and as many of JobIDRaw, Eligible, Account, Group, Timelimit, "
      "NodeList, ReqMem, ElapsedRaw, Suspended, ExitCode, Exclusive, JobName, Cluster as there "
      "are; each plain, .gz, .zst or .xz");
  slurm.footer(R"(
  f=JobID,JobIDRaw,Submit,Eligible,Start,End,State
  f=$f,AllocCPUS,Partition,User,Account,Group,Timelimit
  f=$f,NodeList,ReqMem,ElapsedRaw,ExitCode,JobName
  sacct -aPD -S 2026-01-01 -E 2026-02-01 -o $f > january.txt
  mcsim import slurm january.txt -o site
  mcsim backtest site -o site-backtest

)" + std::string(exit_codes));
}

void add_import_pbs(CLI::App& command, ImportRequest& to) {
  CLI::App& pbs = add_import_of(
      command, to, HistoryKind::pbs, "pbs",
      "Reads jobs of PBS Pro, OpenPBS and Torque: hosts and queues are guessed from them.",
      "Accounting logs, server_priv/accounting/*, the oldest first; each plain, .gz, .zst "
      "or .xz");
  pbs.footer(R"(
  mcsim import pbs /var/spool/pbs/server_priv/accounting/202601* -o site
  mcsim backtest site -o site-backtest

)" + std::string(exit_codes));
}

}  // namespace

void add_import(CLI::App& app, ImportRequest& to) {
  CLI::App& command =
      *app.add_subcommand("import", "Makes a scenario of a site's own history and configuration.");
  command.require_subcommand(1);
  command.footer(std::string("\n") + exit_codes);
  add_import_lsf(command, to);
  add_import_slurm(command, to);
  add_import_pbs(command, to);
}

void add_backtest(CLI::App& app, BacktestRequest& to, Offers& offers) {
  CLI::App& command = *app.add_subcommand(
      "backtest", "Runs a recorded history again, and tells how near the run is to it.");
  command
      .add_option("IN", to.input, "A folder of mcsim import, or a scenario with recorded starts")
      ->required();
  command.add_option("-o,--output", to.folder, "Where the results go, as those of mcsim run")
      ->type_name("DIR")
      ->required();
  command.add_option("--set", to.sets, "Changes a value of the scenario; may be repeated")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command
      .add_option(
          "--every", to.every,
          "Over how long backtest_series.csv takes means of slots in use and jobs that wait; by "
          "default 1h, or of a short history 1min or 1s")
      ->type_name("TIME");
  command
      .add_option("--stories", to.stories,
                  "Of how many jobs backtest_stories.txt tells what really happened beside what "
                  "happened in the run: those that differ most; by default 10. 0: none, which "
                  "spares a second run")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  add_warnings(command, to.warnings, offers);
  add_policies(command, to.programs);
  command.footer(R"(
  mcsim import lsf --acct lsb.acct --conf /lsf/conf --hosts lshosts.txt -o site
  mcsim backtest site -o site-backtest

)" + std::string(exit_codes));
}

}  // namespace mcsim::app
