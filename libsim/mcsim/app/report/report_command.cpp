// Finds out what a folder holds, makes its page, and writes it.
#include "mcsim/app/report/report_command.hpp"

#include <filesystem>
#include <ostream>
#include <utility>

#include "mcsim/app/report/gather_run.hpp"
#include "mcsim/report/run_page.hpp"
#include "mcsim/report/words.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

std::optional<Diagnostic> write_page(const std::string& path, const std::string& page) {
  auto out = ReplacedFile::create(path);
  if (!out) return out.error().list.front();
  out->file().write(page);
  return out->commit();
}

}  // namespace

ExitCode report_command(const ReportRequest& request, const Registry& registry,
                        const Console& console) {
  auto gathered = gather_run(request, registry);
  if (!gathered) {
    print(console, gathered.error());
    return ExitCode::bad_input;
  }
  print(console, gathered->warnings);
  const std::string told = count_words(std::ssize(gathered->report.tables.jobs)) + " jobs, " +
                           count_words(std::ssize(gathered->report.stories)) + " stories";
  const std::string page = run_page(std::move(gathered->report));
  const std::string path =
      request.output.empty() ? (fs::path(request.folder) / "report.html").string() : request.output;
  if (auto failure = write_page(path, page)) {
    print(console, {{*std::move(failure)}});
    return ExitCode::run_failed;
  }
  console.out << path << ": " << told << '\n';
  return ExitCode::done;
}

}  // namespace mcsim::app
