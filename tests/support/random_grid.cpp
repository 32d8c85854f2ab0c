// How a seed becomes a grid.
#include "support/random_grid.hpp"
#include "support/random_pending.hpp"

#include <string>
#include <utility>

#include "support/random_arrays.hpp"
#include "support/random_conditions.hpp"
#include "support/random_dependencies.hpp"
#include "support/random_grid_draft.hpp"

namespace mcsim::testing {
namespace {

using enum GridFeature;

/// Few features, some, or many: worlds with many find mistakes, worlds with few explain them.
void choose_features(GridDraft& draft) {
  const std::uint64_t chances = draft.one_of<std::uint64_t>({8, 4, 2});
  for (std::size_t at = 0; at < place_of(rivals); ++at)
    if (draft.one_in(chances)) draft.wanted.set(at);
  draft.wanted = completed(draft.wanted);
}

/// Prefers those features of LSF's scheduler that concern forwarding most.
void choose_features_of(GridDraft& draft, LsfDraft& one) {
  using enum LsfFeature;
  constexpr LsfFeature close[] = {preemptive,    preemptable, interval_zero, host_down,
                                  reconfigure,   bkill,       bstop,         bresume,
                                  qclose,        qopen,       qinact,        qact,
                                  many_types,    job_res_req, select_static, bswitch,
                                  queue_res_req, many_users,  rerunnable,    requeue_exit_values};
  for (const LsfFeature feature : close)
    if (draft.one_in(5)) one.wanted.set(place_of(feature));
  const std::uint64_t chances = draft.one_of<std::uint64_t>({60, 25});
  for (std::size_t at = 0; at < place_of(first_of_shares); ++at)
    if (draft.one_in(chances)) one.wanted.set(at);
  const bool changes =
      draft.wants(other_edges) || draft.wants(other_limits) || draft.wants(other_policy);
  if (changes && !draft.one_in(3)) one.wanted.set(place_of(reconfigure));
  one.wanted = completed(one.wanted);
}

void name_users(GridDraft& draft, NameTable& names) {
  for (std::int64_t at = draft.between(1, 4); at > 0; --at)
    draft.users.push_back(names.id("u" + std::to_string(draft.users.size() + 1)));
}

/// A cluster with few own jobs has room for those of others.
void choose_size(GridDraft& draft, LsfDraft& one) {
  one.most_hosts = draft.one_in(8) ? 20 : 6;
  if (draft.one_in(6)) one.most_jobs = 60;
  if (draft.clusters.empty() || !draft.uses(idle_clusters, 2)) return;
  one.least_jobs = 1;
  one.most_jobs = 6;
}

void add_cluster(GridDraft& draft, GridConfig& grid, std::uint64_t seed) {
  LsfDraft one(seed);
  choose_features_of(draft, one);
  choose_size(draft, one);
  one.users = draft.users;
  if (one.users.size() > 2) one.has_used(LsfFeature::many_users);
  one.cluster.name = "C" + std::to_string(draft.clusters.size() + 1);
  draw_hosts(one);
  draw_queues(one);
  draw_user_limits(one);
  draw_jobs(one);
  if (grid.seed % 3 != 0) draw_shares(one, grid.users, grid.groups);
  draw_sections(one, grid.projects);
  draft.clusters.push_back(std::move(one));
}

}  // namespace

GridWorld random_grid_world(std::uint64_t seed) {
  constexpr std::uint64_t most_clusters = 8;
  GridDraft draft(seed);
  GridWorld world;
  world.grid.seed = seed;
  choose_features(draft);
  name_users(draft, world.grid.users);
  const std::int64_t size =
      draft.uses(many_clusters, 2) ? draft.between(5, most_clusters) : draft.between(2, 4);
  for (std::int64_t at = 0; at < size; ++at)
    add_cluster(draft, world.grid, seed * most_clusters + static_cast<std::uint64_t>(at));
  draw_edges(draft);
  draw_links(draft);
  draw_rivals(draft, seed);
  draw_forwarding(draft);
  draw_foreign_profiles(draft);
  for (LsfDraft& one : draft.clusters) {
    if (one.order.one_in(3)) draw_arrays(one);
    draw_condition_rules(one);
    draw_timeline(one);
  }
  change_forwarding(draft);
  world.grid.until = Time{} + 1'200s;
  world.grid.workloads = {"jobs"};
  world.grid.links = std::move(draft.links);
  for (LsfDraft& one : draft.clusters) {
    one.cluster.dependencies = random_dependencies(
        RngStream(seed, "test/dependencies/" + one.cluster.name), one.cluster.trace);
    if (!one.cluster.arrays.empty()) draw_array_actions(one);
    draw_conditions(one);
    if (one.order.one_in(3)) draw_pending_limits(one);
    world.lsf |= one.used;
    world.grid.clusters.push_back(std::move(one.cluster));
  }
  world.features = draft.used;
  return world;
}

}  // namespace mcsim::testing
