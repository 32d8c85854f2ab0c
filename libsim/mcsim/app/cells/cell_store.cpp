// The folder of a comparison or a sweep.
#include "mcsim/app/cells/cell_store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/results/table_digests.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/folder_names.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/left_overs.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/output_place.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view lock_name = ".lock";
constexpr std::string_view cells_name = "cells";
constexpr std::string_view costs_name = "log.tsv";
constexpr std::string_view failed_name = "failed";  ///< in it a text for each cell that has failed
constexpr std::size_t longest_failure = 64 * 1024;

/// The byte that whoever works in the folder locks; those before it are the rows' own.
constexpr ::off_t byte_of_all = ::off_t{1} << 40;

struct ::flock lock_of(::off_t byte, bool alone) {
  struct ::flock lock{};
  lock.l_type = static_cast<short>(alone ? F_WRLCK : F_RDLCK);
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

/// Locks one byte until the file is closed. A process that is killed lets go of it.
bool lock_byte(const FileHandle& file, ::off_t byte, bool alone) {
  struct ::flock lock = lock_of(byte, alone);
  return ::fcntl(file.descriptor(), F_OFD_SETLK, &lock) == 0;
}

/// Opens a file that need not be there yet.
FileHandle opened(const std::string& path, int flags) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), flags | O_CREAT | O_CLOEXEC, 0644);
  } while (descriptor < 0 && errno == EINTR);
  return FileHandle(descriptor);
}

/// A row goes out in one write where the disk takes it: rows of several processes do not mix.
bool append_all(const FileHandle& file, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(file.descriptor(), text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    text.remove_prefix(static_cast<std::size_t>(std::max<::ssize_t>(written, 0)));
  }
  return true;
}

Diagnostics wrong(const std::string& folder, std::string why) {
  return {{about_file(folder, std::move(why))}};
}

/// Whether nothing of anybody's lies in the folder.
bool is_unused(const std::string& folder) {
  const auto names = folder_names(folder);
  return names && std::ranges::all_of(*names, [](const std::string& name) {
           return name == lock_name || name.starts_with(plan_name);
         });
}

/// Why the folder cannot be used; none: it is there.
std::optional<Diagnostics> make_folder(const std::string& folder) {
  const auto place = output_place(folder);
  if (!place) return wrong(folder, "cannot be made: " + place.error());
  std::error_code error;
  const bool is_there = fs::is_directory(*place, error);
  if (!is_there && fs::exists(*place, error))
    return wrong(folder, "is not replaced: expected a new or empty folder, or that of this plan");
  if (!is_there && !fs::create_directories(*place, error) && error)
    return wrong(folder, "cannot be made: " + error_text(error.value()));
  const bool has_plan = fs::exists(*place / plan_name, error);
  if (!has_plan && !is_unused(place->string()))
    return wrong(folder,
                 "is not replaced: expected a new or empty folder, or one with the cells of this "
                 "plan");
  return std::nullopt;
}

/// What is not the same in another plan; empty: all cells of `older` are in `plan`.
std::string missing_in(const SweepPlan& plan, const SweepPlan& older) {
  std::set<std::string_view> ids;
  for (const PlannedCell& cell : plan.cells) ids.insert(cell.id);
  const auto is_missing = [&](const PlannedCell& cell) { return !ids.contains(cell.id); };
  const auto first = std::ranges::find_if(older.cells, is_missing);
  if (first == older.cells.end()) return {};
  return std::to_string(std::ranges::count_if(older.cells, is_missing)) + " of its " +
         counted(older.cells.size(), "cell") + " are not in this one, the first is " + first->id +
         ", " + first->variant;
}

Diagnostic warning_in(const JsonNode& node) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  const auto text = [&](const char* key) {
    const JsonNode* one = node.find(key);
    return one == nullptr ? std::string() : one->text;
  };
  warning.file = text("about");
  warning.message = text("message");
  return warning;
}

}  // namespace

CellStore::CellStore(std::string folder, FileHandle lock)
    : folder_(std::move(folder)), lock_(std::move(lock)) {}

std::string CellStore::path_of(std::string_view name) const {
  return (fs::path(folder_) / name).string();
}

std::string CellStore::path_in(const std::string& id, std::string_view name) const {
  return (fs::path(folder_) / cells_name / id / name).string();
}

Expected<CellStore, Diagnostics> CellStore::open(const std::string& folder, const SweepPlan& plan,
                                                 Use use) {
  const std::string lock_file = (fs::path(folder) / lock_name).string();
  if (use == Use::looking)  // without a lock file nobody is at any cell
    return CellStore(folder, FileHandle(::open(lock_file.c_str(), O_RDONLY | O_CLOEXEC)));
  if (auto failure = make_folder(folder)) return Unexpected(*std::move(failure));
  FileHandle lock = opened(lock_file, O_RDWR | O_NOFOLLOW);
  if (!lock.is_open()) return Unexpected(wrong(lock_file, "cannot be made: " + error_text(errno)));
  if (!lock_byte(lock, byte_of_all, use == Use::alone))
    return Unexpected(
        wrong(folder, errno == EAGAIN || errno == EACCES
                          ? "another mcsim works on it: wait for its end, or take another folder"
                          : "cannot be locked: " + error_text(errno)));
  CellStore store(folder, std::move(lock));
  if (auto failure = store.take_plan(plan)) {
    if (use == Use::alone) store.forget_if_unused();
    return Unexpected(*std::move(failure));
  }
  const std::string cells = store.path_of(cells_name);
  std::error_code error;
  fs::create_directory(cells, error);
  if (error) return Unexpected(wrong(cells, "cannot be made: " + error_text(error.value())));
  remove_left_overs_in(cells);
  return store;
}

