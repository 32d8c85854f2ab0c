// Records of lsb.acct for tests.
#pragma once

#include <cstdint>
#include <string>

#include "support/rooms.hpp"

namespace mcsim::testing {

inline constexpr std::int64_t t0 = 1'700'000'000;  // 2023-11-14T22:13:20Z

struct Finish {
  std::int64_t job = 1;
  std::int64_t submit = 0;
  std::int64_t start = 0;  ///< below 0: never
  std::int64_t end = 0;
  std::string user = "ann";
  std::string queue = "normal";
  std::string hosts = R"(1 "n1")";
  std::string res_req{};  ///< bsub -R
  std::string asked{};    ///< bsub -m: so many hosts, and each in quotes
  std::int64_t slots = 1;
  std::int64_t element = 0;
  std::string tail{};  ///< behind the index and the memory
};

/// A record as schedulers of the Lava family write it, or with a tail as LSF does.
inline std::string finish_record(const Finish& job) {
  const auto time = [](std::int64_t at) { return std::to_string(t0 + at); };
  const bool started = job.start >= 0;
  return R"("JOB_FINISH" "22" )" + time(job.end) + " " + std::to_string(job.job) + " 1 34 " +
         std::to_string(job.slots) + " " + time(job.submit) + " 0 0 " +
         (started ? time(job.start) : "0") + " \"" + job.user + "\" \"" + job.queue + "\" \"" +
         job.res_req + R"(" "" "" "n0" "/" "" "" "" "" )" + (job.asked.empty() ? "0" : job.asked) +
         " " + (started ? job.hosts : "0") + " " + (started ? "64" : "32") + R"( 1.0 "" "x" )" +
         "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0" + R"( "" "default" 0 )" +
         std::to_string(job.slots) + R"( "" )" +
         (job.tail.empty() ? std::to_string(job.element) + R"( -1 -1 "" "")" : job.tail) + "\n";
}

}  // namespace mcsim::testing
