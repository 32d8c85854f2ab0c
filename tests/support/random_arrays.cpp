// Draws which jobs are arrays, their elements and their limits.
#include "support/random_arrays.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace mcsim::testing {
namespace random_arrays {

std::uint32_t number(RngStream& draws, std::uint32_t least, std::uint32_t most) {
  return least + static_cast<std::uint32_t>(draws.below(most - least + 1));
}

ArrayIndices draw_indices(RngStream& draws) {
  std::set<std::uint32_t> all;
  for (std::uint32_t left = number(draws, 2, 8); left > 0; --left) all.insert(number(draws, 1, 12));
  return ArrayIndices({all.begin(), all.end()});
}

/// The trace orders failed starts by when they are tried again, which a limit would have to know.
bool may_be_array(const ClusterConfig& cluster, const TraceJob& job) {
  return cluster.profiles[index_of(job.profile)].preexec_failures == 0;
}

}  // namespace random_arrays

void draw_arrays(RngStream draws, ClusterConfig& cluster) {
  using namespace random_arrays;
  TraceBuilder builder;
  ArrayTable arrays;
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    const TraceJob& job = cluster.trace[static_cast<JobIndex>(row)];
    if (draws.below(6) > 0 || !may_be_array(cluster, job)) {
      builder.add(job);
      continue;
    }
    JobArray array{.first = static_cast<JobIndex>(builder.size()), .spec = {}, .name = "a"};
    array.spec.indices = draw_indices(draws);
    array.spec.limit = static_cast<std::int32_t>(draws.below(4));
    for (std::uint32_t left = array.spec.indices.size(); left > 0; --left) builder.add(job);
    arrays.rows.push_back(std::move(array));
  }
  cluster.trace = std::move(builder).freeze();
  cluster.arrays = std::move(arrays);
}

void draw_array_actions(RngStream draws, ClusterConfig& cluster) {
  using namespace random_arrays;
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
      if (draws.below(3) == 0) continue;
      std::vector<std::uint32_t> elements;
      for (std::uint32_t place = 0; place < array.spec.indices.size(); ++place)
        if (draws.below(2) == 0) elements.push_back(array.spec.indices[place]);
      if (!elements.empty())
        entry.elements = std::make_shared<const ArrayIndices>(ArrayIndices(elements));
    }
  }
  for (std::size_t at = 0; at < arrays.size(); ++at) {
    if (draws.below(3) > 0) continue;
    const TraceJob& first = cluster.trace[arrays.rows[at].first];
    TimelineEntry entry{.at = first.submit + number(draws, 0, 60) * 1s,
                        .kind = TimelineEntry::Kind::bmod};
    entry.job = first.id;
    entry.array = static_cast<ArrayId>(at);
    entry.profile = none<ProfileId>;
    entry.array_limit = static_cast<std::int32_t>(draws.below(4));
    cluster.timeline.push_back(std::move(entry));
  }
}

}  // namespace mcsim::testing
