// Tries one simplification after another: each is kept if the difference remains.
#include "support/random_lsf_shrink.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "support/each_settings.hpp"
#include "support/shrink_settings.hpp"

namespace mcsim::testing {
namespace {

std::vector<TraceJob> jobs_of(const ClusterConfig& cluster) {
  std::vector<TraceJob> jobs;
  for (std::size_t at = 0; at < cluster.trace.size(); ++at)
    jobs.push_back(cluster.trace[static_cast<JobIndex>(at)]);
  return jobs;
}

/// Dependencies of jobs that are left stay.
void set_jobs(ClusterConfig& cluster, const std::vector<TraceJob>& jobs) {
  TraceBuilder builder;
  for (const TraceJob& job : jobs) builder.add(job);
  const Trace before = std::exchange(cluster.trace, std::move(builder).freeze());
  const std::vector<TraceJob> left = jobs_of(cluster);
  std::vector<JobDependency> dependencies;
  for (JobDependency one : cluster.dependencies) {
    const auto job = std::ranges::find(left, before[one.job].id, &TraceJob::id);
    const auto preceding = std::ranges::find(left, before[one.preceding].id, &TraceJob::id);
    if (job == left.end() || preceding == left.end()) continue;
    one.job = static_cast<JobIndex>(job - left.begin());
    one.preceding = static_cast<JobIndex>(preceding - left.begin());
    dependencies.push_back(one);
  }
  cluster.dependencies = std::move(dependencies);
}

/// Drops what names rows that are not kept: arrays that lack elements, conditions of jobs that are
/// gone, and jobs that conditions name. `kept`: rows as they were.
void follow_rows(ClusterConfig& cluster, const std::vector<std::size_t>& kept) {
  const auto row_now = [&](JobIndex job) -> std::optional<JobIndex> {
    const auto found = std::ranges::find(kept, index_of(job));
    if (found == kept.end()) return std::nullopt;
    return static_cast<JobIndex>(found - kept.begin());
  };
  const auto is_whole = [&](JobIndex first, std::size_t count) {
    for (std::size_t at = 0; at < count; ++at)
      if (!row_now(static_cast<JobIndex>(index_of(first) + at))) return false;
    return true;
  };
  std::vector<ArrayId> array_now;
  ArrayTable arrays;
  for (JobArray array : cluster.arrays.rows) {
    const bool stays = is_whole(array.first, array.spec.indices.size());
    array_now.push_back(stays ? static_cast<ArrayId>(arrays.size()) : none<ArrayId>);
    if (!stays) continue;
    array.first = *row_now(array.first);
    arrays.rows.push_back(std::move(array));
  }
  const ConditionTable before = std::exchange(cluster.conditions, {});
  ConditionTable& table = cluster.conditions;
  std::vector<ConditionId> condition_now;
  for (std::size_t at = 0; at < before.rows.size(); ++at) {
    JobCondition row = before.rows[at];
    if (at == before.submitted) table.submitted = static_cast<std::uint32_t>(table.rows.size());
    const bool of_lost_array =
        std::ranges::any_of(before.steps_of(static_cast<ConditionId>(at)), [&](const auto& step) {
          return step.of_array && array_now[index_of(step.array())] == none<ArrayId>;
        });
    const bool stays = !of_lost_array && is_whole(row.job, row.jobs);
    condition_now.push_back(stays ? static_cast<ConditionId>(table.rows.size())
                                  : none<ConditionId>);
    if (!stays) continue;
    const auto first = static_cast<std::uint32_t>(table.steps.size());
    for (ConditionStep step : before.steps_of(static_cast<ConditionId>(at))) {
      const auto parents = step.of_array ? std::span<const JobIndex>{} : before.parents_of(step);
      step.first = step.of_array
                       ? static_cast<std::uint32_t>(index_of(array_now[index_of(step.array())]))
                       : static_cast<std::uint32_t>(table.parents.size());
      step.count = 0;
      for (const JobIndex parent : parents)
        if (const auto now = row_now(parent)) {
          table.parents.push_back(*now);
          ++step.count;
        }
      if (step.is_leaf() && !step.of_array && step.count == 0) step.by_name = false;
      table.steps.push_back(step);
    }
    row.job = *row_now(row.job);
    row.first = first;
    table.rows.push_back(row);
  }
  if (before.submitted == before.rows.size())
    table.submitted = static_cast<std::uint32_t>(table.rows.size());
  std::erase_if(cluster.timeline, [&](TimelineEntry& entry) {
    if (entry.array != none<ArrayId>) {
      entry.array = array_now[index_of(entry.array)];
      if (entry.array == none<ArrayId>) return true;
    }
    if (entry.condition == none<ConditionId>) return false;
    entry.condition = condition_now[index_of(entry.condition)];
    return entry.condition == none<ConditionId>;
  });
  cluster.arrays = std::move(arrays);
}

bool ever_receives(const GridConfig& grid, const SendTarget& target, ClusterId source) {
  bool receives = false;
  for_each_settings(grid.clusters[index_of(target.cluster)], [&](const ClusterSettings& settings) {
    const auto& sources = settings.queues[index_of(target.queue)].forwarding.sources;
    receives = receives || std::ranges::binary_search(sources, source);
  });
  return receives;
}

/// Whether each edge has both of its ends at some time.
bool has_whole_edges(const GridConfig& grid) {
  bool whole = true;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    for_each_settings(grid.clusters[at], [&](const ClusterSettings& settings) {
      for (const QueueConfig& queue : settings.queues)
        for (const SendTarget& target : queue.forwarding.targets)
          whole = whole && ever_receives(grid, target, static_cast<ClusterId>(at));
    });
  return whole;
}

/// A difference without its numbers: shrinking must not exchange a crash for something else.
std::string kind_of(std::string difference) {
  std::erase_if(difference, [](char letter) { return letter >= '0' && letter <= '9'; });
  return difference;
}

class Shrinker {
 public:
  Shrinker(GridConfig grid, const FindDifference& find)
      : grid_(std::move(grid)), find_(find), kind_(kind_of(find(grid_))) {}

