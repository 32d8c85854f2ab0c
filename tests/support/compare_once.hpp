// Comparisons for tests of the command.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/compare/compare_command.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing {

/// Under EASY the third job starts before the second, under strict FCFS it does not.
inline constexpr const char* three_jobs = R"({"mcsim": 1, "name": "three jobs",
  "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
  "model": {"dispatch": "easy"},
  "jobs": [{"id": 1, "submit": "0s", "slots": 2, "run": "60s", "limit": "1min", "user": "ann"},
           {"id": 2, "submit": "5s", "slots": 4, "run": "60s", "limit": "1min", "user": "bob"},
           {"id": 3, "submit": "6s", "slots": 2, "run": "20s", "limit": "50s", "user": "ann"}]})";

inline Answer compare(const CompareRequest& request,
                      const Registry& registry = default_registry()) {
  return answer_of(
      [&](const Console& console) { return compare_command(request, registry, console); });
}

inline CompareRequest request_for(const std::string& input, std::vector<std::string> vary) {
  CompareRequest request;
  request.run.input = input;
  request.vary = std::move(vary);
  request.jobs = 1;
  return request;
}

}  // namespace mcsim::testing
