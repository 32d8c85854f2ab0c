// The answers of `mcsim decide forward`.
#include <string>

#include "support/catch.hpp"
#include "support/decide_once.hpp"

namespace mcsim::testing::decide_forward_test {

namespace {

/// The two queues of the worked examples, with free slots; `more` follows "candidates".
std::string question(const std::string& setting, const std::string& more = "") {
  return R"({"setting": ")" + setting + R"(", "job": {"slots": 1}, "candidates": [
    {"queue": "HighPriority@Cluster2", "priority": 60, "total": 100, "available": 30, "running": 20,
     "pending": 20, "preemptable": 80, "lowest_preemptable_priority": 30, "backlog_room": 30,
     "preference": 0, "satisfies_requirements": true, "open": true, "cold": false},
    {"queue": "HighPriority@Cluster3", "priority": 70, "total": 100, "available": 10, "running": 30,
     "pending": 5, "preemptable": 70, "lowest_preemptable_priority": 20, "backlog_room": 45}])" +
         more + "}";
}

std::string answer(const std::string& question) {
  const Answer answer = answer_to({.family = "forward", .file = ""}, question);
  return answer.code == ExitCode::done && answer.err.empty() ? answer.out : answer.err;
}

std::string to_cluster2(const std::string& reason) {
  return R"({"choice": "HighPriority@Cluster2", "reason": ")" + reason +
         R"(", "ranking": ["HighPriority@Cluster2", "HighPriority@Cluster3"]})" + "\n";
}

std::string to_cluster3(const std::string& reason) {
  return R"({"choice": "HighPriority@Cluster3", "reason": ")" + reason +
         R"(", "ranking": ["HighPriority@Cluster3", "HighPriority@Cluster2"]})" + "\n";
}

/// A queue of which every number is 0; `more` begins with a comma.
std::string zeros(const std::string& name, const std::string& more = "") {
  return R"({"queue": ")" + name +
         R"(", "priority": 0, "total": 0, "available": 0, "running": 0, "pending": 0,
          "preemptable": 0, "lowest_preemptable_priority": null, "backlog_room": 0)" +
         more + "}";
}

}  // namespace

TEST_CASE("decide forward answers with the queue, the rule that decided, and all queues in order") {
  CHECK(answer(question("COUNT_PREEMPTABLE")) ==
        to_cluster2("largest available - pending among queues with free slots"));
  CHECK(answer(question("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY")) ==
        to_cluster3("highest priority among queues with free slots"));
  CHECK(answer(question("")) == to_cluster3("largest backlog room"));
  CHECK(answer(question("REMOTE_RESOURCE")) == to_cluster2("largest available"));
  CHECK(answer(question("DYN_CLUSTER_WEIGHTING")) ==
        to_cluster3("least available - pending that covers the job"));
}

TEST_CASE("decide forward takes a setting as lsb.params has it, or a policy's name") {
  CHECK(answer(question("  high_queue_priority ")) == answer(question("HIGH_QUEUE_PRIORITY")));
  CHECK(answer(question("HIGH_QUEUE_PRIORITY COUNT_PREEMPTABLE")) ==
        answer(question("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY")));
  CHECK(answer(question("NOT_DEFINED")) == answer(question(" ")));
  CHECK(answer(question("none")) ==
        R"({"choice": null, "reason": "the policy forwards nothing", "ranking": []})"
        "\n");
}

TEST_CASE("decide forward lets a job pend, and ranks no queue that would not be chosen") {
  const std::string pends = R"({"setting": "PENDING_WHEN_NOSLOTS", "job": {"slots": 1},
    "candidates": [)";
  CHECK(answer(pends + zeros("a@C2") + "]}") ==
        R"({"choice": null, "reason": "no queue has free slots even after preemption: )"
        R"(the job pends", "ranking": []})"
        "\n");
  CHECK(answer(R"({"setting": "", "job": {"slots": 1}, "candidates": []})") ==
        R"({"choice": null, "reason": "no queue accepts the job", "ranking": []})"
        "\n");
}

