// What is suggested for a text that is no duration.
#include "mcsim/config/values/duration_meant.hpp"

#include <string>

#include "mcsim/config/values/scenario_values.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::duration_meant_test {

namespace {

std::string write(const std::string& duration) { return "; write \"" + duration + "\""; }

}  // namespace

TEST_CASE("a number without its unit is answered with one in seconds, and m with minutes") {
  CHECK(duration_meant("30") == "; for seconds write \"30s\"");
  CHECK(duration_meant("10m") == "; for minutes write \"10min\"");
  CHECK(duration_meant("10 M") == "; for minutes write \"10min\"");
}

TEST_CASE("units as people write them are answered with those that a scenario has") {
  CHECK(duration_meant("10sec") == write("10s"));
  CHECK(duration_meant("120 Seconds") == write("120s"));
  CHECK(duration_meant("10 s") == write("10s"));
  CHECK(duration_meant("5 days") == write("5d"));
  CHECK(duration_meant("5D") == write("5d"));
  CHECK(duration_meant("3 minutes") == write("3min"));
  CHECK(duration_meant("1.5hours") == write("1.5h"));
  CHECK(duration_meant("250 msec") == write("250ms"));
  CHECK(duration_meant("2w") == write("14d"));
}

TEST_CASE("several numbers are answered with one: 1h30 are 90 minutes") {
  CHECK(duration_meant("1h30") == write("90min"));
  CHECK(duration_meant("1h 30m") == write("90min"));
  CHECK(duration_meant("1h30min5s") == write("5405s"));
  CHECK(duration_meant("1 day 12 hours") == write("36h"));
  CHECK(duration_meant("2min500ms") == write("120500ms"));
}

TEST_CASE("what is far from a duration, or is one, is answered with nothing") {
  for (const char* const text : {"x", "", "s", "sec", "-5s", "1:30", "5 elephants", "h5", "5h5h5x",
                                 "99999999999999999999d", "1001 years", "400000 days"})
    CHECK(duration_meant(text).empty());
  CHECK(duration_meant("10s").empty());
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "999999999w";
  CHECK(duration_meant(many).empty());
}

TEST_CASE("what is suggested is a duration") {
  for (const char* const text : {"30", "10m", "7 weeks", "1h1", "1m1", "90 mn", "12 hrs 5 secs"}) {
    const std::string said = duration_meant(text);
    INFO(text << said);
    const std::size_t quote = said.find('"') + 1;
    CHECK(read_duration(said.substr(quote, said.rfind('"') - quote)));
  }
}

}  // namespace mcsim::testing::duration_meant_test
