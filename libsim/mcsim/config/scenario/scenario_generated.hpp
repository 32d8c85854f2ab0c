// Workloads that a model makes, in place of a recorded trace or from one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/text/memory_file.hpp"

namespace mcsim::config {

/// A trace that was made, and lies in memory.
struct GeneratedTrace {
  MemoryFile file;
  std::optional<std::uint64_t> input_hash;  ///< of the recorded trace that it comes from
};

/// What a workload's jobs are called in tables and complaints: its file, or its model.
std::string workload_name(const JsonNode& workload);

/// Complains of keys that only another model has, or none; without a `model` all of them are such.
/// False: no jobs can be made, since the model is unknown or takes no file, and there is one.
bool check_model_keys(ScenarioDraft& draft, const JsonNode& workload, const JsonAt& at);

/// Makes the jobs of a workload with a `model`; `path` is where its file is, if it has one. None:
/// it was complained about.
std::optional<GeneratedTrace> generate_workload(ScenarioDraft& draft, const JsonNode& workload,
                                                const JsonAt& at, const std::string& path);

}  // namespace mcsim::config
