// Which forwards a report counts.
#include "mcsim/forwarding/received_forwards.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::received_forwards_test {

namespace {

constexpr Time at(Duration since) { return Time{} + since; }

/// Forwards 1 and 2 come in the first round of 10 s, 3 in its second round, 4 at 20 s.
ReceivedForwards four_forwards() {
  ReceivedForwards received;
  received.add(ForwardId{1}, at(10s), 1);
  received.add(ForwardId{2}, at(10s), 1);
  received.add(ForwardId{3}, at(10s), 2);
  received.add(ForwardId{4}, at(20s), 1);
  return received;
}

}  // namespace

TEST_CASE("a report counts what came by the first round of its instant") {
  ReceivedForwards received = four_forwards();
  CHECK(received.last_in(at(9'999ms)) == ForwardId{0});
  CHECK(received.last_in(at(10s)) == ForwardId{2});
  CHECK(received.last_in(at(10'001ms)) == ForwardId{3});
  CHECK(received.last_in(at(20s)) == ForwardId{4});
  CHECK(received.last_in(at(30s)) == ForwardId{4});
}

TEST_CASE("a report that is asked for alone counts all that came before it") {
  CHECK(four_forwards().last_in(at(15s)) == ForwardId{3});
  CHECK(four_forwards().last_in(at(25s)) == ForwardId{4});
}

TEST_CASE("the last forward is known, and whether it has come in this round") {
  ReceivedForwards received;
  CHECK(received.last() == ForwardId{0});
  received = four_forwards();
  CHECK(received.last() == ForwardId{4});
  CHECK(received.has_come_in(at(20s), 1));
  CHECK_FALSE(received.has_come_in(at(20s), 2));
  CHECK_FALSE(received.has_come_in(at(10s), 2));
}

}  // namespace mcsim::testing::received_forwards_test
