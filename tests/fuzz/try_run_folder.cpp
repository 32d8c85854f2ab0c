// Any bytes as the files of a run folder: readers refuse it with a reason, or answer. Behind a line
// `=====` summary.json ends and scenario.json begins; what is missing is that of a real run. Beside
// a scenario that is there lies a summary without digests: it would be refused unread.
#include "fuzz/targets.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "fuzz/run_for_views.hpp"
#include "mcsim/app/explain/views_command.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/summaries.hpp"

namespace mcsim::testing {
namespace {

struct FilesOfRun {
  FolderOfRun folder;
  std::string summary = folder.room().read("run/summary.json");
  std::string summary_of_any = without_digests(summary);
  std::string scenario = folder.room().read("run/scenario.json");
};

/// At virtual time 0, since a scenario of any bytes may run for long.
void look_into(const std::string& path) {
  using Command = app::ViewsRequest::Command;
  for (const Command command : {Command::bjobs, Command::bhosts, Command::bqueues}) {
    app::ViewsRequest request;
    request.command = command;
    request.replay = {.folder = path, .at = "0s"};
    std::ostringstream out, err;
    const auto code =
        app::views_command(request, registry::default_registry(), app::Console{out, err});
    const bool known = code == app::ExitCode::done || code == app::ExitCode::usage ||
                       code == app::ExitCode::bad_input;
    MCSIM_CHECK(known, "another exit code");
    MCSIM_CHECK(code == app::ExitCode::done || !err.str().empty(), "refused without a reason");
  }
}

}  // namespace

void try_run_folder(std::string_view text) {
  static const FilesOfRun files;
  constexpr std::string_view mark = "\n=====\n";
  const std::size_t at = text.find(mark);
  const std::string_view summary = text.substr(0, at);
  const std::string_view scenario =
      at == std::string_view::npos ? std::string_view{} : text.substr(at + mark.size());
  const TempFolder& room = files.folder.room();
  const std::string& real = scenario.empty() ? files.summary : files.summary_of_any;
  room.write("run/summary.json", summary.empty() ? std::string_view(real) : summary);
  room.write("run/scenario.json", scenario.empty() ? std::string_view(files.scenario) : scenario);
  look_into(files.folder.path());
}

}  // namespace mcsim::testing
