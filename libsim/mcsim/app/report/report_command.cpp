// Finds out what a folder holds, makes its page, and writes it.
#include "mcsim/app/report/report_command.hpp"

#include <filesystem>
#include <ostream>
#include <utility>

#include "mcsim/app/report/gather_compare.hpp"
#include "mcsim/app/report/gather_run.hpp"
#include "mcsim/report/compare_page.hpp"
#include "mcsim/report/run_page.hpp"
#include "mcsim/report/words.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

std::optional<Diagnostic> write_page(const std::string& path, const std::string& page) {
  auto out = ReplacedFile::create(path);
  if (!out) return out.error().list.front();
  out->file().write(page);
  return out->commit();
}

struct MadePage {
  std::string text;
  std::string told;  ///< what it has, in words
  Diagnostics warnings{};
};

Expected<MadePage, Diagnostics> compare_report(const ReportRequest& request) {
  const auto contents = gather_compare(request);
  if (!contents) return Unexpected(contents.error());
  return MadePage{.text = compare_page(*contents),
                  .told = counted(contents->variants.size(), "variant")};
}

Expected<MadePage, Diagnostics> run_report(const ReportRequest& request, const Registry& registry) {
  auto gathered = gather_run(request, registry);
  if (!gathered) return Unexpected(std::move(gathered).error());
  const RunContents& contents = gathered->report;
  std::string told = count_words(std::ssize(contents.tables.jobs)) + " jobs, " +
                     count_words(std::ssize(contents.stories)) + " stories";
  Diagnostics warnings = std::move(gathered->warnings);
  return MadePage{.text = run_page(std::move(gathered->report)),
                  .told = std::move(told),
                  .warnings = std::move(warnings)};
}

}  // namespace

ExitCode report_command(const ReportRequest& request, const Registry& registry,
                        const Console& console) {
  const auto page =
      is_comparison(request.folder) ? compare_report(request) : run_report(request, registry);
  if (!page) {
    print(console, page.error());
    return ExitCode::bad_input;
  }
  print(console, page->warnings);
  const std::string path =
      request.output.empty() ? (fs::path(request.folder) / "report.html").string() : request.output;
  if (auto failure = write_page(path, page->text)) {
    print(console, {{*std::move(failure)}});
    return ExitCode::run_failed;
  }
  console.out << path << ": " << page->told << '\n';
  return ExitCode::done;
}

}  // namespace mcsim::app
