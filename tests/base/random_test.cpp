// Random streams: the authors' known answers, and the properties of streams.
#include "mcsim/base/random.hpp"

#include <array>
#include <cstdint>
#include <set>

#include "support/catch.hpp"

namespace mcsim::testing::random_test {

using Pair = std::array<std::uint64_t, 2>;

// Source: kat_vectors of Random123 1.14 (D. E. Shaw Research), lines "philox2x64 10".
TEST_CASE("philox gives the authors' known answers") {
  CHECK((philox({0, 0}, 0) == Pair{0xca00a0459843d731, 0x66c24222c9a845b5}));
  CHECK((philox({~0ULL, ~0ULL}, ~0ULL) == Pair{0x65b021d60cd8310f, 0x4d02f3222f86df20}));
  CHECK((philox({0x243f6a8885a308d3, 0x13198a2e03707344}, 0xa4093822299f31d0) ==
         Pair{0x0a5e742c2997341c, 0xb0f883d38000de5d}));
}

// Source: Landon Curt Noll's test vectors for 64-bit FNV-1a.
TEST_CASE("names are hashed by FNV-1a") {
  CHECK(hash_name("") == 0xcbf29ce484222325);
  CHECK(hash_name("a") == 0xaf63dc4c8601ec8c);
  CHECK(hash_name("foobar") == 0x85944171f73967e8);
}

TEST_CASE("a draw depends on seed, purpose, entity and number, and on nothing else") {
  const RngStream stream{1, "C1/daemon_phase"};
  CHECK(stream.at(3, 4) == RngStream(1, "C1/daemon_phase").at(3, 4));
  CHECK(stream.at(3, 4) != RngStream(2, "C1/daemon_phase").at(3, 4));
  CHECK(stream.at(3, 4) != RngStream(1, "C2/daemon_phase").at(3, 4));
  CHECK(stream.at(3, 4) != stream.at(4, 3));
  CHECK(stream.at(3, 4) != stream.at(3, 5));
}

TEST_CASE("numbers drawn one after the other are those of entity 0") {
  RngStream stream{7, "test"};
  const RngStream untouched = stream;
  for (std::uint64_t n = 0; n < 100; ++n) REQUIRE(stream.next() == untouched.at(0, n));
}

TEST_CASE("draws below a bound stay below it and reach every value about equally often") {
  RngStream stream{7, "test"};
  std::array<int, 10> seen{};
  for (int n = 0; n < 10'000; ++n) ++seen.at(stream.below(10));
  // 1,000 each, standard deviation 30; five of them.
  for (const int count : seen) CHECK(std::abs(count - 1'000) < 150);
  CHECK(stream.below(1) == 0);
}

TEST_CASE("unit draws are at least 0 and below 1 and have mean 1/2") {
  RngStream stream{7, "test"};
  double sum = 0;
  for (int n = 0; n < 100'000; ++n) {
    const double draw = stream.unit();
    REQUIRE((draw >= 0 && draw < 1));
    sum += draw;
  }
  // The standard error is 0.2887 / sqrt(100,000) = 0.0009.
  CHECK(std::abs(sum / 100'000 - 0.5) < 0.0046);
}

}  // namespace mcsim::testing::random_test
