// Converts a trace and reports the number of rows.
#include "mcsim/app/command/convert_command.hpp"

#include <filesystem>
#include <ostream>

#include "mcsim/results/table_digests.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

namespace {

/// Whether `path` is the jobs.csv of a run whose summary.json says that it was interrupted.
bool is_of_interrupted_run(const std::filesystem::path& path) {
  const auto summary = path.parent_path() / "summary.json";
  std::error_code ignored;
  if (path.filename() != "jobs.csv" || !std::filesystem::is_regular_file(summary, ignored))
    return false;
  const auto tree = read_json_file(summary.string(), summary.string());
  const JsonNode* complete = tree ? tree->root.find("complete") : nullptr;
  return complete != nullptr && complete->is(JsonNode::Kind::boolean) && !complete->boolean;
}

}  // namespace

ExitCode convert_command(const ConvertRequest& request, bool partial, bool json,
                         const Console& console) {
  if (!partial && is_of_interrupted_run(request.in)) {
    print(console,
          {{about_file(request.in, "is of a run that was interrupted; --partial takes it")}});
    return ExitCode::bad_input;
  }
  const Diagnostics changed = changed_table(request.in);
  print(console, changed);
  if (changed.has_errors()) return ExitCode::bad_input;
  const auto report = convert(request);
  if (!report) {
    print(console, report.error());
    return report.error().is_about_output ? ExitCode::run_failed : ExitCode::bad_input;
  }
  print(console, report->warnings);
  const auto rows = static_cast<std::int64_t>(report->rows);
  if (json)
    console.out << to_pretty_json(json_object({json_member("rows", json_whole(rows))}));
  else
    console.out << request.out << ": " << counted(rows, "row") << '\n';
  return ExitCode::done;
}

}  // namespace mcsim::app
