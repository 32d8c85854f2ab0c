// Times, sizes and lists of hosts as Slurm and PBS write them.
#include "mcsim/trace/scheduler_values.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::scheduler_values_test {

namespace {

using trace::read_clock;
using trace::read_count;
using trace::read_host_list;
using trace::read_memory;

std::vector<std::string> hosts(std::string_view text) {
  std::vector<std::string> list;
  if (!read_host_list(text, list)) return {"refused"};
  return list;
}

}  // namespace

TEST_CASE("durations have days, hours, minutes, seconds or fewer of them") {
  CHECK(read_clock("1-02:03:04") == 93'784);  // 86,400 + 7,200 + 180 + 4
  CHECK(read_clock("02:03:04") == 7'384);
  CHECK(read_clock("03:04") == 184);
  CHECK(read_clock("03:04.500") == 184);
  CHECK(read_clock("2-06") == 194'400);
  CHECK(read_clock("3600") == 3'600);
  CHECK(read_clock("120:00:00") == 432'000);
  for (const char* wrong : {"", "UNLIMITED", "1-", "-1", "1:2:3:4", "1::2", "9999999999999999:00"})
    CHECK(!read_clock(wrong));
}

TEST_CASE("memory has units of 1,024, and Slurm's marks behind them") {
  CHECK(read_memory("4G", 1) == 4'194'304);
  CHECK(read_memory("4000Mc", 1) == 4'096'000);
  CHECK(read_memory("4Gn", 1) == 4'194'304);
  CHECK(read_memory("1.5G", 1) == 1'572'864);
  CHECK(read_memory("512mb", 1) == 524'288);
  CHECK(read_memory("100kb", 1) == 100);
  CHECK(read_memory("2048b", 1) == 2);
  CHECK(read_memory("16", 1 << 20) == 16'384);
  CHECK(read_memory("0", 1 << 20) == 0);
  for (const char* wrong : {"", "G", "4X", "99999999999999999G", "999999999999T"})
    CHECK(!read_memory(wrong, 1));
}

TEST_CASE("a list of hosts keeps the width of its numbers") {
  CHECK(hosts("node[001-003,010],login1") ==
        std::vector<std::string>{"node001", "node002", "node003", "node010", "login1"});
  CHECK(hosts("r[1-2]n[8-9]") == std::vector<std::string>{"r1n8", "r1n9", "r2n8", "r2n9"});
  CHECK(hosts("n[9-10]-ib") == std::vector<std::string>{"n9-ib", "n10-ib"});
  for (const char* wrong : {"node[1-", "node[]", "node[3-1]", "node[a]", "a,,b", "node[1-9999999]",
                            "n[1-9999]m[1-9999]"})
    CHECK(hosts(wrong) == std::vector<std::string>{"refused"});
}

TEST_CASE("a count is digits and nothing else") {
  CHECK(read_count("007") == 7);
  for (const char* wrong : {"", "-1", "1.0", "1234567890123456", "x"}) CHECK(!read_count(wrong));
}

}  // namespace mcsim::testing::scheduler_values_test
