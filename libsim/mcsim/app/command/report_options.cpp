// `mcsim report` and its options.
#include "mcsim/app/command/report_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "mcsim/app/command/command_help.hpp"

namespace mcsim::app {

void add_report(CLI::App& app, ReportRequest& to) {
  CLI::App& report = *app.add_subcommand(
      "report", "One page of HTML with the pictures of a run, to look at and to mail.");
  report.add_option("DIR", to.folder, "A run folder, as mcsim run -o writes it")->required();
  report
      .add_option("-o,--output", to.output,
                  "Where the page goes, in one step; by default report.html in DIR")
      ->type_name("FILE");
  report.add_flag("--partial", to.partial, "Takes the folder of an interrupted run too");
  report.footer(R"help(
The page is one file that asks no network for anything: it may be mailed, and
opened in any browser. It has more to show of a run that was made with
--outputs jobs,segments,counters. docs/guide/report.md tells what is on it.

)help" + std::string(exit_codes));
}

}  // namespace mcsim::app
