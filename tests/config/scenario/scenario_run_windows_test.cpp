// Jobs whose run limits are longer than any RUN_WINDOW of their queue.
#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::scenario_run_windows_test {

namespace {

/// What is said of jobs of queue q.
Texts said(const std::string& queue, const std::string& limits, const std::string& before = "") {
  Texts texts = complaints_of(
      R"("hosts": [{"name": "a"}], "lsb.queues": [{"QUEUE_NAME": "q", )" + queue + "}]",
      before + R"("start": "2026-01-01T00:00:00Z", "jobs": [)" + limits + "], ");
  for (std::string& text : texts) text.erase(0, text.find(" /") + 1);
  return texts;
}
std::string job(int id, const std::string& more) {
  return R"({"id": )" + std::to_string(id) + R"(, "queue": "q", "run": "1s")" + more + "}";
}

const std::string begin = "/clusters/0/lsb.queues/0/RUN_WINDOW: warning: is open for ";
const std::string too_long =
    " at most: a job with a longer run limit can never start, since it must end in it (";

}  // namespace

TEST_CASE("jobs that are longer than each RUN_WINDOW of their queue are warned of, with how many") {
  const std::string window = R"("RUN_WINDOW": "8:00-9:30 12:00-13:00")";
  const std::string jobs = job(1, R"(, "limit": "90min")") + ", " +
                           job(2, R"(, "limit": "91min")") + ", " + job(3, "") + ", " +
                           job(4, R"(, "limit": "3h")");
  CHECK(said(window, jobs) == Texts{begin + "1h 30min" + too_long + "2 such jobs)"});
  CHECK(said(window + R"(, "IGNORE_DEADLINE": "Y")", jobs).empty());
  CHECK(said(window, job(1, "")).empty());
  // The queue's default, and its maximum.
  CHECK(said(window + R"(, "RUNLIMIT": "100 120")", job(1, "")) ==
        Texts{begin + "1h 30min" + too_long + "1 such job)"});
  CHECK(said(window + R"(, "RUNLIMIT": "60 90")", job(1, "")).empty());
  CHECK(said(window, jobs,
             R"("changes": [{"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "q",
                "RUN_WINDOW": "8:00-11:00"}]}}], )")
            .empty());
}

TEST_CASE("a job that no window lets start counts by that alone, and a refused one does not") {
  const std::string window = R"("RUN_WINDOW": "8:00-9:30", "RUNLIMIT": "100")";
  CHECK(said(window, job(1, R"(, "res_req": "rusage[mem=9]")")) ==
        Texts{begin + "1h 30min" + too_long + "1 such job)"});
  CHECK(said(window, job(1, R"(, "res_req": "rusage[mem=9]", "limit": "80min")"))
            .at(0)
            .find("no host has any mem to reserve") != std::string::npos);
  CHECK(said(window, job(1, R"(, "exclusive": true)")).empty());
}

// From Saturday 22:00 to Sunday 3:00 are five hours, though the week ends between them.
TEST_CASE("a window over the end of the week is one") {
  const std::string window = R"("RUN_WINDOW": "6:22:00-0:3:00")";
  CHECK(said(window, job(1, R"(, "limit": "5h")")).empty());
  CHECK(said(window, job(1, R"(, "limit": "301min")")) ==
        Texts{begin + "5h 00min" + too_long + "1 such job)"});
}

}  // namespace mcsim::testing::scenario_run_windows_test
