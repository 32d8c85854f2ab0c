// The load indices of a host, as LIM reports them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "mcsim/model/resource.hpp"

namespace mcsim::model {

/// INFINIT_LOAD, (float)0x7fffffff: the value is unknown. For indices that fall with load: its
/// negative.
/// Source: lsf.h, docs/rules/lsf.md, 4.1.
inline constexpr double infinite_load = 2147483648.0;

/// The built-in indices, by builtin::r15s to builtin::mem. Run queues are raw lengths.
using LoadVector = std::array<float, builtin::mem + 1>;

/// A row of thresholds: beyond `sched` a host starts no jobs, at `stop` it suspends some. Source:
/// docs/rules/lsf.md, 4.6.
struct LoadThreshold {
  ResourceId index{};
  std::optional<double> sched{};
  std::optional<double> stop{};

  bool operator==(const LoadThreshold&) const = default;
};

/// How far an index may move, in its own unit, before the LIM of a host with that many processors
/// sends it.
/// Source: docs/rules/lsf.md, 4.2.
double send_threshold(ResourceId index, std::int32_t processors);

/// The run queue of `processors`, made comparable between hosts: the run queue that one more job
/// would find, in units of a processor of CPU factor 1. Source: docs/rules/lsf.md, 4.1.
double normalized_run_queue(double length, std::int32_t processors, double cpu_factor);
/// What thresholds are compared with, and `lsload -E` shows: the same without that job, and
/// regardless of the CPU factor.
double effective_run_queue(double length, std::int32_t processors);

}  // namespace mcsim::model
