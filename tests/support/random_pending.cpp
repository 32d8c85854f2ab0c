// Limits that some worlds reach: few jobs, or few slots.
#include "support/random_pending.hpp"

#include <algorithm>

namespace mcsim::testing {
namespace {

void draw_amounts(Dice& dice, UserLimit& limit) {
  const bool of_jobs = dice.one_in(2);
  if (of_jobs) limit.max_pend_jobs = static_cast<std::int32_t>(dice.number(1, 8));
  if (!of_jobs || dice.one_in(4))
    limit.max_pend_slots = static_cast<std::int32_t>(dice.number(2, 20));
}

void draw_rows(LsfDraft& draft) {
  Dice& dice = draft.order;
  std::vector<UserLimit>& rows = draft.cluster.pend_limits;
  UserLimit& first = rows.emplace_back();
  first.users = {draft.users.front()};
  draw_amounts(dice, first);
  if (dice.one_in(2)) {
    UserLimit& group = rows.emplace_back();
    group.users = draft.users;
    std::ranges::sort(group.users);
    group.together = true;
    draw_amounts(dice, group);
  }
  if (dice.one_in(2)) {
    UserLimit& other = rows.emplace_back();
    other.is_default = true;
    draw_amounts(dice, other);
  }
}

}  // namespace

void draw_pending_limits(LsfDraft& draft) {
  Dice& dice = draft.order;
  if (dice.one_in(12)) {
    draw_amounts(dice, draft.cluster.params.max_pending);
    draft.has_used(LsfFeature::pending_limit);
  }
  if (dice.one_in(12)) {
    draw_rows(draft);
    draft.has_used(LsfFeature::pending_limit_of_user);
  }
}

}  // namespace mcsim::testing
