// Subcommands, options and exit codes of `mcsim`.
#include "mcsim/experiment/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/experiment/compare_command.hpp"
#include "mcsim/experiment/convert_command.hpp"
#include "mcsim/experiment/decide_command.hpp"
#include "mcsim/experiment/elim_command.hpp"
#include "mcsim/experiment/explain_command.hpp"
#include "mcsim/experiment/run_command.hpp"
#include "mcsim/experiment/validate_command.hpp"
#include "mcsim/experiment/version.hpp"
#include "mcsim/experiment/views_command.hpp"
#include "mcsim/io/nearest.hpp"
#include "mcsim/kernel/rounds.hpp"

namespace mcsim {
namespace {

constexpr const char* exit_codes =
    R"(Exit codes: 0 done; 1 the run failed (I/O, memory, a livelock of the scenario); 2 usage;
3 bad input; 4 a gate, or with --check an expectation, does not hold (results are written), or
elim check found violations;
70 an invariant broke inside: a bug of ours; 130 interrupted.)";

/// What the parser fills in.
struct Typed {
  RunRequest run;
  CompareRequest compare;
  ConvertRequest convert;
  DecideRequest decide;
  ElimRequest elim;
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
  run.add_option("--outputs", to.outputs,
                 "What to write beside summary.json, scenario.json and "
                 "skipped.csv: jobs (the default), executions, decisions, counters, or nothing "
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

/// What LIM's configuration says, and may be tried otherwise.
void add_elim_rules(CLI::App& command, ElimRequest& to) {
  command.add_option("--poll-interval", to.poll_interval, "ELIM_POLL_INTERVAL; by default 5s")
      ->type_name("T");
  command.add_option("--exinterval", to.exchange_interval, "EXINTERVAL; by default 15s")
      ->type_name("T");
  command
      .add_option("--blocktime", to.block_time,
                  "LSF_ELIM_BLOCKTIME, or none: for ever; by default 4s")
      ->type_name("T");
  command.add_option("--restarts", to.restarts, "LSF_ELIM_RESTARTS; by default no limit")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  command.add_option("--abort-value", to.abort_value, "ELIM_ABORT_VALUE; by default 97")
      ->type_name("N")
      ->check(CLI::Range(1, 255));
  command.add_flag("--lava", to.lava,
                   "As Lava's LIM: the program is called elim, LSF_MASTER is Y or N, and numbers "
                   "are read by atof and strtod");
}

CLI::App& add_elim_command(CLI::App& elim, const char* name, const char* about, ElimRequest& to) {
  CLI::App& command = *elim.add_subcommand(name, about);
  command.add_option("PROGRAM", to.program, "The ELIM: an executable called elim.application")
      ->required();
  command
      .add_option("--resources", to.resources,
                  "LSF_RESOURCES: the names that it is to report; by default any name is taken")
      ->type_name("LIST");
  command.add_option("--shared", to.shared, "Those of them that several hosts share")
      ->type_name("LIST");
  command.add_flag("--master", to.master, "Starts it as on the master host: LSF_MASTER is set");
  command.add_option("--for", to.length, "How long: 90s, 10min, 2h")->type_name("T");
  command.add_flag("--json", to.json, "Prints JSON");
  add_elim_rules(command, to);
  command.footer(std::string("\n") + exit_codes);
  return command;
}

void add_elim(CLI::App& app, Typed& typed) {
  CLI::App& elim = *app.add_subcommand(
      "elim", "Runs a real ELIM under the contract that LIM holds it to (docs/elim.md).");
  elim.require_subcommand(1);
  add_elim_command(elim, "check",
                   "Tells all that it does wrong, in one minute or --for; exit code 4 if anything.",
                   typed.elim);
  add_elim_command(elim, "run",
                   "Keeps it alive as LIM does, and shows its values, until Ctrl-C or --for.",
                   typed.elim);
  add_elim_command(elim, "record",
                   "Keeps it alive as LIM does, and writes what it reports, until Ctrl-C or --for.",
                   typed.elim)
      .add_option("-o,--output", typed.elim.output, "The record: whole, or not at all")
      ->type_name("FILE")
      ->required();
  elim.footer(std::string("\n") + exit_codes);
}

ElimRequest::Command elim_command_of(const CLI::App& elim) {
  if (elim.got_subcommand("check")) return ElimRequest::Command::check;
  return elim.got_subcommand("run") ? ElimRequest::Command::run : ElimRequest::Command::record;
}

void add_replay(CLI::App& command, ReplayRequest& to) {
  command.add_option("DIR", to.folder, "A run folder, as mcsim run -o writes it")->required();
  command
      .add_option("--at", to.at,
                  "The instant to look at: 30d, 12h, 90min, 15s, 200ms; by default "
                  "the end of the run")
      ->type_name("T");
  command.add_flag("--partial", to.partial, "Takes the folder of an interrupted run too");
  command.footer(std::string("\n") + exit_codes);
}

void add_explain(CLI::App& app, Typed& typed) {
  CLI::App& explain = *app.add_subcommand(
      "explain",
      "The story of a job, a queue, a host or a lease of a run: what happened, and why.");
  ExplainRequest& to = typed.explain;
  add_replay(explain, to.replay);
  explain.add_option("--job", to.job, "A job: why it waited, where it ran, how it ended")
      ->type_name("ID[@CLUSTER]");
  explain.add_option("--queue", to.queue, "A queue: its limits, its jobs over time")
      ->type_name("NAME[@CLUSTER]");
  explain
      .add_option("--host", to.host,
                  "A host: what ran there, whom it refuses; a borrowed one: NAME@HOME@CLUSTER")
      ->type_name("NAME[@CLUSTER]");
  explain.add_option("--lease", to.lease, "What a provider leases to a consumer, and why")
      ->type_name("PROVIDER:CONSUMER");
  explain.add_flag("--json", to.json, "Prints the story as JSON");
}

CLI::App& add_view(CLI::App& app, const char* name, const char* about, ViewsRequest& to) {
  CLI::App& view = *app.add_subcommand(name, about);
  add_replay(view, to.replay);
  view.add_option("--cluster", to.cluster, "Of several clusters: this one")->type_name("NAME");
  view.add_option("-o", to.fields, "Fields, as LSF's -o: \"field[:[-][width]] ... delimiter='c'\"")
      ->type_name("FIELDS");
  view.add_flag("--noheader", to.no_header, "No line with the names of the fields (-noheader)");
  view.add_flag("--json", to.json, "As LSF's JSON: every value is a string (-json)");
  return view;
}

void add_views(CLI::App& app, Typed& typed) {
  ViewsRequest& to = typed.views;
  CLI::App& bjobs =
      add_view(app, "bjobs", "The jobs of a run at one instant, as LSF shows them.", to);
  bjobs.add_option("JOB", to.jobs,
                   "Only these jobs, by id, or by that in the cluster that has submitted them or "
                   "borrows their hosts (ID@CLUSTER), finished or not");
  bjobs.add_flag("-a", to.all, "Finished jobs too");
  bjobs.add_flag("-p", to.pending, "Jobs that wait, with the reasons");
  bjobs.add_flag("-l", to.is_long, "All that there is to say of each job");
  bjobs.add_flag("-w", to.wide, "Cuts nothing off: one line a job, as long as it takes");
  bjobs.add_option("-u", to.user, "Only the jobs of this user")->type_name("USER");
  bjobs
      .add_option("-q", to.queue,
                  "Only the jobs of this queue; on hosts that are lent: QUEUE@CLUSTER")
      ->type_name("QUEUE");
  CLI::App& bhosts = add_view(
      app, "bhosts",
      "The hosts that a cluster has at one instant of a run, own and borrowed ones, as LSF shows "
      "them.",
      to);
  bhosts.add_flag("-w", to.wide, "Why a host is closed: closed_Full, closed_Adm, ...");
  CLI::Option* const is_long = bhosts.add_flag("-l", to.is_long, "A block for each host");
  CLI::Option* const exported =
      bhosts.add_flag("-e", to.exported,
                      "The hosts that it exports: what others have of them, and their jobs there");
  exported->excludes(is_long);
  bhosts.add_flag("-s", to.shared, "With -e: the shared resources that it exports")
      ->needs(exported);
  add_view(app, "bqueues", "The queues of a run at one instant, as LSF shows them.", to);
  CLI::App& bclusters = add_view(app, "bclusters",
                                 "Which queues forward jobs where, and who lends hosts to whom, "
                                 "at one instant of a run, as LSF shows it.",
                                 to);
  bclusters.footer(R"(
-o and -json show one of the two tables: of forwarding, or, where -o names remote_cluster or
resource_flow, of leases.

)" + std::string(exit_codes));
}

/// LSF's -noheader and -json, which are words behind one dash.
std::vector<std::string> with_lsf_options(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  const bool is_view = !words.empty() && (words[0] == "bjobs" || words[0] == "bhosts" ||
                                          words[0] == "bqueues" || words[0] == "bclusters");
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
  if (app.got_subcommand("elim")) {
    ElimRequest request = typed.elim;
    request.command = elim_command_of(*app.get_subcommand("elim"));
    return elim_command(request, console);
  }
  if (app.got_subcommand("explain")) return explain_command(typed.explain, registry, console);
  for (const auto& [name, command] : {std::pair("bjobs", ViewsRequest::Command::bjobs),
                                      std::pair("bhosts", ViewsRequest::Command::bhosts),
                                      std::pair("bqueues", ViewsRequest::Command::bqueues),
                                      std::pair("bclusters", ViewsRequest::Command::bclusters)}) {
    if (!app.got_subcommand(name)) continue;
    ViewsRequest request = typed.views;
    request.command = command;
    return views_command(request, registry, console);
  }
  return convert_command(typed.convert, typed.partial, typed.json, console);
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
  add_elim(app, typed);
  add_explain(app, typed);
  add_views(app, typed);
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
