// A trace file that is read for its own sake, and all that came of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mcsim/trace/workload.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// `builder` has the jobs, and is not to be used where the report is an error.
class ReadTrace {
 public:
  explicit ReadTrace(const WorkloadOptions& options)
      : report(read_workload(options, builder, users, groups, profiles, skipped)) {}
  explicit ReadTrace(const std::string& path) : ReadTrace(options_of(path)) {}

  /// Once: the jobs in order of submission.
  Trace freeze() { return std::move(builder).freeze(); }

  TraceBuilder builder;
  NameTable users;
  NameTable groups;
  ProfileTable profiles;
  std::vector<SkippedRow> skipped;
  Expected<WorkloadReport, Diagnostics> report;

 private:
  static WorkloadOptions options_of(const std::string& path) {
    WorkloadOptions options;
    options.file = options.shown_name = path;
    return options;
  }
};

}  // namespace mcsim::testing
