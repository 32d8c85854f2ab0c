// Exponential smoothing over many ticks at once.
#include "mcsim/system/host_load.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "mcsim/base/check.hpp"

namespace mcsim {
namespace {

/// What is left of a value after so many ticks, by powers of one tick, of 32 and of 1024. By
/// multiplications only: the same bits everywhere.
class Fading {
 public:
  explicit constexpr Fading(double of_one_tick) {
    double base = of_one_tick;
    for (Powers& powers : powers_) {
      double power = 1;
      for (double& entry : powers) {
        entry = power;
        power *= base;
      }
      base = power;
    }
  }
  constexpr double after(std::int64_t ticks) const {
    if (ticks >= most) return 0;
    const auto at = static_cast<std::size_t>(ticks);
    return powers_[0][at % 32] * powers_[1][at / 32 % 32] * powers_[2][at / 1024];
  }

 private:
  using Powers = std::array<double, 32>;
  static constexpr std::int64_t most = 32 * 1024;  // two days: less than 1e-79 of r15m is left
  std::array<Powers, 3> powers_{};
};

constexpr Fading of_r15s(0.71653131057378925);  // e^(-1/3)
constexpr Fading of_r1m(0.92004441462932324);   // e^(-1/12)
constexpr Fading of_r15m(0.99445984800489676);  // e^(-1/180)
constexpr Fading of_ut(0.77880078307140488);    // e^(-1/4)

double moved(double from, double to, double left) { return to + (from - to) * left; }

/// Looks at the processors among the first ticks: at tick 0, 3, 6, ...
std::int64_t utilization_looks(std::int64_t ticks) {
  return (ticks + HostLoad::ticks_of_utilization - 1) / HostLoad::ticks_of_utilization;
}

}  // namespace

double HostLoad::utilization() const {
  return std::min(static_cast<double>(running_) / processors_, 1.0);
}

SmoothedLoad HostLoad::limit() const {
  const double length = running_;
  return {length, length, length, utilization()};
}

SmoothedLoad HostLoad::after(std::int64_t ticks) const {
  MCSIM_CHECK(ticks >= ticks_, "a load is asked for that is forgotten");
  const std::int64_t since = ticks - ticks_;
  const std::int64_t looks = utilization_looks(ticks) - utilization_looks(ticks_);
  const SmoothedLoad to = limit();
  return {.r15s = moved(then_.r15s, to.r15s, of_r15s.after(since)),
          .r1m = moved(then_.r1m, to.r1m, of_r1m.after(since)),
          .r15m = moved(then_.r15m, to.r15m, of_r15m.after(since)),
          .ut = moved(then_.ut, to.ut, of_ut.after(looks))};
}

void HostLoad::change(std::int64_t ticks, std::int32_t running) {
  then_ = after(ticks);
  ticks_ = ticks;
  running_ = running;
}

void HostLoad::resize(std::int64_t ticks, std::int32_t processors) {
  then_ = after(ticks);
  ticks_ = ticks;
  processors_ = processors;
}

}  // namespace mcsim
