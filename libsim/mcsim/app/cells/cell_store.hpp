// The folder of a comparison or a sweep: plan.tsv, and in cells/ a folder for each finished run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/app/cells/sweep_plan.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/results/run_folder.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// Wall seconds of cells that were run.
struct CellCosts {
  std::size_t cells = 0;
  double sum = 0;
  double most = 0;

  double mean() const { return cells == 0 ? 0 : sum / static_cast<double>(cells); }
};

/// Keeps finished cells, and keeps processes from running one twice. A cell appears when it is done
/// and never changes. Any thread may call the const functions.
class CellStore {
 public:
  /// Whether other processes may work on the same folder, each on cells of its own; who is only
  /// looking disturbs nobody, and needs no right to write.
  enum class Use : std::uint8_t { alone, together, looking };

  /// Opens `folder`, and makes it where it is missing or empty, with this plan. Of a plan that is
  /// there and this one, the one with all cells of the other stays. What killed runs have left
  /// goes. Errors: it holds something else, or another plan; another process works on it; it cannot
  /// be written.
  static Expected<CellStore, Diagnostics> open(const std::string& folder, const SweepPlan& plan,
                                               Use use);

  /// Makes this the plan of the folder, if the one that is there has not all its cells. Returns why
  /// it cannot be: that one has cells of its own, or was edited; the disk is full.
  std::optional<Diagnostics> take_plan(const SweepPlan& plan) const;

  /// Makes the cell this process's own until its end. False: another process is at it.
  bool claim(std::size_t row) const;
  /// Whether another process is at it, or has been and goes on with others.
  bool is_claimed(std::size_t row) const;
  bool has(const std::string& id) const;
  /// The root of a finished cell's summary.json. Errors: it cannot be read, or it or a table of the
  /// cell has changed since the cell was done.
  Expected<JsonNode, Diagnostics> summary(const std::string& id) const;
  /// What was said of the run. Errors: it cannot be read.
  Expected<Diagnostics, Diagnostics> warnings(const std::string& id) const;

  /// Notes why a cell cannot be done, for those who ask how far cells are. It does not count as
  /// done; where nothing can be written it is not noted.
  void note_failure(const std::string& id, const std::string& why) const;
  /// It has been done after all.
  void forget_failure(const std::string& id) const;
  /// Why a cell that is not done could not be done; none: nobody has failed to.
  std::optional<std::string> failure(const std::string& id) const;

  /// Begins the folder of a cell.
  Expected<RunFolder, Diagnostics> begin(const std::string& id) const;
  /// Of the cells in log.tsv.
  CellCosts costs() const;
  /// Adds a row to log.tsv, which tells what cells have cost: the cell, the host and the process
  /// that ran it, wall and CPU seconds.
  std::optional<Diagnostic> note_cost(const std::string& id, double wall_seconds,
                                      double cpu_seconds) const;

  /// Writes a whole file beside the cells, in one step.
  std::optional<Diagnostic> write(std::string_view name, std::string_view text) const;
  /// Where a file of a finished cell lies.
  std::string path_in(const std::string& id, std::string_view name) const;
  /// As the user calls it.
  const std::string& shown_name() const { return folder_; }

 private:
  CellStore(std::string folder, FileHandle lock);
  std::string path_of(std::string_view name) const;
  /// Removes what open() has made where no plan could be written.
  void forget_if_unused() const;
  std::string folder_;
  FileHandle lock_;  ///< its bytes are locked, one for each row
};

/// What a run has been warned of, as warnings.json.
std::string warnings_text(const Diagnostics& warnings);

}  // namespace mcsim::app
