// The order of events: how it is packed, and values that do not fit.
#include "mcsim/kernel/order.hpp"
#include "mcsim/cluster/phase.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::order_test {

TEST_CASE("events are ordered by round, then phase, then source, then number") {
  const Order order(2, phase::end, 5, 100);
  CHECK((Order(1, phase::session, 9, 999) < order));
  CHECK((Order(2, phase::change, 9, 999) < order));
  CHECK((Order(2, phase::end, 4, 999) < order));
  CHECK((Order(2, phase::end, 5, 99) < order));
  CHECK((order < Order(2, phase::end, 5, 101)));
  CHECK(order.round() == 2);
  CHECK((order.phase() == phase::end));
}

TEST_CASE("the largest round, source and number fit without touching each other") {
  const Order order(most_rounds + 1, phase::session, most_sources - 1, Order::most_numbers - 1);
  CHECK(order.round() == most_rounds + 1);
  CHECK((order.phase() == phase::session));
}

TEST_CASE("a source or a number that does not fit stops the run") {
  CHECK_THROWS_AS(Order(1, phase::end, most_sources, 0), InvariantBroken);
  CHECK_THROWS_AS(Order(1, phase::end, 0, Order::most_numbers), InvariantBroken);
}

}  // namespace mcsim::testing::order_test
