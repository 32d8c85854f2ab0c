// Makes a folder of results beside its place, and then puts it there.
#include "mcsim/results/run_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/folder_names.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/left_overs.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/output_place.hpp"

namespace mcsim::results {
namespace {

namespace fs = std::filesystem;

/// All files that a run ever writes. A folder that holds anything else is not replaced.
constexpr std::array<std::string_view, 17> our_files = {
    "scenario.json",       "summary.json", "jobs.csv",     "skipped.csv",
    "executions.csv",      "counters.csv", "launches.csv", "decisions.jsonl",
    "warnings.json",       "lsb.acct",     "shares.csv",   "segments.csv",
    "series.csv",          "report.html",  "backtest.csv", "backtest_series.csv",
    "backtest_stories.txt"};

/// Whether an entry itself has this type. A link is neither a file nor a folder here, since results
/// do not contain links.
bool is(fs::file_type type, const fs::path& entry) {
  std::error_code error;
  return fs::symlink_status(entry, error).type() == type;
}

bool is_our_name(std::string_view name) {
  return std::ranges::find(our_files, name) != our_files.end() || name.starts_with("lsb.acct.");
}

bool is_older_run(const fs::path& folder) {
  const auto names = folder_names(folder.string());
  if (!names) return false;
  for (const std::string& name : *names)
    if (!is(fs::file_type::regular, folder / name) || !is_our_name(name)) return false;
  const auto has = [&](const char* name) {
    return std::ranges::find(*names, name) != names->end();
  };
  return has("summary.json") && has("scenario.json");
}

enum class Found : std::uint8_t { nothing, empty_folder, older_results, something_else };

Found look_at(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) return Found::nothing;
  if (status.type() != fs::file_type::directory) return Found::something_else;
  const bool empty = fs::is_empty(folder, error);
  if (error) return Found::something_else;
  if (empty) return Found::empty_folder;
  return is_older_run(folder) ? Found::older_results : Found::something_else;
}

/// Whether older results are of a run that was not interrupted.
bool is_whole(const fs::path& folder) {
  const fs::path file = folder / "summary.json";
  const auto tree = read_json_file(file.string(), file.string());
  if (!tree) return true;  // whatever it is, it is not replaced by less
  const JsonNode* const complete = tree->root.find("complete");
  return complete == nullptr || !complete->is(JsonNode::Kind::boolean) || complete->boolean;
}

Diagnostic refusal(const std::string& shown_name) {
  return about_file(shown_name,
                    "is not replaced: expected a new or empty folder, or one with the files of an "
                    "older run and nothing else");
}

Diagnostic cannot_make(const std::string& shown_name, const std::string& why) {
  return about_file(shown_name, "cannot be made: " + why);
}

Diagnostic cannot_make(const std::string& shown_name, int error_number) {
  return cannot_make(shown_name, error_text(error_number));
}

/// Whether results are there that an interrupted run has put beside whole ones.
/// What a link leads to is somebody's choice.
bool is_of_interrupted(const fs::path& folder) {
  return is(fs::file_type::directory, folder) && look_at(folder) == Found::older_results &&
         !is_whole(folder);
}

/// Whether interrupted results may be put at a place: nothing of anybody's is lost there.
bool is_free_for_part(const fs::path& place) {
  std::error_code error;
  return fs::symlink_status(place, error).type() == fs::file_type::not_found ||
         is_of_interrupted(place);
}

constexpr std::string_view partial_mark = ".partial";
/// As much of a folder's name as leaves room for the mark and a number.
constexpr std::size_t longest_before_mark = 255 - 16;
/// So many folders of other people may be called as interrupted results would be.
constexpr int most_partial_names = 100;

/// Where results go that are not whole: FOLDER.partial, FOLDER.partial.2, ... Not FOLDER.partial-2,
/// which is how killed processes call what they leave.
fs::path partial_place(const fs::path& folder, int count) {
  std::string name = folder.filename().string().substr(0, longest_before_mark);
  name += partial_mark;
  if (count > 1) name += "." + std::to_string(count);
  return folder.parent_path() / name;
}

/// Whether partial_place() gives `name` to something beside the folder `of`.
bool is_partial_name(std::string_view name, std::string_view of) {
  if (of.size() > longest_before_mark || !name.starts_with(of)) return false;
  name.remove_prefix(of.size());
  if (!name.starts_with(partial_mark)) return false;
  name.remove_prefix(partial_mark.size());
  return name.empty() || (name.size() > 1 && name[0] == '.' &&
                          name.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

/// Removes older results file by file, so that other files that have just been put there stay.
/// False: something is left.
bool remove_results(const fs::path& folder) {
  for (const std::string& name : folder_names(folder.string()).value_or(std::vector<std::string>{}))
    if (const fs::path path = folder / name; is(fs::file_type::directory, path))
      remove_results(path);
    else if (is_our_name(name))
      ::unlink(path.c_str());
  return ::rmdir(folder.c_str()) == 0;
}

}  // namespace

Expected<RunFolder, Diagnostics> RunFolder::create(const std::string& folder) {
  const auto place = output_place(folder);  // follows links: we write beside the real folder
  if (!place)
    return Unexpected(Diagnostics{{cannot_make(folder.empty() ? "\"\"" : folder, place.error())}});
  if (!place->has_filename() || look_at(*place) == Found::something_else)
    return Unexpected(Diagnostics{{refusal(folder)}});
  RunFolder result(folder, *place);
  if (auto failure = result.make()) return Unexpected(Diagnostics{{std::move(*failure)}});
  return result;
}

Expected<RunFolder, Diagnostics> RunFolder::create_in(const std::string& folder,
                                                      std::string_view name) {
  MCSIM_CHECK(
      !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos,
      "a folder inside of this one");
  const std::string place = (fs::path(folder) / name).string();
  RunFolder result(place, place);
  if (auto failure = result.make_beside()) return Unexpected(Diagnostics{{std::move(*failure)}});
  return result;
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : shown_name_(std::move(other.shown_name_)),
      folder_(std::move(other.folder_)),
      beside_(std::exchange(other.beside_, {})),
      held_(std::move(other.held_)),
      digests_(std::move(other.digests_)),
      parents_(std::exchange(other.parents_, {})) {}

RunFolder::~RunFolder() { remove(); }

/// Makes the folder beside the place, and missing parent folders. The process id in its name keeps
/// concurrent runs apart; what killed runs have left goes.
std::optional<Diagnostic> RunFolder::make() {
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::path above = folder_.parent_path(); !fs::exists(above, error);
       above = above.parent_path())
    missing.push_back(above);
  parents_.reserve(missing.size());  // what has been made is noted without memory
  for (; !missing.empty(); missing.pop_back()) {
    const bool made = fs::create_directory(missing.back(), error);
    if (error) return cannot_make(shown_name_, error.value());
    if (made) parents_.push_back(std::move(missing.back()));
  }
  for (const LeftOver& left : left_overs(folder_)) remove_results(left.path);
  return make_beside();
}

std::optional<Diagnostic> RunFolder::make_beside() {
  std::error_code error;
  for (int count = 0; count < 1000; ++count) {
    fs::path beside = name_beside(folder_.string(), count);
    if (fs::create_directory(beside, error)) {
      beside_.swap(beside);
      auto held = hold(beside_.string());
      if (held) {
        held_ = std::move(*held);
        return std::nullopt;
      }
      if (held.error() != 0) return cannot_make(shown_name_, held.error());
      beside_.clear();
    }
    if (error) return cannot_make(shown_name_, error.value());
  }
  return cannot_make(shown_name_, EEXIST);
}

std::string RunFolder::path_of(std::string_view name) const { return beside_ / name; }

std::string RunFolder::shown_path_of(std::string_view name) const {
  return (fs::path(shown_name_) / name).string();
}

std::optional<Diagnostic> RunFolder::write(std::string_view name, std::string_view text) const {
  auto failure = write_file(path_of(name), text);
  if (failure) failure->file = shown_path_of(name);
  return failure;
}

Expected<OutputFile, Diagnostics> RunFolder::open_table(std::string_view name) const {
  auto file = OutputFile::create(path_of(name));
  if (file)
    file->keep_digest();
  else
    file.error().list.front().file = shown_path_of(name);
  return file;
}

std::optional<Diagnostic> RunFolder::take_table(std::string_view name, const OutputFile& file,
                                                std::optional<Diagnostic> failure) {
  if (failure)
    failure->file = shown_path_of(name);
  else
    digests_[std::string(name)] = file.digest();
  return failure;
}

std::optional<Diagnostic> RunFolder::write_table(
    std::string_view name, const std::function<std::optional<Diagnostic>(OutputFile&)>& fill) {
  auto file = open_table(name);
  if (!file) return file.error().list.front();
  return take_table(name, *file, fill(*file));
}

/// Results that are not whole do not replace those that are, nor anything of somebody else's.
void RunFolder::step_aside() {
  if (look_at(folder_) != Found::older_results || !is_whole(folder_)) return;
  const fs::path whole = std::exchange(folder_, partial_place(folder_, 1));
  for (int count = 2; !is_free_for_part(folder_) && count <= most_partial_names; ++count)
    folder_ = partial_place(whole, count);
  // The user's own words for it, unless they lead through a link or end with a slash.
  std::string shown = shown_name_;
  if (folder_.string().starts_with(whole.string()))
    shown += folder_.string().substr(whole.string().size());
  std::error_code ignored;
  const bool leads_there = fs::absolute(shown, ignored).lexically_normal() == folder_;
  shown_name_ = leads_there ? std::move(shown) : folder_.string();
}

/// What interrupted runs have left beside this folder.
std::vector<fs::path> RunFolder::interrupted_results() const {
  std::vector<fs::path> found;
  const fs::path parent = folder_.parent_path();
  const std::string own = folder_.filename().string();
  for (const std::string& name : folder_names(parent.string()).value_or(std::vector<std::string>{}))
    if (is_partial_name(name, own) && is_of_interrupted(parent / name))
      found.push_back(parent / name);
  return found;
}

std::optional<Diagnostic> RunFolder::commit(bool is_whole) {
  if (!is_whole) step_aside();
  // Before the folder is in place: where memory ends by then, nothing is left.
  const std::vector<fs::path> interrupted =
      is_whole ? interrupted_results() : std::vector<fs::path>{};
  if (auto failure = put_in_place()) return failure;
  parents_.clear();
  const fs::path older = std::exchange(beside_, {});
  if (!older.empty() && !remove_results(older)) return not_removed("the older ones", older);
  for (const fs::path& place : interrupted)
    if (!remove_results(place)) return not_removed("those of an interrupted run", place);
  return std::nullopt;
}

Diagnostic RunFolder::not_removed(const std::string& which, const fs::path& where) const {
  return about_file(shown_name_, "holds the new results, but " + which +
                                     " could not all be removed: " + where.string());
}

/// Leaves in `beside_` the folder that must be removed, if any.
std::optional<Diagnostic> RunFolder::put_in_place() {
  const Found found = look_at(folder_);  // again: time has passed
  if (found == Found::something_else) return refusal(shown_name_);
  if (found == Found::older_results) return exchange();
  if (std::rename(beside_.c_str(), folder_.c_str()) != 0) return cannot_make(shown_name_, errno);
  beside_.clear();
  return std::nullopt;
}

/// Exchanges the folder and the one beside it.
std::optional<Diagnostic> RunFolder::exchange() {
  std::error_code error;  // the new results get the permissions of the older ones
  fs::permissions(beside_, fs::status(folder_, error).permissions(), error);
  if (error) return cannot_make(shown_name_, error.value());
  if (::renameat2(AT_FDCWD, beside_.c_str(), AT_FDCWD, folder_.c_str(), RENAME_EXCHANGE) == 0)
    return std::nullopt;
  if (errno != EINVAL && errno != ENOSYS) return cannot_make(shown_name_, errno);
  // The file system cannot exchange: for an instant neither folder is in place.
  const fs::path aside = beside_.string() + "-old";
  if (std::rename(folder_.c_str(), aside.c_str()) != 0) return cannot_make(shown_name_, errno);
  if (std::rename(beside_.c_str(), folder_.c_str()) != 0) {
    const int why = errno;
    if (std::rename(aside.c_str(), folder_.c_str()) == 0) return cannot_make(shown_name_, why);
    return cannot_make(shown_name_,
                       error_text(why) + "; the older results are now in " + aside.string());
  }
  beside_ = aside;
  return std::nullopt;
}

void remove_left_overs_in(const std::string& folder) {
  for (const LeftOver& left : left_overs_in(folder)) remove_results(left.path);
}

void RunFolder::remove() noexcept {
  std::error_code ignored;
  held_.close();  // removing wants a handle, too
  if (!beside_.empty()) fs::remove_all(beside_, ignored);
  beside_.clear();
  for (; !parents_.empty(); parents_.pop_back()) fs::remove(parents_.back(), ignored);
}

}  // namespace mcsim::results
