// Standard input, output and error of this process, as a command needs them.
#pragma once

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/visible_stream.hpp"

namespace mcsim::app {

/// The console of this process. As long as it lives, a closed pipe and a file that the system lets
/// grow no further are errors of the write and no signals: what is half written is removed, and the
/// exit code tells.
class StandardFiles {
 public:
  StandardFiles();
  ~StandardFiles();
  StandardFiles(const StandardFiles&) = delete;
  StandardFiles& operator=(const StandardFiles&) = delete;

  Console console();
  /// Whether all that was printed is written; if not, says so on standard error.
  bool finish();

 private:
  VisibleStream out_;
  VisibleStream err_;
  void (*on_closed_pipe_)(int);
  void (*on_largest_file_)(int);
};

}  // namespace mcsim::app
