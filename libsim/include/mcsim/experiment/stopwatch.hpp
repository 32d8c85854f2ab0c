// What a run costs on this machine: the only place that looks at the machine's clock.
#pragma once

#include <cstdint>

namespace mcsim {

/// Runs from its construction on.
class Stopwatch {
 public:
  Stopwatch();

  double wall_seconds() const;
  /// Of this process, all threads, user and system.
  double cpu_seconds() const;

 private:
  std::int64_t wall_;  ///< ns
  double cpu_;
};

/// The most memory that this process has had so far, in bytes.
std::int64_t peak_memory();

}  // namespace mcsim
