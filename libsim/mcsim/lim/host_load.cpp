// Exponential smoothing over many ticks at once.
#include "mcsim/lim/host_load.hpp"

#include <array>
#include <cstddef>

#include "mcsim/base/check.hpp"

namespace mcsim::lim {
namespace {

/// The share of a value that is left after a number of ticks, by powers for one tick, for 32 and
/// for 1024. Multiplications only, so the bits are the same everywhere.
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

/// By index.
constexpr std::array<Fading, HostLoad::indices> fading = {
    Fading(0.71653131057378925),   // r15s: e^(-1/3)
    Fading(0.92004441462932324),   // r1m: e^(-1/12)
    Fading(0.99445984800489676),   // r15m: e^(-1/180)
    Fading(0.77880078307140488)};  // ut: e^(-1/4)

/// How many of the first `ticks` ticks look at the processors: ticks 0, 3, 6, ...
std::int64_t utilization_looks(std::int64_t ticks) {
  return (ticks + HostLoad::ticks_of_utilization - 1) / HostLoad::ticks_of_utilization;
}

}  // namespace

double HostLoad::after(std::int64_t ticks, std::size_t index) const {
  MCSIM_CHECK(ticks >= ticks_, "a load is asked for that is forgotten");
  const std::int64_t looks =
      index == builtin::ut ? utilization_looks(ticks) - utilization_looks(ticks_) : ticks - ticks_;
  const double to = limit(index);
  return to + (then_[index] - to) * fading[index].after(looks);
}

void HostLoad::move_to(std::int64_t ticks) {
  for (std::size_t index = 0; index < indices; ++index) then_[index] = after(ticks, index);
  ticks_ = ticks;
}

void HostLoad::change(std::int64_t ticks, std::int32_t running) {
  move_to(ticks);
  running_ = running;
}

void HostLoad::resize(std::int64_t ticks, std::int32_t processors) {
  move_to(ticks);
  processors_ = processors;
}

}  // namespace mcsim::lim