  GridConfig shrink() {
    bool smaller = true;
    for (int rounds = 0; smaller && rounds < 10; ++rounds) {
      smaller = simplify_links();
      for (at_ = 0; at_ < grid_.clusters.size(); ++at_) {
        smaller = drop_order() || smaller;
        smaller = drop_jobs() || smaller;
        smaller = drop_each(&ClusterConfig::timeline) || smaller;
        smaller = drop_each(&ClusterConfig::dependencies) || smaller;
        smaller = drop_each(&ClusterConfig::reservations) || smaller;
        smaller = drop_each(&ClusterConfig::random_faults) || smaller;
        smaller = drop_each(&ClusterConfig::elims) || smaller;
        smaller = drop_exports() || smaller;
        smaller = stop_lims() || smaller;
        smaller = drop_pools() || smaller;
        smaller = drop_shares() || smaller;
        smaller = drop_targets() || smaller;
        smaller = simplify_settings() || smaller;
        smaller = simplify_jobs() || smaller;
      }
    }
    return grid_;
  }

 private:
  ClusterConfig& cluster(GridConfig& grid) const { return grid.clusters[at_]; }
  const ClusterConfig& cluster() const { return grid_.clusters[at_]; }

  /// Keeps the smaller grid if it still shows such a difference.
  bool keep(GridConfig smaller) {
    if (!has_whole_edges(smaller) || kind_of(find_(smaller)) != kind_) return false;
    grid_ = std::move(smaller);
    return true;
  }

  /// Drops all jobs at once, else one after the other.
  bool drop_jobs() {
    GridConfig empty = grid_;
    set_jobs(cluster(empty), {});
    follow_rows(cluster(empty), {});
    if (!cluster().trace.empty() && keep(std::move(empty))) return true;
    bool dropped = false;
    for (std::size_t at = cluster().trace.size(); at-- > 0;) {
      GridConfig smaller = grid_;
      std::vector<TraceJob> jobs = jobs_of(cluster(smaller));
      jobs.erase(jobs.begin() + static_cast<std::ptrdiff_t>(at));
      std::vector<std::size_t> kept;
      for (std::size_t row = 0; row <= jobs.size(); ++row)
        if (row != at) kept.push_back(row);
      set_jobs(cluster(smaller), jobs);
      follow_rows(cluster(smaller), kept);
      dropped = keep(std::move(smaller)) || dropped;
    }
    return dropped;
  }

