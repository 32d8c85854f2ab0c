// Subcommands, options and exit codes of `mcsim`.
#include "mcsim/experiment/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>
#include <utility>

#include "command_help.hpp"
#include "elim_options.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/experiment/compare_command.hpp"
#include "mcsim/experiment/convert_command.hpp"
#include "mcsim/experiment/decide_command.hpp"
#include "mcsim/experiment/elim_command.hpp"
#include "mcsim/experiment/explain_command.hpp"
#include "mcsim/experiment/pjl_command.hpp"
#include "mcsim/experiment/run_command.hpp"
#include "mcsim/experiment/validate_command.hpp"
#include "mcsim/experiment/version.hpp"
#include "mcsim/experiment/views_command.hpp"
#include "mcsim/io/nearest.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "replay_options.hpp"

namespace mcsim {
namespace {

/// What the parser fills in.
struct Typed {
  RunRequest run;
  CompareRequest compare;
  ConvertRequest convert;
  DecideRequest decide;
  ElimRequest elim;
  PjlRequest pjl;
  ExplainRequest explain;
  ViewsRequest views;
  std::vector<std::string> files;
  bool partial = false;
  bool json = false;
};

std::string dispatch_names(const Registry& registry) {
  std::string names;
  for (const Registry::Dispatch& entry : registry.dispatch)
    names += (names.empty() ? "" : ", ") + entry.name;
  return names;
}

/// An option that may come often, with one value each time.
void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& to,
                  const std::string& about, const std::string& value) {
  command.add_option(name, to, about)
      ->type_name(value)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->trigger_on_parse(false);
}

/// What to simulate: the same for one run and for many.
void add_input(CLI::App& command, RunRequest& to, const Registry& registry) {
  command.add_option("INPUT", to.input, "A scenario (JSON), or a trace (SWF, plain or .gz)")
      ->required();
  add_repeated(command, "--set", to.sets,
               "Changes one value: clusters.C1.lsb.queues.night.PRIORITY=40", "PATH=VALUE");
  command.add_option("--seed", to.seed, "Of all random streams; by default the scenario's")
      ->type_name("N");
  command.add_option("--until", to.until, "Ends the run at this time: 30d, 12h, 90min, 15s, 200ms")
      ->type_name("T");
  command
      .add_option("--slots", to.slots,
                  "Of a bare trace: the machine's job slots; by default the "
                  "header's MaxProcs")
      ->type_name("N");
  command
      .add_option("--dispatch", to.dispatch,
                  "Of a bare trace: " + dispatch_names(registry) + "; by default easy")
      ->type_name("POLICY");
  command.add_flag("-q,--quiet", to.quiet, "Prints no results");
}

void add_run(CLI::App& app, Typed& typed, const Registry& registry) {
  CLI::App& run = *app.add_subcommand("run", "Runs one simulation: a scenario, or a bare trace.");
  RunRequest& to = typed.run;
  add_input(run, to, registry);
  run.add_option("-o,--output", to.folder, "Where the run folder goes: complete, or not at all")
      ->type_name("DIR");
  run.add_option(
         "--outputs", to.outputs,
         "What to write beside summary.json, scenario.json and "
         "skipped.csv: jobs (the default), executions, decisions, counters, launches, or nothing "
         "(\"\")")
      ->type_name("LIST");
  run.add_flag("--check", to.check, "Exit code 4 unless the scenario's `expect` holds");
  run.add_flag("--print-config", to.print_config,
               "Prints the scenario with all defaults; runs nothing");
  run.add_flag("--json", to.json, "Prints the text of summary.json instead of a table");
  run.footer(std::string("\n") + exit_codes);
}

void add_compare(CLI::App& app, Typed& typed, const Registry& registry) {
  CLI::App& compare = *app.add_subcommand(
      "compare", "Runs a scenario with all combinations of some values: a row for each.");
  CompareRequest& to = typed.compare;
  add_input(compare, to.run, registry);
  add_repeated(compare, "--vary", to.vary, "The values of one path, which is as in --set",
               "PATH=JSON-ARRAY");
  compare.add_option("-j,--jobs", to.jobs, "Runs at the same time; by default one a processor")
      ->type_name("JOBS")
      ->check(CLI::Range(1, 1024));
  compare
      .add_option("-o,--output", to.run.folder,
                  "For compare.json, compare.csv and a run folder of each variant: complete, or "
                  "not at all")
      ->type_name("DIR");
  compare
      .add_option("--metrics", to.metrics,
                  "The columns of the table: paths into summary.json, as gates have them")
      ->type_name("LIST");
  compare.add_flag("--json", to.run.json, "Prints the text of compare.json instead of a table");
  compare.footer(R"(
  mcsim compare scenarios/first.json --vary 'model.dispatch=["lsf", "easy", "fcfs"]'

The items of an array are values as --set takes them; null removes. Several --vary: all
combinations, the last one changing fastest. Values that are to change together have a name, and
then PATH is any name:
  --vary 'setting=[{"label": "calm", "set": {"PATH": VALUE, "PATH": VALUE}}, ...]'
A path of --metrics that leads to an object stands for all numbers in it; * stands for all keys.
The results are the same whatever -j is.

)" + std::string(exit_codes));
}

void add_validate(CLI::App& app, Typed& typed) {
  CLI::App& validate = *app.add_subcommand(
      "validate",
      "Tells all that is wrong with scenarios, traces and LSF configurations; runs nothing.");
  validate
      .add_option(
          "FILE", typed.files,
          "Scenarios (JSON), traces (SWF, plain or .gz), and directories of LSF configuration")
      ->required();
  validate.add_flag("--json", typed.json, "Prints the diagnostics as JSON");
  validate.footer(std::string("\n") + exit_codes);
}

void add_convert(CLI::App& app, Typed& typed) {
  CLI::App& convert = *app.add_subcommand("convert", "Converts between SWF and jobs.csv.");
  ConvertRequest& to = typed.convert;
  convert.add_option("IN", to.in, "A trace (.swf, .swf.gz) or a job table (.csv, .csv.gz)")
      ->required();
  convert.add_option("OUT", to.out, "What to write; its name tells the format")->required();
  convert.add_option("--from", to.from, "Format of IN: swf or jobs.csv")->type_name("FORMAT");
  convert.add_option("--to", to.to, "Format of OUT: swf or jobs.csv")->type_name("FORMAT");
  convert.add_flag("--partial", typed.partial, "Takes the jobs.csv of an interrupted run too");
  convert.add_flag("--json", typed.json, "Prints the numbers of rows as JSON");
  convert.footer(std::string("\n") + exit_codes);
}

void add_decide(CLI::App& app, Typed& typed) {
  CLI::App& decide = *app.add_subcommand(
      "decide",
      "Policy decisions on tables: JSON, or JSON lines, in; a line of JSON out for each.");
  decide.add_option("FAMILY", typed.decide.family, "What to decide: " + decide_families())
      ->required();
  decide.add_option("FILE", typed.decide.file,
                    "The questions; by default, or with -, standard input");
  decide.footer(R"help(
distribute: what each consumer gets of the hosts that an export policy exports.
  {"policy": {"PER_HOST": "HostA HostB", "SLOTS": 2, "DISTRIBUTION": "([C1, 1] [C2, 1])"},
    "hosts": [{"name": "HostA", "ncpus": 4}, {"name": "HostB", "ncpus": 4}]}
  -> {"consumers": {"C1": [{"host": "HostA", "slots": 1}, ...], "C2": [...]}}
  policy: the keys of a section HostExport of lsb.resources; hosts: in the order of lsf.cluster, with
  name, ncpus, mxj, type, model, maxmem, maxswp and resources (Boolean ones); "dealing" is
  model.lease_dealing (deficit).

forward: the receive queue that a job is forwarded to, and why.
  {"setting": "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY", "job": {"slots": 1}, "candidates": [{"queue":
    "high@C2", "priority": 60, "total": 100, "available": 30, "running": 20, "pending": 20,
    "preemptable": 80, "lowest_preemptable_priority": 30, "backlog_room": 50, "preference": 0,
    "satisfies_requirements": true, "open": true, "cold": false}, ...]}
  -> {"choice": "high@C2", "reason": "highest priority ...", "ranking": ["high@C2", ...]}
  setting: a value of MC_PLUGIN_SCHEDULE_ENHANCE ("" is not defined), REMOTE_RESOURCE
  (MC_PLUGIN_REMOTE_RESOURCE alone), random, round-robin or none; candidates: in the order of
  SNDJOBS_TO, with null for a lowest_preemptable_priority of nothing (the last four keys: 0, true,
  true and false by default); choice: null if the job pends. "forward_free_test" (net) and
  "forward_key_order" (prio_low_p) say what LSF's documents leave open; random takes "seed" (1) and
  "decision" (0), and may name whose draws are meant by "cluster" and send "queue"; round-robin takes
  the queue that was chosen "last". Counters may be null where the setting does not look at them. A
  line of decisions.jsonl is such a question; what else stands in it is not looked at.

reclaim: who gets the idle slots of a shared lease when it is evaluated, and what each side has then.
  {"provider": {"available": 6, "used": 6}, "consumer": {"available": 4, "used": 1}}
  -> {"idle_to": "provider", "provider": {"available": 9}, "consumer": {"available": 1}}
  idle_to: null if nothing moves; "policy" is model.lease_reclaim (lsf). A line of decisions.jsonl of
  the kind reclaim is such a question.

slot-pool: the slots that the queues of a pool are entitled to, and whose turn it is.
  {"total": 15, "queues": [{"name": "Roma", "share": 50, "priority": 50, "demand": 100,
    "limit": null, "accumulated": 0}, ...]} -> {"slots": {"Roma": 8, ...}, "order": ["Roma", ...]}
  share: SLOT_SHARE, per cent; a queue with 0 gets only what no other queue wants;
  demand: slots of running and pending jobs; limit: a hard limit; accumulated: slot-seconds used
  (priority 1, no limit and 0 by default); "use_priority": true is USE_PRIORITY_IN_POOL; "shares"
  and "order" are model.pool_shares (lsf) and model.pool_order (use_per_share).

)help" + std::string(exit_codes));
}

void add_pjl(CLI::App& app, PjlRequest& to) {
  CLI::App& pjl = *app.add_subcommand("pjl", "How PAM starts parallel jobs (docs/pam.md).");
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
With num_args, the number of the PJL's words and itself, PAM inserts TaskStarter behind them (method
1); without, the PJL wrapper does it (method 2). Exit code 2 if num_args does not fit.

)help" + std::string(exit_codes));
}

