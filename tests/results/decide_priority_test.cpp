// The answers of `mcsim decide priority`.
#include <string>

#include "support/decide_once.hpp"

namespace mcsim::testing::decide_priority_test {

namespace {

std::string priorities(const std::string& question) {
  return answer_to({.family = "priority", .file = ""}, question).out;
}

}  // namespace

// Platform LSF 7.3 Administration Guide, "Hierarchical fairshare": the printed priorities are
// 1.867, 0.775 at the top and 1.144, 0.667, 0.046 within group2, by a clock that went on.
TEST_CASE("decide priority answers the table of the administration guide") {
  CHECK(priorities(R"({"accounts": [
          {"name": "group1", "shares": 40, "started": 5, "cpu_seconds": 48.4, "run_seconds": 17618},
          {"name": "group2", "shares": 20, "started": 6, "cpu_seconds": 607.7,
           "run_seconds": 24664}]})")
            .starts_with(R"({"priority": {"group1": 1.866)"));
  const std::string inner = priorities(R"({"accounts": [
          {"name": "others", "shares": 1, "started": 5, "cpu_seconds": 598.1, "run_seconds": 19556},
          {"name": "user1", "shares": 8, "started": 1, "cpu_seconds": 9.6, "run_seconds": 5108},
          {"name": "user2", "shares": 2}]})");
  CHECK(inner.find(R"("user1": 1.143)") != inner.npos);
  CHECK(inner.find(R"("user2": 0.6666666666666666)") != inner.npos);
  CHECK(inner.find(R"("others": 0.0456)") != inner.npos);
  CHECK(inner.ends_with("\"order\": [\"user1\", \"user2\", \"others\"]}\n"));
}

TEST_CASE("decide priority: committed run time keeps a priority flat, and the floor bounds it") {
  const std::string factors =
      R"({"CPU_TIME_FACTOR": 0, "RUN_JOB_FACTOR": 0, "RUN_TIME_FACTOR": 1, )"
      R"("COMMITTED_RUN_TIME_FACTOR": )";
  const auto at = [&](const std::string& committed, int ran_hours) {
    return priorities(factors + committed + R"(, "accounts": [{"name": "u", "shares": 1, )" +
                      R"("run_seconds": )" + std::to_string(ran_hours * 3600) +
                      R"(, "committed_seconds": )" + std::to_string((10 - ran_hours) * 3600) +
                      "}]}");
  };
  const auto answer = [](const char* priority) {
    return R"({"priority": {"u": )" + std::string(priority) + "}, \"order\": [\"u\"]}\n";
  };
  CHECK(at("1", 0) == answer("0.1"));
  CHECK(at("1", 5) == answer("0.1"));
  CHECK(at("1", 10) == answer("0.1"));
  CHECK(at("0", 0) == answer("100"));
  CHECK(at("0", 5) == answer("0.2"));
  CHECK(at("0", 10) == answer("0.1"));
}

TEST_CASE("decide priority takes another policy, and a factor for forwarded slots") {
  CHECK(priorities(R"({"policy": "slots", "accounts": [{"name": "a", "shares": 4, "started": 1},
                      {"name": "b", "shares": 3, "reserved": 2}]})") ==
        "{\"priority\": {\"a\": 2, \"b\": 1}, \"order\": [\"a\", \"b\"]}\n");
  CHECK(priorities(R"({"CPU_TIME_FACTOR": 0, "RUN_TIME_FACTOR": 0, "RUN_JOB_FACTOR": 1,
                      "FWD_JOB_FACTOR": 1, "accounts": [{"name": "a", "shares": 1},
                      {"name": "b", "shares": 1, "forwarded": 2}]})") ==
        "{\"priority\": {\"a\": 0.5, \"b\": 0.25}, \"order\": [\"a\", \"b\"]}\n");
}

}  // namespace mcsim::testing::decide_priority_test
