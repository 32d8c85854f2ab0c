// What is told of jobs of a trace that go where nobody has sent them.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::trace {

class PlacingTally {
 public:
  /// A job of a partition that no map names, though there is one.
  void note_unknown(std::int64_t partition) {
    if (of_unknown_++ == 0) first_ = partition;
    several_ = several_ || partition != first_;
  }
  /// A job without a user was spread.
  void note_nobody() { ++of_nobody_; }

  void warn(Complaints& complaints) const {
    if (of_unknown_ > 0)
      complaints.warning(
          0, 0,
          counted(of_unknown_, "job") +
              (several_ ? " of partitions (field 16) that no map names, the first of them "
                        : " of partition (field 16) ") +
              std::to_string(first_) + (several_ ? "," : ", which no map names,") +
              (of_unknown_ == 1 ? " goes" : " go") + " where queue and queue_map say");
    if (of_nobody_ > 0)
      complaints.warning(0, 0,
                         counted(of_nobody_, "job") + " without a user (field 12)" +
                             (of_nobody_ == 1 ? " is" : " are") + " spread as those of one user");
  }

 private:
  std::uint64_t of_unknown_ = 0;
  std::int64_t first_ = -1;
  bool several_ = false;
  std::uint64_t of_nobody_ = 0;
};

}  // namespace mcsim::trace
