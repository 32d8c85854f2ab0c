// A queue of a cluster under a baseline.
#pragma once

#include <cstdint>

#include "mcsim/model/queue_config.hpp"

namespace mcsim::baseline {

/// One queue as it is now.
struct Queue {
  QueueConfig config;
  bool open = true;        ///< qclose: refuses new jobs
  std::uint32_t line = 0;  ///< the waiting line of its jobs
};

}  // namespace mcsim::baseline
