// Reads the machine's clocks around each decision.
#pragma once

#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/app/bench/cost_log.hpp"

namespace mcsim::app {

/// Wall time, then CPU time of this thread, in ns. Reading the clocks adds some tens of ns to the
/// first, and some hundreds to the second.
class ClockMeter final : public Meter {
 public:
  void begin() override {
    cpu_ = thread_nanoseconds();
    wall_ = wall_nanoseconds();
  }
  Readings end() override {
    const auto wall = static_cast<std::uint64_t>(wall_nanoseconds() - wall_);
    return {wall, static_cast<std::uint64_t>(thread_nanoseconds() - cpu_)};
  }

 private:
  std::int64_t wall_ = 0;
  std::int64_t cpu_ = 0;
};

}  // namespace mcsim::app
