// Declares the options of compare and sweep.
#include "mcsim/app/command/sweep_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/run_options.hpp"
#include "mcsim/app/command/whole_option.hpp"

namespace mcsim::app {
namespace {

/// Which runs there are.
void add_runs(CLI::App& command, SweepRequest& to, const Registry& registry, Offers& offers) {
  add_input(command, to.run, registry, offers);
  add_repeated(command, "--vary", to.vary, "The values of one path, which is as in --set",
               "PATH=JSON-ARRAY");
  command
      .add_option("--replicas", to.replicas,
                  "How often to run each variant, each time with other luck: seeds go on from the "
                  "scenario's, and replica r of all variants has the same one")
      ->type_name("N")
      ->check(whole_between(1, static_cast<int>(limit_of_replicas)));
  command
      .add_option("--resample", to.resample,
                  "Each replica draws its workloads anew: weeks, hours or users of the traces; by "
                  "default weeks of those that have six or more, unless the scenario says how; "
                  "none: traces stay as they are")
      ->type_name("BY")
      ->check(CLI::IsMember({"weeks", "hours", "users", "none"}));
  add_outputs(command, to.outputs,
              "What a cell keeps beside its summary.json, as in run: then scenario.json and "
              "skipped.csv, too; by default nothing",
              offers);
}

void add_jobs(CLI::App& command, SweepRequest& to) {
  command.add_option("-j,--jobs", to.jobs, "Runs at the same time; by default one a processor")
      ->type_name("JOBS")
      ->check(whole_between(1, 1024));
}

/// How to look at results.
void add_report(CLI::App& command, CompareRequest& to) {
  command
      .add_option("--metrics", to.metrics,
                  "The columns of the table: paths into summary.json, as gates have them")
      ->type_name("LIST");
  command
      .add_option("--against", to.against,
                  "The variant that the others are compared with, by number or title; by default "
                  "the first")
      ->type_name("VARIANT");
  command
      .add_option("--confidence", to.confidence,
                  "Of intervals, and of what is called a difference; by default 95%")
      ->type_name("PERCENT");
  command.add_flag("--json", to.run.json, "Prints the text of compare.json instead of a table");
}

void add_json(CLI::App& command, SweepCommandRequest& to) {
  command.add_flag("--json", to.request.run.json, "Prints the same as JSON");
}

constexpr const char* about_vary = R"(
The items of an array are values as --set takes them; null removes. Several
--vary: all combinations, the last one changing fastest. Values that are to
change together have a name, and then PATH is any name:
  --vary 'setting=[{"label": "calm", "set": {"PATH": VALUE, "PATH": VALUE}}]'
)";

/// A command of sweep that works on the folder of a plan.
CLI::App& add_sweep_command(CLI::App& sweep, SweepCommandRequest& to,
                            SweepCommandRequest::Command command, const std::string& name,
                            const std::string& about) {
  CLI::App& added = *sweep.add_subcommand(name, about);
  added.callback([&to, command] { to.command = command; });
  if (command != SweepCommandRequest::Command::plan)
    added.add_option("DIR", to.folder, "The folder of the sweep")->required();
  return added;
}

void add_sweep_plan(CLI::App& sweep, SweepCommandRequest& to, const Registry& registry,
                    Offers& offers) {
  CLI::App& plan = add_sweep_command(sweep, to, SweepCommandRequest::Command::plan, "plan",
                                     "Checks all variants and writes DIR/plan.tsv; runs nothing.");
  add_runs(plan, to.request, registry, offers);
  plan.add_option("-o,--output", to.folder, "The folder of the sweep: new, empty, or of this plan")
      ->type_name("DIR")
      ->required();
  add_json(plan, to);
  plan.footer(std::string(about_vary) + "\n" + exit_codes);
}

void add_sweep_run(CLI::App& sweep, SweepCommandRequest& to) {
  CLI::App& run = add_sweep_command(sweep, to, SweepCommandRequest::Command::run, "run",
                                    "Runs cells of the plan that are not done.");
  run.add_option("--cells", to.cells,
                 "Numbers of cells, from 1; by default the index that the engine gives this task "
                 "(LSB_JOBINDEX, SLURM_ARRAY_TASK_ID, OMPI_COMM_WORLD_RANK, JOB_COMPLETION_INDEX), "
                 "without one all")
      ->type_name("A-B");
  add_jobs(run, to.request);
  add_policies(run, to.request.run.programs);
  run.add_flag("-q,--quiet", to.request.run.quiet, "Prints nothing");
  add_json(run, to);
  run.footer(std::string("\n") + exit_codes);
}

void add_sweep_submit(CLI::App& sweep, SweepCommandRequest& to, Offers& offers) {
  CLI::App& submit = add_sweep_command(sweep, to, SweepCommandRequest::Command::submit, "submit",
                                       "Has an engine run the cells that are not done.");
  CLI::Option* const engine =
      submit
          .add_option("--engine", to.engine,
                      "local: here; slurm, lsf: as a job array, by sbatch or bsub")
          ->type_name("ENGINE")
          ->required();
  offers.push_back({engine, {"local", "slurm", "lsf"}});
  submit
      .add_option("--chunk", to.chunk,
                  "How long a task of an array is to take at least, by what cells have taken so "
                  "far; where none has run one is run here; by default 30s")
      ->type_name("T");
  submit.add_flag("--dry-run", to.dry_run, "Prints the script; submits and runs nothing");
  submit
      .add_option("-j,--jobs", to.request.jobs,
                  "Of local: runs at the same time; a task of an array does one")
      ->type_name("JOBS")
      ->check(whole_between(1, 1024));
  add_policies(submit, to.request.run.programs);
  add_json(submit, to);
  submit.footer(std::string("\n") + exit_codes);
}

void add_sweep_collect(CLI::App& sweep, SweepCommandRequest& to) {
  CLI::App& collect = add_sweep_command(
      sweep, to, SweepCommandRequest::Command::collect, "collect",
      "Puts the results together: a table, compare.csv, compare.json and results.sqlite.");
  add_report(collect, to.request);
  add_policies(collect, to.request.run.programs);
  collect.add_flag("--with-jobs", to.with_jobs,
                   "Also puts the rows of all jobs.csv into results.sqlite; the plan needs "
                   "--outputs jobs");
  collect.add_flag("-q,--quiet", to.request.run.quiet, "Prints no table");
  collect.footer(std::string("\n") + exit_codes);
}

}  // namespace

