// How wrong the counters of receive queues become with the age of their reports.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/report/run_tables.hpp"

namespace mcsim::report {

/// Free slots, as reports give them at their times.
using Reports = std::vector<std::pair<Instant, std::int64_t>>;

/// Reports of one age: how far what they say is from what is true by then.
struct ErrorOfAge {
  std::int64_t age = 0;  ///< milliseconds
  std::int64_t count = 0;
  double mean = 0;  ///< slots
  std::int64_t most = 0;

  bool operator==(const ErrorOfAge&) const = default;
};

/// For ages of one time between two reports, of two, and so on up to `ages` of them. `reports`
/// leaves out those that are as the one before; the shortest time between two is that between all.
/// None: there are not two reports.
std::vector<ErrorOfAge> errors_by_age(const Reports& reports, std::size_t ages);

struct QueueErrors {
  std::string queue;  ///< QUEUE@CLUSTER
  std::string to;     ///< the submission cluster
  std::vector<ErrorOfAge> ages;
};

/// Of all receive queues in `path`, a counters.csv; most wrong ones first. Errors: it cannot be
/// read, or is not what the reference says.
Expected<std::vector<QueueErrors>, Diagnostics> read_counter_errors(const std::string& path);

}  // namespace mcsim::report
