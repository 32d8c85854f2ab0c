// How a seed becomes a world.
#include "support/random_lsf_worlds.hpp"

#include "support/random_arrays.hpp"
#include "support/random_conditions.hpp"
#include "support/random_dependencies.hpp"
#include "support/random_lsf_draft.hpp"
#include "support/random_pending.hpp"

namespace mcsim::testing {
namespace {

/// Few features, some, or many: worlds with many find mistakes, worlds with few explain them.
void choose_features(LsfDraft& draft) {
  const std::uint64_t chances = draft.one_of<std::uint64_t>({20, 9, 4});
  for (std::size_t at = 0; at < place_of(first_of_shares); ++at)
    if (draft.one_in(chances)) draft.wanted.set(at);
  draft.wanted = completed(draft.wanted);
}

void name_users(LsfDraft& draft) {
  const std::int64_t size =
      draft.uses(LsfFeature::many_users) ? draft.between(3, 4) : draft.between(1, 2);
  for (std::int64_t at = 1; at <= size; ++at)
    draft.users.push_back(draft.grid.users.id("u" + std::to_string(at)));
}

}  // namespace

LsfWorld random_lsf_world(std::uint64_t seed, JobOrder order) {
  LsfDraft draft(seed);
  choose_features(draft);
  name_users(draft);
  draft.cluster.name = "C1";
  draw_hosts(draft);
  draw_queues(draft);
  draw_user_limits(draft);
  draw_jobs(draft);
  draw_shares(draft, draft.grid.users, draft.grid.groups);
  draw_sections(draft, draft.grid.projects);
  const bool has_order = order != JobOrder::none;
  if (has_order && (draft.order.one_in(3) || order == JobOrder::arrays)) draw_arrays(draft);
  if (has_order) draw_condition_rules(draft);
  draft.cluster.dependencies =
      random_dependencies(RngStream(seed, "test/dependencies"), draft.cluster.trace);
  draw_timeline(draft);
  if (!draft.cluster.arrays.empty()) draw_array_actions(draft);
  draw_conditions(draft);
  if (has_order) draw_pending_limits(draft);
  if (draft.reserved.one_in(3)) draft.cluster.model.host_down = HostDown::silence;
  draft.grid.seed = seed;
  draft.grid.until = Time{} + 900s;
  draft.grid.workloads = {"jobs"};
  draft.grid.clusters.push_back(std::move(draft.cluster));
  return {std::move(draft.grid), draft.used};
}

}  // namespace mcsim::testing
