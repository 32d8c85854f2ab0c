// The line of an import never reaches the last column of its terminal.
#include "mcsim/app/history/read_progress.hpp"

#include <cstdint>
#include <sstream>

#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::read_progress_test {

TEST_CASE("an import tells how much of its files it has read") {
  CHECK(read_progress_line(1'000, 250, 1'000, 2, 100) ==
        "[######..................] 25 %  1000 records  500 records/s  6 s to go");
  CHECK(read_progress_line(1'000, 250, 1'000, 2, 60) ==
        "[###.........] 25 %  1000 records  500 records/s  6 s to go");
  CHECK(read_progress_line(1'000, 250, 1'000, 2, 40) == "25 %  1000 records  500 records/s");
  CHECK(read_progress_line(1'000, 2'000, 1'000, 2, 100) ==
        "[########################] 100 %  1000 records  500 records/s  0 s to go");
  // Of a pipe nobody knows how long it is.
  CHECK(read_progress_line(1'000, 250, 0, 2, 100) == "1000 records  500 records/s");
}

TEST_CASE("the line of an import is never as wide as its terminal") {
  for (const std::uint64_t all : {std::uint64_t{0}, std::uint64_t{1'000}, std::uint64_t{1} << 60})
    for (const std::uint64_t done : {std::uint64_t{0}, all / 3, all})
      for (const double seconds : {0.1, 3600.0, 1e9})
        for (std::size_t width = 1; width <= 120; ++width)
          CHECK(read_progress_line(done, done, all, seconds, width).size() < width);
}

TEST_CASE("what is no terminal gets no progress") {
  std::ostringstream out;
  std::ostringstream err;
  const Console console{out, err};
  ReadProgress progress(console, 100);
  progress.add(10, 10);
  progress.say("writing");
  progress.clear();
  CHECK(err.str().empty());
}

TEST_CASE("packed files are taken for eight times as large, and pipes for unknown") {
  const TempFolder room;
  const std::string plain = room.write("a", "0123456789");
  const std::string packed = room.write("b.gz", "0123456789");
  CHECK(bytes_to_read({plain, packed}) == 90);
  CHECK(bytes_to_read({plain, room.path("none")}) == 0);
}

}  // namespace mcsim::testing::read_progress_test
