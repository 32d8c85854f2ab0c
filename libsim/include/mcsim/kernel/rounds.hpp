// The event loop: instants in order of time, each a series of rounds over all actors that take
// part.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string>

#include "mcsim/base/time.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim {

/// Something that acts in time. Within a round actors do not touch each other, so the order in
/// which they play it cannot matter.
template <class A>
concept Actor = requires(const A& actor, Time now, Round round) {
  { actor.next_time() } -> std::same_as<Time>;        // never: nothing to do
  { actor.wants(now, round) } -> std::same_as<bool>;  // asked for round 2 and later
};

/// A run of valid input that cannot come to its end. Says why, in words for the user.
class RunFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The scenario goes round in circles: too many rounds at one instant.
class Livelock : public RunFailed {
 public:
  /// `where` may tell what the rounds were about.
  Livelock(Time at, std::size_t position, const std::string& where = {})
      : RunFailed("more than " + std::to_string(most_rounds) + " rounds at " +
                  std::to_string(at.time_since_epoch().count()) + " ms" + where),
        now(at),
        actor(position) {}
  Time now;
  std::size_t actor;  ///< position of one that still had something to do
};

/// Something is still to come after the last instant that a run may reach.
class PastLatestTime : public RunFailed {
 public:
  PastLatestTime()
      : RunFailed("virtual time ended at " +
                  std::to_string(latest_time.time_since_epoch().count()) +
                  " ms, 1.1 million years after the start, and the run had not") {}
};

enum class Pause : std::uint8_t { idle, until, stopped };

/// Plays every instant up to and including `until`. `play(actor, now, round)` applies one round;
/// `stop(now)` is asked before each instant. Errors: Livelock, PastLatestTime.
template <std::ranges::random_access_range Actors, class Play, class Stop>
  requires Actor<std::ranges::range_value_t<Actors>>
Pause play_rounds(Actors& actors, Time until, Play&& play, Stop&& stop) {
  while (true) {
    Time now = never;
    for (const auto& actor : actors) now = std::min(now, actor.next_time());
    if (now == never) return Pause::idle;
    if (now > until) return Pause::until;
    if (stop(now)) return Pause::stopped;
    if (now > latest_time) throw PastLatestTime();

    for (auto& actor : actors)
      if (actor.next_time() == now) play(actor, now, Round{1});
    for (Round round = 2;; ++round) {
      bool played = false;
      for (auto& actor : actors) {
        if (!actor.wants(now, round)) continue;
        if (round > most_rounds)
          throw Livelock(now, static_cast<std::size_t>(&actor - &*std::ranges::begin(actors)));
        play(actor, now, round);
        played = true;
      }
      if (!played) break;
    }
  }
}

}  // namespace mcsim
