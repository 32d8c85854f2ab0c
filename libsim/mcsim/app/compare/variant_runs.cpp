// Runs the variants of a comparison.
#include "mcsim/app/compare/variant_runs.hpp"

#include <atomic>
#include <string>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/compare/in_parallel.hpp"
#include "mcsim/app/run/progress.hpp"
#include "mcsim/app/run/reasons_of_none.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/run_steps.hpp"
#include "mcsim/app/run/run_warnings.hpp"
#include "mcsim/app/run/run_watch.hpp"
#include "mcsim/app/run/verdicts.hpp"
#include "mcsim/kernel/rounds.hpp"

namespace mcsim::app {
namespace {

std::uint64_t jobs_of(const std::vector<Scenario>& scenarios) {
  std::uint64_t jobs = 0;
  for (const Scenario& scenario : scenarios) jobs += app::jobs_of(scenario.config);
  return jobs;
}

/// All runs of a comparison. Threads share only the progress and the mark to stop; apart from these
/// each touches only the data of its variant.
class VariantRuns {
 public:
  VariantRuns(const CompareRequest& request, const std::vector<Variant>& variants,
              std::vector<Scenario> scenarios, const RunFolder* folder, const Registry& registry,
              const Console& console)
      : request_(request),
        variants_(variants),
        scenarios_(std::move(scenarios)),
        folder_(folder),
        registry_(registry),
        progress_(console, jobs_of(scenarios_), variants.size()),
        results_(variants.size()),
        failures_(variants.size()) {}

  Expected<std::vector<VariantResult>, Diagnostics> all() {
    in_parallel(variants_.size(), threads_for(request_.jobs), stop_,
                [this](std::size_t at) { one(at); });
    for (Diagnostics& failure : failures_)
      if (!failure.list.empty()) return Unexpected(std::move(failure));
    return std::move(results_);
  }

 private:
  void one(std::size_t at) {
    if (InterruptWatch::interrupted()) return;
    const Stopwatch watch(Stopwatch::Of::thread);
    const Scenario scenario = std::move(scenarios_[at]);  // freed when its run is over
    const RunResults results = simulate(scenario.config, at);
    const RunReport report(request_.run, scenario, results);
    const auto summary = conclude(report, variants_[at].name, watch);
    if (!summary) {
      failures_[at] = summary.error();
      stop_ = true;
      return;
    }
    VariantResult& result = results_[at];
    result.summary = summary_tree(*summary);
    result.complete = results.complete;
    result.warnings = warnings_of(results, report.metrics());
    if (results.complete)
      result.gates =
          judge_gates(scenario.gates, scenario.sources, with_reasons_of_none(*result.summary))
              .failures;
  }

  RunResults simulate(const GridConfig& config, std::size_t at) {
    std::uint64_t calls = 0;
    std::uint64_t told = 0;
    const auto step = [&](Time, std::uint64_t ended) {
      if (++calls % 1024 == 0) progress_.add(ended - std::exchange(told, ended));
      return InterruptWatch::interrupted() || stop_;
    };
    try {
      RunWatch watch(config);
      RunResults results = run_watched(config, registry_, watch, step);
      progress_.add(app::jobs_of(config) - told, 1);
      return results;
    } catch (const RunFailed& failed) {
      throw RunFailed(variants_[at].title + ": " + failed.what());
    }
  }

  Expected<std::string, Diagnostics> conclude(const RunReport& report, const std::string& name,
                                              const Stopwatch& watch) const {
    if (folder_ == nullptr) return report.conclude(nullptr, {}, watch);
    auto folder = folder_->create_inside(name);
    if (!folder) return Unexpected(folder.error());
    return report.conclude(&*folder, {.jobs = variants_.front().replica == 0}, watch);
  }

  const CompareRequest& request_;
  const std::vector<Variant>& variants_;
  std::vector<Scenario> scenarios_;
  const RunFolder* folder_;
  const Registry& registry_;
  SharedProgress progress_;
  std::vector<VariantResult> results_;
  std::vector<Diagnostics> failures_;
  std::atomic<bool> stop_ = false;
};

}  // namespace

Expected<std::vector<VariantResult>, Diagnostics> run_variants(const CompareRequest& request,
                                                               const std::vector<Variant>& variants,
                                                               std::vector<Scenario> scenarios,
                                                               const RunFolder* folder,
                                                               const Registry& registry,
                                                               const Console& console) {
  return VariantRuns(request, variants, std::move(scenarios), folder, registry, console).all();
}

}  // namespace mcsim::app
