// `mcsim bench` and its options.
#include "mcsim/app/command/bench_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/run_options.hpp"
#include "mcsim/app/command/whole_option.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

void add_count(CLI::App& command, BenchRunRequest& to, Offers& offers) {
  const std::vector<std::string> names(std::begin(bench_counts), std::end(bench_counts));
  const CLI::Validator is_one(
      [names](const std::string& text) {
        return std::ranges::find(names, text) != names.end()
                   ? std::string()
                   : "expected " + listed(names) + ", got " + in_quotes(text);
      },
      "", "count");
  CLI::Option* const count =
      command
          .add_option(
              "--count", to.count,
              "What is counted: work, by mcsim itself (the default), or instructions, under "
              "valgrind")
          ->type_name("WHAT")
          ->check(is_one);
  offers.push_back({count, names});
}

void add_bench_run(CLI::App& bench, BenchRequest& to, const Registry& registry, Offers& offers) {
  CLI::App& run = *bench.add_subcommand(
      "run", "Plays a scenario, or a bare trace, and counts what each decision costs.");
  add_input(run, to.run.run, registry, offers);
  run.add_option("-o,--output", to.run.file,
                 "Where the JSON goes: whole, or not at all; by default to standard output")
      ->type_name("FILE");
  add_count(run, to.run, offers);
  run.add_flag("--time", to.run.time, "Also measures wall and CPU time, in runs of their own");
  run.add_option("--repeat", to.run.repeat,
                 "How often it is played: by default once, with --time 5 times")
      ->type_name("N")
      ->check(whole_between(1, 1000));
  run.add_option("--jobs", to.run.jobs, "Stops when so many jobs have ended")
      ->type_name("N")
      ->check(whole_between(1, 2'000'000'000));
  run.footer(R"(
  mcsim bench run scenarios/federation.json -o base.json

The file has the shape of Google Benchmark's JSON, with an entry for each
quantile (p50, p99, max, sum) of each kind of decisions:
  session/DISPATCH/CLUSTER/p99  a scheduling session; of a baseline, one pass
  forward/POLICY/CLUSTER/p99    the receive queue of one job
  reclaim/POLICY/CLUSTER/p99    the idle slots of one shared lease
  session/p99 ...               the same of all policies and clusters
real_time is what is counted: steps of work, the sum of the counters jobs,
buckets, hosts, candidates, described, leases and messages. It is the same on
every machine; time_unit is ns only because readers of the format know nothing
else. With --time there are also entries time/...: medians over the runs.

)" + std::string(exit_codes));
}

void add_bench_diff(CLI::App& bench, BenchRequest& to) {
  CLI::App& diff = *bench.add_subcommand(
      "diff", "Compares two files of bench run; exit code 4 if something costs more.");
  diff.callback([&to] { to.is_diff = true; });
  diff.add_option("BASE", to.diff.base, "The file to compare with")->required();
  diff.add_option("NEW", to.diff.now, "The file to be judged")->required();
  diff.add_option("--max-regress", to.diff.max_regress,
                  "By how many per cent a number may grow; by default 5")
      ->type_name("PCT")
      ->check(CLI::Range(0.0, 1e6));
  diff.add_flag("--time", to.diff.time, "Judges times, too; by default they are only shown");
  diff.add_flag("--json", to.diff.json, "Prints the differences as JSON");
  diff.footer(R"(
Files of another schedule, that is, with another fingerprint, are not comparable:
exit code 3. So are work and instructions.

)" + std::string(exit_codes));
}

}  // namespace

void add_bench(CLI::App& app, BenchRequest& to, const Registry& registry, Offers& offers) {
  CLI::App& bench = *app.add_subcommand(
      "bench", "What decisions cost, counted the same on every machine, and a gate on it.");
  bench.require_subcommand(1);
  add_bench_run(bench, to, registry, offers);
  add_bench_diff(bench, to);
  bench.footer(std::string("\n") + exit_codes);
}

}  // namespace mcsim::app
