// Standard input, output and error of this process, prepared for a command.
#pragma once

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/base/visible_stream.hpp"

namespace mcsim::app {

/// The console of this process. While it lives, a closed pipe and a file at the size limit make the
/// write fail instead of raising a signal, so that half-written results are removed and the exit
/// code reports the error.
class StandardFiles {
 public:
  StandardFiles();
  ~StandardFiles();
  StandardFiles(const StandardFiles&) = delete;
  StandardFiles& operator=(const StandardFiles&) = delete;

  Console console();
  /// Flushes. The exit code of a command that has ended with `code`: another one if what it printed
  /// could not be written, which is reported on standard error. That its reader has gone, as `head`
  /// does, is no error: a command that was done ends as if by SIGPIPE, without a word.
  ExitCode finish(ExitCode code);

 private:
  VisibleStream out_;
  VisibleStream err_;
  void (*on_closed_pipe_)(int);
  void (*on_largest_file_)(int);
};

}  // namespace mcsim::app
