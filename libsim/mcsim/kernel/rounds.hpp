// The event loop: instants in order of time, each of them a series of rounds over all actors that
// take part.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/run_failed.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::kernel {

/// Something that acts in time. Within a round actors do not touch each other, so the order in
/// which they are called cannot matter.
template <class A>
concept Actor = requires(const A& actor, Time now, Round round) {
  { actor.next_time() } -> std::same_as<Time>;        // never: it has nothing to do
  { actor.wants(now, round) } -> std::same_as<bool>;  // asked for round 2 and later
};

/// The run does not get beyond an instant: it needs too many rounds there.
class Livelock : public RunFailed {
 public:
  /// `where` may say what the rounds were about.
  Livelock(Time at, std::size_t position, const std::string& where = {})
      : RunFailed("more than " + std::to_string(most_rounds) + " rounds at " +
                  std::to_string(at.time_since_epoch().count()) + " ms" + where),
        now(at),
        actor(position) {}
  Time now;
  std::size_t actor;  ///< position of one that still had something to do
};

/// Events remain after the last instant that a run may reach.
class PastLatestTime : public RunFailed {
 public:
  PastLatestTime()
      : RunFailed("virtual time ended at " +
                  std::to_string(latest_time.time_since_epoch().count()) +
                  " ms, 1.1 million years after the start, and the run had not") {}
};

enum class Pause : std::uint8_t { idle, until, stopped };

/// What happens in a round, to all actors that take part in it.
template <class C, class A>
concept Conductor =
    requires(C& conductor, A& actor, Time now, Round round, void (*touch)(std::size_t)) {
      { conductor.stops(now) } -> std::same_as<bool>;  // asked before each instant
      conductor.apply(actor, now, round);  // what is due; for all actors, before any decides
      conductor.decide(actor, now, round);
      /// Delivers what the round has left for other actors; calls touch(position) for each actor
      /// that this changes.
      conductor.close(now, round, touch);
    };

/// The times of the actors' next events, by position.
template <class Actors>
class NextTimes {
 public:
  explicit NextTimes(const Actors& actors) : times_(std::ranges::size(actors)) {
    for (std::size_t at = 0; at < std::ranges::size(actors); ++at) see(actors, at);
  }
  void see(const Actors& actors, std::size_t at) {
    const Time time = actors[at].next_time();
    times_.set(at, time == never ? MinTree::nothing : time.time_since_epoch().count());
  }
  Time least() const {
    return times_.least() == MinTree::nothing ? never : Time{} + Duration(times_.least());
  }
  /// Calls visit(position) for the actors whose next event is at `now`, the least of all times.
  template <class Visit>
  void visit_due(Time now, Visit&& visit) const {
    const std::int64_t limit = now.time_since_epoch().count();
    for (std::size_t at = times_.first_at_most(limit); at != MinTree::nowhere;
         at = times_.first_at_most_from(at + 1, limit))
      visit(at);
  }

 private:
  MinTree times_;
};

/// play_rounds() for one actor: there is no other to wait for.
template <class A, class C>
Pause play_alone(A& actor, Time until, C& conductor) {
  Time now = actor.next_time();
  while (true) {
    if (now == never) return Pause::idle;
    if (now > until) return Pause::until;
    if (conductor.stops(now)) return Pause::stopped;
    if (now > latest_time) throw PastLatestTime();

    Time next = now;
    for (Round round = 1; round == 1 || actor.wants(now, round); ++round) {
      if (round > most_rounds) throw Livelock(now, 0);
      conductor.apply(actor, now, round);
      conductor.decide(actor, now, round);
      conductor.close(now, round, [](std::size_t) {});
      next = actor.next_time();
      if (next > now) break;
    }
    now = next;
  }
}

/// Plays every instant up to and including `until`. Errors: Livelock, PastLatestTime.
template <std::ranges::random_access_range Actors, class C>
  requires Actor<std::ranges::range_value_t<Actors>> &&
           Conductor<C, std::ranges::range_value_t<Actors>>
Pause play_rounds(Actors& actors, Time until, C& conductor) {
  if (std::ranges::size(actors) == 1) return play_alone(*actors.begin(), until, conductor);
  NextTimes<Actors> times(actors);
  std::vector<std::size_t> playing;
  while (true) {
    const Time now = times.least();
    if (now == never) return Pause::idle;
    if (now > until) return Pause::until;
    if (conductor.stops(now)) return Pause::stopped;
    if (now > latest_time) throw PastLatestTime();

    for (Round round = 1;; ++round) {
      playing.clear();
      times.visit_due(now, [&](std::size_t at) {
        if (round == 1 || actors[at].wants(now, round)) playing.push_back(at);
      });
      if (playing.empty()) break;
      if (round > most_rounds) throw Livelock(now, playing.front());
      for (const std::size_t at : playing) conductor.apply(actors[at], now, round);
      for (const std::size_t at : playing) conductor.decide(actors[at], now, round);
      conductor.close(now, round, [&](std::size_t at) { times.see(actors, at); });
      for (const std::size_t at : playing) times.see(actors, at);
      if (times.least() > now) break;
    }
  }
}

/// The Conductor of actors that are independent of each other.
template <class A, class Play, class Stop>
struct LoneActors {
  Play& play;
  Stop& stop;

  bool stops(Time now) { return stop(now); }
  void apply(A& actor, Time now, Round round) { play(actor, now, round); }
  void decide(A&, Time, Round) {}
  void close(Time, Round, const auto&) {}
};

/// The same for independent actors: `play(actor, now, round)` applies one round and decides;
/// `stop(now)` is asked before each instant.
template <std::ranges::random_access_range Actors, class Play, class Stop>
  requires Actor<std::ranges::range_value_t<Actors>>
Pause play_rounds(Actors& actors, Time until, Play&& play, Stop&& stop) {
  LoneActors<std::ranges::range_value_t<Actors>, std::remove_reference_t<Play>,
             std::remove_reference_t<Stop>>
      alone{play, stop};
  return play_rounds(actors, until, alone);
}

}  // namespace mcsim::kernel
