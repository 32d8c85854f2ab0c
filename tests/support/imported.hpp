// An import into a folder of a test, and what came of it.
#pragma once

#include <string>

#include "mcsim/app/history/import_history.hpp"
#include "mcsim/text/input.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

struct Imported {
  Answer answer;
  std::string folder;
  std::string table;
  std::string scenario;

  bool says(const std::string& text) const {
    return (answer.err + answer.out).find(text) != std::string::npos;
  }
  /// The row that has this text in it.
  std::string row(const std::string& text) const {
    const auto at = table.find(text);
    if (at == std::string::npos) return "";
    const auto begin = table.rfind('\n', at) + 1;
    return table.substr(begin, table.find('\n', at) - begin);
  }
  /// Whether the scenario runs as it is.
  bool runs() const {
    RunRequest request;
    request.input = folder + "/scenario.json";
    request.folder = folder + "-run";
    const Answer run = answer_of(
        [&](const Console& console) { return run_command(request, default_registry(), console); });
    INFO(run.err);
    CHECK(run.code == ExitCode::done);
    return run.code == ExitCode::done;
  }
};

inline Imported imported(const TempFolder& room, ImportRequest request,
                         const std::string& to = "site") {
  request.folder = room.path(to);
  Imported result{
      answer_of([&](const Console& console) { return import_history(request, console); }),
      request.folder,
      {},
      {}};
  const auto text = [&](const char* name) {
    const auto read = read_file(request.folder + "/" + name, name, std::size_t{1} << 20);
    return read ? *read : std::string();
  };
  result.table = text("jobs.csv.zst");
  result.scenario = text("scenario.json");
  return result;
}

}  // namespace mcsim::testing
