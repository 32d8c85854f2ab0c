// What traces and tables have in common: the run limit of a job that asks for none, and what is
// said where there are no jobs.
#pragma once

#include "mcsim/model/trace.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::trace {

constexpr Duration limit_for(const MissingLimit& missing, Duration run) {
  switch (missing.kind) {
    case MissingLimit::Kind::run:
      return run;
    case MissingLimit::Kind::none:
      return unlimited;
    case MissingLimit::Kind::duration:
      return missing.length;
    case MissingLimit::Kind::queue:
      break;
  }
  return queues_default;
}

/// What is said of a trace or table that gives no jobs.
constexpr std::string_view none_replayed(const SkipCounts& skipped) {
  return skipped[static_cast<std::size_t>(SkipReason::outside_window)] > 0
             ? "none of its jobs that can be replayed is submitted between from and to"
             : "none of its rows can be replayed";
}

}  // namespace mcsim::trace
