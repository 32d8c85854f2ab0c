// A running ELIM: a process with its output on a pipe and a process group of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/elim/elim_errors.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_watch.hpp"
#include "mcsim/text/file_handle.hpp"

namespace mcsim::app {

/// Why a LIM would not start `path`: its name, its file type or its mode. None: it would start it.
std::optional<std::string> elim_complaint(const std::string& path, bool lava);

/// What a program has from the process that starts it.
struct ElimSurroundings {
  bool keeps_environment = false;  ///< ours; else what a daemon has that was started at boot
  ElimErrors* errors = nullptr;    ///< takes what it writes to standard error; none: ours does
};

/// A started program. The destructor kills its process group and waits for it, so that nothing is
/// left.
class ElimProcess {
 public:
  /// Starts `path` as a LIM does: standard input is empty, signals have their default actions, and
  /// only the standard files are open. Errors: the system's message.
  static Expected<ElimProcess, std::string> start(const std::string& path,
                                                  const std::vector<ElimVariable>& variables,
                                                  const ElimSurroundings& around);
  ElimProcess(const ElimProcess&) = delete;
  ElimProcess& operator=(const ElimProcess&) = delete;
  ElimProcess(ElimProcess&& other) noexcept;
  ElimProcess& operator=(ElimProcess&& other) noexcept;
  ~ElimProcess();

  /// The output that has come, as far as it fits into `room`. Does not wait.
  std::string_view read(std::span<char> room);
  /// Takes what has come on standard error. Does not wait.
  void read_errors(ElimErrors& to);
  /// Whether no process can write any more, or close_output() was called.
  bool output_ended() const { return !output_.is_open(); }
  void close_output();

  void terminate() const;  ///< sends SIGTERM to the program itself, as a LIM does
  void kill_all() const;   ///< sends SIGKILL to its process group
  /// How the program has ended; none: it has not. At its end the rest of its group is killed.
  std::optional<ElimExit> exited();

  /// Descriptors for wait_for(): readable when there is output, and when the program has ended. -1:
  /// there is no such descriptor.
  int output_descriptor() const { return output_.descriptor(); }
  int error_descriptor() const { return errors_.descriptor(); }
  int end_descriptor() const { return end_.descriptor(); }

 private:
  ElimProcess(int id, FileHandle output, FileHandle errors);

  int id_ = 0;  ///< 0: it has been waited for, or moved from
  FileHandle output_;
  FileHandle errors_;  ///< standard error, if it is taken
  FileHandle end_;     ///< a pidfd, if the system has them
  std::optional<ElimExit> exit_;
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
