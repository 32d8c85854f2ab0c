// The door: a scenario file, or a bare trace, becomes a validated value that can be simulated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/io/json_tree.hpp"
#include "mcsim/io/swf.hpp"
#include "mcsim/io/workload.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim {

/// What the user may change without touching the file.
struct ScenarioChoices {
  std::vector<std::string> sets;         ///< "PATH=VALUE", in order
  std::vector<std::string> varied;       ///< the same of one variant of many: it wins over all else
  std::optional<std::string> seed;       ///< as typed: a whole number
  std::optional<std::string> until;      ///< as typed: a duration with its unit, "30d"
  std::vector<std::string> dispatch;     ///< the names that model.dispatch may have
  std::vector<std::string> baselines;    ///< those of them that imply interval 0
  std::vector<std::string> pool_decay;   ///< those that model.pool_decay may have; empty: ours
  std::vector<std::string> pool_shares;  ///< those that model.pool_shares may have; empty: ours
  std::vector<std::string> forward;      ///< those that model.forward_policy may have; empty: any
};

/// An input file and the XXH64 of its bytes.
struct InputFile {
  std::string name;  ///< as the scenario writes it
  std::uint64_t hash = 0;
};

/// A scenario that has passed all checks.
struct Scenario {
  GridConfig config;
  Diagnostics warnings;
  std::vector<WorkloadReport> workloads;  ///< by position in GridConfig::workloads
  std::vector<SkippedRow> skipped;
  std::vector<InputFile> inputs;
  std::string base_directory;        ///< absolute: what relative file names are relative to
  std::string effective;             ///< the text of scenario.json: all defaults written out
  std::vector<std::string> sources;  ///< the files that the places in `expect` and `gates` name
  JsonNode expect;                   ///< an object
  JsonNode gates;                    ///< a list of objects: metric, op, value
};

/// Reads the scenario `path`, called `path` in diagnostics. Errors: everything that is wrong with
/// it and with the files that it names.
Expected<Scenario, Diagnostics> load_scenario(const std::string& path,
                                              const ScenarioChoices& choices);

/// The clusters whose LSF files lie in `directory`, one for each lsf.cluster.NAME, as a scenario
/// without jobs. Errors: everything that is wrong with the files.
Expected<Scenario, Diagnostics> load_conf_directory(const std::string& directory,
                                                    const ScenarioChoices& choices);

/// The scenario that a trace alone stands for: one cluster "cluster1" with one host "host1" of
/// `slots` slots (by default what the trace's header says: MaxProcs, else MaxNodes), one queue
/// "normal", and the dispatch policy `policy`.
Expected<Scenario, Diagnostics> load_trace(const std::string& path,
                                           const std::optional<std::string>& slots,
                                           const std::string& policy,
                                           const ScenarioChoices& choices);

}  // namespace mcsim