TEST_CASE("decide forward takes what LSF's documents leave open as options") {
  const auto asked = [](const std::string& more) {
    return answer(R"({"setting": "RESOURCE_ONLY", "job": {"slots": 6}, "candidates": [
      {"queue": "a@C2", "priority": 0, "total": 9, "available": 9, "running": 0, "pending": 9,
       "preemptable": 9, "lowest_preemptable_priority": null, "backlog_room": 0},
      {"queue": "b@C3", "priority": 0, "total": 9, "available": 5, "running": 0, "pending": 0,
       "preemptable": 5, "lowest_preemptable_priority": null, "backlog_room": 0}])" +
                  more + "}");
  };
  CHECK(asked("") == R"({"choice": "b@C3", "reason": "the only queue with free slots", )"
                     R"("ranking": ["b@C3"]})"
                     "\n");
  CHECK(asked(R"(, "forward_free_test": "available")") ==
        R"({"choice": "b@C3", "reason": "largest available - pending among queues with free )"
        R"(slots", "ranking": ["b@C3", "a@C2"]})"
        "\n");
  CHECK(asked(R"(, "forward_free_test": "fits")") ==
        R"({"choice": null, "reason": "no queue has free slots or backlog room", "ranking": []})"
        "\n");

  const auto full = [](const std::string& order) {
    return answer(R"({"setting": "HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY",
      "job": {"slots": 1}, "forward_key_order": ")" +
                  order + R"(", "candidates": [
      {"queue": "a@C2", "priority": 5, "total": 9, "available": 0, "running": 0, "pending": 0,
       "preemptable": 9, "lowest_preemptable_priority": 2, "backlog_room": 0},
      {"queue": "b@C3", "priority": 5, "total": 9, "available": 0, "running": 0, "pending": 0,
       "preemptable": 5, "lowest_preemptable_priority": 1, "backlog_room": 0}]})");
  };
  CHECK(full("prio_low_p") ==
        R"({"choice": "b@C3", "reason": "no queue has free slots: can preempt the lowest queue", )"
        R"("ranking": ["b@C3", "a@C2"]})"
        "\n");
  CHECK(full("prio_p_low") ==
        R"({"choice": "a@C2", "reason": "no queue has free slots: largest preemptable available )"
        R"(- pending", "ranking": ["a@C2", "b@C3"]})"
        "\n");
}

TEST_CASE("decide forward draws by seed and decision, and takes turns after the last choice") {
  CHECK(answer(question("round-robin")) == to_cluster2("next in turn"));
  CHECK(answer(question("round-robin", R"(, "last": "HighPriority@Cluster2")")) ==
        to_cluster3("next in turn"));
  std::string drawn;
  for (int decision = 0; decision < 64; ++decision)
    drawn += answer(question("random", R"(, "decision": )" + std::to_string(decision)));
  CHECK(drawn.find(R"("choice": "HighPriority@Cluster2")") != drawn.npos);
  CHECK(drawn.find(R"("choice": "HighPriority@Cluster3")") != drawn.npos);
  CHECK(answer(question("random", R"(, "seed": 1, "decision": 0)")) == answer(question("random")));
}

TEST_CASE("a queue that is closed, cold, or lacks what the job requires is known as such") {
  const auto asked = [](const std::string& more) {
    return answer(R"({"setting": "COUNT_PREEMPTABLE", "job": {"slots": 1}, "candidates": [
      {"queue": "a@C2", "priority": 0, "total": 9, "available": 9, "running": 0, "pending": 0,
       "preemptable": 9, "lowest_preemptable_priority": null, "backlog_room": 0)" +
                  more + "}]}");
  };
  const auto none = [](const std::string& reason) {
    return R"({"choice": null, "reason": ")" + reason + R"(", "ranking": []})" + "\n";
  };
  CHECK(asked("") == R"({"choice": "a@C2", "reason": "the only queue with free slots", )"
                     R"("ranking": ["a@C2"]})"
                     "\n");
  CHECK(asked(R"(, "open": false)") == none("no queue accepts the job"));
  CHECK(asked(R"(, "satisfies_requirements": false)") ==
        none("no queue that accepts the job has what it requires on hosts that count"));
  CHECK(asked(R"(, "cold": true)") ==
        none("no queue has free slots, backlog room or slots to preempt"));
}

}  // namespace mcsim::testing::decide_forward_test
