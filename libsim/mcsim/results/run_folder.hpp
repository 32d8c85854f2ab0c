// The folder of the results of one run, or of runs that were compared: it appears when it is
// complete, or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::results {

/// Collects files in a folder beside the one that the user named. commit() puts it there; without
/// it everything is removed again.
class RunFolder {
 public:
  /// Of a run: summary.json, scenario.json and more. Of a comparison: compare.json, compare.csv and
  /// run folders.
  enum class Of : std::uint8_t { run, comparison };

  /// `folder` may not exist yet, be empty, or hold older results of the same kind, which will be
  /// replaced. A link to such a folder stays, and so does a folder that holds links. Errors: it
  /// holds something else, cannot be made, or its name leads nowhere.
  static Expected<RunFolder, Diagnostics> create(const std::string& folder, Of what = Of::run);
  /// The folder `name` of a run in this one.
  Expected<RunFolder, Diagnostics> create_inside(std::string_view name) const;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  ~RunFolder();

  /// Where to write the file `name` for now.
  std::string path_of(std::string_view name) const;
  /// What the user calls the file `name`.
  std::string shown_path_of(std::string_view name) const;
  /// Writes the whole file `name`.
  std::optional<Diagnostic> write(std::string_view name, std::string_view text) const;

  /// Puts the folder in its place, in one step; an older run disappears. Errors: it cannot be, and
  /// what was there is there still; or the older run does not go.
  std::optional<Diagnostic> commit();

 private:
  RunFolder(std::string shown_name, std::filesystem::path folder, Of what)
      : shown_name_(std::move(shown_name)), folder_(std::move(folder)), what_(what) {}
  std::optional<Diagnostic> make();
  std::optional<Diagnostic> put_in_place();
  std::optional<Diagnostic> exchange();
  void remove() noexcept;

  std::string shown_name_;
  std::filesystem::path folder_;
  Of what_;
  std::filesystem::path beside_;                ///< empty: nothing to remove
  std::vector<std::filesystem::path> parents_;  ///< folders above it that had to be made
};

}  // namespace mcsim::results
