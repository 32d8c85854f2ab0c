// The three cases of a shared lease that is evaluated.
#include "mcsim/policy/lease_reclaim.hpp"

#include <cstdint>

#include "support/catch.hpp"

namespace mcsim::testing::lease_reclaim_test {

TEST_CASE("idle slots go to the side with fewer of them, and busy ones never move") {
  struct Row {
    LeaseSide provider, consumer;
    IdleTo to;
    std::int64_t provider_after, consumer_after;
  };
  const Row rows[] = {
      {{6, 6}, {4, 1}, IdleTo::provider, 9, 1},
      {{9, 2}, {1, 1}, IdleTo::consumer, 2, 8},
      {{5, 3}, {4, 2}, IdleTo::nobody, 5, 4},  // as many on both sides
      {{5, 5}, {4, 4}, IdleTo::nobody, 5, 4},  // none at all
      {{3, 0}, {1, 0}, IdleTo::consumer, 0, 4},
      {{3, 3}, {1, 0}, IdleTo::provider, 4, 0},  // the consumer is left with none
      {{0, 0}, {4, 0}, IdleTo::provider, 4, 0},
  };
  for (const Row& row : rows) {
    INFO(row.provider.available << "/" << row.provider.used << " " << row.consumer.available << "/"
                                << row.consumer.used);
    const ReclaimView view{row.provider, row.consumer};
    CHECK((FewerIdle{}.idle_to(view) == row.to));
    const ReclaimView after = after_reclaim(view, row.to);
    CHECK(after.provider.available == row.provider_after);
    CHECK(after.consumer.available == row.consumer_after);
    CHECK(after.provider.used == row.provider.used);
    CHECK(after.consumer.used == row.consumer.used);
    CHECK((NoReclaim{}.idle_to(view) == IdleTo::nobody));
  }
}

TEST_CASE("an evaluation may leave the consumer a slot, if it uses none") {
  const auto left = [](std::int64_t available, std::int64_t used) {
    const ReclaimView view{{.available = 1, .used = 1}, {.available = available, .used = used}};
    return after_reclaim(view, IdleTo::provider, true).consumer.available;
  };
  CHECK(left(4, 0) == 1);
  CHECK(left(4, 2) == 2);
  CHECK(left(0, 0) == 0);
}

}  // namespace mcsim::testing::lease_reclaim_test
