// A child process, and its answer through a pipe.
#include "support/in_child.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <iterator>
#include <optional>
#include <string_view>

#include "mcsim/base/check.hpp"

namespace mcsim::testing {
namespace {

using Clock = std::chrono::steady_clock;

/// Signals have their default action, so that a crash ends the child and is not reported by the
/// test framework.
[[noreturn]] void answer(int pipe, const std::function<std::string()>& question) {
  for (const int one : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) signal(one, SIG_DFL);
  const std::string found = question();
  const std::string_view text = std::string_view(found).substr(0, 4'000);  // fits into a pipe
  const bool is_written = write(pipe, text.data(), text.size()) == std::ssize(text);
  _exit(is_written ? 0 : 1);
}

/// Whether the child has used up its time.
bool is_late(pid_t child, Clock::time_point begin, std::chrono::milliseconds limit) {
  return processor_time(child) > limit || Clock::now() - begin > 20 * limit;
}

/// All bytes until the other end is closed; none: it takes too long.
std::optional<std::string> read_all(int pipe, pid_t child, std::chrono::milliseconds limit) {
  std::string text;
  std::array<char, 4'096> buffer{};
  for (const auto begin = Clock::now(); !is_late(child, begin, limit);) {
    pollfd one{.fd = pipe, .events = POLLIN, .revents = 0};
    if (poll(&one, 1, 20) == 0) continue;
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return std::nullopt;
}

}  // namespace

std::chrono::milliseconds processor_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return std::chrono::milliseconds(time.tv_sec * 1'000 + time.tv_nsec / 1'000'000);
}

std::string in_child(const std::function<std::string()>& question,
                     std::chrono::milliseconds limit) {
  std::array<int, 2> ends{};
  MCSIM_CHECK(pipe(ends.data()) == 0, "there is no pipe left");
  const pid_t child = fork();
  MCSIM_CHECK(child >= 0, "there is no process left");
  if (child == 0) {
    close(ends[0]);
    answer(ends[1], question);
  }
  close(ends[1]);
  const std::optional<std::string> found = read_all(ends[0], child, limit);
  close(ends[0]);
  if (!found) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  if (!found) return "it takes more than " + std::to_string(limit.count()) + " ms";
  if (WIFSIGNALED(status)) return std::string("it crashes: ") + strsignal(WTERMSIG(status));
  return *found;
}

}  // namespace mcsim::testing