  template <class T>
  bool drop_each(std::vector<T> ClusterConfig::* list) {
    bool dropped = false;
    for (std::size_t at = (cluster().*list).size(); at-- > 0;) {
      GridConfig smaller = grid_;
      auto& entries = cluster(smaller).*list;
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
      dropped = keep(std::move(smaller)) || dropped;
    }
    return dropped;
  }

  /// Elements become jobs; conditions go one after the other.
  bool drop_order() {
    GridConfig without = grid_;
    ClusterConfig& plain = cluster(without);
    const bool had_arrays = !plain.arrays.empty();
    plain.arrays = {};
    plain.conditions = {};
    std::erase_if(plain.timeline, [](const TimelineEntry& entry) {
      return entry.array != none<ArrayId> || entry.condition != none<ConditionId>;
    });
    if ((had_arrays || !cluster().conditions.empty()) && keep(std::move(without))) return true;
    bool dropped = false;
    for (std::size_t at = cluster().conditions.submitted; at-- > 0;) {
      GridConfig smaller = grid_;
      ConditionTable& table = cluster(smaller).conditions;
      if (table.rows[at].count == 0) continue;
      table.rows[at].count = 0;
      dropped = keep(std::move(smaller)) || dropped;
    }
    return dropped;
  }

  bool reconfigures() const {
    return std::ranges::any_of(
        cluster().timeline, [](const TimelineEntry& entry) { return entry.settings != nullptr; });
  }

  /// Drops the policies of all settings at once, else one after the other of the first settings.
  bool drop_exports() {
    GridConfig without = grid_;
    bool had_any = false;
    change_each_settings(cluster(without), [&](ClusterSettings& settings) {
      had_any = had_any || !settings.exports.empty() || !settings.resource_exports.empty();
      settings.exports.clear();
      settings.resource_exports.clear();
    });
    if (had_any && keep(std::move(without))) return true;
    bool dropped = false;
    for (std::size_t at = cluster().exports.size(); at-- > 0;) {
      GridConfig smaller = grid_;
      change_each_settings(cluster(smaller), [&](ClusterSettings& settings) {
        if (at < settings.exports.size())
          settings.exports.erase(settings.exports.begin() + static_cast<std::ptrdiff_t>(at));
      });
      dropped = keep(std::move(smaller)) || dropped;
    }
    return dropped;
  }

  /// Lets load follow from used slots, where nothing needs LIMs.
  bool stop_lims() {
    using Kind = TimelineEntry::Kind;
    const bool needs = !cluster().elims.empty() ||
                       std::ranges::any_of(cluster().timeline, [](const TimelineEntry& entry) {
                         return entry.kind == Kind::lim_down || entry.kind == Kind::sbatchd_down;
                       });
    if (needs || cluster().model.load == LoadMode::slots) return false;
    GridConfig smaller = grid_;
    cluster(smaller).model.load = LoadMode::slots;
    return keep(std::move(smaller));
  }

  bool drop_pools() {
    GridConfig smaller = grid_;
    ClusterConfig& config = cluster(smaller);
    if (config.pools.empty() || reconfigures()) return false;
    config.pools.clear();
    for (QueueConfig& queue : config.queues) {
      queue.pool = none<PoolId>;
      queue.slot_share = 0;
    }
    return keep(std::move(smaller));
  }

