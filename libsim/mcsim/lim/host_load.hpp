// The load that jobs make on one host, smoothed as LIM does.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "mcsim/model/resource.hpp"

namespace mcsim::lim {

/// Run queue lengths over 15 seconds, a minute and 15 minutes, and the CPU utilization, 0 to 1: the
/// indices from builtin::r15s to builtin::ut. LIM samples every 5 seconds, at ticks 0, 1, ..., how
/// many processes want to run, and every 15 seconds how busy the processors are. Between changes
/// the load is a formula, so that a tick costs nothing, and the load at a tick does not depend on
/// earlier queries. Source: docs/rules/lsf.md, 4.1 (smoothing).
class HostLoad {
 public:
  static constexpr std::int64_t ticks_of_utilization = 3;
  static constexpr std::size_t indices = builtin::ut + 1;

  HostLoad() = default;
  explicit HostLoad(std::int32_t processors) : processors_(processors) {}

  /// After the first `ticks` ticks, `running` slots run.
  void change(std::int64_t ticks, std::int32_t running);
  /// After the first `ticks` ticks, the host has `processors` processors.
  void resize(std::int64_t ticks, std::int32_t processors);
  /// An index after the first `ticks` ticks, which are not fewer than at the last change.
  double after(std::int64_t ticks, std::size_t index) const;
  /// What an index approaches if nothing changes.
  double limit(std::size_t index) const {
    if (index != builtin::ut) return running_;
    return std::min(static_cast<double>(running_) / processors_, 1.0);
  }
  std::int32_t running() const { return running_; }

 private:
  void move_to(std::int64_t ticks);

  std::array<double, indices> then_{};  ///< at the last change
  std::int64_t ticks_ = 0;              ///< that were over at the last change
  std::int32_t running_ = 0;
  std::int32_t processors_ = 1;
};

}  // namespace mcsim::lim
