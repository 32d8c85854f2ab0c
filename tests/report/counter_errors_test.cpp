// How wrong counters become with the age of their reports, by hand.
#include "mcsim/report/counter_errors.hpp"

#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::counter_errors_test {

TEST_CASE("a report is compared with those that are one, two and more times later") {
  // Every 10 s: 8, 8, 5, 5, 9; those that are as the one before are not in the table.
  const Reports reports{{0, 8}, {20'000, 5}, {30'000, 5}, {40'000, 9}};
  const auto errors = errors_by_age(reports, 10);
  REQUIRE(errors.size() == 4);
  CHECK(errors[0] ==
        ErrorOfAge{.age = 10'000, .count = 4, .mean = (0 + 3 + 0 + 4) / 4.0, .most = 4});
  CHECK(errors[1] == ErrorOfAge{.age = 20'000, .count = 3, .mean = (3 + 3 + 4) / 3.0, .most = 4});
  CHECK(errors[2] == ErrorOfAge{.age = 30'000, .count = 2, .mean = (3 + 1) / 2.0, .most = 3});
  CHECK(errors[3] == ErrorOfAge{.age = 40'000, .count = 1, .mean = 1, .most = 1});
}

TEST_CASE("a single report tells nothing") {
  CHECK(errors_by_age({}, 10).empty());
  CHECK(errors_by_age({{5'000, 3}}, 10).empty());
}

TEST_CASE("of counters.csv only what was published is compared, by queue and cluster") {
  const TempFolder room;
  const std::string path =
      room.write("counters.csv",
                 "time,submit_cluster,queue,kind,priority,total,available,running,pending\n"
                 "0,home,calm@away,published,1,8,8,0,0\n"
                 "0,home,wild@away,published,1,8,8,0,0\n"
                 "5,home,wild@away,held,1,8,1,0,0\n"
                 "10,home,calm@away,published,1,8,7,0,0\n"
                 "10,home,wild@away,published,1,8,2,0,0\n"
                 "10,home,other@away,published,1,8,,0,0\n");
  const auto found = read_counter_errors(path);
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK(found->front().queue == "wild@away");
  CHECK(found->front().to == "home");
  CHECK(found->front().ages.front().mean == 6);
  CHECK(found->back().ages.front().mean == 1);
}

}  // namespace mcsim::testing::counter_errors_test
