// The load that jobs make on one host, smoothed as LIM does.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "mcsim/model/resource.hpp"

namespace mcsim::lim {

/// Run queue lengths over 15 seconds, a minute and 15 minutes, and the CPU utilization, 0 to 1: the
/// indices from builtin::r15s to builtin::ut. LIM looks every 5 seconds, at ticks 0, 1, ..., how
/// many processes want to run, and every 15 seconds how busy the processors are. Between changes
/// the load is a formula, so that nothing is done at a tick; and what it is at a tick does not
/// depend on who has asked before. Source: docs/rules/lsf.md, 4.1 (smoothing).
class HostLoad {
 public:
  static constexpr std::int64_t ticks_of_utilization = 3;
  static constexpr std::size_t indices = builtin::ut + 1;

  HostLoad() = default;
  explicit HostLoad(std::int32_t processors) : processors_(processors) {}

  /// From the first tick that is not among the `ticks` ones which are over, so many run.
  void change(std::int64_t ticks, std::int32_t running);
  /// So many processors from then on.
  void resize(std::int64_t ticks, std::int32_t processors);
  /// An index as it is after so many ticks, which are not less than at the last change.
  double after(std::int64_t ticks, std::size_t index) const;
  /// What it comes to if nothing changes.
  double limit(std::size_t index) const {
    if (index != builtin::ut) return running_;
    return std::min(static_cast<double>(running_) / processors_, 1.0);
  }
  std::int32_t running() const { return running_; }

 private:
  void move_to(std::int64_t ticks);

  std::array<double, indices> then_{};  ///< at the last change
  std::int64_t ticks_ = 0;              ///< that were over then
  std::int32_t running_ = 0;
  std::int32_t processors_ = 1;
};

}  // namespace mcsim::lim
