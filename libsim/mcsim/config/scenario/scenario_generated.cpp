// Reads a workload's model, and makes its jobs.
#include "mcsim/config/scenario/scenario_generated.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/random.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/trace/workload_models.hpp"

namespace mcsim::config {
namespace {

bool has(std::span<const ModelParameter> parameters, std::string_view name) {
  return std::ranges::find(parameters, name, &ModelParameter::name) != parameters.end();
}

/// Which model has the key; empty: it is a key of all workloads.
std::string_view model_with(std::string_view key) {
  for (const WorkloadModel& model : workload_models())
    if (has(model.parameters, key)) return model.name;
  return {};
}

ParameterTexts parameters_of(const JsonNode& workload, const WorkloadModel& model) {
  ParameterTexts texts;
  for (const ModelParameter& row : model.parameters)
    if (const auto text = Fields(workload).text(row.name)) texts[std::string(row.name)] = *text;
  return texts;
}

/// How many workloads before this one have a model.
std::uint64_t models_before(ScenarioDraft& draft, std::size_t position) {
  std::uint64_t count = 0;
  const auto& workloads = draft.list("workloads"_key)->children;
  for (std::size_t at = 0; at < position; ++at)
    if (workloads[at].is(JsonNode::Kind::object) && workloads[at].find("model"_key) != nullptr)
      ++count;
  return count;
}

/// Its own, or else the scenario's; another one for each further model, so that two workloads of
/// one model are not the same.
std::uint64_t seed_of(ScenarioDraft& draft, const JsonNode& workload, const JsonAt& at) {
  if (const auto own = Fields(workload).whole("seed"_key)) return static_cast<std::uint64_t>(*own);
  draft.scenario.draws_workloads = true;
  const std::uint64_t seed = draft.scenario.config.seed;
  const std::uint64_t before = models_before(draft, at.position);
  if (before == 0) return seed;
  return RngStream(seed, "workloads").at(before, 0) >> 1;  // such as `seed` takes
}

void complain(ScenarioDraft& draft, const JsonAt& at, const ModelMistakes& mistakes) {
  for (const auto& [name, message] : mistakes.parameters) draft.complaints.error(at, name, message);
  append(draft.of_files, mistakes.file);
}

/// A file in memory with these jobs.
Expected<MemoryFile, Diagnostics> written(const ModelRequest& request, const MadeWorkload& made) {
  auto file = MemoryFile::create();
  if (!file) return file;
  auto out = OutputFile::create(file->path());
  if (!out) return Unexpected(std::move(out.error()));
  // Of a recorded trace the lines keep their numbers, which skipped.csv and complaints name.
  const bool is_recorded = find_workload_model(request.model)->trace == TraceUse::must;
  made.write(is_recorded ? MadeHeader{} : header_of(request, made, "mcsim"),
             [&](std::string_view text) { out->write(text); });
  if (auto failure = out->close()) return Unexpected(Diagnostics{{*std::move(failure)}});
  return file;
}

}  // namespace

std::string workload_name(const JsonNode& workload) {
  const Fields fields(workload);
  const auto model = fields.text("model"_key);
  const auto file = fields.text("file"_key);
  const bool is_made = model && model != "estimates";
  return is_made ? *model : file.value_or(model.value_or(""));
}

bool check_model_keys(ScenarioDraft& draft, const JsonNode& workload, const JsonAt& at) {
  const bool has_model = workload.find("model"_key) != nullptr;
  const auto name = Fields(workload).text("model"_key);
  const WorkloadModel* const model = name ? find_workload_model(*name) : nullptr;
  if (has_model && model == nullptr) return false;  // complained about
  for (const JsonNode& child : workload.children) {
    const std::string_view owner = child.key == "seed" ? "any" : model_with(child.key);
    const bool is_own =
        model != nullptr && (child.key == "seed" || has(model->parameters, child.key));
    if (owner.empty() || is_own || child.is(JsonNode::Kind::null)) continue;
    draft.complaints.error(at, child.key,
                           model == nullptr
                               ? "is for workloads with a model: " + std::string(owner)
                               : "is of model " + std::string(owner) + ", not of " + *name);
  }
  if (model == nullptr || model->trace != TraceUse::none || workload.find("file"_key) == nullptr)
    return true;
  draft.complaints.error(at, "file"_key, "model " + *name + " takes no trace");
  return false;
}

std::optional<GeneratedTrace> generate_workload(ScenarioDraft& draft, const JsonNode& workload,
                                                const JsonAt& at, const std::string& path) {
  const auto name = Fields(workload).text("model"_key);
  const WorkloadModel* const model = name ? find_workload_model(*name) : nullptr;
  if (model == nullptr) return std::nullopt;
  const ModelRequest request{.model = model->name,
                             .parameters = parameters_of(workload, *model),
                             .seed = seed_of(draft, workload, at),
                             .file = path,
                             .shown_name = Fields(workload).text("file"_key).value_or("")};
  const auto made = make_workload(request);
  if (!made) {
    complain(draft, at, made.error());
    return std::nullopt;
  }
  // Of a trace that is written again the same is said when it is read.
  if (model->trace != TraceUse::must) append(draft.of_files, made->of_trace);
  append(draft.of_files, made->warnings);
  auto file = written(request, *made);
  if (!file) {
    append(draft.of_files, file.error());
    return std::nullopt;
  }
  return GeneratedTrace{*std::move(file), made->hash};
}

}  // namespace mcsim::config
