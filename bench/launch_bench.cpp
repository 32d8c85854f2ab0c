// What a launch of 100,000 tasks on 6,250 hosts costs, from its dispatch to the exit of its PJL.
// "launch/0": all times are constant. 1: the times of each TaskStarter, task and message are drawn.
// 2: in addition each TaskStarter may die, so that the whole launch is walked a second and a third
// time. Items are events: registrations, exit statuses, and the start and exit of the PJL.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "bench_frame.hpp"
#include "mcsim/pam/launch_play.hpp"

using namespace mcsim::bench;

namespace {

LaunchProfile profile_of(std::int64_t kind) {
  using Kind = DrawnTime::Kind;
  LaunchProfile profile;
  profile.name = "mpirun";
  profile.pjl_start = {.least = 2s};
  profile.ts_interval = 1ms;
  profile.ts_start = {.least = 200ms};
  if (kind == 0) return profile;
  profile.ts_start = {.kind = Kind::exponential, .spread = 200ms};
  profile.task_start = {.kind = Kind::exponential, .spread = 500ms};
  profile.latency = {.kind = Kind::uniform, .spread = 5ms};
  if (kind == 2) profile.faults = {{.kind = LaunchFault::Kind::ts_dies, .probability = 0.000001}};
  return profile;
}

void launch(benchmark::State& state) {
  const LaunchProfile profile = profile_of(state.range(0));
  const RngStream draws(1, "bench/launch");
  std::vector<HostSlots> hosts;
  for (std::uint32_t host = 0; host < 6'250; ++host)
    hosts.push_back({static_cast<HostId>(host), Slots(16)});
  std::uint64_t checksum = 0;
  std::int64_t events = 0;
  std::uint32_t execution = 0;
  for (auto _ : state) {
    Launch one{.execution = ++execution, .run = 1h, .timeout = 300s};
    const LaunchPlay play(profile, draws, one, hosts);
    const LaunchTurn turn = play.turn();
    one.launch = turn.at;
    const LaunchedRun run = play.run();
    const LaunchCounts counts = play.at_exit(run);
    events += std::int64_t{counts.registered} + counts.statuses + 2;
    if (execution == 1) checksum = static_cast<std::uint64_t>((turn.at + run.end).count());
  }
  state.SetItemsProcessed(events);
  state.counters["checksum"] = static_cast<double>(checksum);
}
BENCHMARK(launch)->Arg(0)->Arg(1)->Arg(2);

}  // namespace
