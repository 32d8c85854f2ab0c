// A scenario as a value, and where it comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

/// An input file and the XXH64 of its bytes.
struct InputFile {
  std::string name;  ///< as the scenario writes it
  std::uint64_t hash = 0;
};

/// A workload that is resampled by weeks because nobody has said how, and it is long.
struct DrawnByWeeks {
  std::size_t workload = 0;  ///< by position
  std::int64_t weeks = 0;    ///< whole ones
  std::size_t left_out = 0;  ///< jobs behind the last of them
};

/// A scenario that has passed all checks.
struct Scenario {
  GridConfig config;
  Diagnostics warnings;
  std::vector<WorkloadReport> workloads;  ///< by position in GridConfig::workloads
  std::vector<SkippedRow> skipped;
  std::vector<InputFile> inputs;
  bool draws_workloads = false;          ///< some workload is resampled, or made by a model
  std::vector<DrawnByWeeks> by_weeks{};  ///< with ScenarioChoices::by_weeks
  std::string base_directory;            ///< absolute: what relative file names are relative to
  std::string effective;                 ///< the text of scenario.json: all defaults written out
  std::vector<std::string> sources;      ///< the files that the places in `expect` and `gates` name
  JsonNode expect;                       ///< an object
  JsonNode gates;                        ///< a list of objects: metric, op, value
};

}  // namespace mcsim::config
