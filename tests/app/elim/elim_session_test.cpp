// When a program that has ended is started again, by clocks that are never quite on time.
#include "mcsim/app/elim/elim_session.hpp"

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::elim_session_test {

namespace {

void start_until_it_has_ended(ElimSession& session) {
  CHECK(session.look(at(1ms)).start);
  bool has_ended = false;
  while (!has_ended) {
    session.wait(100ms);
    has_ended = session.look(at(2ms)).ended.has_value();
  }
}

}  // namespace

// Polls are due at 0 s, 5 s, ...; each comes a millisecond late. Real LIMs of an open descendant
// started such a program again 95 s after its first start.
TEST_CASE("a program is started again at the first poll that is more than 90 s after its start",
          "[elim]") {
  ElimSession session("/bin/true", ElimContract{}, 1s);
  start_until_it_has_ended(session);
  CHECK_FALSE(session.look(at(85'001ms)).start);
  CHECK_FALSE(session.look(at(90'001ms)).start);
  CHECK(session.look(at(95'001ms)).start);
  session.stop(at(96s));
  while (session.has_program()) {
    session.wait(100ms);
    session.look(at(97s));
  }
}

TEST_CASE("a program that has ended is not started again when the look is over", "[elim]") {
  ElimSession session("/bin/true", ElimContract{}, 1s);
  start_until_it_has_ended(session);
  session.start_no_more();
  CHECK_FALSE(session.look(at(95'001ms)).start);
  CHECK_FALSE(session.has_program());
}

}  // namespace mcsim::testing::elim_session_test
