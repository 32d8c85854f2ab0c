// What is known of a waiting job besides its slots and its estimate.
#pragma once

#include <cstdint>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/baseline/queue.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::baseline {

class JobTable;

/// A waiting job as its user and its queue describe it. Names are those of GridConfig's tables.
struct JobFacts {
  Time submit{};
  Duration requested{};     ///< its run limit; unlimited: none
  std::int64_t memory = 0;  ///< what it uses, in KB; 0: unknown
  NameId user = none<NameId>;
  NameId group = none<NameId>;
  Slots slots{};
  std::int32_t priority = 0;  ///< of its queue, as it is now
  QueueId queue{};
};

/// Reads them where they are: what is asked for from the trace, for which the job must be one of
/// this cluster's own. Made for one call; not to be kept.
class JobReader {
 public:
  JobReader(const ClusterConfig& config, const JobTable& jobs, const Table<QueueId, Queue>& queues)
      : config_(&config), jobs_(&jobs), queues_(&queues) {}

  JobFacts facts(JobSlotId id) const;

 private:
  const ClusterConfig* config_;
  const JobTable* jobs_;
  const Table<QueueId, Queue>* queues_;
};

}  // namespace mcsim::baseline
