// How a job is called where its cluster is known: its number, with the index of an element.
#pragma once

#include <algorithm>
#include <string>

#include "mcsim/model/config.hpp"

namespace mcsim::model {

/// `123`; of an element of a job array `123[4]`. Source: IBM Spectrum LSF 10.1, job arrays.
inline std::string job_number(const ClusterConfig& cluster, JobIndex job) {
  std::string text = std::to_string(static_cast<std::int64_t>(cluster.trace[job].id));
  if (const std::uint32_t index = cluster.arrays.element(job); index > 0)
    text.append("[").append(std::to_string(index)).append("]");
  return text;
}

/// What a job was called (bsub -J); of an element `name[4]%10`, with its index and the limit of its
/// array. Empty: it has no name.
inline std::string name_of_job(const ClusterConfig& cluster, JobIndex job) {
  const ArrayId id = cluster.arrays.of(job);
  if (id == none<ArrayId>) return std::string(cluster.job_names.of(job));
  const JobArray& array = cluster.arrays[id];
  return array.name + "[" + std::to_string(array.index_at(job)) + "]" +
         (array.spec.limit > 0 ? "%" + std::to_string(array.spec.limit) : "");
}

/// Whether tables of a run have a column for the index of elements.
inline bool has_arrays(const GridConfig& grid) {
  return std::ranges::any_of(grid.clusters,
                             [](const ClusterConfig& one) { return !one.arrays.empty(); });
}

}  // namespace mcsim::model
