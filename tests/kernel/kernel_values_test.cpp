// The small values of the kernel: a sorted stream, an event of some kind, a running hash.
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "mcsim/kernel/cursor.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "mcsim/kernel/tagged.hpp"
#include "support/catch.hpp"
#include "support/events.hpp"

namespace mcsim::testing::kernel_values_test {

TEST_CASE("a cursor walks a sorted stream to its end, and refuses one that is not sorted") {
  const std::vector<int> seconds{1, 1, 4};
  const auto time_of = [&](std::uint32_t row) { return Time{} + seconds[row] * 1s; };
  Cursor cursor;
  CHECK((cursor.time() == never));
  cursor.start(3, time_of);
  for (const int second : seconds) {
    CHECK((cursor.time() == Time{} + second * 1s));
    cursor.advance(time_of);
  }
  CHECK((cursor.time() == never));

  const auto backward = [](std::uint32_t row) { return Time{} + 5s - row * 1s; };
  Cursor unsorted;
  unsorted.start(2, backward);
  CHECK_THROWS_AS(unsorted.advance(backward), InvariantBroken);
}

TEST_CASE("an event keeps its kind and its content through 16 bytes") {
  struct Told {
    std::vector<std::string> kinds;
    void operator()(const Note& note) { kinds.push_back("note " + std::to_string(note.id)); }
    void operator()(const Echo& echo) { kinds.push_back("echo " + std::to_string(echo.left)); }
  };
  Told told;
  using Event = Tagged<Note, Echo>;
  static_assert(sizeof(Event) == 16);
  Event(Echo{0xFFFFFFFF}).visit(told);
  Event(Note{3}).visit(told);
  CHECK(told.kinds == std::vector<std::string>{"echo 4294967295", "note 3"});
  CHECK(Event(Note{3}).is<Note>());
  CHECK_FALSE(Event(Note{3}).is<Echo>());
  CHECK(Event(Note{3}).as<Note>().id == 3);
}

TEST_CASE("a fingerprint depends on every number and on its place") {
  const auto of = [](std::initializer_list<std::uint64_t> numbers) {
    Fingerprint fingerprint;
    for (const std::uint64_t number : numbers) fingerprint.add(number);
    return fingerprint.value();
  };
  CHECK(of({1, 2, 3}) == of({1, 2, 3}));
  CHECK(of({1, 2, 3}) != of({1, 3, 2}));
  CHECK(of({1, 2, 3}) != of({1, 2, 4}));
  CHECK(of({}) != of({0}));
  CHECK(of({0}) != of({0, 0}));
}

}  // namespace mcsim::testing::kernel_values_test
