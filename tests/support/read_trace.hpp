// Reads a trace file without a scenario, and keeps all results.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mcsim/trace/workload.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// `builder` has the jobs; it must not be used if the report is an error.
class ReadTrace {
 public:
  explicit ReadTrace(const WorkloadOptions& options)
      : report(read_workload(options, builder, users, groups, profiles, skipped)) {}
  explicit ReadTrace(const std::string& path) : ReadTrace(options_of(path)) {}

  /// The jobs in order of submission. May be called once.
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
