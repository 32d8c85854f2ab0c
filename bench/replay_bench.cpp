// A whole replay, as a user runs it: SWF text -> jobs -> simulation -> jobs.csv, on a machine of
// one host. Items are jobs. The label is the fingerprint of all facts; it must not change between
// two versions unless results are meant to change.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench_frame.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/trace/workload.hpp"
#include "synthetic_trace.hpp"

using namespace mcsim::bench;

namespace {

/// Throws the first diagnostic, as a user would see it.
template <class Diagnostics>
[[noreturn]] void give_up(const Diagnostics& diagnostics) {
  throw std::runtime_error(to_text(diagnostics.list.front()));
}

/// A temporary file of the bench, removed in the destructor.
class BenchFile {
 public:
  explicit BenchFile(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("mcsim-bench-" + std::to_string(::getpid()) + name))
                  .string()) {}
  BenchFile(const BenchFile&) = delete;
  BenchFile& operator=(const BenchFile&) = delete;
  ~BenchFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What a trace is replayed on: one host, and queues of different PRIORITY.
struct Machine {
  std::int64_t slots = 256;
  std::string dispatch = "fcfs";
  std::string order = "submit";  ///< of the line of a baseline
  std::uint64_t queues = 1;
};

std::vector<QueueConfig> queues_by_priority(std::uint64_t count) {
  std::vector<QueueConfig> queues(count);
  for (std::uint64_t at = 0; at < count; ++at) {
    queues[at].name = "queue" + std::to_string(at);
    queues[at].priority = static_cast<std::int32_t>(at + 1);
  }
  return queues;
}

/// The jobs of the trace `file` on that machine; field 15 of the trace is the queue.
GridConfig read_grid(const std::string& file, const Machine& machine) {
  GridConfig grid;
  grid.workloads = {file};
  ClusterConfig cluster;
  cluster.name = "bench";
  const auto ncpus = static_cast<std::int32_t>(machine.slots);
  cluster.hosts = {{.name = "host", .ncpus = ncpus, .mxj = Slots(ncpus)}};
  cluster.queues = queues_by_priority(machine.queues);
  cluster.model.dispatch = machine.dispatch;
  cluster.model.baseline.order = machine.order;
  if (machine.dispatch != "lsf") cluster.params.job_scheduling_interval = 0ms;

  WorkloadOptions options;
  options.file = options.shown_name = file;
  for (std::uint64_t at = 0; at < machine.queues; ++at)
    options.queue_map[static_cast<int>(at)] = static_cast<QueueId>(at);
  TraceBuilder builder;
  ProfileTable profiles;
  std::vector<SkippedRow> skipped;
  const auto report = read_workload(options, builder, grid.users, grid.groups, profiles, skipped);
  if (!report) give_up(report.error());
  cluster.profiles = std::move(profiles).take();
  cluster.trace = std::move(builder).freeze();
  grid.clusters.push_back(std::move(cluster));
  return grid;
}

/// Replays once, from file to file. Returns the fingerprint.
std::uint64_t replay_once(const std::string& trace, const Machine& machine,
                          const std::string& jobs_csv) {
  const GridConfig grid = read_grid(trace, machine);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(never - 1ms, recorder);
  const RunResults results = std::move(recorder).results(simulation, state, never);
  auto file = OutputFile::create(jobs_csv);
  if (!file) give_up(file.error());
  if (auto failure = write_jobs_csv(*file, grid, results))
    throw std::runtime_error(to_text(*failure));
  return results.fingerprint;
}

/// Times replays of `trace`, which has `jobs` jobs; all of them must have the same fingerprint.
void replay_file(benchmark::State& state, const std::string& trace, std::uint64_t jobs,
                 const Machine& machine) {
  const BenchFile jobs_csv("-jobs.csv");
  const std::uint64_t expected = replay_once(trace, machine, jobs_csv.path());
  for ([[maybe_unused]] auto _ : state)
    if (replay_once(trace, machine, jobs_csv.path()) != expected) std::abort();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(jobs));
  show_fingerprint(state, expected);
}

