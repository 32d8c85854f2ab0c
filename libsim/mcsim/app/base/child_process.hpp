// A child process in a process group of its own, of which nothing is left when its owner is gone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/text/file_handle.hpp"

namespace mcsim::app {

/// A pipe; both ends are closed in programs that are started.
struct Pipe {
  FileHandle reading;
  FileHandle writing;

  /// Errors: an error number.
  static Expected<Pipe, int> open();
};

/// Reading from the file, or writing to it, does not wait.
void make_nonblocking(const FileHandle& file);

/// The standard files of a child, as descriptors of ours.
struct ChildFiles {
  int input = -1;   ///< none: it is empty
  int output = -1;  ///< none: ours
  int errors = -1;  ///< none: ours
};

/// A started program. The destructor kills its process group and waits for it, so that nothing is
/// left.
class ChildProcess {
 public:
  /// Starts `path` with `arguments`, of which the first one is its name. Signals have their default
  /// actions in it, and only the standard files are open. `environment` ends with null. Errors: an
  /// error number.
  static Expected<ChildProcess, int> start(const std::string& path,
                                           std::vector<std::string> arguments,
                                           char* const* environment, const ChildFiles& files);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  void terminate() const;  ///< sends SIGTERM to the program itself
  void kill_all() const;   ///< sends SIGKILL to its process group
  /// The status that it ended with, as waitpid() gives it; none: it has not ended. At its end the
  /// rest of its group is killed.
  std::optional<int> exited();

  /// Readable when the program has ended; -1: the system has no such descriptor.
  int end_descriptor() const { return end_.descriptor(); }

 private:
  explicit ChildProcess(int id);

  int id_ = 0;      ///< 0: it has been waited for, or moved from
  FileHandle end_;  ///< a pidfd, if the system has them
  std::optional<int> status_;
};

/// Waits until one of `descriptors` is readable or closed at its other end, a signal comes, or
/// `at_most` is over. Negative descriptors are ignored.
void wait_for(const std::vector<int>& descriptors, Duration at_most);

/// While it lives, ended children can be waited for, even if this process was started with SIGCHLD
/// ignored.
class ChildrenCanBeWaitedFor {
 public:
  ChildrenCanBeWaitedFor();
  ~ChildrenCanBeWaitedFor();
  ChildrenCanBeWaitedFor(const ChildrenCanBeWaitedFor&) = delete;
  ChildrenCanBeWaitedFor& operator=(const ChildrenCanBeWaitedFor&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace mcsim::app
