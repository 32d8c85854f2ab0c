// The report of a run: its files, its summary and its table.
#pragma once

#include <optional>
#include <string>

#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/app/run/run_command.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"
#include "mcsim/results/run_folder.hpp"

namespace mcsim::app {

/// The texts of one run. Keeps references to its arguments, which must outlive it.
class RunReport {
 public:
  RunReport(const RunRequest& request, const Scenario& scenario, const RunResults& results);

  /// The text of summary.json. If there is a folder, writes all files and puts it in place;
  /// summary.json is the last file, so that it knows what the others cost. Without a watch it has
  /// no costs: the same bytes on every machine.
  Expected<std::string, Diagnostics> conclude(RunFolder* folder, Outputs outputs,
                                              const Stopwatch* watch) const;
  std::optional<Diagnostic> write_jobs(const std::string& path) const;

  /// The results for people, `width` columns wide if possible.
  std::string table(std::size_t width) const;
  /// The command that reproduces the results.
  std::string reproducing_line() const;
  const Metrics& metrics() const { return metrics_; }

 private:
  std::optional<Diagnostic> write_tables(RunFolder& folder, Outputs outputs) const;
  std::string summary(const Stopwatch* watch, const TableDigests& tables) const;

  const RunRequest& request_;
  const Scenario& scenario_;
  const RunResults& results_;
  Metrics metrics_;
};

/// The line `mcsim COMMAND ...` with the input of `request` and all options that change results,
/// except the seed.
std::string reproducing_words(const std::string& command, const RunRequest& request);
/// `text` as one word of a shell.
std::string shell_word(const std::string& text);

}  // namespace mcsim::app
