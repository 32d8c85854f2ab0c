#include "mcsim/text/left_overs.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

#include "mcsim/text/folder_names.hpp"

namespace mcsim::text {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = ".partial-";

/// As much of a file's name as leaves room for the mark and two numbers.
std::string beginning_of(const fs::path& place) {
  constexpr std::size_t longest = 255 - 32;
  return place.filename().string().substr(0, longest);
}

/// Whether a name goes on behind its place as name_beside() makes it.
bool is_mark(std::string_view rest) {
  if (!rest.starts_with(mark)) return false;
  rest.remove_prefix(mark.size());
  ::pid_t writer = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), writer);
  const bool ends = end == rest.data() + rest.size() || *end == '-';
  return error == std::errc() && ends && writer > 0;
}

FileHandle opened(const std::string& path) {
  return FileHandle(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

/// Whether the name still leads to the open file.
bool is_at(const std::string& path, const FileHandle& handle) {
  struct stat here{};
  struct stat open{};
  return ::lstat(path.c_str(), &here) == 0 && ::fstat(handle.descriptor(), &open) == 0 &&
         here.st_dev == open.st_dev && here.st_ino == open.st_ino;
}

template <class Is>
std::vector<LeftOver> unheld(const fs::path& folder, Is&& is_left) {
  std::vector<LeftOver> found;
  const auto names = folder_names(folder.string());
  if (!names) return found;
  for (const std::string& name : *names) {
    if (!is_left(name)) continue;
    fs::path path = folder / name;
    FileHandle handle = opened(path.string());
    if (handle.is_open() && ::flock(handle.descriptor(), LOCK_EX | LOCK_NB) == 0)
      found.push_back({std::move(path), std::move(handle)});
  }
  return found;
}

}  // namespace

std::string name_beside(const std::string& place, int count) {
  const std::string name = beginning_of(place) + std::string(mark) + std::to_string(::getpid());
  // Not by replace_filename: where memory ends in it, libstdc++ 12 leaves a path that crashes.
  const std::string folder = place.substr(0, place.rfind('/') + 1);
  return folder + (count == 0 ? name : name + "-" + std::to_string(count));
}

Expected<FileHandle, int> hold(const std::string& path) {
  FileHandle handle = opened(path);
  if (!handle.is_open()) return Unexpected(errno == ENOENT ? 0 : errno);
  const bool is_taken =
      ::flock(handle.descriptor(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (is_taken || !is_at(path, handle)) return Unexpected(0);
  return handle;
}

std::vector<LeftOver> left_overs(const fs::path& place) {
  const std::string beginning = beginning_of(place);
  return unheld(place.parent_path(), [&](std::string_view name) {
    return name.starts_with(beginning) && is_mark(name.substr(beginning.size()));
  });
}

std::vector<LeftOver> left_overs_in(const std::string& folder) {
  return unheld(folder, [](std::string_view name) {
    const auto at = name.rfind(mark);
    return at != std::string_view::npos && is_mark(name.substr(at));
  });
}

}  // namespace mcsim::text
