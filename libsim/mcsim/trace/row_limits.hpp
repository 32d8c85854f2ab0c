// The run limit of a job whose row in a trace or table asks for none.
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

}  // namespace mcsim::trace
