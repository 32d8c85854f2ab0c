// Sorting of a few events, the most frequent step of a ladder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/kernel/pending.hpp"

namespace mcsim::kernel {

/// Writes `events`, at most `most` of them, to `run`, the latest first. The place of each is
/// counted without a branch that depends on the keys: with so few events, mispredicted branches are
/// what sorting costs.
template <std::size_t most, class Event>
void rank_into(Pending<Event>* run, std::span<const Pending<Event>> events) {
  const std::size_t size = events.size();
  std::array<std::uint32_t, most> ranks{};
  for (std::size_t at = 1; at < size; ++at) {
    const UInt128 key = events[at].key();
    std::uint32_t rank = 0;
    for (std::size_t other = 0; other < at; ++other) {
      const std::uint32_t is_later = events[other].key() > key;
      rank += is_later;
      ranks[other] += 1 - is_later;
    }
    ranks[at] = rank;
  }
  for (std::size_t at = 0; at < size; ++at) run[ranks[at]] = events[at];
}

inline constexpr std::size_t most_ranked = 32;

/// Puts the latest first.
template <class Event>
void sort_events(std::span<Pending<Event>> events) {
  const auto is_later = [](const Pending<Event>& a, const Pending<Event>& b) {
    return b.key() < a.key();
  };
  if (std::ranges::is_sorted(events, is_later)) return;
  if (events.size() > most_ranked) {
    std::ranges::sort(events, is_later);
    return;
  }
  std::array<Pending<Event>, most_ranked> copy;
  std::ranges::copy(events, copy.begin());
  rank_into<most_ranked, Event>(events.data(), std::span(copy).first(events.size()));
}

/// Sorts events of one instant and round, the latest first. Those of one phase and source are
/// mostly in order already, and phases are few.
template <class Event>
void sort_batch(std::span<Pending<Event>> batch) {
  constexpr std::size_t phases = 16;
  const auto place_of = [](const Pending<Event>& event) {
    return phases - 1 - static_cast<std::size_t>(event.order.phase());
  };
  std::array<std::size_t, phases + 1> starts{};
  for (const Pending<Event>& event : batch) ++starts[place_of(event) + 1];
  for (std::size_t place = 0; place < phases; ++place) starts[place + 1] += starts[place];
  std::array<std::size_t, phases + 1> ends = starts;
  std::vector<Pending<Event>> by_phase(batch.size());
  for (const Pending<Event>& event : batch) by_phase[ends[place_of(event)]++] = event;
  std::ranges::copy(by_phase, batch.begin());
  for (std::size_t place = 0; place < phases; ++place)
    sort_events(batch.subspan(starts[place], ends[place] - starts[place]));
}

/// Sorts, the latest first. `run` comes in the order of scheduling.
template <class Event>
void sort_run(std::span<Pending<Event>> run) {
  std::ranges::reverse(run);
  const Pending<Event>& first = run.front();
  if (run.size() > most_ranked && std::ranges::all_of(run, [&](const Pending<Event>& event) {
        return event.time == first.time && event.order.round() == first.order.round();
      }))
    sort_batch(run);
  else
    sort_events(run);
}

}  // namespace mcsim::kernel
