// What it costs each policy to choose a receive queue, by the number of candidates. Tables are
// drawn like those of a busy grid: numbers small enough for ties, every eighth queue closed or
// without what the job requires, and in every second table no queue with free slots. Each table
// differs from the one before, so that the processor cannot learn the branches.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench_frame.hpp"
#include "histogram.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "mcsim/registry/registry.hpp"

using namespace mcsim::bench;

namespace {

Slots drawn_slots(RngStream& stream, std::uint64_t most) {
  return Slots(static_cast<std::int32_t>(stream.below(most + 1)));
}

ForwardCandidate drawn_candidate(RngStream& stream, bool full) {
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::int32_t>(stream.below(bound));
  };
  ForwardCandidate queue;
  queue.priority = 20 + below(5) * 10;
  queue.total = Slots(1000);
  if (!full) queue.available = drawn_slots(stream, 200);
  queue.running = drawn_slots(stream, 500);
  queue.pending = drawn_slots(stream, 150);
  queue.preemptable = queue.available + drawn_slots(stream, 300);
  queue.room = below(50);
  queue.preference = below(3);
  queue.accepts = below(8) != 0;
  queue.satisfies = below(8) != 0;
  if (stream.below(4) != 0) queue.lowest_preemptable = below(4) * 5;
  return queue;
}

/// 2.6 MB of tables, so that a table has left the first-level cache when its turn comes again.
std::vector<ForwardCandidate> drawn_tables(std::size_t tables, std::size_t candidates) {
  RngStream stream(42, "bench/forward");
  std::vector<ForwardCandidate> drawn;
  for (std::size_t table = 0; table < tables; ++table)
    for (std::size_t at = 0; at < candidates; ++at)
      drawn.push_back(drawn_candidate(stream, table % 2 == 1));
  return drawn;
}

/// Decisions, each timed by itself: p50, p99 and p99_9 include the clock's own 20 to 30 ns; the
/// mean, which is the time per item, does not.
void decisions(benchmark::State& state, const AnyForward& choose) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::size_t tables = 65'536 / size;
  const std::vector<ForwardCandidate> drawn = drawn_tables(tables, size);
  const std::vector<ForwardHistory> unheard(size);
  const auto view = [&](std::uint64_t at) {
    return ForwardView{.slots = Slots(4),
                       .candidates = std::span(drawn).subspan(at % tables * size, size),
                       .last = 0,
                       .decision = at,
                       .history = unheard};
  };
  std::uint64_t at = 0;
  std::uint64_t checksum = 0;
  for ([[maybe_unused]] auto _ : state) {
    const ForwardAnswer answer = choose(view(at++));
    checksum = checksum * 31 + answer.position;
    benchmark::DoNotOptimize(checksum);
  }
  Histogram latencies;
  Fingerprint chosen;
  for (std::uint64_t decision = 0; decision < 16 * tables; ++decision) {
    const auto begin = std::chrono::steady_clock::now();
    const ForwardAnswer answer = choose(view(decision));
    const auto took = std::chrono::steady_clock::now() - begin;
    latencies.add(static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(took).count()));
    chosen.add(answer.position);
    chosen.add(static_cast<std::uint64_t>(answer.rule));
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["p50_ns"] = 1000 * latencies.quantile_us(0.50);
  state.counters["p99_ns"] = 1000 * latencies.quantile_us(0.99);
  state.counters["p99_9_ns"] = 1000 * latencies.quantile_us(0.999);
  show_fingerprint(state, chosen.value());
}

const bool registered = [] {
  for (const Registry::Forward& policy : default_registry().forward)
    benchmark::RegisterBenchmark(policy.name.c_str(), decisions, policy.make({}))
        ->ArgName("candidates")
        ->Arg(16)
        ->Arg(256);
  return true;
}();

}  // namespace