  /// Drops all trees of all settings, else one after the other of the first settings, by the queues
  /// that have it: rows stay where they are.
  bool drop_shares() {
    GridConfig without = grid_;
    bool had_any = false;
    change_each_settings(cluster(without), [&](ClusterSettings& settings) {
      had_any = had_any || !settings.fairshares.empty();
      settings.fairshares.clear();
      for (QueueConfig& queue : settings.queues) queue.fairshare = none<FairshareId>;
    });
    if (had_any && keep(std::move(without))) return true;
    bool dropped = false;
    for (std::size_t at = 0; at < cluster().queues.size(); ++at) {
      const FairshareId tree = cluster().queues[at].fairshare;
      if (tree == none<FairshareId>) continue;
      GridConfig smaller = grid_;
      cluster(smaller).queues[at].fairshare = none<FairshareId>;
      std::erase(cluster(smaller).fairshares[index_of(tree)].queues, static_cast<QueueId>(at));
      dropped = keep(std::move(smaller)) || dropped;
    }
    return drop_accounts() || dropped;
  }

  /// Drops accounts that none is below.
  bool drop_accounts() {
    bool dropped = false;
    for (std::size_t tree = 0; tree < cluster().fairshares.size(); ++tree)
      for (std::size_t at = cluster().fairshares[tree].accounts.size(); at-- > 0;) {
        GridConfig smaller = grid_;
        auto& rows = cluster(smaller).fairshares[tree].accounts;
        const auto row = static_cast<ShareRow>(at);
        if (rows.size() < 2 || std::ranges::count(rows, row, &ShareRowConfig::parent) > 0) continue;
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(at));
        for (ShareRowConfig& one : rows)
          if (one.parent != none<ShareRow> && one.parent > row)
            one.parent = static_cast<ShareRow>(index_of(one.parent) - 1);
        dropped = keep(std::move(smaller)) || dropped;
      }
    return dropped;
  }

  bool drop_targets() {
    bool dropped = false;
    if (reconfigures()) return dropped;
    for (std::size_t queue = 0; queue < cluster().queues.size(); ++queue)
      for (std::size_t at = cluster().queues[queue].forwarding.targets.size(); at-- > 0;) {
        GridConfig smaller = grid_;
        auto& targets = cluster(smaller).queues[queue].forwarding.targets;
        targets.erase(targets.begin() + static_cast<std::ptrdiff_t>(at));
        dropped = keep(std::move(smaller)) || dropped;
      }
    return dropped;
  }

  bool simplify_links() {
    bool changed = false;
    for (std::size_t at = 0; at < grid_.links.size(); ++at)
      for (std::size_t field = 0; field < 5; ++field) {
        GridConfig smaller = grid_;
        Simplifier one(field);
        simplify(one, smaller.links[at]);
        if (one.has_changed()) changed = keep(std::move(smaller)) || changed;
      }
    return changed;
  }

  bool simplify_settings() {
    bool changed = false;
    for (std::size_t wanted = 0;; ++wanted) {
      GridConfig smaller = grid_;
      Simplifier one(wanted);
      simplify_all(one, cluster(smaller));
      if (one.has_changed()) changed = keep(std::move(smaller)) || changed;
      if (!one.was_there()) return changed;
    }
  }

  bool simplify_jobs() {
    bool changed = false;
    for (std::size_t at = 0; at < cluster().trace.size(); ++at)
      for (std::size_t field = 0; field < 4; ++field) {
        GridConfig smaller = grid_;
        std::vector<TraceJob> jobs = jobs_of(cluster(smaller));
        Simplifier one(field);
        one.visit(jobs[at].profile, {});
        one.visit(jobs[at].slots, Slots(1));
        one.visit(jobs[at].limit, unlimited);
        one.visit(jobs[at].requested, Duration{-1});
        set_jobs(cluster(smaller), jobs);
        if (one.has_changed()) changed = keep(std::move(smaller)) || changed;
      }
    return changed;
  }

  GridConfig grid_;
  const FindDifference& find_;
  std::string kind_;
  std::size_t at_ = 0;  ///< the cluster that is being made smaller
};

}  // namespace

GridConfig shrunk(GridConfig grid, const FindDifference& find) {
  return Shrinker(std::move(grid), find).shrink();
}

}  // namespace mcsim::testing
