// Slots that a job wants together, and that hosts never have together.
#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_spans_test {

namespace {

/// What is said of one job, from "warning: " on; x1 and x2 have 4 slots, y has 8.
Texts said(const std::string& job, const std::string& queue = "", const std::string& more = "") {
  Texts texts = complaints_of(
      R"("hosts": [{"name": "x[1-2]", "ncpus": 4, "model": "A"}, {"name": "y", "ncpus": 8}],
         "lsb.queues": [{"QUEUE_NAME": "q")" +
          queue + "}]" + more,
      R"("jobs": [{"id": 1, "run": "1s", )" + job + "}], ");
  for (std::string& text : texts) text.erase(0, text.find("warning: ") + 9);
  return texts;
}

const std::string never = ": the job can never start";

}  // namespace

TEST_CASE("what ptile leaves over needs a host of its own") {
  const std::string two = R"(, "HOSTS": "x1 x2")";
  CHECK(said(R"("slots": 8, "res_req": "span[ptile=4]")", two).empty());
  CHECK(said(R"("slots": 7, "res_req": "span[ptile=4]")", two).empty());
  CHECK(said(R"("slots": 9, "res_req": "span[ptile=4]")").empty());
  CHECK(said(R"("slots": 9, "res_req": "span[ptile=4]")", two) ==
        Texts{"2 hosts with 4 job slots each and another one with 1 are wanted, by span[ptile=4]; "
              "there is no such other one" +
              never});
  // y has room for both, but each host takes 5 or what is left.
  CHECK(said(R"("slots": 8, "res_req": "span[ptile=5]")", R"(, "HOSTS": "y")") ==
        Texts{"a host with 5 job slots and another one with 3 are wanted, by span[ptile=5]; there "
              "is no such other one" +
              never});
  CHECK(said(R"("slots": 8, "res_req": "span[ptile=5]")", R"(, "HOSTS": "y x1")").empty());
}

// x1 and x2 are of model A, y of none, so 8 slots are together on either side.
TEST_CASE("hosts that never are the same in what same names are apart") {
  CHECK(said(R"("slots": 8, "res_req": "same[model]")").empty());
  CHECK(said(R"("slots": 9)").empty());
  CHECK(said(R"("slots": 9, "res_req": "same[model]")") ==
        Texts{"9 job slots are wanted; its hosts have at most 8 together, by same[model]" + never});
  CHECK(said(R"("slots": 8, "res_req": "same[model] span[ptile=2]")") ==
        Texts{"4 hosts with 2 job slots each are wanted, by span[ptile=2]; there are 2, by "
              "same[model]" +
              never});
}

TEST_CASE("a job may want more slots than its pool ever uses") {
  const std::string pool = R"(, "SLOT_POOL": "p", "SLOT_SHARE": 50, "HOSTS": "x1 x2", )";
  CHECK(said(R"("slots": 3)", pool + R"("MAX_SLOTS_IN_POOL": 3)").empty());
  CHECK(said(R"("slots": 4)", pool + R"("MAX_SLOTS_IN_POOL": 3)") ==
        Texts{"4 job slots are wanted; MAX_SLOTS_IN_POOL of its pool is 3" + never});
}

}  // namespace mcsim::testing::settings_spans_test
