// Tells what kind of file the user has named, by its name or its beginning.
#include "mcsim/app/base/input_kind.hpp"

#include <filesystem>
#include <span>
#include <string_view>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/packing.hpp"

namespace mcsim::app {
namespace {

Expected<InputKind, Diagnostics> kind_by_first_letter(const std::string& path) {
  auto source = ByteSource::open(path, path);
  if (!source) return Unexpected(std::move(source).error());
  char room[4096];
  const auto filled = source->read(room);
  if (!filled) return Unexpected(Diagnostics{{filled.error()}});
  const std::string_view text(room, *filled);
  const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool json = first != std::string_view::npos && (text[first] == '{' || text[first] == '/');
  return json ? InputKind::scenario : InputKind::trace;
}

}  // namespace

bool is_conf_directory(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  return fs::is_directory(path, ignored) && !fs::exists(fs::path(path) / "scenario.json", ignored);
}

Expected<InputKind, Diagnostics> kind_of_input(const std::string& path) {
  namespace fs = std::filesystem;
  const auto refuse = [&](std::string why) {
    return Unexpected(Diagnostics{{about_file(path, std::move(why))}});
  };
  std::error_code ignored;
  if (path.empty())
    return Unexpected(Diagnostics{{about_file("INPUT", "expected the name of a file, got \"\"")}});
  if (fs::exists(fs::path(path) / "scenario.json", ignored))
    return refuse("is a run folder; expected a scenario, such as the scenario.json in it");
  if (fs::is_directory(path, ignored))
    return refuse(
        "is a directory; expected a scenario or a trace (a directory of LSF configuration is what "
        "a cluster of a scenario names as `conf`)");
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
    return refuse("is not a regular file; expected one that can be read more than once");
  if (path.ends_with(".json") || path.ends_with(".jsonc")) return InputKind::scenario;
  if (without_packing(path).ends_with(".swf")) return InputKind::trace;
  if (const std::string name = fs::path(path).filename().string();
      name.starts_with("lsb.") || name.starts_with("lsf."))
    return refuse(
        "is one file of an LSF configuration; expected a scenario or a trace (mcsim validate takes "
        "the whole directory)");
  if (path.ends_with(".in"))
    return refuse(
        "is a template, which an installation fills in; expected a scenario or a trace (of LSF's "
        "configuration mcsim validate takes the whole directory)");
  if (without_packing(path).ends_with(".csv"))
    return refuse(
        "is a table of jobs, as `file` of `workloads` in a scenario may be; mcsim convert makes a "
        "trace of it");
  return kind_by_first_letter(path);
}

}  // namespace mcsim::app
