// Makes the console of this process, and handles its closed files and signals.
#include "mcsim/app/base/standard_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "mcsim/text/file_handle.hpp"

namespace mcsim::app {
namespace {

/// Fills the descriptor of a closed standard file. Otherwise the next opened file would get it, and
/// printed text would go into results. It is opened the wrong way, so that using it is still an
/// error.
int or_nothing(int descriptor) {
  if (::fcntl(descriptor, F_GETFD) < 0) {
    const int wrong_way = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    const int opened = ::open("/dev/null", wrong_way);
    if (opened >= 0 && opened != descriptor) ::close(opened);
  }
  return descriptor;
}

}  // namespace

StandardFiles::StandardFiles()
    : out_((or_nothing(STDIN_FILENO), or_nothing(STDOUT_FILENO))),
      err_(or_nothing(STDERR_FILENO)),
      on_closed_pipe_(std::signal(SIGPIPE, SIG_IGN)),
      on_largest_file_(std::signal(SIGXFSZ, SIG_IGN)) {
  err_.tie(&out_);
  err_ << std::unitbuf;
}

StandardFiles::~StandardFiles() {
  out_.flush();
  std::signal(SIGPIPE, on_closed_pipe_);
  std::signal(SIGXFSZ, on_largest_file_);
}

Console StandardFiles::console() {
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  return {out_,
          err_,
          terminal,
          terminal && std::getenv("NO_COLOR") == nullptr,
          ::isatty(STDOUT_FILENO) == 1,
          STDOUT_FILENO,
          STDERR_FILENO};
}

ExitCode StandardFiles::finish(ExitCode code) {
  out_.flush();
  if (out_.good()) return code;
  const int error =
      out_.error_number();  // 0: what was printed could not be kept until it is written
  if (error == EPIPE) return code == ExitCode::done ? ExitCode::unread : code;
  err_ << "mcsim: cannot write to standard output: "
       << (error == 0 ? "out of memory" : error_text(error)) << '\n';
  return ExitCode::run_failed;
}

}  // namespace mcsim::app
