// How many jobs wait: what MAX_PEND_JOBS and MAX_PEND_SLOTS look at.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/by_name.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/limit_rows.hpp"

namespace mcsim::scheduler {

/// Jobs that wait, and the slots that they ask for.
struct PendCount {
  std::int64_t jobs = 0;
  std::int64_t slots = 0;

  PendCount& operator+=(const PendCount& more) {
    jobs += more.jobs;
    slots += more.slots;
    return *this;
  }
};

/// Counts jobs that wait, by user and by group of users, where anything limits them.
class PendTally {
 public:
  bool counts() const { return counts_; }
  /// Forgets all counts; the limits are those of `settings`.
  void restart(const ClusterSettings& settings);
  /// A job begins to wait (1), or no longer does (-1).
  void add(NameId user, Slots slots, std::int32_t sign);
  /// Whether so much more of a user exceeds a limit: of the cluster, of the user, or of a group
  /// that the user is in.
  bool exceeds(NameId user, const PendCount& more);

 private:
  struct OfUser {
    std::optional<std::vector<std::uint32_t>> rows;  ///< that apply to the user, once seen
    PendCount count;
  };
  OfUser& of(NameId user);

  bool counts_ = false;
  UserLimit of_all_;
  std::vector<UserLimit> limits_;  ///< ClusterSettings::pend_limits
  LimitRows rows_;
  PendCount all_;
  std::vector<PendCount> together_;  ///< by row: of a group as a whole
  ByName<OfUser> of_user_;
};

}  // namespace mcsim::scheduler
