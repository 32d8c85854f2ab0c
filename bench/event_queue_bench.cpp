// Hold model: with n events pending, take the earliest and schedule a new one, the steady state of
// a long run. Our queue stands beside std::priority_queue over the same entries, for four kinds of
// delays. Before any is timed both must hand out the same events in the same order.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

#include "draws.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/kernel/fingerprint.hpp"

using namespace mcsim;

namespace {

struct BenchEvent {
  std::uint64_t number = 0;
  std::uint64_t payload = 0;
};
using Entry = EventQueue<BenchEvent>::Entry;

struct OurQueue {
  void put(Time time, Order order, BenchEvent event) { queue.schedule(time, order, event); }
  Entry take() { return queue.pop(); }
  EventQueue<BenchEvent> queue;
};

struct StandardQueue {
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  void put(Time time, Order order, BenchEvent event) { queue.push({time, order, event}); }
  Entry take() {
    const Entry entry = queue.top();
    queue.pop();
    return entry;
  }
  std::priority_queue<Entry, std::vector<Entry>, Later> queue;
};

enum Delays : std::int64_t { exponential_delays, uniform_delays, bimodal_delays, equal_delays };
constexpr std::array<const char*, 4> names = {"exponential", "uniform", "bimodal", "whole hours"};

/// Milliseconds, an hour on average. Drawn beforehand, so that the queue is what is timed.
std::vector<Duration> draw_delays(std::int64_t kind) {
  constexpr std::int64_t hour = 3'600'000;
  std::vector<Duration> delays(1 << 14);
  RngStream stream{42, "bench/hold"};
  for (Duration& delay : delays) {
    switch (kind) {
      case exponential_delays:
        delay = Duration{exponential(stream.next(), hour)};
        break;
      case uniform_delays:
        delay = Duration(stream.below(2 * hour));
        break;
      case bimodal_delays:  // one in twenty is long, as jobs are
        delay =
            Duration(stream.below(20) == 0 ? 18 * stream.below(2 * hour) : stream.below(hour / 5));
        break;
      default:
        delay = Duration((stream.below(3)) * hour);
    }
  }
  return delays;
}

/// A queue in its steady state.
template <class Queue>
class Hold {
 public:
  Hold(std::int64_t pending, std::int64_t kind) : delays_(draw_delays(kind)) {
    for (std::int64_t event = 0; event < pending; ++event) schedule(Time{}, {});
  }

  void step() {
    const Entry entry = queue_.take();
    checksum_.add(entry.event.number);
    schedule(entry.time, entry.event);
  }
  std::uint64_t checksum() const { return checksum_.value(); }

 private:
  void schedule(Time now, BenchEvent event) {
    event.number = ++number_;
    const Duration delay = delays_[number_ % delays_.size()];
    queue_.put(now + delay, Order(1, Phase::end, 0, number_), event);
  }

  Queue queue_;
  std::vector<Duration> delays_;
  std::uint64_t number_ = 0;
  Fingerprint checksum_;
};

/// Runs both queues for a while; a faster queue must not be a wrong one.
std::uint64_t common_checksum(std::int64_t pending, std::int64_t kind) {
  Hold<OurQueue> ours(pending, kind);
  Hold<StandardQueue> standard(pending, kind);
  for (std::int64_t step = 0; step < pending + 10'000; ++step) {
    ours.step();
    standard.step();
  }
  if (ours.checksum() == standard.checksum()) return ours.checksum();
  std::fprintf(stderr, "the two queues disagree\n");
  std::abort();
}

template <class Queue>
void hold(benchmark::State& state) {
  const std::uint64_t checksum = common_checksum(state.range(0), state.range(1));
  Hold<Queue> model(state.range(0), state.range(1));
  for ([[maybe_unused]] auto _ : state) model.step();
  benchmark::DoNotOptimize(model.checksum());
  state.SetItemsProcessed(state.iterations());
  char text[64];
  std::snprintf(text, sizeof text, "%s, checksum %016llx",
                names[static_cast<std::size_t>(state.range(1))],
                static_cast<unsigned long long>(checksum));
  state.SetLabel(text);
}

void sizes_and_delays(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"pending", "delays"});
  for (const std::int64_t kind : {exponential_delays, uniform_delays, bimodal_delays, equal_delays})
    for (std::int64_t pending = 64; pending <= 1 << 18; pending *= 8) bench->Args({pending, kind});
}

/// Timeouts that never fire: each step cancels the oldest of n timers and sets a new one.
void timers(benchmark::State& state) {
  const auto delays = draw_delays(uniform_delays);
  EventQueue<BenchEvent> queue;
  std::vector<Ticket> tickets(static_cast<std::size_t>(state.range(0)));
  std::uint64_t number = 0;
  const auto set = [&](Ticket& ticket) {
    ++number;
    const Time at = Time{Duration(number)} + delays[number % delays.size()];
    ticket = queue.schedule(at, Order(1, Phase::end, 0, number), {number, 0});
  };
  for (Ticket& ticket : tickets) set(ticket);
  for ([[maybe_unused]] auto _ : state) {
    Ticket& oldest = tickets[number % tickets.size()];
    queue.cancel(oldest);
    set(oldest);
  }
  benchmark::DoNotOptimize(queue.top());
  if (queue.size() != tickets.size()) std::abort();
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

BENCHMARK_TEMPLATE(hold, OurQueue)->Apply(sizes_and_delays);
BENCHMARK_TEMPLATE(hold, StandardQueue)->Apply(sizes_and_delays);
BENCHMARK(timers)->ArgName("timers")->RangeMultiplier(64)->Range(64, 1 << 18);