/// LSF's -noheader and -json, which are words behind one dash.
std::vector<std::string> with_lsf_options(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  const bool is_view =
      !words.empty() && (words[0] == "bjobs" || words[0] == "bhosts" || words[0] == "bqueues" ||
                         words[0] == "bclusters" || words[0] == "lsload");
  for (std::string& word : words)
    if (is_view && (word == "-noheader" || word == "-json")) word = "-" + word;
  std::reverse(words.begin(), words.end());  // as the parser takes them
  return words;
}

std::string joined(int argc, const char* const* argv) {
  std::string line;
  for (int at = 0; at < argc; ++at) line += (at > 0 ? " " : "") + std::string(argv[at]);
  return line;
}

ExitCode run_subcommand(const CLI::App& app, const Typed& typed, const Registry& registry,
                        const Console& console) {
  if (app.got_subcommand("run")) return run_command(typed.run, registry, console);
  if (app.got_subcommand("compare")) return compare_command(typed.compare, registry, console);
  if (app.got_subcommand("validate"))
    return validate_command(typed.files, typed.json, registry, console);
  if (app.got_subcommand("decide"))
    return decide_command(typed.decide, std::cin, registry, console);
  if (app.got_subcommand("elim")) return elim_command(typed.elim, console);
  if (app.got_subcommand("pjl")) return pjl_cmdline(typed.pjl, console);
  if (app.got_subcommand("explain")) return explain_command(typed.explain, registry, console);
  if (app.got_subcommand("convert"))
    return convert_command(typed.convert, typed.partial, typed.json, console);
  return views_command(typed.views, registry, console);
}

