// Jobs that neither their own cluster nor another one could ever hold.
#include "support/lease_support.hpp"

namespace mcsim::testing::scenario_room_test {

using namespace lease_support;

namespace {

const std::string never = ": the job can never start";

std::string job_of(int slots) {
  return R"("jobs": [{"id": 1, "cluster": "home", "run": "1s", "slots": )" + std::to_string(slots) +
         "}]";
}
std::string in_queue(const std::string& more) {
  return R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home")" + more + "}]";
}

}  // namespace

// away1 has four slots, home1 as many.
TEST_CASE("a job that no queue can hold, where it is or where it is sent, is warned of") {
  const auto said = [](int slots, const std::string& out, const std::string& in,
                       const std::string& more = "") {
    return said_of({.home = out_queue(R"("SNDJOBS_TO": "in@away")" + out),
                    .away = in_queue(in),
                    .rest = more + job_of(slots)});
  };
  const std::string two = R"(, "HJOB_LIMIT": 2)";
  const std::string none = R"(, "HOSTS": "none")";
  const std::string place = "/jobs/0/queue: ";
  const std::string short_of_two =
      ": 3 job slots are wanted; its hosts have 2 together within the queue's HJOB_LIMIT";
  CHECK(said(3, none, "").empty());
  CHECK(said(2, none, two).empty());
  CHECK(said(3, none, two) == Texts{place + "queue in of away" + short_of_two + never});
  CHECK(said(3, "", two).empty());
  CHECK(said(3, two, "").empty());
  CHECK(said(3, two, two) == Texts{place + "queue out of home" + short_of_two +
                                   "; queue in of away" + short_of_two + never});
  CHECK(said(3, none, two,
             R"("changes": [{"at": "1h", "cluster": "away", "set": {"lsb.queues": [
                {"QUEUE_NAME": "in", "HJOB_LIMIT": 3}]}}], )")
            .empty());
}

// home1 has four slots, two are borrowed.
TEST_CASE("a job wants RemoteClusters to be on hosts of two clusters") {
  const auto said = [](int slots, const std::string& joins) {
    const auto remote = [&](const std::string& name) {
      return joins.empty() ? ""
                           : R"("lsf.cluster": {"RemoteClusters": [{"CLUSTERNAME": ")" + name +
                                 "\"" + joins + "}]}, ";
    };
    return said_of({.home = remote("away") + queue_with("all allremote"),
                    .away = remote("home") + exports(two_slots),
                    .rest = job_of(slots)});
  };
  CHECK(said(4, "").empty());
  CHECK(said(5, "") == Texts{"/jobs/0/queue: 5 job slots are wanted; its hosts have at most 4 "
                             "together, since no RemoteClusters joins their clusters" +
                             never});
  CHECK(said(6, R"(, "CACHE_INTERVAL": 60)").empty());
  CHECK(said(5, R"(, "RECV_FROM": "N")").size() == 1);
}

}  // namespace mcsim::testing::scenario_room_test
