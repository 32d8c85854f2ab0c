// The progress bar: how far the run or the runs are, jobs done, jobs a second, time to go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::app {

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

/// The same line for several runs, which any thread may report on.
class SharedProgress {
 public:
  /// `jobs` is of all runs together.
  SharedProgress(const Console& console, std::uint64_t jobs, std::size_t runs);
  ~SharedProgress();
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  /// More jobs have ended, and with them perhaps a run. To be called at most some thousand times a
  /// second.
  void add(std::uint64_t jobs, std::size_t runs = 0);

 private:
  const Console& console_;
  const bool shown_;
  const std::uint64_t jobs_;
  const std::size_t runs_;
  const Stopwatch watch_;
  std::mutex mutex_;
  std::uint64_t jobs_done_ = 0;
  std::size_t runs_done_ = 0;
  double drawn_at_ = 0;  ///< wall seconds
};

}  // namespace mcsim::app