void replay_synthetic(benchmark::State& state, const std::string& dispatch,
                      const SyntheticTrace& shape, const std::string& order = "submit") {
  const BenchFile trace(".swf");
  if (const auto failure = write_file(trace.path(), synthetic_swf(shape)))
    throw std::runtime_error(to_text(*failure));
  replay_file(state, trace.path(), shape.jobs,
              {.slots = shape.slots, .dispatch = dispatch, .order = order, .queues = shape.queues});
}

void trace_sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgName("jobs")->Arg(1000)->Arg(20'000)->Arg(200'000)->Unit(benchmark::kMillisecond);
}

void line_lengths(benchmark::internal::Benchmark* bench) {
  bench->ArgName("jobs")->RangeMultiplier(4)->Range(1600, 102'400)->Unit(benchmark::kMillisecond);
}

void numbers_of_sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgName("sizes")->Arg(64)->Arg(5120)->Unit(benchmark::kMillisecond);
}

void numbers_of_queues(benchmark::internal::Benchmark* bench) {
  bench->ArgName("queues")->Arg(1)->Arg(32)->Arg(1000)->Unit(benchmark::kMillisecond);
}

/// A machine with work for nine tenths of its slots: waiting lines are short.
void replay(benchmark::State& state, const std::string& dispatch) {
  replay_synthetic(state, dispatch, {.jobs = static_cast<std::uint64_t>(state.range(0))});
}

/// Fifty times the work that the machine can do: when the last job is submitted, nearly all wait.
/// The time per job must not grow with the waiting line.
void long_line(benchmark::State& state, const std::string& dispatch,
               const std::string& order = "submit") {
  replay_synthetic(state, dispatch,
                   {.jobs = static_cast<std::uint64_t>(state.range(0)), .load_percent = 5000},
                   order);
}

