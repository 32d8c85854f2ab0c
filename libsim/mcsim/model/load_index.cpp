// Send thresholds of load indices, and normalized run queues.
#include "mcsim/model/load_index.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mcsim::model {
namespace {

/// Send threshold of external indices.
constexpr double external_threshold = 0.0001;

/// By built-in index: for one processor, and what each further processor adds.
constexpr std::array<std::array<double, 2>, builtin::mem + 1> send_thresholds = {{{0.25, 0.05},
                                                                                  {0.25, 0.04},
                                                                                  {0.25, 0.03},
                                                                                  {0.15, 0},
                                                                                  {1, 0},
                                                                                  {25, 0},
                                                                                  {0, 0},
                                                                                  {1, 0},
                                                                                  {1, 0},
                                                                                  {1, 0},
                                                                                  {1, 0}}};

}  // namespace

double send_threshold(ResourceId index, std::int32_t processors) {
  if (index_of(index) > builtin::mem) return external_threshold;
  const auto [one, more] = send_thresholds[index_of(index)];
  return one + more * (processors - 1);
}

double normalized_run_queue(double length, std::int32_t processors, double cpu_factor) {
  if (length >= infinite_load) return length;
  if (length < 0) return 0;
  const double count = processors;
  const double full = std::floor(length / count);
  const double part = (length - count * full) / count;
  const double most = std::min(1 - 1 / count, 0.9);
  const double weight = most * (1 - part) / (1 - std::min(part, most));
  return (weight * full + (1 - weight) * length / count + 1) / cpu_factor;
}

double effective_run_queue(double length, std::int32_t processors) {
  if (length >= infinite_load) return length;
  return std::max(normalized_run_queue(length, processors, 1) - 1, 0.0);
}

}  // namespace mcsim::model
