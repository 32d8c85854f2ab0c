// Starts programs, and ends them, with the operating system's processes and signals.
#include "mcsim/app/base/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace mcsim::app {
namespace {

/// The child gets a process group of its own, and no signal is ignored or blocked in it. So a write
/// into a closed pipe ends it although this process ignores SIGPIPE.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    constexpr int last_usual = 31;
    for (int signal = 1; signal <= last_usual; ++signal)
      if (signal != SIGKILL && signal != SIGSTOP) ::sigaddset(&signals, signal);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

class SpawnFiles {
 public:
  explicit SpawnFiles(const ChildFiles& files) {
    ::posix_spawn_file_actions_init(&actions_);
    // The order matters: a pipe has the descriptor 0 if our own standard input is closed.
    if (files.output >= 0) add(files.output, STDOUT_FILENO);
    if (files.errors >= 0) add(files.errors, STDERR_FILENO);
    if (files.input >= 0)
      add(files.input, STDIN_FILENO);
    else
      ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#endif
#endif
  }
  ~SpawnFiles() { ::posix_spawn_file_actions_destroy(&actions_); }
  SpawnFiles(const SpawnFiles&) = delete;
  SpawnFiles& operator=(const SpawnFiles&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void add(int from, int to) { ::posix_spawn_file_actions_adddup2(&actions_, from, to); }

  posix_spawn_file_actions_t actions_{};
};

/// A pidfd; -1: the system has none, and the end of the process must be polled for.
int end_of_process(int id) {
#ifdef SYS_pidfd_open
  return static_cast<int>(::syscall(SYS_pidfd_open, id, 0));
#else
  return id >= 0 ? -1 : id;
#endif
}

}  // namespace

Expected<Pipe, int> Pipe::open() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return Unexpected(errno);
  // A standard file of ours that is closed must not be taken for one of the child's.
  for (int& end : ends) {
    if (end > STDERR_FILENO) continue;
    const int higher = ::fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (higher < 0) return Unexpected(errno);
    ::close(end);
    end = higher;
  }
  return Pipe{FileHandle(ends[0]), FileHandle(ends[1])};
}

void make_nonblocking(const FileHandle& file) { ::fcntl(file.descriptor(), F_SETFL, O_NONBLOCK); }

ChildProcess::ChildProcess(int id) : id_(id), end_(end_of_process(id)) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, 0)), end_(std::move(other.end_)), status_(other.status_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(end_, other.end_);
  std::swap(status_, other.status_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (id_ == 0) return;
  kill_all();
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Expected<ChildProcess, int> ChildProcess::start(const std::string& path,
                                                std::vector<std::string> arguments,
                                                char* const* environment, const ChildFiles& files) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t id = 0;
  const int error_number = ::posix_spawn(&id, path.c_str(), SpawnFiles(files).get(),
                                         SpawnAttributes().get(), pointers.data(), environment);
  if (error_number != 0) return Unexpected(error_number);
  return ChildProcess(id);
}

void ChildProcess::terminate() const {
  if (id_ != 0) ::kill(id_, SIGTERM);
}

void ChildProcess::kill_all() const {
  if (id_ != 0) ::kill(-id_, SIGKILL);
}

std::optional<int> ChildProcess::exited() {
  if (id_ == 0) return status_;
  siginfo_t seen{};
  const auto id = static_cast<id_t>(id_);
  const int answer = ::waitid(P_PID, id, &seen, WEXITED | WNOHANG | WNOWAIT);
  if (answer == 0 && seen.si_pid == 0) return std::nullopt;
  if (answer < 0 && errno == EINTR) return std::nullopt;
  kill_all();  // before waitpid(), after which another group may have this number
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = 0;
  status_ = status;
  return status_;
}

void wait_for(const std::vector<int>& descriptors, Duration at_most) {
  std::vector<pollfd> list;
  for (const int descriptor : descriptors)
    if (descriptor >= 0) list.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
  ::poll(list.data(), list.size(), static_cast<int>(std::max<std::int64_t>(0, at_most.count())));
}

ChildrenCanBeWaitedFor::ChildrenCanBeWaitedFor() : before_(std::signal(SIGCHLD, SIG_DFL)) {}

ChildrenCanBeWaitedFor::~ChildrenCanBeWaitedFor() {
  if (before_ != SIG_ERR) std::signal(SIGCHLD, before_);
}

}  // namespace mcsim::app
