// The progress bar: how far the runs are, jobs done, jobs per second, time to go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::app {

/// `[######....] how far  12/40 jobs  6 jobs/s  4 s to go`, in less than `width` columns: a line
/// that is wider would be drawn below itself. The bar becomes shorter first, then the rate is left
/// out.
std::string progress_line(const std::string& how_far, std::uint64_t done, std::uint64_t jobs,
                          double seconds, std::size_t width);

/// Draws one line at most ten times a second if standard error is a terminal, otherwise nothing.
class Progress {
 public:
  Progress(const Console& console, std::uint64_t jobs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap enough to be called often: reads the clock once in 1,024 calls.
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

/// `[######....] 7/12 runs  310 jobs  95 jobs/s  4 s to go`, in less than `width` columns.
struct RunsDone {
  std::size_t runs = 0;    ///< of how many
  std::size_t kept = 0;    ///< were done before
  std::size_t ended = 0;   ///< have been done now
  double parts = 0;        ///< of runs that have been done now, with those that are going on
  std::uint64_t jobs = 0;  ///< that have been done now
};
std::string runs_line(const RunsDone& done, double seconds, std::size_t width);

/// One line for several runs. Any thread may call it.
class SharedProgress {
 public:
  SharedProgress(const Console& console, std::size_t runs);
  ~SharedProgress();
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  /// One run that is going on. To be called at most some thousand times a second.
  class Run {
   public:
    /// `jobs`: of this run.
    Run(SharedProgress& all, std::uint64_t jobs) : all_(all), jobs_(jobs) {}
    void update(std::uint64_t jobs_done);
    /// The run is over.
    void end();

   private:
    SharedProgress& all_;
    std::uint64_t jobs_;
    std::uint64_t told_ = 0;
    double part_ = 0;
  };

  /// A run was done before.
  void kept();

 private:
  template <class Change>
  void change(Change&& change);

  const Console& console_;
  const bool shown_;
  const Stopwatch watch_;
  std::mutex mutex_;
  RunsDone done_;
  double drawn_at_ = 0;  ///< wall seconds
};

}  // namespace mcsim::app
