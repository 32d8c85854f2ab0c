// Of a long story people see its beginning and its end, and what is in between counted.
#include <string>

#include "mcsim/app/explain/explain_command.hpp"
#include "support/explain_once.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::many_stretches_test {

namespace {

/// To explain job 2, which waits behind job 1 on `hosts` hosts of one processor; `actions` of
/// people.
ExplainRequest of_waiting_job(const TempFolder& room, int hosts, const std::string& actions) {
  const std::string count = std::to_string(hosts);
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C1", "hosts": [{"name": "h[1-)" + count + R"(]", "ncpus": 1}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
      "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "jobs": [{"id": 1, "run": "1000s", "slots": )" + count +
                                                                    R"(}, {"id": 2, "run": "10s"}],
    "actions": [)" + actions + "]}"));
  request.job = "2";
  return request;
}

}  // namespace

// A host is closed and opened every 10 s, so that the reasons of job 2 alternate.
TEST_CASE("of many stretches those in the middle are counted by what they are") {
  const TempFolder room;
  std::string actions;
  for (int at = 10; at < 990; at += 10)
    actions += std::string(at == 10 ? "" : ", ") + "{\"at\": \"" + std::to_string(at) +
               "s\", \"do\": \"" + (at % 20 == 10 ? "hclose" : "hopen") + "\", \"host\": \"h1\"}";
  ExplainRequest request = of_waiting_job(room, 1, actions);
  const std::string text = explain(request).out;
  INFO(text);
  CHECK(text.find("\n... 59 more, from 200 s to 790 s; --all shows them ...\n"
                  "    30 times, 300 s in all: ") != std::string::npos);
  request.all = true;
  CHECK(explain(request).out.find("--all") == std::string::npos);
}

// Each second another host is closed, so that the numbers of the reason change.
TEST_CASE("of many stretches with one reason those in the middle are counted as one") {
  const TempFolder room;
  std::string actions;
  for (int at = 1; at < 100; ++at)
    actions += std::string(at == 1 ? "" : ", ") + "{\"at\": \"" + std::to_string(at) +
               "s\", \"do\": \"hclose\", \"host\": \"h" + std::to_string(at) + "\"}";
  const std::string text = explain(of_waiting_job(room, 100, actions)).out;
  INFO(text);
  CHECK(text.find("\n    60 times, 60 s in all: ") != std::string::npos);
}

}  // namespace mcsim::testing::many_stretches_test
