// Hold model, the steady state of a long run: with n events pending, take the earliest and schedule
// a new one; in a percentage of the steps also cancel another event and schedule it anew. Events
// have phases and sources. Each row runs our queue and std::priority_queue in turns; `ratio` says
// how many times faster ours is, and both must yield the same events.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <queue>
#include <unordered_set>
#include <vector>

#include "bench_frame.hpp"
#include "draws.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/kernel/fingerprint.hpp"

using namespace mcsim::bench;

namespace {

struct BenchEvent {
  std::uint64_t number = 0;
  std::uint64_t place = 0;  ///< where its ticket is kept
};
using Entry = EventQueue<BenchEvent>::Entry;

/// std::priority_queue with a set of cancelled events, which are dropped when they reach the top.
class StandardQueue {
 public:
  Ticket schedule(Time time, Order order, const BenchEvent& event) {
    queue_.push({time, order, event});
    return {order.word()};
  }
  void cancel(Ticket ticket) {
    cancelled_.insert(ticket.word);
    drop_cancelled();
  }
  Entry pop() {
    const Entry entry = queue_.top();
    queue_.pop();
    if (!cancelled_.empty()) drop_cancelled();
    return entry;
  }

 private:
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  void drop_cancelled() {
    while (!cancelled_.empty() && cancelled_.erase(queue_.top().order.word())) queue_.pop();
  }

  std::priority_queue<Entry, std::vector<Entry>, Later> queue_;
  std::unordered_set<std::uint64_t> cancelled_;
};

enum Delays : std::int64_t { exponential_delays, uniform_delays, bimodal_delays, minute_delays };
constexpr std::array<const char*, 4> names = {"exponential", "uniform", "bimodal", "whole minutes"};

constexpr std::size_t delay_count = 1 << 14;

/// Delays of an hour on average, drawn beforehand, so that only the queue is timed.
std::vector<Duration> draw_delays(std::int64_t kind) {
  constexpr std::int64_t hour = 3'600'000;
  std::vector<Duration> delays(delay_count);
  RngStream stream{42, "bench/hold"};
  for (Duration& delay : delays) {
    switch (kind) {
      case exponential_delays:
        delay = Duration{exponential(stream.next(), hour)};
        break;
      case uniform_delays:
        delay = Duration(stream.below(2 * hour));
        break;
      case bimodal_delays:  // one in twenty is long, as with jobs
        delay =
            Duration(stream.below(20) == 0 ? 18 * stream.below(2 * hour) : stream.below(hour / 5));
        break;
      default:  // many ties, and some delays of zero
        delay = exponential(stream.next(), 60) * 60s;
    }
  }
  return delays;
}

/// One queue in the steady state of the hold model.
template <class Queue>
class Hold {
 public:
  Hold(std::uint64_t pending, std::int64_t kind, std::uint64_t percent)
      : delays_(draw_delays(kind)), tickets_(pending), percent_(percent) {
    for (std::uint64_t place = 0; place < pending; ++place) schedule(Time{}, place);
  }

  void play(std::uint64_t steps) {
    for (std::uint64_t step = 0; step < steps; ++step) {
      const Entry entry = queue_.pop();
      checksum_.add(entry.event.number);
      schedule(entry.time, entry.event.place);
      if (percent_ == 0) continue;
      const auto draw = static_cast<std::uint64_t>(delays_[++draws_ % delay_count] / 1ms);
      if (draw % 100 < percent_) {
        const std::uint64_t place = (mixed(draws_) >> 32) * tickets_.size() >> 32;
        queue_.cancel(tickets_[place]);
        schedule(entry.time, place);
      }
    }
  }
  std::uint64_t checksum() const { return checksum_.value(); }

 private:
  /// Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
  static std::uint64_t mixed(std::uint64_t number) {
    number *= 0x9E3779B97F4A7C15;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    return number ^ number >> 27;
  }
  void schedule(Time now, std::uint64_t place) {
    ++number_;
    const Duration delay = delays_[number_ % delay_count];
    const auto phase = static_cast<Phase>(number_ & 7);
    const auto source = static_cast<Source>(number_ >> 3 & 3);
    const Ticket ticket =
        queue_.schedule(now + delay, Order(1, phase, source, number_), {number_, place});
    if (percent_ != 0) tickets_[place] = ticket;
  }

  Queue queue_;
  std::vector<Duration> delays_;
  std::vector<Ticket> tickets_;
  std::uint64_t percent_;
  std::uint64_t draws_ = 0;
  std::uint64_t number_ = 0;
  Fingerprint checksum_;
};

template <class Queue>
double seconds_of(Hold<Queue>& model, std::uint64_t steps) {
  const auto before = std::chrono::steady_clock::now();
  model.play(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

/// Each iteration takes 100,000 steps with each queue; the shortest time of each queue counts.
void hold(benchmark::State& state) {
  constexpr std::uint64_t steps = 100'000;
  const auto pending = static_cast<std::uint64_t>(state.range(0));
  const auto percent = static_cast<std::uint64_t>(state.range(2));
  Hold<EventQueue<BenchEvent>> ours(pending, state.range(1), percent);
  Hold<StandardQueue> standard(pending, state.range(1), percent);
  ours.play(2 * pending);
  standard.play(2 * pending);
  double our_best = std::numeric_limits<double>::max();
  double standard_best = our_best;
  for ([[maybe_unused]] auto _ : state) {
    const double time = seconds_of(ours, steps);
    state.SetIterationTime(time);
    our_best = std::min(our_best, time);
    standard_best = std::min(standard_best, seconds_of(standard, steps));
  }
  if (ours.checksum() != standard.checksum()) {
    std::fprintf(stderr, "the two queues disagree\n");
    std::abort();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(steps));
  state.counters["ns"] = our_best / steps * 1e9;
  state.counters["std_ns"] = standard_best / steps * 1e9;
  state.counters["ratio"] = standard_best / our_best;
  state.SetLabel(names[static_cast<std::size_t>(state.range(1))]);
}

void sizes_and_delays(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"pending", "delays", "cancel_percent"})->UseManualTime();
  for (const std::int64_t pending : {100, 10'000, full_size() ? 1'000'000 : 100'000}) {
    for (const auto kind : {exponential_delays, uniform_delays, bimodal_delays, minute_delays})
      bench->Args({pending, kind, 0});
    bench->Args({pending, exponential_delays, 10})->Args({pending, exponential_delays, 50});
  }
}

/// Timers that never fire: each step cancels the oldest of n timers and sets a new one.
void timers(benchmark::State& state) {
  const auto delays = draw_delays(uniform_delays);
  EventQueue<BenchEvent> queue;
  std::vector<Ticket> tickets(static_cast<std::size_t>(state.range(0)));
  std::uint64_t number = 0;
  const auto set = [&](Ticket& ticket) {
    ++number;
    const Time at = Time{Duration(number)} + delays[number % delay_count];
    ticket = queue.schedule(at, Order(1, phase::end, 0, number), {number, 0});
  };
  for (Ticket& ticket : tickets) set(ticket);
  for ([[maybe_unused]] auto _ : state) {
    Ticket& oldest = tickets[number % tickets.size()];
    queue.cancel(oldest);
    set(oldest);
  }
  auto earliest = queue.top();  // newer versions take what can change only
  benchmark::DoNotOptimize(earliest);
  if (queue.size() != tickets.size()) std::abort();
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

BENCHMARK(hold)->Apply(sizes_and_delays);
BENCHMARK(timers)->ArgName("timers")->RangeMultiplier(64)->Range(64, 1 << 18);
