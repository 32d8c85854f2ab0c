// Valid values of MC_PLUGIN_SCHEDULE_ENHANCE, and the mistakes in others.
#include "mcsim/policy/schedule_enhance.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::schedule_enhance_test {

namespace {

using Kind = EnhanceMistake::Kind;

std::string policy(std::string_view text) {
  const auto read = read_schedule_enhance(text);
  return read ? std::string(*read) : "wrong";
}

std::vector<EnhanceMistake> mistakes(std::string_view text) {
  auto read = read_schedule_enhance(text);
  return read ? std::vector<EnhanceMistake>{} : read.error();
}

}  // namespace

TEST_CASE("the keywords of MC_PLUGIN_SCHEDULE_ENHANCE come in any order and case") {
  CHECK(policy("RESOURCE_ONLY") == "RESOURCE_ONLY");
  CHECK(policy("dyn_cluster_weighting") == "DYN_CLUSTER_WEIGHTING");
  CHECK(policy("HIGH_QUEUE_PRIORITY COUNT_PREEMPTABLE") == "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY");
  CHECK(policy(" pending_when_noslots\tPreemptable_Queue_Priority  count_preemptable ") ==
        "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS");
}

TEST_CASE("each keyword of COUNT_PREEMPTABLE implies it") {
  for (const char* word :
       {"HIGH_QUEUE_PRIORITY", "PREEMPTABLE_QUEUE_PRIORITY", "PENDING_WHEN_NOSLOTS"})
    CHECK(policy(word) == "COUNT_PREEMPTABLE " + std::string(word));
}

TEST_CASE("without a keyword forwarding is not defined") {
  CHECK(policy("") == "NOT_DEFINED");
  CHECK(policy(" \t") == "NOT_DEFINED");
}

TEST_CASE("every word of MC_PLUGIN_SCHEDULE_ENHANCE that is wrong is told, with its place") {
  CHECK(mistakes("COUNT_PREEMPTBLE  HIGH HIGH_QUEUE_PRIORITY") ==
        std::vector<EnhanceMistake>{{Kind::unknown, 0, "COUNT_PREEMPTBLE"},
                                    {Kind::unknown, 18, "HIGH"}});
  CHECK(mistakes("COUNT_PREEMPTABLE count_preemptable") ==
        std::vector<EnhanceMistake>{{Kind::repeated, 18, "count_preemptable"}});
  CHECK(mistakes("COUNT_PREEMPTABLE RESOURCE_ONLY x") ==
        std::vector<EnhanceMistake>{{Kind::alone, 18, "RESOURCE_ONLY"}, {Kind::unknown, 32, "x"}});
  CHECK(mistakes("DYN_CLUSTER_WEIGHTING RESOURCE_ONLY") ==
        std::vector<EnhanceMistake>{{Kind::alone, 0, "DYN_CLUSTER_WEIGHTING"},
                                    {Kind::alone, 22, "RESOURCE_ONLY"}});
  CHECK(mistakes("RESOURCE_ONLY,COUNT_PREEMPTABLE").size() == 1);
}

TEST_CASE("every combination of keywords names a policy of its own in the registry") {
  const Registry registry = default_registry();
  std::set<std::string> names;
  for (unsigned words = 0; words < 8; ++words) {
    std::string text = "COUNT_PREEMPTABLE";
    if ((words & 1U) != 0) text += " HIGH_QUEUE_PRIORITY";
    if ((words & 2U) != 0) text += " PREEMPTABLE_QUEUE_PRIORITY";
    if ((words & 4U) != 0) text += " PENDING_WHEN_NOSLOTS";
    CHECK(policy(text) == text);
    CHECK(registry.find_forward(text) != nullptr);
    names.insert(policy(text));
  }
  CHECK(names.size() == 8);
  for (const char* name : {"NOT_DEFINED", "REMOTE_RESOURCE", "RESOURCE_ONLY",
                           "DYN_CLUSTER_WEIGHTING", "random", "round-robin", "none"})
    CHECK(registry.find_forward(name) != nullptr);
}

}  // namespace mcsim::testing::schedule_enhance_test
