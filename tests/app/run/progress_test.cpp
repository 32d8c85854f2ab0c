// The progress bar never reaches the last column of its terminal.
#include "mcsim/app/run/progress.hpp"

#include <cstdint>
#include <limits>

#include "support/catch.hpp"

namespace mcsim::testing::progress_test {

TEST_CASE("the bar has 24 columns where there is room") {
  CHECK(progress_line("0d 01:00:00", 20, 40, 5, 100) ==
        "[############............] 0d 01:00:00  20/40 jobs  4 jobs/s  5 s to go");
}

TEST_CASE("on narrower terminals the bar is shorter, then the rate is left out, then the bar") {
  CHECK(progress_line("0d 01:00:00", 20, 40, 5, 60) ==
        "[######......] 0d 01:00:00  20/40 jobs  4 jobs/s  5 s to go");
  CHECK(progress_line("0d 01:00:00", 20, 40, 5, 44) ==
        "[###...] 0d 01:00:00  20/40 jobs  5 s to go");
  CHECK(progress_line("0d 01:00:00", 20, 40, 5, 37) == "0d 01:00:00  20/40 jobs  5 s to go");
  CHECK(progress_line("0d 01:00:00", 20, 40, 5, 30) == "0d 01:00:00  20/40 jobs");
}

TEST_CASE("a line is never as wide as its terminal, whatever its numbers are") {
  for (const std::uint64_t jobs : {std::uint64_t{1}, std::uint64_t{54'044}, std::uint64_t{1} << 59})
    for (const std::uint64_t done : {std::uint64_t{0}, jobs / 3, jobs})
      for (const double seconds : {0.1, 3600.0, 1e9})
        for (std::size_t width = 1; width <= 120; ++width)
          CHECK(progress_line("3650d 23:59:59", done, jobs, seconds, width).size() < width);
}

}  // namespace mcsim::testing::progress_test
