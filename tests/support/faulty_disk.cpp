// The test program's own open(), write() and so on replace those of the C library, for mcsim and
// for the C++ library alike. They do what the real ones do, unless a test wants a failure.
#include "support/faulty_disk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <mutex>
#include <string_view>

namespace mcsim::testing {
namespace {

/// The plan, and the calls so far. Static, since the replaced functions of C are.
struct Disk {
  std::mutex mutex;  // commands may have threads
  bool on = false;
  FaultyDisk::Plan plan;
  std::vector<std::string> calls;
  std::vector<int> writable;  // descriptors that were opened since the plan began
};

Disk& disk() {
  static Disk the_disk;
  return the_disk;
}

bool needs_room(std::string_view call) {
  return call == "open" || call == "write" || call == "mkdir";
}

/// Counts a call and returns the errno with which it is to fail; 0: it succeeds.
int fault_of(const char* call) {
  Disk& now = disk();
  const std::scoped_lock lock(now.mutex);
  if (!now.on) return 0;
  const std::size_t number = now.calls.size();
  now.calls.emplace_back(call);
  const bool later = now.plan.stays && number > now.plan.fails_at && needs_room(call);
  return number == now.plan.fails_at || later ? now.plan.error : 0;
}

bool is_watched(int descriptor) {
  Disk& now = disk();
  const std::scoped_lock lock(now.mutex);
  return now.on && std::ranges::find(now.writable, descriptor) != now.writable.end();
}

bool cannot_exchange() {
  const std::scoped_lock lock(disk().mutex);
  return disk().on && disk().plan.cannot_exchange;
}

long failed(int error) {
  errno = error;
  return -1;
}

int opened(const char* path, int flags, mode_t mode) {
  const bool writes = (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
  if (writes)
    if (const int error = fault_of("open")) return static_cast<int>(failed(error));
  const int descriptor = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  Disk& now = disk();
  const std::scoped_lock lock(now.mutex);
  if (writes && now.on && descriptor >= 0) now.writable.push_back(descriptor);
  return descriptor;
}

/// open() has a mode only where a file may be made.
mode_t mode_in(int flags, std::va_list arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

FaultyDisk::FaultyDisk(Plan plan) {
  Disk& now = disk();
  const std::scoped_lock lock(now.mutex);
  now.on = true;
  now.plan = plan;
  now.calls.clear();
  now.writable.clear();
}

FaultyDisk::~FaultyDisk() {
  const std::scoped_lock lock(disk().mutex);
  disk().on = false;
}

const std::vector<std::string>& FaultyDisk::calls() const { return disk().calls; }

}  // namespace mcsim::testing

using namespace mcsim::testing;

extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return opened(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return opened(path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (is_watched(descriptor)) {
    const int error = fault_of("write");
    const FaultyDisk::Plan plan = disk().plan;
    if (error != 0 && plan.torn) ::syscall(SYS_write, descriptor, bytes, count / 2);
    if (error != 0) return failed(error);
    if (plan.most > 0) count = std::min(count, plan.most);
  }
  return ::syscall(SYS_write, descriptor, bytes, count);
}

int close(int descriptor) {
  int error = 0;
  if (is_watched(descriptor)) {
    error = fault_of("close");
    const std::scoped_lock lock(disk().mutex);
    std::erase(disk().writable, descriptor);
  }
  const long answer = ::syscall(SYS_close, descriptor);  // it is closed even where it fails
  return static_cast<int>(error != 0 ? failed(error) : answer);
}

int mkdir(const char* path, mode_t mode) {
  if (const int error = fault_of("mkdir")) return static_cast<int>(failed(error));
  return static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int rename(const char* from, const char* to) noexcept {
  if (const int error = fault_of("rename")) return static_cast<int>(failed(error));
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0U));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  if (const int error = fault_of("exchange")) return static_cast<int>(failed(error));
  if (cannot_exchange()) return static_cast<int>(failed(EINVAL));
  return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int unlink(const char* path) noexcept {
  if (const int error = fault_of("unlink")) return static_cast<int>(failed(error));
  return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int rmdir(const char* path) noexcept {
  if (const int error = fault_of("rmdir")) return static_cast<int>(failed(error));
  return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}

}  // extern "C"
