// Runs an ELIM with the processes, pipes and signals of the operating system.
#include "mcsim/app/elim/elim_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <utility>

#include "mcsim/lim/elim_words.hpp"

extern char** environ;  // NOLINT: POSIX

namespace mcsim::app {
namespace {

// Source: the PATH of daemons in Debian's and Red Hat's start scripts.
constexpr const char* daemons_path =
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A pipe of which this process keeps the reading end.
struct Pipe {
  FileHandle reading;
  FileHandle writing;

  static std::optional<Pipe> open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Pipe{FileHandle(ends[0]), FileHandle(ends[1])};
  }
};

/// Why a LIM would not start a program of this name: Lava's LIM starts the program `elim`, LSF 7
/// all programs `elim.application`. Source: docs/rules/lsf.md, 4.4.
std::optional<std::string> name_complaint(const std::string& name, bool lava) {
  constexpr std::string_view beginning = "elim.";
  if (lava) {
    if (name == "elim") return std::nullopt;
    return "Lava starts only a program that is called elim";
  }
  if (name == "elim.user") return "elim.user is a name that LSF keeps for itself";
  if (name.starts_with(beginning) && name.size() > beginning.size()) return std::nullopt;
  return "an ELIM is called elim.application, such as elim.license" +
         std::string(name == "elim" ? "; plain elim is Lava's (--lava)" : "");
}

/// What a daemon has that was started at boot, or the environment of this process, with `changes`,
/// in the form that exec takes.
class EnvironmentBlock {
 public:
  EnvironmentBlock(const std::vector<ElimVariable>& changes, bool keeps_ours) {
    if (!keeps_ours) lines_.emplace_back(daemons_path);
    for (char** at = environ; keeps_ours && at != nullptr && *at != nullptr; ++at)
      if (!is_changed(*at, changes)) lines_.emplace_back(*at);
    for (const ElimVariable& change : changes)
      if (change.value) lines_.push_back(change.name + "=" + *change.value);
    for (std::string& line : lines_) pointers_.push_back(line.data());
    pointers_.push_back(nullptr);
  }
  char* const* data() const { return pointers_.data(); }

 private:
  static bool is_changed(std::string_view line, const std::vector<ElimVariable>& changes) {
    const std::string_view name = line.substr(0, line.find('='));
    return std::any_of(changes.begin(), changes.end(),
                       [&](const ElimVariable& change) { return change.name == name; });
  }

  std::vector<std::string> lines_;
  std::vector<char*> pointers_;
};

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

/// The child's standard input is empty, its standard output is `output`, and its standard error
/// is `errors`, or that of this process if there is none.
class SpawnFiles {
 public:
  SpawnFiles(int output, int errors) {
    ::posix_spawn_file_actions_init(&actions_);
    // The order matters: `output` is 0 if our own standard input is closed.
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    if (errors >= 0) ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
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
  posix_spawn_file_actions_t actions_{};
};

/// The interpreter that a script names; empty: none.
std::string interpreter_of(const std::string& path) {
  std::ifstream script(path, std::ios::binary);
  std::string line;
  constexpr std::size_t longest = 4096;
  for (char letter = 0; line.size() < longest && script.get(letter) && letter != '\n';)
    line += letter;
  if (!line.starts_with("#!")) return {};
  constexpr const char* blanks = " \t";
  const std::size_t begin = line.find_first_not_of(blanks, 2);
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_first_of(blanks, begin) - begin);
}

/// Why a start failed. If the interpreter of a script is missing, the system's error only says that
/// the script was not found.
std::string start_error(const std::string& path, int error_number) {
  const std::string interpreter = interpreter_of(path);
  if (interpreter.empty() || ::access(interpreter.c_str(), X_OK) == 0)
    return error_text(error_number);
  return "its interpreter " + shown_word(interpreter) + ": " + error_text(errno) +
         (interpreter.ends_with('\r') ? "; its first line ends with a carriage return" : "");
}

/// A pidfd; -1: the system has none, and the end of the process must be polled for.
int end_of_process(int id) {
#ifdef SYS_pidfd_open
  return static_cast<int>(::syscall(SYS_pidfd_open, id, 0));
#else
  return id >= 0 ? -1 : id;
#endif
}

}  // namespace

std::optional<std::string> elim_complaint(const std::string& path, bool lava) {
  if (auto complaint = name_complaint(std::filesystem::path(path).filename().string(), lava))
    return complaint;
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return error_text(errno);
  if (!S_ISREG(status.st_mode)) return "is no file";
  const bool has_run_bit = (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
  if (!has_run_bit || ::access(path.c_str(), X_OK) != 0)
    return "is not executable; chmod +x makes it so";
  return std::nullopt;
}

ElimProcess::ElimProcess(int id, FileHandle output, FileHandle errors)
    : id_(id), output_(std::move(output)), errors_(std::move(errors)), end_(end_of_process(id)) {}

ElimProcess::ElimProcess(ElimProcess&& other) noexcept
    : id_(std::exchange(other.id_, 0)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      end_(std::move(other.end_)),
      exit_(other.exit_) {}

ElimProcess& ElimProcess::operator=(ElimProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(end_, other.end_);
  std::swap(exit_, other.exit_);
  return *this;
}

ElimProcess::~ElimProcess() {
  if (id_ == 0) return;
  kill_all();
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Expected<ElimProcess, std::string> ElimProcess::start(const std::string& path,
                                                      const std::vector<ElimVariable>& variables,
                                                      const ElimSurroundings& around) {
  auto output = Pipe::open();
  if (!output) return Unexpected(error_text(errno));
  auto errors = around.errors != nullptr ? Pipe::open() : Pipe{};
  if (!errors) return Unexpected(error_text(errno));
  const SpawnFiles files(output->writing.descriptor(), errors->writing.descriptor());
  const EnvironmentBlock block(variables, around.keeps_environment);
  std::string program = path;
  const std::array<char*, 2> arguments{program.data(), nullptr};
  pid_t id = 0;
  const int error_number = ::posix_spawn(&id, path.c_str(), files.get(), SpawnAttributes().get(),
                                         arguments.data(), block.data());
  if (error_number != 0) return Unexpected(start_error(path, error_number));
  return ElimProcess(id, std::move(output->reading), std::move(errors->reading));
}

std::string_view ElimProcess::read(std::span<char> room) {
  if (output_ended() || room.empty()) return {};
  for (;;) {
    const ssize_t count = ::read(output_.descriptor(), room.data(), room.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return {};
    if (count <= 0) break;
    return {room.data(), static_cast<std::size_t>(count)};
  }
  close_output();
  return {};
}

void ElimProcess::read_errors(ElimErrors& to) {
  std::array<char, 4096> buffer;  // NOLINT(*-member-init): filled by read
  while (errors_.is_open()) {
    const ssize_t count = ::read(errors_.descriptor(), buffer.data(), buffer.size());
    if (count > 0) {
      to.add({buffer.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || errno != EINTR) {
      if (count == 0 || errno != EAGAIN) errors_ = {};
      return;
    }
  }
}

void ElimProcess::close_output() { output_ = {}; }

void ElimProcess::terminate() const {
  if (id_ != 0) ::kill(id_, SIGTERM);
}

void ElimProcess::kill_all() const {
  if (id_ != 0) ::kill(-id_, SIGKILL);
}

std::optional<ElimExit> ElimProcess::exited() {
  if (id_ == 0) return exit_;
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
  exit_ = WIFSIGNALED(status) ? ElimExit{.by_signal = true, .code = WTERMSIG(status)}
                              : ElimExit{.by_signal = false, .code = WEXITSTATUS(status)};
  return exit_;
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
