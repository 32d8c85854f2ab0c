// The files that a scenario is made of.
#include "mcsim/config/settings/scenario_inputs.hpp"

#include <algorithm>
#include <cstdio>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

std::string hash_text(std::uint64_t hash) {
  char room[24];
  const int length =
      std::snprintf(room, sizeof room, "xxh64:%016llx", static_cast<unsigned long long>(hash));
  return {room, static_cast<std::size_t>(length)};
}

}  // namespace

void note_input(ScenarioDraft& draft, const std::string& name, std::uint64_t hash) {
  JsonNode& inputs = draft.tree.root.member("inputs"_key);
  if (!inputs.is(JsonNode::Kind::object)) return;
  const JsonAt at_root(draft.tree.root);
  const JsonAt at(at_root, inputs, 0);
  const std::string text = hash_text(hash);
  const auto before = Fields(inputs).text(name);
  if (before && *before != text)
    draft.complaints.error(
        at, name,
        "the file is another one: its hash is " + text + ", the scenario was made with " + *before);
  std::vector<InputFile>& files = draft.scenario.inputs;
  if (std::ranges::find(files, name, &InputFile::name) == files.end())
    files.push_back({name, hash});
}

bool holds_lsf_files(const ScenarioDraft& draft) {
  const JsonNode* inputs = draft.tree.root.find("inputs"_key);
  if (inputs == nullptr || !inputs->is(JsonNode::Kind::object)) return false;
  return std::ranges::any_of(inputs->children, [](const JsonNode& input) {
    const std::string_view name = std::string_view(input.key).substr(input.key.rfind('/') + 1);
    return name.starts_with("lsb.") || name.starts_with("lsf.");
  });
}

void write_inputs(ScenarioDraft& draft) {
  JsonNode& inputs = draft.tree.root.member("inputs"_key);
  if (!inputs.is(JsonNode::Kind::object)) return;
  for (const InputFile& file : draft.scenario.inputs)
    write_text(inputs, file.name, hash_text(file.hash));
}

}  // namespace mcsim::config
