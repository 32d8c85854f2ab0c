// How many jobs wait: what MAX_PEND_JOBS and MAX_PEND_SLOTS look at.
#include "mcsim/scheduler/pend_tally.hpp"

#include <algorithm>

namespace mcsim::scheduler {
namespace {

bool is_over(const UserLimit& limit, PendCount count, const PendCount& more) {
  count += more;
  return (limit.max_pend_slots < no_limit && count.slots > limit.max_pend_slots) ||
         (limit.max_pend_jobs < no_limit && count.jobs > limit.max_pend_jobs);
}

}  // namespace

void PendTally::restart(const ClusterSettings& settings) {
  *this = {};
  of_all_ = settings.params.max_pending;
  limits_ = settings.pend_limits;
  counts_ = !limits_.empty() || of_all_.limits_pending();
  rows_ = LimitRows(limits_);
  together_.resize(limits_.size());
}

PendTally::OfUser& PendTally::of(NameId user) {
  OfUser& mine = of_user_[user];
  if (!mine.rows) mine.rows = rows_.of(limits_, user);
  return mine;
}

void PendTally::add(NameId user, Slots slots, std::int32_t sign) {
  const PendCount change{sign, std::int64_t{sign} * slots.count()};
  all_ += change;
  OfUser& mine = of(user);
  mine.count += change;
  for (const std::uint32_t row : *mine.rows)
    if (limits_[row].together) together_[row] += change;
}

bool PendTally::exceeds(NameId user, const PendCount& more) {
  const OfUser& mine = of(user);
  return is_over(of_all_, all_, more) || std::ranges::any_of(*mine.rows, [&](std::uint32_t row) {
           const UserLimit& limit = limits_[row];
           return is_over(limit, limit.together ? together_[row] : mine.count, more);
         });
}

}  // namespace mcsim::scheduler
