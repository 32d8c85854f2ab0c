// Share assignments, `([name, shares] ...)`: DISTRIBUTION of export policies, USER_SHARES of user
// groups and host partitions, FAIRSHARE of queues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// A share assignment as written.
struct ShareAssignment {
  std::string name;
  std::int32_t shares = 1;
  std::size_t position = 0;  ///< of the name, in bytes

  bool operator==(const ShareAssignment&) const = default;
};
struct ShareMistake {
  std::size_t position = 0;  ///< in bytes
  std::string message;
};

struct ShareAssignments {
  std::vector<ShareAssignment> list{};  ///< even with mistakes: all whose name can be read
  std::vector<ShareMistake> mistakes{};
};

/// What stands around the assignments.
enum class ShareForm : std::uint8_t {
  some,      ///< parentheses or nothing; at least one assignment
  any,       ///< the same, and there may be none: `()`
  fairshare  ///< `USER_SHARES[...]`; there may be none
};

/// The assignments; the parentheses around them may be left out, as in LSF's reference. An
/// unbalanced bracket is a mistake at its own place. `whose`: what is named, for messages: a
/// cluster, a user.
ShareAssignments read_share_assignments(std::string_view text, std::string_view whose,
                                        ShareForm form = ShareForm::some);

}  // namespace mcsim::config
