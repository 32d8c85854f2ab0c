// What a run costs on this machine: the only place that looks at the machine's clock.
#pragma once

#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Measures from its construction on.
class Stopwatch {
 public:
  /// Whose CPU time counts: that of all threads, or that of the thread that makes and asks it.
  enum class Of : std::uint8_t { process, thread };

  explicit Stopwatch(Of whom = Of::process);

  double wall_seconds() const;
  double cpu_seconds() const;  ///< user and system

 private:
  Of whom_;
  std::int64_t wall_;  ///< ns
  double cpu_;
};

/// Clocks that only grow, in ns: the machine's, and the CPU time of this thread.
std::int64_t wall_nanoseconds();
std::int64_t thread_nanoseconds();

/// The peak memory of this process so far, in bytes.
std::int64_t peak_memory();

}  // namespace mcsim::app