/// The option of `command` that the user may have meant, if one was typed that it does not have.
std::string unknown_option(const CLI::App& command, int argc, const char* const* argv) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (int at = 2; at < argc; ++at) {
    const std::string_view typed =
        std::string_view(argv[at]).substr(0, std::string_view(argv[at]).find('='));
    if (typed.starts_with("--") && typed.size() > 2 &&
        std::find(known.begin(), known.end(), typed) == known.end())
      return "unknown option " + std::string(typed) + known_names(typed, known);
  }
  return {};
}

/// What is wrong with the line, with the nearest name that is known.
std::string usage_complaint(const CLI::App& app, const CLI::ParseError& error, int argc,
                            const char* const* argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  std::vector<std::string_view> known;
  for (const CLI::App* command : app.get_subcommands({})) {
    known.push_back(command->get_name());
    if (first != known.back()) continue;
    if (!command->get_subcommands({}).empty())
      return usage_complaint(*command, error, argc - 1, argv + 1);
    const std::string option = unknown_option(*command, argc, argv);
    return option.empty() ? error.what() : option;
  }
  if (first.empty() || first.front() == '-') return error.what();
  return "unknown command \"" + std::string(first) + "\"" + known_names(first, known);
}

}  // namespace

int run_command_line(int argc, const char* const* argv, const Registry& registry) {
  const Console console = standard_console();
  Typed typed;
  CLI::App app("mcsim: a simulator of federations of LSF clusters", "mcsim");
  app.set_version_flag("--version", "mcsim " + std::string(version()) + " (" +
                                        std::string(revision()) + ", " + std::string(compiler()) +
                                        ")");
  app.require_subcommand(1);
  app.footer(std::string("\n") + exit_codes);
  add_run(app, typed, registry);
  add_compare(app, typed, registry);
  add_validate(app, typed);
  add_convert(app, typed);
  add_decide(app, typed);
  add_elim(app, typed.elim);
  add_pjl(app, typed.pjl);
  add_explain(app, typed.explain);
  add_views(app, typed.views);
  try {
    app.parse(with_lsf_options(argc, argv));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);
    console.err << "mcsim: " << usage_complaint(app, error, argc, argv)
                << "\nmcsim --help tells more\n";
    return status(ExitCode::usage);
  }
  typed.run.command_line = typed.compare.run.command_line = joined(argc, argv);
  try {
    const ExitCode code = run_subcommand(app, typed, registry, console);
    console.out.flush();
    if (console.out.good()) return status(code);
    console.err << "mcsim: cannot write to standard output\n";
  } catch (const RunFailed& failed) {
    console.err << "mcsim: " << failed.what() << '\n';
  } catch (const std::bad_alloc&) {
    console.err << "mcsim: out of memory\n";
  } catch (const std::system_error& refused) {
    console.err << "mcsim: " << refused.what() << '\n';
  } catch (const std::exception& bug) {
    console.err << "mcsim: a bug inside: " << bug.what()
                << "\nPlease report it with the scenario, the seed and this line: "
                << joined(argc, argv) << '\n';
    return status(ExitCode::broken);
  }
  return status(ExitCode::run_failed);
}

}  // namespace mcsim
