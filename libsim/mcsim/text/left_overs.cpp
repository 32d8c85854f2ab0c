#include "mcsim/text/left_overs.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

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

/// The process whose number a name beside `place` has; 0: it is no such name.
::pid_t writer_of(std::string_view name, std::string_view place) {
  if (!name.starts_with(place) || !name.substr(place.size()).starts_with(mark)) return 0;
  const std::string_view rest = name.substr(place.size() + mark.size());
  ::pid_t writer = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), writer);
  const bool ends = end == rest.data() + rest.size() || *end == '-';
  return error == std::errc() && ends ? writer : 0;
}

bool lives(::pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

/// On a disk that machines share, the process may be one of another machine: it holds a lock.
bool is_held(const fs::path& path) {
  const FileHandle handle(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return !handle.is_open() || ::flock(handle.descriptor(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace

std::string name_beside(const std::string& place, int count) {
  const std::string name = beginning_of(place) + std::string(mark) + std::to_string(::getpid());
  // Not by replace_filename: where memory ends in it, libstdc++ 12 leaves a path that crashes.
  const std::string folder = place.substr(0, place.rfind('/') + 1);
  return folder + (count == 0 ? name : name + "-" + std::to_string(count));
}

FileHandle hold(const std::string& path) {
  FileHandle handle(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (handle.is_open()) ::flock(handle.descriptor(), LOCK_SH | LOCK_NB);
  return handle;
}

std::vector<fs::path> left_overs(const fs::path& place) {
  std::vector<fs::path> found;
  const fs::path folder = place.parent_path();
  const auto names = folder_names(folder.string());
  if (!names) return found;
  const std::string beginning = beginning_of(place);
  for (const std::string& name : *names) {
    const ::pid_t writer = writer_of(name, beginning);
    if (writer > 0 && !lives(writer) && !is_held(folder / name)) found.push_back(folder / name);
  }
  return found;
}

}  // namespace mcsim::text
