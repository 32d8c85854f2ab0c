// The answers of `mcsim decide distribute`: the examples of LSF's documents, and more.
#include <string>

#include "support/decide_once.hpp"

namespace mcsim::testing::decide_distribute_test {

namespace {

/// The answer about `policy`, the members of a section HostExport, and `hosts`.
std::string dealt(const std::string& policy, const std::string& hosts,
                  const std::string& more = "") {
  const Answer answer =
      answer_to({.family = "distribute", .file = ""},
                R"-({"policy": {)-" + policy + R"-(}, "hosts": [)-" + hosts + "]" + more + "}");
  INFO(answer.err);
  CHECK(answer.code == ExitCode::done);
  return answer.out;
}

/// The first line of the complaints about an invalid policy.
std::string mistake(const std::string& policy) {
  const Answer answer = answer_to(
      {.family = "distribute", .file = ""},
      R"-({"policy": {)-" + policy + R"-(}, "hosts": [{"name": "HostA"}, {"name": "HostB"}]})-");
  CHECK(answer.code == ExitCode::bad_input);
  return answer.err;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

// Platform MultiCluster guide 7.0.6, "Exporting Special Hosts".
TEST_CASE("slots of named hosts are dealt one at a time, host after host") {
  CHECK(dealt(R"-("PER_HOST": "HostA HostB", "SLOTS": 2, "DISTRIBUTION": "([C1, 1] [C2, 1])")-",
              R"-({"name": "HostA"}, {"name": "HostB"})-") ==
        R"-({"consumers": {"C1": [{"host": "HostA", "slots": 1}, {"host": "HostB", "slots": 1}], )-"
        R"-("C2": [{"host": "HostA", "slots": 1}, {"host": "HostB", "slots": 1}]}})-"
        "\n");
  CHECK(dealt(R"-("PER_HOST": "HostA HostB", "SLOTS": 1, "DISTRIBUTION": "[C1, 1] [C2, 1]")-",
              R"-({"name": "HostA"}, {"name": "HostB"})-") ==
        R"-({"consumers": {"C1": [{"host": "HostA", "slots": 1}], )-"
        R"-("C2": [{"host": "HostB", "slots": 1}]}})-"
        "\n");
}

// The same, "Exporting Workstations".
TEST_CASE("whole hosts are selected in their order, and dealt one at a time") {
  const std::string hosts =
      R"-({"name": "HostA", "ncpus": 2, "type": "LINUX"}, {"name": "s", "type": "SUN"},
         {"name": "HostB", "ncpus": 2, "type": "LINUX"}, {"name": "c", "type": "LINUX"})-";
  CHECK(dealt(R"-("RES_SELECT": "type==LINUX", "NHOSTS": 2, "DISTRIBUTION": "([C1, 1] [C2, 1])")-",
              hosts) == R"-({"consumers": {"C1": [{"host": "HostA", "slots": 2}], )-"
                        R"-("C2": [{"host": "HostB", "slots": 2}]}})-"
                        "\n");
  // Fewer hosts than wanted; any type where none is named.
  CHECK(dealt(R"-("RES_SELECT": "ncpus>1", "NHOSTS": 9, "DISTRIBUTION": "([C1, 2])")-", hosts) ==
        R"-({"consumers": {"C1": [{"host": "HostA", "slots": 2}, {"host": "HostB", "slots": 2}]}})-"
        "\n");
  CHECK(dealt(R"-("RES_SELECT": "big", "NHOSTS": 9, "DISTRIBUTION": "([C1, 1])")-",
              R"-({"name": "a[1-2]", "mxj": 4}, {"name": "b", "mxj": 3, "resources": ["big"]})-") ==
        "{\"consumers\": {\"C1\": [{\"host\": \"b\", \"slots\": 3}]}}\n");
}

// Platform LSF Reference 6.2, lsb.resources: the example of HostExport.
TEST_CASE("memory and swap space go with the slots, as far as there is any") {
  CHECK(dealt(R"-("PER_HOST": "hostA hostB", "SLOTS": 4, "MEM": 100, "SWAP": 100,
                 "DISTRIBUTION": "[cluster1, 1] [cluster2, 3]")-",
              R"-({"name": "hostA"}, {"name": "hostB", "maxmem": 60})-") ==
        R"-({"consumers": {"cluster1": [{"host": "hostA", "slots": 1, "mem": 25, "swp": 25}, )-"
        R"-({"host": "hostB", "slots": 1, "mem": 15, "swp": 25}], )-"
        R"-("cluster2": [{"host": "hostA", "slots": 3, "mem": 75, "swp": 75}, )-"
        R"-({"host": "hostB", "slots": 3, "mem": 45, "swp": 75}]}})-"
        "\n");
}

TEST_CASE("hosts of type DLINUX are exported with swap space only") {
  const std::string policy =
      R"-("RES_SELECT": "type==any", "NHOSTS": 5, "DISTRIBUTION": "([C1, 1])")-";
  const std::string hosts = R"-({"name": "d", "type": "DLINUX"}, {"name": "l", "type": "LINUX"})-";
  CHECK(dealt(policy, hosts) == "{\"consumers\": {\"C1\": [{\"host\": \"l\", \"slots\": 1}]}}\n");
  CHECK(dealt(policy + R"-(, "SWP": 10)-", hosts) ==
        R"-({"consumers": {"C1": [{"host": "d", "slots": 1, "swp": 10}, )-"
        R"-({"host": "l", "slots": 1, "swp": 10}]}})-"
        "\n");
}

TEST_CASE("another dealing may be asked") {
  CHECK(dealt(R"-("PER_HOST": "a", "SLOTS": 4, "DISTRIBUTION": "([C1, 1] [C2, 9])")-",
              R"-({"name": "a"})-", R"-(, "dealing": "turns")-") ==
        R"-({"consumers": {"C1": [{"host": "a", "slots": 2}], "C2": [{"host": "a", "slots": 2}]}})-"
        "\n");
}

TEST_CASE("what is wrong with an export policy is told with its place") {
  const std::string to = R"-(, "DISTRIBUTION": "([C1, 1])")-";
  CHECK(has(mistake(R"-("PER_HOST": "HostA", "SLOTS": 1, "RES_SELECT": "mem>1")-" + to),
            "/policy/RES_SELECT: an export policy has either PER_HOST and SLOTS, or RES_SELECT"));
  CHECK(
      has(mistake(R"-("SLOTS": 1)-" + to), "/policy/PER_HOST: missing; or RES_SELECT and NHOSTS"));
  CHECK(has(mistake(R"-("PER_HOST": "HostA")-" + to), "/policy/SLOTS: missing"));
  CHECK(has(mistake(R"-("RES_SELECT": "mem>1")-" + to), "/policy/NHOSTS: missing"));
  CHECK(has(mistake(R"-("NHOSTS": 1)-" + to), "/policy/RES_SELECT: missing; it goes with NHOSTS"));
  CHECK(has(mistake(R"-("RES_SELECT": "type==any rusage[mem=1]", "NHOSTS": 1)-" + to),
            "/policy/RES_SELECT: expected a select expression alone, got rusage[...]"));
  CHECK(has(mistake(R"-("PER_HOST": "HostC", "SLOTS": 1)-" + to),
            "/policy/PER_HOST: unknown host \"HostC\"; nearest: HostA"));
  CHECK(has(mistake(R"-("RES_SELECT": "mem>>1", "NHOSTS": 1)-" + to), "/policy/RES_SELECT: "));
  CHECK(has(mistake(R"-("PER_HOST": "HostA", "SLOTS": 1, "TYPE": "shared",
                        "DISTRIBUTION": "([C1, 1] [C2, 1])")-"),
            "/policy/TYPE: a shared lease of hosts that PER_HOST names has one consumer"));
  CHECK(has(mistake(R"-("PER_HOST": "HostA", "SLOTS": 1, "SWP": 1, "SWAP": 1)-" + to),
            "/policy/SWAP: is another spelling of SWP"));
}

TEST_CASE("mistakes in DISTRIBUTION name what was expected") {
  const auto of = [](const std::string& list) {
    return mistake(R"-("PER_HOST": "HostA", "SLOTS": 1, "DISTRIBUTION": ")-" + list + "\"");
  };
  CHECK(has(of("([C1, 0])"), "expected a number of shares from 1 to 2147483647, got \"0\""));
  CHECK(has(of("([C1, 1)"), "expected ], got \")\""));
  CHECK(has(of("([C1 1])"), "expected a comma, got \"1\""));
  CHECK(has(of("([, 1])"), "expected the name of a cluster, got \",\""));
  CHECK(has(of("([C1, 1]"), "expected ), got the end of the list"));
  CHECK(has(of("()"), "expected at least one [cluster, shares], got the end of the list"));
  CHECK(has(of("([C1, 1]) x"), "expected the end of the list, got \"x\""));
  CHECK(has(of("([C1, 1] x [C2, 2])"), "expected [cluster, shares] or ), got \"x\""));
  CHECK(has(of("([C1, 1] [C1, 2])"), "cluster C1 is given twice"));
  // All mistakes are told, an open bracket at its place.
  const std::string all = of("([C1 1] [C2, 0] [C3, 1");
  CHECK(has(all, "expected a comma, got \"1\""));
  CHECK(has(all, "expected a number of shares from 1 to 2147483647, got \"0\""));
  CHECK(has(all,
            "expected ], got the end of the list\n    ([C1 1] [C2, 0] [C3, 1\n"
            "                    ^"));
  CHECK(has(all, "expected ), got the end of the list\n    ([C1 1] [C2, 0] [C3, 1\n    ^"));
}

}  // namespace mcsim::testing::decide_distribute_test
