// Load levels that matter, as values that LIMs report.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/lim/load_watch.hpp"

namespace mcsim::lim {

/// Run queues are compared as effective lengths, which grow with the reported length. So the
/// reported length of a level is found once, instead of an effective length at each comparison.
struct LoadLevel {
  std::uint16_t index = 0;
  bool stops = false;  ///< it is a loadStop
  float reached = 0;   ///< the least value at or above the level
  float passed = 0;    ///< the least value above it

  std::strong_ordering side(float value) const {
    if (value < reached) return std::strong_ordering::less;
    return value < passed ? std::strong_ordering::equal : std::strong_ordering::greater;
  }
};

/// The level for a host with so many processors.
LoadLevel load_level(const LoadWatch::Level& level, std::int32_t processors);

/// The levels of each host: equal hosts share a row.
class LoadLevels {
 public:
  /// From now on the levels of `watch` matter.
  void watch(const LoadWatch& watch);
  /// The row of a host with so many processors.
  std::uint32_t row_of(HostId host, std::int32_t processors);
  /// The levels of a row, by index, each once.
  std::span<const LoadLevel> operator[](std::uint32_t row) const { return rows_[row]; }

 private:
  using Key = std::pair<std::int32_t, std::vector<LoadWatch::Level>>;  ///< of hosts that are equal

  std::vector<LoadWatch::Level> of_all_;
  Table<HostId, std::vector<LoadWatch::Level>> of_host_;
  std::map<Key, std::uint32_t> known_;
  std::vector<std::vector<LoadLevel>> rows_{1};  ///< the first, empty: before there is a watch
};

}  // namespace mcsim::lim