void CellStore::forget_if_unused() const {
  std::error_code ignored;
  if (fs::exists(path_of(plan_name), ignored)) return;
  fs::remove(path_of(lock_name), ignored);
  fs::remove(folder_, ignored);  // nothing happens where something else is in it
}

std::optional<Diagnostics> CellStore::take_plan(const SweepPlan& plan) const {
  std::error_code ignored;
  if (fs::exists(path_of(plan_name), ignored)) {
    const auto older = read_plan(path_of(plan_name));
    if (!older) return older.error();
    if (missing_in(*older, plan).empty()) {
      // Gates are of no cell: they come and go with the request.
      SweepPlan now = missing_in(plan, *older).empty() ? plan : *older;
      now.has_gates = plan.has_gates;
      const std::string text = plan_text(now);
      if (text == plan_text(*older)) return std::nullopt;
      if (auto failure = write(plan_name, text)) return Diagnostics{{*std::move(failure)}};
      return std::nullopt;
    }
    if (const std::string other = missing_in(plan, *older); !other.empty())
      return wrong(folder_, "holds the cells of another plan: " + other +
                                "; the input, the options or mcsim have changed since: take "
                                "another folder");
  }
  if (auto failure = write(plan_name, plan_text(plan))) return Diagnostics{{*std::move(failure)}};
  return std::nullopt;
}

bool CellStore::claim(std::size_t row) const {
  return lock_byte(lock_, static_cast<::off_t>(row), true);
}

bool CellStore::is_claimed(std::size_t row) const {
  struct ::flock lock = lock_of(static_cast<::off_t>(row), true);
  return ::fcntl(lock_.descriptor(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool CellStore::has(const std::string& id) const {
  std::error_code ignored;
  return fs::is_directory(fs::path(folder_) / cells_name / id, ignored);
}

Expected<JsonNode, Diagnostics> CellStore::summary(const std::string& id) const {
  const std::string path = path_in(id, "summary.json");
  constexpr std::string_view what_to_do =
      "; remove the folder of this cell, and the same command runs it again";
  auto tree = read_json_file(path, path);
  Diagnostics wrong = tree ? changed_files(path_in(id, ""), tree->root) : tree.error();
  if (tree && !wrong.has_errors()) return std::move(tree->root);
  std::erase_if(wrong.list,
                [](const Diagnostic& one) { return one.severity == Severity::warning; });
  wrong.list.back().message += what_to_do;
  return Unexpected(std::move(wrong));
}

Expected<Diagnostics, Diagnostics> CellStore::warnings(const std::string& id) const {
  const std::string path = path_in(id, "warnings.json");
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return Diagnostics{};
  const auto tree = read_json_file(path, path);
  if (!tree) return Unexpected(tree.error());
  Diagnostics all;
  for (const JsonNode& one : tree->root.children) all.add(warning_in(one));
  return all;
}

void CellStore::note_failure(const std::string& id, const std::string& why) const {
  std::error_code ignored;
  fs::create_directory(path_of(failed_name), ignored);
  // Whoever ran it tells of it, whether it can be noted or not.
  static_cast<void>(write((fs::path(failed_name) / id).string(), why + "\n"));
}

void CellStore::forget_failure(const std::string& id) const {
  std::error_code ignored;
  if (fs::remove(fs::path(path_of(failed_name)) / id, ignored))
    fs::remove(path_of(failed_name), ignored);  // nothing happens where others are in it
}

std::optional<std::string> CellStore::failure(const std::string& id) const {
  const std::string path = (fs::path(path_of(failed_name)) / id).string();
  auto text = read_file(path, path, std::string::npos);
  if (!text || has(id)) return std::nullopt;
  text->resize(std::min(text->size(), longest_failure));
  while (text->ends_with('\n')) text->pop_back();
  return std::move(*text);
}

Expected<RunFolder, Diagnostics> CellStore::begin(const std::string& id) const {
  return RunFolder::create_in(path_of(cells_name), id);
}

std::optional<Diagnostic> CellStore::note_cost(const std::string& id, double wall_seconds,
                                               double cpu_seconds) const {
  const std::string path = path_of(costs_name);
  const FileHandle file = opened(path, O_WRONLY | O_APPEND);
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  char row[400];
  const int length = std::snprintf(row, sizeof row, "%s\t%s\t%d\t%.3f\t%.3f\n", id.c_str(), host,
                                   static_cast<int>(::getpid()), wall_seconds, cpu_seconds);
  if (file.is_open() && append_all(file, {row, static_cast<std::size_t>(length)}))
    return std::nullopt;
  return about_file(path, "cannot be written: " + error_text(errno));
}

CellCosts CellStore::costs() const {
  CellCosts all;
  std::ifstream log(path_of(costs_name));
  std::string id, host;
  int process = 0;
  for (double wall = 0, cpu = 0; log >> id >> host >> process >> wall >> cpu; ++all.cells) {
    all.sum += wall;
    all.most = std::max(all.most, wall);
  }
  return all;
}

std::optional<Diagnostic> CellStore::write(std::string_view name, std::string_view text) const {
  auto file = ReplacedFile::create(path_of(name));
  if (!file) return file.error().list.front();
  file->file().write(text);
  return file->commit();
}

std::string warnings_text(const Diagnostics& warnings) {
  std::vector<JsonNode> all;
  all.reserve(warnings.list.size());
  for (const Diagnostic& one : warnings.list)
    all.push_back(json_object({json_member("about", json_text(one.file)),
                               json_member("message", json_text(one.message))}));
  return to_pretty_json(json_list(std::move(all)));
}

}  // namespace mcsim::app
