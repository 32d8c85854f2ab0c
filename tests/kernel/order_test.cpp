// The order of events: how it is packed, and what does not fit.
#include "mcsim/kernel/order.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::order_test {

TEST_CASE("events are ordered by round, then phase, then source, then number") {
  const Order order(2, Phase::end, 5, 100);
  CHECK((Order(1, Phase::session, 9, 999) < order));
  CHECK((Order(2, Phase::change, 9, 999) < order));
  CHECK((Order(2, Phase::end, 4, 999) < order));
  CHECK((Order(2, Phase::end, 5, 99) < order));
  CHECK((order < Order(2, Phase::end, 5, 101)));
  CHECK(order.round() == 2);
  CHECK((order.phase() == Phase::end));
}

TEST_CASE("the largest round, source and number fit without touching each other") {
  const Order order(most_rounds + 1, Phase::session, most_sources - 1, Order::most_numbers - 1);
  CHECK(order.round() == most_rounds + 1);
  CHECK((order.phase() == Phase::session));
}

TEST_CASE("a source or a number that does not fit stops the run") {
  CHECK_THROWS_AS(Order(1, Phase::end, most_sources, 0), InvariantBroken);
  CHECK_THROWS_AS(Order(1, Phase::end, 0, Order::most_numbers), InvariantBroken);
}

}  // namespace mcsim::testing::order_test
