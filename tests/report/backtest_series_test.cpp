// backtest_series.csv as a page reads it.
#include "mcsim/report/backtest_series.hpp"

#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::backtest_series_test {

TEST_CASE("a backtest's means over time have one length of spans") {
  const TempFolder room;
  const std::string head = "time,really_busy,run_busy,really_waiting,run_waiting\n";
  const auto series = read_backtest_series(
      room.write("a.csv", head + "60,1,2.5,0,1\n120,3,4,0.25,0\n180,5,6,0,0\n"));
  REQUIRE(series);
  CHECK(series->from == 60'000);
  CHECK(series->width == 60'000);
  CHECK(series->run_busy == std::vector<double>{2.5, 4, 6});
  CHECK(series->really_waiting == std::vector<double>{0, 0.25, 0});
  const auto uneven =
      read_backtest_series(room.write("b.csv", head + "0,1,2,0,1\n60,3,4,0,0\n180,5,6,0,0\n"));
  REQUIRE(!uneven);
  CHECK(uneven.error().list.front().line == 4);
  CHECK(!read_backtest_series(room.write("c.csv", head + "0,x,2,0,1\n")));
}

}  // namespace mcsim::testing::backtest_series_test
