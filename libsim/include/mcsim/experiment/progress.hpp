// The progress bar: simulated time, jobs done, jobs a second, time to go.
#pragma once

#include <cstdint>

#include "mcsim/base/time.hpp"
#include "mcsim/experiment/console.hpp"
#include "mcsim/experiment/stopwatch.hpp"

namespace mcsim {

/// Draws one line on a terminal, at most ten times a second; elsewhere nothing.
class Progress {
 public:
  Progress(const Console& console, std::uint64_t jobs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// To be called often; looks at the clock once in a thousand calls.
  void update(Time now, std::uint64_t jobs_done) {
    if (shown_ && ++calls_ % 1024 == 0) draw(now, jobs_done);
  }

 private:
  void draw(Time now, std::uint64_t jobs_done);

  const Console& console_;
  bool shown_;
  std::uint64_t jobs_;
  std::uint64_t calls_ = 0;
  Stopwatch watch_;
  double drawn_at_ = 0;  ///< wall seconds
};

}  // namespace mcsim
