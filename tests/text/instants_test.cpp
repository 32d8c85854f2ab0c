// Instants in UTC.
#include "mcsim/text/instants.hpp"

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::instants_test {

TEST_CASE("instants are read as they are written") {
  CHECK(read_instant("1970-01-01T00:00:00Z") == 0);
  CHECK(read_instant("2000-02-29T12:34:56Z") == 951'827'696);
  CHECK(instant_text(951'827'696) == "2000-02-29T12:34:56Z");
  CHECK(instant_text(-1) == "1969-12-31T23:59:59Z");
  for (std::int64_t time = -62'000'000'000; time < 253'402'300'799; time += 86'399 * 1'001) {
    const auto text = instant_text(time);
    REQUIRE(text.has_value());
    CHECK(read_instant(*text) == time);
  }
  CHECK(!instant_text(253'402'300'800));
}

TEST_CASE("what is no instant is not read") {
  for (const char* text :
       {"", "2026-01-01", "2026-01-01 00:00:00Z", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z",
        "2026-01-01T00:00:00", "2026-01-01T00:00:00Z ", "-026-01-01T00:00:00Z"})
    CHECK(!read_instant(text));
}

}  // namespace mcsim::testing::instants_test
