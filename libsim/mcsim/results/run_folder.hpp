// The folder with the results of one run: it appears when it is complete, or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/results/table_digests.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

/// Collects files in a folder beside the one that the user named. commit() puts it in place;
/// without commit() everything is removed again.
class RunFolder {
 public:
  /// `folder` may be missing, empty, or hold the results of an older run, which are replaced. If it
  /// is a link to such a folder, the link stays. A folder that holds links is not replaced. Errors:
  /// it holds something else, cannot be made, or its name leads nowhere.
  static Expected<RunFolder, Diagnostics> create(const std::string& folder);
  /// One of many folders `name` in `folder`, which is there. What killed runs have left beside it
  /// stays: remove_left_overs_in() looks once for all.
  static Expected<RunFolder, Diagnostics> create_in(const std::string& folder,
                                                    std::string_view name);
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  ~RunFolder();

  /// Where to write the file `name` until commit().
  std::string path_of(std::string_view name) const;
  /// The path of the file `name` for the user.
  std::string shown_path_of(std::string_view name) const;
  /// Writes the whole file `name`.
  std::optional<Diagnostic> write(std::string_view name, std::string_view text) const;

  /// Opens the table `name`. take_table(), when it is closed, keeps its digest; `failure`: that it
  /// could not be written.
  Expected<OutputFile, Diagnostics> open_table(std::string_view name) const;
  std::optional<Diagnostic> take_table(std::string_view name, const OutputFile& file,
                                       std::optional<Diagnostic> failure);
  /// Both; `fill` writes the table and closes it.
  std::optional<Diagnostic> write_table(
      std::string_view name, const std::function<std::optional<Diagnostic>(OutputFile&)>& fill);
  /// Of the tables written so far, and of other files that were written as one.
  const TableDigests& digests() const { return digests_; }

  /// Puts the folder in place in one step, and removes older results, and those of interrupted runs
  /// beside them. Errors: it cannot be put in place, and what was there is still there; or the
  /// older results cannot be removed. `is_whole`: the run was not interrupted; otherwise whole
  /// older results stay, and the folder is put beside them as FOLDER.partial, or as
  /// FOLDER.partial.2 and so on where something else has that name.
  std::optional<Diagnostic> commit(bool is_whole = true);
  /// For the user: where the results are after commit().
  const std::string& shown_name() const { return shown_name_; }

 private:
  RunFolder(std::string shown_name, std::filesystem::path folder)
      : shown_name_(std::move(shown_name)), folder_(std::move(folder)) {}
  std::optional<Diagnostic> make();
  std::optional<Diagnostic> make_beside();
  void step_aside();
  std::vector<std::filesystem::path> interrupted_results() const;
  Diagnostic not_removed(const std::string& which, const std::filesystem::path& where) const;
  std::optional<Diagnostic> put_in_place();
  std::optional<Diagnostic> exchange();
  void remove() noexcept;

  std::string shown_name_;
  std::filesystem::path folder_;
  std::filesystem::path beside_;  ///< empty: nothing to remove
  FileHandle held_;               ///< `beside_`
  TableDigests digests_;
  std::vector<std::filesystem::path> parents_;  ///< parent folders that had to be made
};

/// Removes from `folder` the folders that killed runs were making there.
void remove_left_overs_in(const std::string& folder);

}  // namespace mcsim::results
