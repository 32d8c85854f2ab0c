// Reads the machine's clock, CPU time and memory.
#include "mcsim/app/base/stopwatch.hpp"

#include <sys/resource.h>

#include <chrono>
#include <ctime>

namespace mcsim::app {
namespace {

rusage usage(Stopwatch::Of whom) {
  rusage used{};
  getrusage(whom == Stopwatch::Of::thread ? RUSAGE_THREAD : RUSAGE_SELF, &used);
  return used;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double cpu_so_far(Stopwatch::Of whom) {
  const rusage used = usage(whom);
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

std::int64_t wall_nanoseconds() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

std::int64_t thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

Stopwatch::Stopwatch(Of whom) : whom_(whom), wall_(wall_nanoseconds()), cpu_(cpu_so_far(whom)) {}

double Stopwatch::wall_seconds() const {
  return static_cast<double>(wall_nanoseconds() - wall_) / 1e9;
}

double Stopwatch::cpu_seconds() const { return cpu_so_far(whom_) - cpu_; }

std::int64_t peak_memory() { return std::int64_t{usage(Stopwatch::Of::process).ru_maxrss} * 1024; }

}  // namespace mcsim::app
