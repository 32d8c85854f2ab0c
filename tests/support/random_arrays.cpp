// Draws which jobs are arrays, their elements and their limits.
#include "support/random_arrays.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace mcsim::testing {
namespace {

using enum LsfFeature;

/// Sometimes those of an array before it.
ArrayIndices draw_indices(Dice& dice, const ArrayTable& arrays) {
  if (!arrays.empty() && dice.one_in(3)) return arrays.rows.back().spec.indices;
  std::set<std::uint32_t> all;
  for (std::int64_t left = dice.between(2, 8); left > 0; --left)
    all.insert(static_cast<std::uint32_t>(dice.between(1, 12)));
  return ArrayIndices({all.begin(), all.end()});
}

/// The trace orders failed starts by when they are tried again, which a limit would have to know.
bool may_be_array(const ClusterConfig& cluster, const TraceJob& job) {
  return cluster.profiles[index_of(job.profile)].preexec_failures == 0;
}

void draw_limit(LsfDraft& draft, std::int32_t& limit) {
  limit = draft.order.number(0, 3);
  if (limit > 0) draft.has_used(array_limit);
}

}  // namespace

void draw_arrays(LsfDraft& draft) {
  Dice& dice = draft.order;
  ClusterConfig& cluster = draft.cluster;
  TraceBuilder builder;
  ArrayTable arrays;
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    const TraceJob& job = cluster.trace[static_cast<JobIndex>(row)];
    if (!dice.one_in(6) || !may_be_array(cluster, job)) {
      builder.add(job);
      continue;
    }
    JobArray array{.first = static_cast<JobIndex>(builder.size()), .spec = {}, .name = "a"};
    array.spec.indices = draw_indices(dice, arrays);
    draw_limit(draft, array.spec.limit);
    for (std::uint32_t left = array.spec.indices.size(); left > 0; --left) builder.add(job);
    arrays.rows.push_back(std::move(array));
    draft.has_used(job_array);
  }
  cluster.trace = std::move(builder).freeze();
  cluster.arrays = std::move(arrays);
  if (cluster.arrays.empty() || !dice.one_in(3)) return;
  cluster.params.max_job_array_size = dice.number(4, 6);
  draft.has_used(array_too_large);
}

void draw_array_actions(LsfDraft& draft) {
  Dice& dice = draft.order;
  ClusterConfig& cluster = draft.cluster;
  const ArrayTable& arrays = cluster.arrays;
  std::erase_if(cluster.dependencies,
                [&](const JobDependency& one) { return arrays.of(one.job) != none<ArrayId>; });
  const auto is_of_job = [](TimelineEntry::Kind kind) {
    return kind >= TimelineEntry::Kind::bkill && kind <= TimelineEntry::Kind::bmod;
  };
  for (TimelineEntry& entry : cluster.timeline) {
    if (!is_of_job(entry.kind)) continue;
    for (std::size_t at = 0; at < arrays.size(); ++at) {
      const JobArray& array = arrays.rows[at];
      if (cluster.trace[array.first].id != entry.job) continue;
      entry.array = static_cast<ArrayId>(at);
      if (dice.one_in(3)) continue;
      std::vector<std::uint32_t> elements;
      for (std::uint32_t place = 0; place < array.spec.indices.size(); ++place)
        if (dice.one_in(2)) elements.push_back(array.spec.indices[place]);
      if (elements.empty()) continue;
      entry.elements = std::make_shared<const ArrayIndices>(ArrayIndices(elements));
      draft.has_used(array_elements);
    }
  }
  for (std::size_t at = 0; at < arrays.size(); ++at) {
    if (!dice.one_in(3)) continue;
    const TraceJob& first = cluster.trace[arrays.rows[at].first];
    TimelineEntry entry{.at = first.submit + dice.between(0, 60) * 1s,
                        .kind = TimelineEntry::Kind::bmod};
    entry.job = first.id;
    entry.array = static_cast<ArrayId>(at);
    entry.profile = none<ProfileId>;
    entry.array_limit = dice.number(0, 3);
    cluster.timeline.push_back(std::move(entry));
    draft.has_used(array_bmod);
  }
}

}  // namespace mcsim::testing
