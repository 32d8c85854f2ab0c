// Checks the gates and expectations of a scenario against the results of its run.
#include "mcsim/app/run/run_judge.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "mcsim/app/run/reasons_of_none.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "mcsim/app/run/verdicts.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/memory_file.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// The results as a tree, with the requested rows of jobs.csv.
Expected<JsonNode, Diagnostics> results_to_judge(const RunReport& report,
                                                 const std::string& summary,
                                                 const std::set<std::string, std::less<>>& jobs) {
  JsonNode tree = with_reasons_of_none(summary_tree(summary));
  if (jobs.empty()) return tree;
  const auto table = MemoryFile::create();
  if (!table) return Unexpected(table.error());
  if (const auto failure = report.write_jobs(table->path()))
    return Unexpected(Diagnostics{{*failure}});
  add_job_rows(tree, table->path(), jobs);
  return tree;
}

/// That some gates are not judged.
Diagnostics gates_of_comparisons(const Scenario& scenario) {
  const auto left = std::ranges::count_if(scenario.gates.children, [](const JsonNode& gate) {
    return gate.find("better_than"_key) != nullptr;
  });
  if (left == 0) return {};
  Diagnostic warning =
      about_file("gates", counted(left, "gate") + " with better_than " +
                              (left == 1 ? "is" : "are") + " for mcsim compare --replicas");
  warning.severity = Severity::warning;
  return {{std::move(warning)}};
}

}  // namespace

ExitCode judge(const RunRequest& request, const Scenario& scenario, const RunReport& report,
               const std::string& summary, const Console& console) {
  const bool check = request.check && !scenario.expect.children.empty();
  if (!check && scenario.gates.children.empty()) return ExitCode::done;
  const auto tree = results_to_judge(
      report, summary,
      check ? jobs_asked_for(scenario.expect) : std::set<std::string, std::less<>>{});
  if (!tree) {
    print(console, tree.error());
    return ExitCode::run_failed;
  }
  ExitCode code = ExitCode::done;
  const auto tell = [&](std::string_view what, const Verdicts& verdicts) {
    print(console, verdicts.failures);
    if (!verdicts.failures.list.empty()) code = ExitCode::gate;
    if (request.quiet || request.json || verdicts.asked == 0) return;
    console.out << what << ": " << verdicts.asked - verdicts.failures.list.size() << " of "
                << verdicts.asked << " hold\n";
  };
  if (check) tell("expectations", judge_expectations(scenario.expect, scenario.sources, *tree));
  print(console, gates_of_comparisons(scenario));
  tell("gates",
       judge_gates(scenario.gates, scenario.sources, with_reasons_of_none(summary_tree(summary))));
  return code;
}

}  // namespace mcsim::app
