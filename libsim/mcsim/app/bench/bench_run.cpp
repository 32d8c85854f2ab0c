// Plays a scenario and tells what its decisions cost.
#include "mcsim/app/bench/bench_run.hpp"

#include <memory>
#include <ostream>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/base/version.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/bench/bench_entries.hpp"
#include "mcsim/app/bench/bench_table.hpp"
#include "mcsim/app/bench/clock_meter.hpp"
#include "mcsim/app/bench/instruction_meter.hpp"
#include "mcsim/app/run/progress.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/run_steps.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t repeats_of_times = 5;

/// What one run has cost.
struct BenchedRun {
  std::uint64_t fingerprint = 0;
  CostsByGroup costs;
};

class Bench {
 public:
  Bench(const BenchRunRequest& request, const Scenario& scenario, const Registry& registry,
        const Console& console)
      : request_(request), config_(scenario.config), registry_(registry), console_(console) {
    if (request.count == instructions_label)
      instructions_ = std::make_unique<InstructionMeter>(callgrind_log().value_or(-1));
  }

  /// None: it was interrupted.
  std::optional<BenchFile> run() {
    const std::size_t runs = request_.repeat.value_or(request_.time ? repeats_of_times : 1);
    std::vector<CostsByGroup> timed;
    std::optional<BenchedRun> first;
    for (std::size_t at = 0; at < runs; ++at) {
      BenchedRun played = play(instructions_.get());
      if (request_.time && !interrupted_) {  // the two kinds of runs take turns
        BenchedRun times = play(&clock_);
        check_same(played, times);
        timed.push_back(std::move(times.costs));
      }
      if (interrupted_) return std::nullopt;
      if (first) check_same(*first, played);
      if (!first) first = std::move(played);
    }
    return file_of(*first, timed);
  }

 private:
  BenchedRun play(Meter* meter) {
    Simulation simulation(config_, registry_);
    Recorder recorder(config_);
    CostLog log(config_, meter);
    Observers all{&recorder, &log};
    Progress progress(console_, jobs_of(config_));
    const auto stop = [&](Time now) {
      const std::uint64_t ended = simulation.counts().ends;
      progress.update(now, ended);
      interrupted_ = interrupted_ || InterruptWatch::interrupted();
      return interrupted_ || (request_.jobs && ended >= *request_.jobs);
    };
    const Time until = config_.until.value_or(never - 1ms);
    const RunState state = simulation.run_until(until, all, stop);
    const RunResults results = std::move(recorder).results(simulation, state, until);
    return {results.fingerprint, log.groups()};
  }

  /// The same scenario has the same schedule and the same work, unless a policy makes a difference.
  static void check_same(const BenchedRun& a, const BenchedRun& b) {
    const auto work = [](const BenchedRun& played) { return to_json(work_file(played.costs)); };
    if (a.fingerprint != b.fingerprint || work(a) != work(b))
      throw RunFailed(
          "two runs of the scenario differ: a policy hangs on something besides its view");
  }
  static BenchFile work_file(const CostsByGroup& costs) {
    BenchFile file;
    file.entries = work_entries(costs);
    return file;
  }

  /// What makes such a file again.
  std::string command() const {
    std::string line = reproducing_words("bench run", request_.run) + " --count " + request_.count;
    if (request_.time) line += " --time";
    // Runs of work are all alike; how often times were measured is told.
    if (request_.time && request_.repeat) line += " --repeat " + std::to_string(*request_.repeat);
    if (request_.jobs) line += " --jobs " + std::to_string(*request_.jobs);
    return line + " --seed " + std::to_string(config_.seed);
  }

  BenchFile file_of(const BenchedRun& played, const std::vector<CostsByGroup>& timed) const {
    BenchFile file{.executable = request_.run.program,
                   .version = std::string(version()),
                   .revision = std::string(revision()),
                   .input = request_.run.input,
                   .command = command(),
                   .count = request_.count,
                   .fingerprint = hexadecimal(played.fingerprint),
                   .entries = {}};
    file.entries = instructions_ ? instruction_entries(played.costs) : work_entries(played.costs);
    if (timed.empty()) return file;
    for (BenchEntry& entry : time_entries(timed)) file.entries.push_back(std::move(entry));
    return file;
  }

  const BenchRunRequest& request_;
  const GridConfig& config_;
  const Registry& registry_;
  const Console& console_;
  ClockMeter clock_;
  std::unique_ptr<InstructionMeter> instructions_;
  bool interrupted_ = false;
};

ExitCode write(const BenchRunRequest& request, const BenchFile& file, ReplacedFile* output,
               const Console& console) {
  if (output == nullptr) {
    console.out << to_json(file);
    return ExitCode::done;
  }
  output->file().write(to_json(file));
  if (const auto failure = output->commit()) {
    print(console, {{*failure}});
    return ExitCode::run_failed;
  }
  if (!request.run.quiet)
    console.out << bench_table(file, console.out_width()) << "\nresults in: " << *request.file
                << '\n';
  return ExitCode::done;
}

ExitCode run(const BenchRunRequest& request, const Scenario& scenario, const Registry& registry,
             const Console& console) {
  std::optional<ReplacedFile> output;
  if (request.file) {
    auto created = ReplacedFile::create(*request.file);
    if (!created) {
      print(console, created.error());
      return ExitCode::run_failed;
    }
    output.emplace(*std::move(created));
  }
  const InterruptWatch interrupts;
  const auto file = Bench(request, scenario, registry, console).run();
  if (!file) return ExitCode::interrupted;
  return write(request, *file, output ? &*output : nullptr, console);
}

/// Why this program cannot count what is asked for; empty: it can, or runs again where it can.
std::string cannot_count(const BenchRunRequest& request) {
  if (request.count == instructions_label)
    return callgrind_log() ? std::string() : under_callgrind(request.words);
  if (counts_work) return {};
  return "cannot count work: it was built with MCSIM_COUNT_WORK=OFF";
}

}  // namespace

ExitCode bench_run_command(const BenchRunRequest& request, const Registry& registry,
                           const Console& console) {
  if (request.time && request.count == instructions_label) {
    console.err << "mcsim: --time measures nothing under valgrind: leave --count instructions to a "
                   "run of its own\n";
    return ExitCode::usage;
  }
  const auto kind = kind_to_run(request.run);
  if (!kind) {
    print(console, kind.error().why);
    return kind.error().code;
  }
  if (const std::string why = cannot_count(request); !why.empty()) {
    console.err << "mcsim: " << why << '\n';
    return ExitCode::run_failed;
  }
  const auto scenario = load_input(request.run, *kind, {}, registry);
  if (!scenario) {
    print_about_input(console, scenario.error(), request.run.input, request.run.warnings);
    return code_of(scenario.error());
  }
  print_about_input(console, scenario->warnings, request.run.input, request.run.warnings);
  return run(request, *scenario, registry, console);
}

}  // namespace mcsim::app
