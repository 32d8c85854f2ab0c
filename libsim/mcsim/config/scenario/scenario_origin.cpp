// Where a scenario comes from.
#include "mcsim/config/scenario/scenario_origin.hpp"

#include <filesystem>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {
namespace {

namespace fs = std::filesystem;

/// The entry engine.directory of a summary; empty: there is none.
std::string remembered_by(const fs::path& summary) {
  std::error_code ignored;
  if (!fs::is_regular_file(summary, ignored)) return {};
  const auto tree = read_json_file(summary.string(), summary.string());
  if (!tree) return {};
  const JsonNode* engine = tree->root.find("engine");
  const JsonNode* directory = engine == nullptr ? nullptr : engine->find("directory");
  return directory == nullptr ? std::string() : directory->text;
}

}  // namespace

std::string origin_of(const std::string& path) {
  std::error_code ignored;
  const fs::path file = fs::absolute(path, ignored).lexically_normal();
  if (file.filename() == "scenario.json")
    if (std::string origin = remembered_by(file.parent_path() / "summary.json"); !origin.empty())
      return origin;
  return file.parent_path().string();
}

std::string seen_from_here(const std::string& scenario, const std::string& path,
                           const std::string& name) {
  std::error_code error;
  const fs::path beside = fs::path(scenario).parent_path() / name;
  if (fs::equivalent(beside, path, error)) return beside.string();
  return fs::equivalent(name, path, error) ? name : path;
}

}  // namespace mcsim::config
