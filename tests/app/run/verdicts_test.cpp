// Paths into results, expectations and gates.
#include "mcsim/app/run/verdicts.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::verdicts_test {

namespace {

JsonNode tree(std::string_view text) { return parse_json(text, "test.json")->root; }

const JsonNode& results() {
  static const JsonNode node = tree(R"({
    "jobs": {"DONE": 3, "1@C1": {"status": "DONE", "wait_time": 1.5, "app": null}},
    "by_queue": {"send@C1": {"wait_time": {"p95": 10}}, "send": {"wait_time": {"p95": 99}},
                 "lsb.x@C1": {"wait_time": {"p95": 7}}},
    "a/b": {"c~d": [5, 6]}
  })");
  return node;
}

std::vector<std::string> complaints(const Verdicts& verdicts) {
  std::vector<std::string> texts;
  for (const Diagnostic& failure : verdicts.failures.list) texts.push_back(to_text(failure));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a path's segment is the longest key that fits, and keys may hold dots") {
  const auto value = [](std::string_view path) {
    const auto found = values_at(results(), path);
    return found.size() == 1 ? found[0]->text : "found " + std::to_string(found.size());
  };
  CHECK(value("by_queue.send@C1.wait_time.p95") == "10");
  CHECK(value("by_queue.send.wait_time.p95") == "99");
  CHECK(value("by_queue.lsb.x@C1.wait_time.p95") == "7");
  CHECK(value("/by_queue/send@C1/wait_time/p95") == "10");
  CHECK(value("by_queue.*.wait_time.p95") == "found 3");
  CHECK(value("by_queue.sen") == "found 0");
  CHECK(value("jobs.DONE.more") == "found 0");
  CHECK(value("/a~1b/c~0d/1") == "6");
}

TEST_CASE("a name may be empty, in paths and in expectations") {
  const JsonNode users = tree(R"({"by_user": {"ann": {"wait": 1}, "": {"wait": 2, "": 3}}})");
  const auto value = [&](std::string_view path) {
    const auto found = values_at(users, path);
    return found.size() == 1 ? found[0]->text : "found " + std::to_string(found.size());
  };
  CHECK(value("by_user..wait") == "2");
  CHECK(value("/by_user//wait") == "2");
  CHECK(value("by_user.ann..wait") == "found 0");
  CHECK(value("by_user.*.wait") == "found 2");
  const auto verdicts = judge_expectations(
      tree(R"({"by_user": {"": {"wait": 2, "": 3}}, "by_user..wait": 2})"), {"t.json"}, users);
  CHECK(verdicts.asked == 3);
  CHECK(complaints(verdicts) == Texts{});
}

TEST_CASE("expectations that hold are counted, and nothing is said") {
  const auto verdicts = judge_expectations(
      tree(R"({"jobs": {"1@C1": {"status": "DONE", "wait_time": 1.50, "app": null}, "DONE": 3.0},
               "by_queue.send@C1.wait_time": {"p95": 10}})"),
      {"test.json"}, results());
  CHECK(verdicts.asked == 5);
  CHECK(complaints(verdicts) == Texts{});
}

TEST_CASE("an expectation that does not hold is told with its place, the wish and the find") {
  const auto verdicts = judge_expectations(
      tree("{\"jobs\": {\"1@C1\": {\"status\": \"EXIT\"},\n  \"DONE\": 4},\n"
           " \"by_queue.*.wait_time.p95\": 10,\n \"job\": 1, \"jobs.1@C1.app\": \"\"}"),
      {"test.json"}, results());
  CHECK(verdicts.asked == 5);
  CHECK(
      complaints(verdicts) ==
      Texts{
          R"(test.json:1:30 /expect/jobs/1@C1/status: expected "EXIT", got "DONE")",
          R"(test.json:2:11 /expect/jobs/DONE: expected 4, got 3)",
          R"(test.json:3:30 /expect/by_queue.*.wait_time.p95: expected 10, got 99)",
          R"(test.json:4:9 /expect/job: no such result; nearest: jobs; known: jobs, by_queue, a/b)",
          R"(test.json:4:29 /expect/jobs.1@C1.app: expected "", got null)"});
}

TEST_CASE("a bare job id that several clusters have is answered with the full ones") {
  const auto verdicts = judge_expectations(
      tree(R"({"jobs": {"1": {"slots": 2}}})"), {"test.json"},
      tree(R"({"jobs": {"DONE": 2, "1@C": {"slots": 2}, "1@D": {"slots": 2}}})"));
  CHECK(complaints(verdicts) ==
        Texts{"test.json:1:16 /expect/jobs/1: is in several clusters; write one of 1@C, 1@D"});
}

TEST_CASE("a gate compares a metric with a bound, and what is no number never passes") {
  const auto gates = [](std::string_view text) {
    return complaints(judge_gates(tree(text), {"g.json"}, results()));
  };
  CHECK(gates(R"([{"metric": "jobs.DONE", "op": ">=", "value": 3},
                  {"metric": "jobs.DONE", "op": "!=", "value": 4},
                  {"metric": "jobs.1@C1.wait_time", "op": "<", "value": 1.6}])") == Texts{});
  CHECK(gates(R"([{"metric": "by_queue.*.wait_time.p95", "op": "<=", "value": 10}])") ==
        Texts{"g.json:1:2 /gates/0: by_queue.*.wait_time.p95 is 99, not <= 10"});
  CHECK(gates(R"([{"metric": "jobs.1@C1.app", "op": "==", "value": 0}])") ==
        Texts{"g.json:1:2 /gates/0: jobs.1@C1.app is null, not == 0"});
  CHECK(gates(R"([{"metric": "wait", "op": "<", "value": 0}])").size() == 1);
}

}  // namespace mcsim::testing::verdicts_test
