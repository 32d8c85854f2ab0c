// Converts a trace and tells what came of it.
#include "mcsim/experiment/convert_command.hpp"

#include <ostream>

#include "mcsim/io/json_tree.hpp"

namespace mcsim {

ExitCode convert_command(const ConvertRequest& request, bool json, const Console& console) {
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
    console.out << request.out << ": " << rows << " rows\n";
  return ExitCode::done;
}

}  // namespace mcsim
