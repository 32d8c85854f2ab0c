// All workload models by their names: what the command `generate` and a workload's `model` make.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/trace/made_trace.hpp"
#include "mcsim/trace/model_tables.hpp"

namespace mcsim::trace {

/// What models do with a recorded trace.
enum class TraceUse : std::uint8_t { none, may, must };

struct WorkloadModel {
  std::string_view name;
  std::string_view about;
  std::string_view source;
  std::span<const ModelParameter> parameters;
  TraceUse trace = TraceUse::none;
};

std::span<const WorkloadModel> workload_models();
/// Null: there is no such model.
const WorkloadModel* find_workload_model(std::string_view name);

struct ModelRequest {
  std::string_view model;  ///< one of workload_models()
  ParameterTexts parameters{};
  std::uint64_t seed = 1;
  std::string file{};        ///< the recorded trace; empty: none
  std::string shown_name{};  ///< what diagnostics call it
};

/// Jobs that were made, not yet written.
struct MadeWorkload {
  std::uint64_t jobs = 0;
  std::optional<std::uint64_t> hash{};  ///< of the recorded trace
  Diagnostics of_trace{};               ///< warnings that reading the recorded trace gives
  Diagnostics warnings{};               ///< others
  ParameterTexts parameters{};          ///< with what was found in the recorded trace
  MadeHeader header{};                  ///< how the trace begins, but for who made it
  /// Writes the header and the jobs as a trace.
  std::function<void(const MadeHeader&, const TraceSink&)> write{};
};

/// The header of a trace that `software` ("mcsim 0.1.0") makes.
MadeHeader header_of(const ModelRequest& request, const MadeWorkload& made,
                     std::string_view software);

/// What is wrong with parameters, and with the recorded trace.
struct ModelMistakes {
  std::vector<WrongParameter> parameters{};
  Diagnostics file{};
};

/// Makes all jobs: the same for the same request.
Expected<MadeWorkload, ModelMistakes> make_workload(const ModelRequest& request);

}  // namespace mcsim::trace
