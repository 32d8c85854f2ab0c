// A file that is written beside the one that it will replace.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/left_overs.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/output_place.hpp"

namespace mcsim::text {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot_write(const std::string& path, const std::string& why) {
  return about_file(path, "cannot be written: " + why);
}

/// Under /dev and /proc even a plain file may be the open file of a process, such as a shell's
/// standard output. The exception is /dev/shm, the folder of files in memory.
bool is_of_the_system(std::string_view name) {
  return (name.starts_with("/dev/") && !name.starts_with("/dev/shm/")) ||
         name.starts_with("/proc/");
}

void remove_left_overs(const std::string& place) {
  for (const LeftOver& left : left_overs(place))
    if (fs::is_regular_file(fs::symlink_status(left.path))) ::unlink(left.path.c_str());
}

/// An unused name beside `place`.
std::string free_name(const std::string& place) {
  std::error_code ignored;
  int count = 0;
  while (fs::exists(fs::symlink_status(name_beside(place, count), ignored))) ++count;
  return name_beside(place, count);
}

}  // namespace

ReplacedFile::ReplacedFile(OutputFile file, std::string shown_name)
    : file_(std::move(file)), shown_name_(std::move(shown_name)) {}

ReplacedFile::ReplacedFile(ReplacedFile&& other) noexcept
    : file_(std::move(other.file_)),
      shown_name_(std::move(other.shown_name_)),
      place_(std::move(other.place_)),
      beside_(std::exchange(other.beside_, {})),
      held_(std::move(other.held_)) {}

ReplacedFile::~ReplacedFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

Expected<ReplacedFile, Diagnostics> ReplacedFile::create(const std::string& path,
                                                         Compression compression) {
  const auto refused = [&](const std::string& why) {
    return Unexpected(Diagnostics{{cannot_write(path, why)}});
  };
  if (path == "-") return refused("expected the name of a file; one of this name is ./-");
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::directory || path.ends_with('/')) return refused(error_text(EISDIR));
  const bool exists = type != fs::file_type::not_found && type != fs::file_type::none;
  if (is_of_the_system(path) || (exists && type != fs::file_type::regular)) {
    auto file = OutputFile::create(path, compression);
    if (!file) return Unexpected(std::move(file.error()));
    return ReplacedFile(*std::move(file), path);
  }
  const auto place = output_place(path);
  if (!place) return refused(place.error());
  remove_left_overs(place->string());
  const std::string beside = free_name(place->string());
  auto file = OutputFile::create_new(beside, compression);
  if (!file) {
    for (Diagnostic& diagnostic : file.error().list) diagnostic.file = path;
    return Unexpected(std::move(file.error()));
  }
  ReplacedFile result(*std::move(file), path);
  result.beside_ = beside;
  auto held = hold(beside);
  if (!held && held.error() == 0) return create(path, compression);
  if (!held) return refused(error_text(held.error()));
  result.held_ = std::move(*held);
  if (exists) {  // the new file keeps the permissions of the old one
    fs::permissions(beside, fs::status(path, error).permissions(), error);
    if (error) return refused(error.message());
  }
  result.place_ = place->string();
  return result;
}

std::optional<Diagnostic> ReplacedFile::commit() {
  if (auto failure = file_.close()) {
    failure->file = shown_name_;
    return failure;
  }
  if (beside_.empty()) return std::nullopt;
  if (std::rename(beside_.c_str(), place_.c_str()) != 0)
    return cannot_write(shown_name_, error_text(errno));
  beside_.clear();
  return std::nullopt;
}

}  // namespace mcsim::text
