// A running ELIM: a process with its output on a pipe and a process group of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/base/child_process.hpp"
#include "mcsim/app/elim/elim_errors.hpp"
#include "mcsim/base/expected.hpp"
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

/// A started ELIM. The destructor kills its process group and waits for it.
class ElimProcess {
 public:
  /// Starts `path` as a LIM does: standard input is empty, signals have their default actions, and
  /// only the standard files are open. Errors: the system's message.
  static Expected<ElimProcess, std::string> start(const std::string& path,
                                                  const std::vector<ElimVariable>& variables,
                                                  const ElimSurroundings& around);

  /// The output that has come, as far as it fits into `room`. Does not wait.
  std::string_view read(std::span<char> room);
  /// Takes what has come on standard error. Does not wait.
  void read_errors(ElimErrors& to);
  /// Whether no process can write any more, or close_output() was called.
  bool output_ended() const { return !output_.is_open(); }
  void close_output();

  void terminate() const { child_.terminate(); }  ///< sends SIGTERM to it, as a LIM does
  void kill_all() const { child_.kill_all(); }    ///< sends SIGKILL to its process group
  /// How the program has ended; none: it has not. At its end the rest of its group is killed.
  std::optional<ElimExit> exited();

  /// Descriptors for wait_for(): readable when there is output, and when the program has ended. -1:
  /// there is no such descriptor.
  int output_descriptor() const { return output_.descriptor(); }
  int error_descriptor() const { return errors_.descriptor(); }
  int end_descriptor() const { return child_.end_descriptor(); }

 private:
  ElimProcess(ChildProcess child, FileHandle output, FileHandle errors)
      : child_(std::move(child)), output_(std::move(output)), errors_(std::move(errors)) {}

  ChildProcess child_;
  FileHandle output_;
  FileHandle errors_;  ///< standard error, if it is taken
};

}  // namespace mcsim::app
