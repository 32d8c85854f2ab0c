// A keyword of LSF's files whose loss changes who waits.
#pragma once

#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// LSF knows it, and it is planned or not simulated at all. A keyword without such a row may be
/// left out without a change to any job's start.
struct LostKeyword {
  std::string_view key;
  std::string_view what = {};  ///< a queue loses without it, in words; empty: `key`

  std::string_view words() const { return what.empty() ? key : what; }
};

}  // namespace mcsim::config