void add_compare(CLI::App& app, CompareRequest& to, const Registry& registry, Offers& offers) {
  CLI::App& compare = *app.add_subcommand(
      "compare", "Runs a scenario with all combinations of some values: a row for each.");
  add_runs(compare, to, registry, offers);
  add_jobs(compare, to);
  compare
      .add_option("-o,--output", to.run.folder,
                  "For compare.json, compare.csv, plan.tsv, and in cells/ a folder for each "
                  "finished run, which is never run again: after Ctrl-C or a kill the same command "
                  "goes on")
      ->type_name("DIR");
  add_report(compare, to);
  compare
      .add_option("--precision", to.precision,
                  "Adds replicas until every half-width is at most this part of its mean, but not "
                  "more than --replicas, by default 100")
      ->type_name("PERCENT");
  compare.footer(std::string(R"(
  mcsim compare scenarios/first.json --vary 'model.dispatch=["lsf", "easy"]'
)") + about_vary +
                 R"(A path of --metrics that leads to an object stands for all numbers in it;
* stands for all keys. The results are the same whatever -j is.

)" + exit_codes);
}

void add_sweep(CLI::App& app, SweepCommandRequest& to, const Registry& registry, Offers& offers) {
  CLI::App& sweep = *app.add_subcommand(
      "sweep", "A comparison whose runs are done by many processes, here or on a cluster.");
  sweep.require_subcommand(1);
  add_sweep_plan(sweep, to, registry, offers);
  add_sweep_run(sweep, to);
  add_sweep_submit(sweep, to, offers);
  CLI::App& status =
      add_sweep_command(sweep, to, SweepCommandRequest::Command::status, "status",
                        "Tells how many cells are done, running, and to do, and which have "
                        "failed.");
  add_json(status, to);
  status.footer(std::string("\n") + exit_codes);
  add_sweep_collect(sweep, to);
  sweep.footer(R"(
  mcsim sweep plan site.json --vary 'model.dispatch=["lsf", "easy"]' \
      --replicas 20 -o out
  mcsim sweep submit out --engine slurm
  mcsim sweep collect out

DIR/plan.tsv alone is the truth: a cell that is done is never run again, and is
the same bytes wherever it ran.

)" + std::string(exit_codes));
}

}  // namespace mcsim::app