/// A large machine with twice the work that it can do, in few and in many sizes of jobs. The time
/// per job must not grow with the number of sizes.
void many_sizes(benchmark::State& state, const std::string& dispatch) {
  replay_synthetic(
      state, dispatch,
      {.jobs = 50'000, .slots = 1 << 17, .load_percent = 200, .sizes = state.range(0)});
}

/// Few and many queues, each with its own PRIORITY.
void many_priorities(benchmark::State& state, const std::string& dispatch) {
  replay_synthetic(state, dispatch,
                   {.jobs = 50'000, .queues = static_cast<std::uint64_t>(state.range(0))});
}

/// Reads the trace and does nothing else.
void read_trace(benchmark::State& state) {
  const BenchFile trace(".swf");
  const std::string text = synthetic_swf({.jobs = static_cast<std::uint64_t>(state.range(0))});
  if (const auto failure = write_file(trace.path(), text))
    throw std::runtime_error(to_text(*failure));
  for ([[maybe_unused]] auto _ : state)
    if (read_grid(trace.path(), {}).clusters[0].trace.size() !=
        static_cast<std::size_t>(state.range(0)))
      std::abort();
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

/// The rows of `file`, submitted `pressed` / 2 times as fast. In full size they are repeated eight
/// times, one after the other, with shifted ids and times.
std::string many_times(const std::string& file, std::int64_t pressed, std::uint64_t& rows) {
  constexpr std::int64_t ids_apart = 100'000;
  auto reader = SwfReader::open(file, file);
  if (!reader) give_up(reader.error());
  std::vector<SwfRow> once;
  for (SwfRow row; reader->next(row);) once.push_back(row);
  const auto seconds = [](Duration time) { return std::to_string(time / 1s) + " "; };
  std::string text;
  const std::int64_t turns = full_size() ? 8 : 1;
  for (std::int64_t turn = 0; turn < turns; ++turn)
    for (const SwfRow& row : once)
      text += std::to_string(row.job + turn * ids_apart) + " " +
              seconds((row.submit + turn * (once.back().submit + 1000s)) * 2 / pressed) +
              seconds(row.wait) + seconds(row.run) + std::to_string(row.allocated) + " -1 -1 " +
              std::to_string(row.requested) + " " + seconds(row.requested_time) + "-1 " +
              std::to_string(row.status) + " " + std::to_string(row.user) + " " +
              std::to_string(row.group) + " -1 -1 -1 -1 -1\n";
  rows = static_cast<std::uint64_t>(turns) * once.size();
  return text;
}

/// A real trace: KTH SP2, 100 processors, 11 months; unchanged, and with its jobs submitted 1.5, 4
/// and 16 times as fast, so that up to 170,000 wait. The time per job must not grow with the
/// waiting line. Skipped unless MCSIM_TRACES names the folder that has the trace.
void kth(benchmark::State& state, const std::string& dispatch) {
  const char* const folder = std::getenv("MCSIM_TRACES");
  const std::string file = std::string(folder == nullptr ? "" : folder) + "/kth-28k.swf.gz";
  if (!std::filesystem::exists(file)) {
    state.SetLabel("skipped: MCSIM_TRACES names no folder with kth-28k.swf.gz");
    for ([[maybe_unused]] auto _ : state) continue;
    return;
  }
  std::uint64_t rows = 0;
  const BenchFile trace(".swf");
  if (const auto failure = write_file(trace.path(), many_times(file, state.range(0), rows)))
    throw std::runtime_error(to_text(*failure));
  replay_file(state, trace.path(), rows, {100, dispatch});
}

void twice_as_fast(benchmark::internal::Benchmark* bench) {
  bench->ArgName("half_times_as_fast")->Unit(benchmark::kMillisecond);
  bench->Arg(2)->Arg(3)->Arg(8)->Arg(32);
}

/// Many serial jobs on a large machine.
void serial_jobs(benchmark::State& state, const std::string& dispatch) {
  replay_synthetic(state, dispatch,
                   {.jobs = static_cast<std::uint64_t>(state.range(0)),
                    .slots = 2048,
                    .load_percent = 100,
                    .serial = true});
}

}  // namespace

BENCHMARK(read_trace)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, fcfs, "fcfs")->Apply(trace_sizes);
BENCHMARK_CAPTURE(replay, easy, "easy")->Apply(trace_sizes);
BENCHMARK_CAPTURE(replay, lsf, "lsf")->Apply(trace_sizes);
BENCHMARK_CAPTURE(long_line, fcfs, "fcfs")->Apply(line_lengths);
BENCHMARK_CAPTURE(long_line, easy, "easy")->Apply(line_lengths);
BENCHMARK_CAPTURE(long_line, lsf, "lsf")->Apply(line_lengths);
BENCHMARK_CAPTURE(long_line, fcfs_wfp3, "fcfs", "wfp3")->Apply(line_lengths);
BENCHMARK_CAPTURE(long_line, easy_sjf, "easy", "sjf")->Apply(line_lengths);
BENCHMARK_CAPTURE(many_sizes, easy, "easy")->Apply(numbers_of_sizes);
BENCHMARK_CAPTURE(many_sizes, lsf, "lsf")->Apply(numbers_of_sizes);
BENCHMARK_CAPTURE(many_priorities, lsf, "lsf")->Apply(numbers_of_queues);
BENCHMARK_CAPTURE(kth, fcfs, "fcfs")->Apply(twice_as_fast);
BENCHMARK_CAPTURE(kth, easy, "easy")->Apply(twice_as_fast);
BENCHMARK_CAPTURE(kth, conservative, "conservative")->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(kth, lsf, "lsf")->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(serial_jobs, easy, "easy")->Arg(188'000)->Unit(benchmark::kMillisecond);
