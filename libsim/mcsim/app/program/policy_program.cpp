// Asks a program of the user's own over pipes.
#include "mcsim/app/program/policy_program.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "mcsim/app/base/child_process.hpp"
#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/text_table.hpp"

extern char** environ;  // NOLINT: POSIX

namespace mcsim::app {
namespace {

constexpr std::size_t longest_answer = std::size_t{1} << 20;
constexpr Duration time_to_end = 1s;
/// How long to look for an answer without going to sleep, in s: most programs answer sooner than a
/// sleeping process is woken (measured: 11 to 24 microseconds a question, against 80 to 140).
constexpr double time_awake = 0.0002;

std::string how_it_ended(int status) {
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

struct PolicyProgram::Running {
  ChildrenCanBeWaitedFor children;
  ChildProcess child;
  FileHandle questions;
  FileHandle answers;
  std::string come{};     ///< of the answers, what has come
  std::size_t taken = 0;  ///< of that, what was given away
  Stopwatch watch{};      ///< since the last question
  std::optional<Stopwatch> interrupted{};
};

PolicyProgram::PolicyProgram(PolicyCommand command) : command_(std::move(command)) {}

PolicyProgram::~PolicyProgram() {
  if (running_ == nullptr) return;
  running_->questions.close();
  const Stopwatch watch;
  while (!running_->child.exited() && watch.wall_seconds() * 1000 < time_to_end.count())
    wait_for({running_->child.end_descriptor()}, 20ms);
}

void PolicyProgram::fail(const std::string& what_it_does) const {
  throw RunFailed("policy " + command_.name + ": its program " + what_it_does + ": " +
                  in_quotes(command_.command));
}

std::string_view PolicyProgram::ask(std::string_view question) {
  if (running_ == nullptr) start();
  running_->come.erase(0, running_->taken);
  running_->taken = 0;
  if (!running_->come.empty()) fail("answers with more than one line");
  running_->watch = Stopwatch();
  send(question);
  return take_line();
}

void PolicyProgram::start() {
  ChildrenCanBeWaitedFor children;
  auto questions = Pipe::open();
  auto answers = Pipe::open();
  const auto refuse = [&](int error_number) {
    fail("cannot be started (" + error_text(error_number) + ")");
  };
  if (!questions) refuse(questions.error());
  if (!answers) refuse(answers.error());
  make_nonblocking(questions->writing);
  make_nonblocking(answers->reading);
  auto child = ChildProcess::start(
      "/bin/sh", {"sh", "-c", command_.command}, environ,
      {.input = questions->reading.descriptor(), .output = answers->writing.descriptor()});
  if (!child) refuse(child.error());
  running_.reset(new Running{.children = {},
                             .child = std::move(*child),
                             .questions = std::move(questions->writing),
                             .answers = std::move(answers->reading)});
}

/// The line's end goes with it: a program that is asked by half a line waits for the rest.
void PolicyProgram::send(std::string_view question) {
  std::string line(question);
  line += '\n';
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t count = ::write(running_->questions.descriptor(), left.data(), left.size());
    if (count >= 0)
      left.remove_prefix(static_cast<std::size_t>(count));
    else if (errno == EAGAIN)
      wait(true);
    else if (errno != EINTR)
      fail_at_end();
  }
}

std::string_view PolicyProgram::take_line() {
  for (std::size_t looked_at = 0;;) {
    const std::size_t end = running_->come.find('\n', looked_at);
    if (end != std::string::npos) {
      running_->taken = end + 1;
      return std::string_view(running_->come).substr(0, end);
    }
    looked_at = running_->come.size();
    if (looked_at > longest_answer) fail("answers with more than 1 MiB without an end of line");
    while (!read()) {
      if (running_->watch.wall_seconds() < time_awake)
        std::this_thread::yield();
      else
        wait(false);
    }
  }
}

/// Until something has come, or, to send, there is room again; at most a tenth of a second.
void PolicyProgram::wait(bool to_send) {
  const auto since = [](const Stopwatch& watch) {
    return static_cast<std::int64_t>(watch.wall_seconds() * 1000);
  };
  const std::int64_t left = command_.timeout.count() - since(running_->watch);
  if (left <= 0) fail("has not answered for " + readable(command_.timeout));
  if (InterruptWatch::interrupted()) {
    if (!running_->interrupted) running_->interrupted = Stopwatch();
    if (since(*running_->interrupted) > time_to_end.count())
      fail("has not answered since the run was interrupted");
  }
  std::array<pollfd, 2> files{{{running_->answers.descriptor(), POLLIN, 0},
                               {running_->questions.descriptor(), POLLOUT, 0}}};
  const int ready =
      ::poll(files.data(), to_send ? 2 : 1, static_cast<int>(std::min<std::int64_t>(left, 100)));
  if (to_send && ready > 0 && (files[0].revents & POLLIN) != 0) read();
}

/// False: nothing has come.
bool PolicyProgram::read() {
  std::array<char, 4096> room;  // NOLINT(*-member-init): filled by read
  const ssize_t count = ::read(running_->answers.descriptor(), room.data(), room.size());
  if (count > 0)
    running_->come.append(room.data(), static_cast<std::size_t>(count));
  else if (count == 0 || (errno != EAGAIN && errno != EINTR))
    fail_at_end();
  return count > 0;
}

/// It has closed a pipe: mostly since it has ended.
void PolicyProgram::fail_at_end() {
  wait_for({running_->child.end_descriptor()}, time_to_end);
  const auto status = running_->child.exited();
  fail(status ? "has ended (" + how_it_ended(*status) + ") without an answer"
              : "has closed its output without an answer");
}

}  // namespace mcsim::app
