// A disk that fails when a test wants it to: all system calls that change files pass through here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// While it exists, the calls of this process that change files are numbered from 0, and those that
/// the plan names fail. Files that were opened before work as usual. At most one at a time.
class FaultyDisk {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct Plan {
    std::size_t fails_at = none;   ///< the number of the call
    int error = 0;                 ///< its errno
    bool torn = false;             ///< a write that fails has written half of its bytes
    bool stays = false;            ///< all later calls that need space fail, too
    std::size_t most = 0;          ///< most bytes that one write takes; 0: all
    bool cannot_exchange = false;  ///< two folders cannot be exchanged, as on some file systems
  };

  explicit FaultyDisk(Plan plan);
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  /// All calls until now, by name: open, write, close, mkdir, rename, exchange, unlink, rmdir.
  const std::vector<std::string>& calls() const;
};

}  // namespace mcsim::testing
