// Instants and rounds: when an actor gets its events.
#include "mcsim/kernel/agenda.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/cluster/phase.hpp"
#include "mcsim/kernel/importance.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/kernel/tagged.hpp"
#include "support/catch.hpp"
#include "support/events.hpp"

namespace mcsim::testing::agenda_test {

namespace {

/// An actor that writes down its events. An Echo with a count above 0 schedules another one for its
/// own instant.
struct Clerk {
  Agenda<Tagged<Note, Echo>> agenda;
  std::vector<std::string> book;

  Time next_time() const { return agenda.next_time(); }
  bool wants(Time now, Round round) const { return agenda.wants(now, round); }

  void play(Time now, Round round) {
    agenda.begin(now, round);
    while (agenda.has_event(phase::session)) agenda.take().visit(*this);
  }
  void operator()(const Note& note) { write("note " + std::to_string(note.id)); }
  void operator()(const Echo& echo) {
    write("echo " + std::to_string(echo.left));
    if (echo.left > 0) agenda.schedule(agenda.now(), phase::message, Echo{echo.left - 1});
  }
  void write(const std::string& what) {
    book.push_back(std::to_string(agenda.now().time_since_epoch().count()) + "/" +
                   std::to_string(agenda.round()) + " " + what);
  }
};

/// As important as it says.
struct Sign {
  Importance kind{};
  Importance importance() const { return kind; }
};
struct Bell {
  static constexpr Importance importance() { return Importance::recurring; }
};

Pause run(std::vector<Clerk>& clerks, Time until = never) {
  return play_rounds(
      clerks, until, [](Clerk& clerk, Time now, Round round) { clerk.play(now, round); },
      [](Time) { return false; });
}

}  // namespace

TEST_CASE("what is scheduled for now comes in the next round") {
  std::vector<Clerk> clerks(1);
  clerks[0].agenda.schedule(Time{} + 5ms, phase::message, Echo{2});
  clerks[0].agenda.schedule(Time{} + 5ms, phase::session, Note{1});
  CHECK((run(clerks) == Pause::idle));
  CHECK(clerks[0].book ==
        std::vector<std::string>{"5/1 echo 2", "5/1 note 1", "5/2 echo 1", "5/3 echo 0"});
}

TEST_CASE("events of one round come by phase, then in the order in which they were scheduled") {
  std::vector<Clerk> clerks(1);
  clerks[0].agenda.schedule(Time{}, phase::arrive, Note{1});
  clerks[0].agenda.schedule(Time{}, phase::end, Note{2});
  clerks[0].agenda.schedule(Time{}, phase::end, Note{3});
  clerks[0].agenda.schedule(Time{}, phase::change, Note{4});
  run(clerks);
  CHECK(clerks[0].book ==
        std::vector<std::string>{"0/1 note 4", "0/1 note 2", "0/1 note 3", "0/1 note 1"});
}

TEST_CASE("a phase is asked for alone: later phases wait") {
  Agenda<Tagged<Note, Echo>> agenda;
  agenda.schedule(Time{}, phase::arrive, Note{1});
  agenda.begin(Time{}, 1);
  CHECK_FALSE(agenda.has_event(phase::message));
  CHECK(agenda.has_event(phase::arrive));
}

TEST_CASE("what is cancelled does not come") {
  std::vector<Clerk> clerks(1);
  clerks[0].agenda.schedule(Time{}, phase::end, Note{1});
  const Ticket ticket = clerks[0].agenda.schedule(Time{} + 1s, phase::end, Note{2});
  clerks[0].agenda.schedule(Time{} + 2s, phase::end, Note{3});
  clerks[0].agenda.cancel(ticket);
  run(clerks);
  CHECK(clerks[0].book == std::vector<std::string>{"0/1 note 1", "2000/1 note 3"});
}

TEST_CASE("of the events to come those are counted for which a run need not go on") {
  using Event = Tagged<Note, Sign, Bell>;
  Agenda<Event> agenda;
  const auto counts = [&] {
    return std::vector<std::size_t>{agenda.size(), agenda.recurring(), agenda.idle()};
  };
  agenda.schedule(Time{}, phase::change, Note{1});
  agenda.schedule(Time{}, phase::end, Sign{Importance::idle});
  agenda.schedule(Time{}, phase::state, Sign{Importance::work});
  agenda.schedule(Time{}, phase::message, Event(Bell{}));  // whatever is known of it
  agenda.deliver(Time{}, phase::arrive, 7, 1, Time{}, 0, Sign{Importance::recurring});
  const Ticket ticket = agenda.schedule(Time{} + 1s, phase::change, Sign{Importance::idle});
  CHECK(counts() == std::vector<std::size_t>{6, 2, 2});

  agenda.cancel(ticket, Importance::idle);
  CHECK(counts() == std::vector<std::size_t>{5, 2, 1});
  agenda.take();
  CHECK(counts() == std::vector<std::size_t>{4, 2, 1});
  agenda.take();
  CHECK(counts() == std::vector<std::size_t>{3, 2, 0});
  agenda.take();
  CHECK(counts() == std::vector<std::size_t>{2, 2, 0});
  agenda.take();
  CHECK(counts() == std::vector<std::size_t>{1, 1, 0});
  agenda.take();
  CHECK(counts() == std::vector<std::size_t>{0, 0, 0});
}

TEST_CASE("who cancels an event says how important it was") {
  Agenda<Tagged<Note, Bell>> agenda;
  const Ticket ticket = agenda.schedule(Time{}, phase::change, Bell{});
  CHECK_THROWS_AS(agenda.cancel(ticket), InvariantBroken);
}

TEST_CASE("nothing can be scheduled for the past") {
  Agenda<Tagged<Note, Echo>> agenda;
  agenda.begin(Time{} + 10ms, 1);
  CHECK_THROWS_AS(agenda.schedule(Time{} + 9ms, phase::end, Note{1}), InvariantBroken);
}

TEST_CASE("no event can be passed over, and time does not run backward") {
  Agenda<Tagged<Note, Echo>> agenda;
  agenda.schedule(Time{} + 10ms, phase::end, Note{1});
  CHECK_THROWS_AS(agenda.begin(Time{} + 11ms, 1), InvariantBroken);
  agenda.begin(Time{} + 10ms, 1);
  CHECK_THROWS_AS(agenda.begin(Time{} + 10ms, 1), InvariantBroken);
  CHECK_THROWS_AS(agenda.begin(Time{} + 9ms, 5), InvariantBroken);
}

TEST_CASE("a run stops before the first instant after its time, and goes on from there") {
  std::vector<Clerk> clerks(2);
  clerks[0].agenda.schedule(Time{} + 1s, phase::end, Note{1});
  clerks[1].agenda.schedule(Time{} + 2s, phase::end, Note{2});
  CHECK((run(clerks, Time{} + 1s) == Pause::until));
  CHECK(clerks[0].book.size() == 1);
  CHECK(clerks[1].book.empty());
  CHECK((run(clerks) == Pause::idle));
  CHECK(clerks[1].book.size() == 1);
}

TEST_CASE("whoever wants to stop is asked before each instant") {
  std::vector<Clerk> clerks(1);
  for (int second = 0; second < 5; ++second)
    clerks[0].agenda.schedule(Time{} + second * 1s, phase::end, Note{1});
  const Pause pause = play_rounds(
      clerks, never, [](Clerk& clerk, Time now, Round round) { clerk.play(now, round); },
      [](Time now) { return now >= Time{} + 3s; });
  CHECK((pause == Pause::stopped));
  CHECK(clerks[0].book.size() == 3);
}

TEST_CASE("ten thousand rounds at one instant are enough, one more goes round in circles") {
  std::vector<Clerk> enough(1);
  enough[0].agenda.schedule(Time{} + 5ms, phase::message, Echo{most_rounds - 1});
  CHECK((run(enough) == Pause::idle));
  CHECK(enough[0].book.size() == most_rounds);

  std::vector<Clerk> circles(2);
  circles[1].agenda.schedule(Time{} + 5ms, phase::message, Echo{most_rounds});
  std::size_t position = 0;
  try {
    run(circles);
  } catch (const Livelock& livelock) {
    position = livelock.actor;
    CHECK(std::string(livelock.what()) == "more than 10000 rounds at 5 ms");
  }
  CHECK(position == 1);
}

TEST_CASE("a run goes up to the latest time and no further") {
  std::vector<Clerk> clerks(1);
  clerks[0].agenda.schedule(latest_time, phase::end, Note{1});
  CHECK((run(clerks) == Pause::idle));
  CHECK(clerks[0].book.size() == 1);
  clerks[0].agenda.schedule(latest_time + 1ms, phase::end, Note{2});
  CHECK((run(clerks, latest_time) == Pause::until));
  CHECK_THROWS_AS(run(clerks), PastLatestTime);
  CHECK(clerks[0].book.size() == 1);
}

TEST_CASE("shuffled ties come in another order, and each comes once") {
  const auto book = [](std::uint64_t seed) {
    std::vector<Clerk> clerks(1);
    clerks[0].agenda.shuffle_ties(seed);
    for (std::uint32_t id = 0; id < 50; ++id)
      clerks[0].agenda.schedule(Time{}, phase::end, Note{id});
    run(clerks);
    return clerks[0].book;
  };
  auto first = book(1);
  auto second = book(2);
  CHECK(first != second);
  std::ranges::sort(first);
  std::ranges::sort(second);
  CHECK(first == second);
}

}  // namespace mcsim::testing::agenda_test
